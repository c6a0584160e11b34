// Which page is shown: the address says it, and says all of it.
//
// A page module exports `async function show(root, query, page)`, where page is
//   signal        aborted when the page is left
//   title(text)   names the tab
//   spot(spot)    the links of the header lead to this position from now on
//   revisit(f)    f(query) is called when the address changes within the page (back, forward,
//                 a link to it); if it gives false, the page is shown anew

import { ApiError } from "./api.js";
import { button, clear, h, set } from "./dom.js";
import { writeSpot } from "./spot.js";

const PAGES = { "/": "home", "/play": "play", "/analyse": "analyse", "/tree": "tree", "/practice": "practice" };

let leave = new AbortController();
let shown = "";
let revisit = null;

// Goes to a page: `params` is a URLSearchParams or a plain object.
export function go(path, params = {}, isPushed = true) {
	write(path, params, isPushed);
	return render();
}

// Changes the address without showing anything: replaced, or pushed so that "back" undoes it.
export function note(params, isPushed = false) {
	write(location.pathname, params, isPushed);
}

export function address(path, params = {}) {
	const query = new URLSearchParams(params).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
	return query ? `${path}?${query}` : path;
}

// Shows the page of the address, and listens for more.
export function start() {
	addEventListener("popstate", render);
	document.addEventListener("click", (event) => {
		const link = event.target.closest?.("a[href]");
		if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey
			|| event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
		if (link.origin !== location.origin || !(link.pathname in PAGES) || link.hash) return;
		event.preventDefault();
		go(link.pathname, new URLSearchParams(link.search));
	});
	return render();
}

function write(path, params, isPushed) {
	const to = address(path, params);
	if (to === location.pathname + location.search) return;
	history[isPushed ? "pushState" : "replaceState"](null, "", to);
}

async function render() {
	const path = location.pathname;
	const query = new URLSearchParams(location.search);
	if (path === shown && revisit && revisit(query) !== false) return;
	leave.abort();
	leave = new AbortController();
	const { signal } = leave;
	const first = !shown;
	shown = path;
	revisit = null;
	const root = document.getElementById("main");
	for (const link of links()) set(link, { "aria-current": link.dataset.page === path ? "page" : null });
	const page = {
		signal,
		title: (text) => { if (!signal.aborted) document.title = text ? `${text} – Outplay` : "Outplay"; },
		spot: (spot) => { if (!signal.aborted) linkTo(spot); },
		revisit: (run) => { if (!signal.aborted) revisit = run; },
	};
	try {
		const name = PAGES[path] ?? "home";
		const module = await import(`./pages/${name}.js`);
		if (signal.aborted) return;
		const place = h(`div.page-${name}`);
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
	const again = () => {
		shown = "";
		render();
	};
	return h("section.panel.stack", h("h1", "Something went wrong"), h("p.error", { role: "alert" }, sentence),
		h("div.row", button("Try again", again, { kind: "primary" }), h("a.button", { href: "/" }, "All games")));
}

const links = () => document.querySelectorAll("a[data-page]");

function linkTo(spot) {
	for (const link of links()) link.href = address(link.dataset.page, spot ? writeSpot(spot) : {});
}
