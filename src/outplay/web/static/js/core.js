// What every page needs.

export * from "./api.js";
export * from "./copy.js";
export * from "./dom.js";
export * from "./keys.js";
export * from "./picture.js";
export * from "./router.js";
export * from "./say.js";
export * from "./spot.js";
export * from "./steps.js";
export * from "./store.js";
