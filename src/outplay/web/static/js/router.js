// Which page is shown: the address says it, and says all of it.
//
// A page module exports `async function show(root, query)`. Each page is loaded anew. One that writes
// changes of its own into its address (`note`) hears of back and forward from `onReturn`.

import { ApiError } from "./api.js";
import { button, clear, h } from "./dom.js";
import { writeSpot } from "./spot.js";

const PAGES = { "/": "home", "/play": "play", "/analyse": "analyse", "/tree": "tree", "/practice": "practice" };

const main = document.getElementById("main");
const links = [...document.querySelectorAll("a[data-page]")];
const here = () => new URLSearchParams(location.search);

export function address(path, params = {}) {
	const query = new URLSearchParams(params).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
	return query ? `${path}?${query}` : path;
}

// Goes to a page: `params` is a URLSearchParams or a plain object.
export const go = (path, params) => location.assign(address(path, params));

// Changes the address of this page: replaced, or pushed so that "back" undoes it.
export function note(params, isPushed = false) {
	const to = address(location.pathname, params);
	if (to !== location.pathname + location.search) history[isPushed ? "pushState" : "replaceState"](null, "", to);
}

export const onReturn = (run) => addEventListener("popstate", () => run(here()));

export function nameTab(text) {
	document.title = `${text} – Outplay`;
}

// The links of the header lead to this position from now on; that of this page only loads it again.
export function linkTo(spot) {
	for (const link of links) link.href = link.ariaCurrent ? "" : address(link.dataset.page, spot ? writeSpot(spot) : {});
}

// Shows the page of the address.
export async function start() {
	const name = PAGES[location.pathname];
	for (const link of links) link.ariaCurrent = link.dataset.page === location.pathname ? "page" : null;
	addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // its streams are gone
	const root = h(`div.stack.page-${name}`);
	main.append(root);
	try {
		const { show } = await import(`./pages/${name}.js`);
		await show(root, here());
	} catch (error) {
		showTrouble(error);
		if (!(error instanceof ApiError)) throw error;
	}
}

// Says what went wrong, in place of the page.
export function showTrouble(error) {
	const sentence = error instanceof ApiError ? error.message : "This page could not be shown.";
	clear(main, h("section.panel.stack", h("h1", "Something went wrong"), h("p.error", { role: "alert" }, sentence),
		h("div.row", button("Try again", () => location.reload(), { kind: "primary" }), h("a.button", { href: "/" }, "All games"))));
}
