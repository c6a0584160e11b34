// What is on every page: theme, keys, and the page of the address.

import { ApiError } from "./api.js";
import { set } from "./dom.js";
import { showKeys, startKeys } from "./keys.js";
import { start } from "./router.js";
import { report, say } from "./say.js";
import { remember } from "./store.js";

const THEMES = { system: "◐", light: "☀", dark: "☾" };
const { dataset } = document.documentElement;
const button = document.getElementById("theme");

function showTheme(theme) {
	if (theme === "system") delete dataset.theme;
	else dataset.theme = theme;
	button.textContent = THEMES[theme];
	set(button, { title: `Theme: ${theme}`, "aria-label": `Theme: ${theme}. Change it` });
}

button.addEventListener("click", () => {
	const names = Object.keys(THEMES);
	const next = names[(names.indexOf(dataset.theme ?? "system") + 1) % names.length];
	remember("theme", next);
	showTheme(next);
	say(`Theme: ${next}`);
});
document.getElementById("keys").addEventListener("click", showKeys);
// What nobody else took care of is told here.
addEventListener("unhandledrejection", (event) => {
	report(event.reason);
	if (event.reason instanceof ApiError) event.preventDefault();
});
showTheme(dataset.theme ?? "system");
startKeys();
start();
