// Elements from plain values. Text is always a text node, never markup.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open", "hidden"]);

// An HTML element: h("p.note", { id: "x" }, "text", node, …), with or without properties.
export const h = (tag, ...inside) => build((name) => document.createElement(name), tag, inside);

export const s = (tag, ...inside) => build((name) => document.createElementNS(SVG, name), tag, inside);

function build(create, tag, inside) {
	const [name, ...classes] = tag.split(".");
	const node = create(name);
	if (classes.length) node.setAttribute("class", classes.join(" "));
	const props = inside[0]?.constructor === Object ? inside.shift() : {};
	node.append(...shown(inside));
	return set(node, props); // after its children: a select has its value once it has its options
}

// Sets attributes; false, null and undefined take one away. `on` has listeners: {click: f}.
export function set(node, props) {
	for (const [name, value] of Object.entries(props)) {
		const aria = name.startsWith("aria-");
		if (name === "on") Object.entries(value).forEach(([event, run]) => node.addEventListener(event, run));
		else if (PROPERTIES.has(name)) node[name] = value ?? "";
		else if (value === null || value === undefined || (value === false && !aria)) node.removeAttribute(name);
		else node.setAttribute(name, value === true && !aria ? "" : value);
	}
	return node;
}

const shown = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

// Other children in place of those that a node has.
export function clear(node, ...children) {
	node.replaceChildren(...shown(children));
	return node;
}

// Draws what is in `node` anew; the focus goes back to the button of that name, or at that place.
export function redraw(node, draw, nameOf = (button, place) => place) {
	const buttons = () => [...node.querySelectorAll("button")];
	const place = buttons().indexOf(document.activeElement);
	const held = place >= 0 && nameOf(document.activeElement, place);
	draw();
	if (place >= 0) buttons().find((button, at) => nameOf(button, at) === held)?.focus();
}

// Of a group of items one is reached by Tab; keys of the group lead on to the others.
export function moveTabStop(items, to, focus = true) {
	for (const item of items) item.setAttribute("tabindex", item === to ? 0 : -1);
	if (focus) to.focus({ preventScroll: true });
}

// Scrolls a box, and not the page, so that `item` is seen in it, with so much room around it.
export function scrollWithin(box, item, room = 0) {
	const [frame, at] = [box, item].map((element) => element.getBoundingClientRect());
	if (at.left - room < frame.left || at.right + room > frame.right) box.scrollLeft += (at.left + at.right - frame.left - frame.right) / 2;
	if (at.top - room < frame.top || at.bottom + room > frame.bottom) box.scrollTop += (at.top + at.bottom - frame.top - frame.bottom) / 2;
}

export const startsWith = (list, beginning) => beginning.every((item, i) => list[i] === item);

export const clamp = (number, least, most) => Math.max(least, Math.min(most, number));

// A button without a frame, for a move in a list; `kind` are its classes: "move.best".
export const smallButton = (kind, text, run, props) =>
	h(`button.small-button.${kind}`, { type: "button", on: { click: run }, ...props }, text);

// A button. `label` says what it does where its text does not, `kind` is "primary" or "plain".
export const button = (text, run, { label, kind = "", ...props } = {}) =>
	h(`button.button${kind && `.${kind}`}`, { type: "button", "aria-label": label, title: label, on: { click: run }, ...props }, text);

let labels = 0;

// A part of a page under a heading, which is a text or an h2.
export function panel(title, ...children) {
	const heading = title instanceof Node ? title : h("h2", title);
	heading.id ||= `title-${++labels}`;
	return h("section.panel.stack", { "aria-labelledby": heading.id }, heading, children);
}

// A form that calls `run` instead of going anywhere, not twice at once; what goes wrong is told above
// the last of its children.
export function form(run, ...children) {
	const error = h("p.error", { role: "alert" });
	let isRunning = false;
	const submit = async (event) => {
		event.preventDefault();
		if (isRunning) return;
		isRunning = true;
		clear(error);
		await Promise.resolve(run()).catch((reason) => clear(error, reason.message));
		isRunning = false;
	};
	return h("form.stack", { novalidate: true, on: { submit } }, children.slice(0, -1), error, children.at(-1));
}

export function field(text, input, note = "") {
	input.id ||= `field-${++labels}`;
	const help = note && h("small.note", { id: `${input.id}-note` }, note);
	if (help) input.setAttribute("aria-describedby", help.id);
	return h("div.stack.tight.field", h("label", { for: input.id }, text), input, help);
}

// Opens a modal dialog with a heading; gone from the page once it is closed.
export function dialog(title, ...children) {
	const heading = h("h2", { id: `title-${++labels}` }, title);
	const box = h("dialog", { "aria-labelledby": heading.id },
		h("div.row.spread.dialog-head", heading, button("×", () => box.close(), { label: "Close", kind: "plain" })), children);
	box.addEventListener("close", () => box.remove());
	box.addEventListener("click", (event) => event.target === box && box.close());
	document.body.append(box);
	box.showModal();
	(box.querySelector("[autofocus]") ?? box).focus();
	return box;
}

// Asks for one of several answers, [text, value]: resolves to its value, or to null.
export function choose(title, text, choices) {
	return new Promise((resolve) => {
		const answer = ([name, value], i) => button(name, () => {
			resolve(value);
			box.close();
		}, { kind: value === true ? "primary" : "", autofocus: i === 0 });
		const box = dialog(title, text && h("p", text), h("div.row", choices.map(answer)));
		box.addEventListener("close", () => resolve(null));
	});
}

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export const percent = (probability) => `${Number((100 * probability).toPrecision(2))}%`;
