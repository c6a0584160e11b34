// Which page is shown: the address says it, and says all of it.
//
// A page module exports `async function show(root, query, page)`, where page is
//   signal        aborted when the page is left
//   title(text)   names the tab
//   spot(spot)    the links of the header lead to this position from now on
//   revisit(f)    f(query) is called when the address changes within the page (back, forward,
//                 a link to it); if it gives false, the page is shown anew
// `note` changes the address without showing anything.

import { clear, h } from "./dom.js";
import { ApiError } from "./api.js";
import { writeSpot } from "./spot.js";

const PAGES = {
  "/": () => import("./pages/home.js"),
  "/play": () => import("./pages/play.js"),
  "/analyse": () => import("./pages/analyse.js"),
  "/tree": () => import("./pages/tree.js"),
  "/practice": () => import("./pages/practice.js"),
};

let leave = new AbortController();
let shown = "";
let revisit = null;

/** Goes to a page: `params` is a URLSearchParams or a plain object. */
export function go(path, params = {}, { replace = false } = {}) {
  write(path, params, replace);
  return render();
}

/** Changes the address of this page only: replaced, or pushed so that "back" undoes it. */
export function note(params, { push = false } = {}) {
  write(location.pathname, params, !push);
}

/** Where we are: {path, query}. */
export function current() {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** An address of this page, for a link. */
export function address(path, params = {}) {
  const query = new URLSearchParams(params).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return query ? `${path}?${query}` : path;
}

/** Shows the page of the address, and listens for more; called once. */
export function start() {
  addEventListener("popstate", render);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey
      || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !(link.pathname in PAGES)) return;
    if (link.hash) return;
    event.preventDefault();
    go(link.pathname, new URLSearchParams(link.search));
  });
  return render();
}

function write(path, params, replace) {
  const to = address(path, params);
  if (to === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
}

async function render() {
  const { path, query } = current();
  if (path === shown && revisit && revisit(query) !== false) return;
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const first = !shown;
  shown = path;
  revisit = null;
  const root = document.getElementById("main");
  for (const link of document.querySelectorAll("a[data-page]")) {
    if (link.dataset.page === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const page = {
    signal,
    title: (text) => { if (!signal.aborted) document.title = text ? `${text} – Outplay` : "Outplay"; },
    spot: (spot) => { if (!signal.aborted) linkTo(spot); },
    revisit: (run) => { if (!signal.aborted) revisit = run; },
  };
  try {
    const module = await (PAGES[path] ?? PAGES["/"])();
    if (signal.aborted) return;
    const place = h("div", { class: `page page-${path.slice(1) || "home"}` });
    clear(root, place);
    if (!first) {
      scrollTo(0, 0);
      root.focus({ preventScroll: true });
    }
    await module.show(place, query, page);
  } catch (error) {
    if (signal.aborted) return;
    clear(root, trouble(error));
    if (!(error instanceof ApiError)) throw error;
  }
}

function trouble(error) {
  const sentence = error instanceof ApiError ? error.message : "This page could not be shown.";
  return h("section", { class: "panel stack" },
    h("h1", {}, "That did not work"), h("p", { class: "error", role: "alert" }, sentence),
    h("div", { class: "row" },
      h("button", { type: "button", class: "button primary", on: { click: () => { shown = ""; render(); } } }, "Try again"),
      h("a", { class: "button", href: "/" }, "To all games")));
}

function linkTo(spot) {
  for (const link of document.querySelectorAll("a[data-page]")) {
    link.setAttribute("href", address(link.dataset.page, spot ? writeSpot(spot) : {}));
  }
}
