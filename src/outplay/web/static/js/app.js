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

function nextTheme() {
	const names = Object.keys(THEMES);
	const next = names[(names.indexOf(dataset.theme ?? "system") + 1) % names.length];
	if (next === "system") delete dataset.theme;
	else dataset.theme = next;
	remember("theme", next);
	showTheme();
	say(`Theme: ${next}`);
}

function showTheme() {
	const theme = dataset.theme ?? "system";
	button.textContent = THEMES[theme];
	set(button, { title: `Theme: ${theme}`, "aria-label": `Theme: ${theme}. Change it` });
}

button.addEventListener("click", nextTheme);
document.getElementById("keys").addEventListener("click", showKeys);
// What nobody else took care of is told here.
addEventListener("unhandledrejection", (event) => {
	report(event.reason);
	if (event.reason instanceof ApiError) event.preventDefault();
});
showTheme();
startKeys();
start();
