// The shell: theme, keys, router.

import { addKeys, showKeys, startKeys } from "./keys.js";
import { go, start } from "./router.js";
import { say } from "./say.js";
import { remember } from "./store.js";

const THEMES = { system: "◐", light: "☀", dark: "☾" };

function theme() {
  return document.documentElement.dataset.theme ?? "system";
}

function nextTheme() {
  const names = Object.keys(THEMES);
  const next = names[(names.indexOf(theme()) + 1) % names.length];
  if (next === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  // theme.js reads it before any module is there, so it is kept as plain text.
  remember("theme", null);
  try {
    if (next !== "system") localStorage.setItem("outplay.theme", next);
  } catch {
    // It lasts until the page is left.
  }
  showTheme();
  say(`Theme: ${next}`);
}

function showTheme() {
  const button = document.getElementById("theme");
  button.textContent = THEMES[theme()];
  button.title = `Theme: ${theme()}`;
  button.setAttribute("aria-label", `Theme: ${theme()}. Change it`);
}

document.getElementById("theme").addEventListener("click", nextTheme);
document.getElementById("keys").addEventListener("click", showKeys);
showTheme();
startKeys();
addKeys([
  { key: "g", text: "go to all games", run: () => go("/") },
  { key: "t", text: "change the theme", run: nextTheme },
]);
start();
