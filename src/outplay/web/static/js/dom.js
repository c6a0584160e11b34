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
	append(node, inside);
	return set(node, props); // after its children: a select has its value once it has its options
}

// Sets attributes; false, null and undefined take one away. `on` has listeners: {click: f}.
export function set(node, props) {
	for (const [name, value] of Object.entries(props)) {
		const aria = name.startsWith("aria-");
		if (name === "on") {
			for (const [event, run] of Object.entries(value)) node.addEventListener(event, run);
		} else if (PROPERTIES.has(name)) node[name] = value ?? "";
		else if (aria && typeof value === "boolean") node.setAttribute(name, String(value));
		else if (value === null || value === undefined || value === false) node.removeAttribute(name);
		else node.setAttribute(name, value === true ? "" : String(value));
	}
	return node;
}

function append(node, children) {
	for (const child of children.flat(Infinity)) {
		if (child !== null && child !== undefined && child !== false) node.append(child);
	}
}

export function clear(node, ...children) {
	node.replaceChildren();
	append(node, children);
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

// Scrolls a list, and not the page, so that `item` is seen in it.
export function scrollWithin(list, item) {
	const { scrollTop, clientHeight } = list;
	if (item.offsetTop < scrollTop || item.offsetTop + item.offsetHeight > scrollTop + clientHeight) {
		list.scrollTop = item.offsetTop - clientHeight / 2;
	}
}

export const startsWith = (list, beginning) => beginning.every((item, i) => list[i] === item);

export const clamp = (number, least, most) => Math.max(least, Math.min(most, number));

// A button. `label` says what it does where its text does not, `kind` is "primary" or "plain".
export const button = (text, run, { label, kind = "", ...props } = {}) =>
	h(`button.button${kind && `.${kind}`}`, { type: "button", "aria-label": label, title: label, on: { click: run }, ...props }, text);

export const STEPS = ["|◀", "◀", "▶", "▶|"];

// Buttons to the start, back, on and to the end of what has steps: goTo(number), from where at() says.
export function stepButtons(signs, names, goTo, at, props = {}) {
	const to = [() => 0, () => at() - 1, () => at() + 1, () => Infinity];
	return to.map((number, i) => button(signs[i], () => goTo(number()), { label: names[i], ...props }));
}

// Those of them that lead nowhere are off.
export function enableSteps(buttons, at, last) {
	buttons.forEach((each, i) => { each.disabled = at === (i < 2 ? 0 : last); });
}

let labels = 0;

// A part of a page under a heading, which is a text or an h2.
export function panel(title, ...children) {
	const heading = title instanceof Node ? title : h("h2", title);
	heading.id ||= `title-${++labels}`;
	return h("section.panel.stack", { "aria-labelledby": heading.id }, heading, children);
}

// A form that calls `run` instead of going anywhere.
export function form(run, ...children) {
	const submit = (event) => {
		event.preventDefault();
		run();
	};
	return h("form.stack", { novalidate: true, on: { submit } }, children);
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

export const percent = (probability) => `${Number((100 * probability).toPrecision(2))} %`;
