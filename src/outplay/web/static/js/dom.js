// Elements from plain values. Text is always a text node, never markup.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open", "selected", "hidden"]);

/** An HTML element. props: class, text, on: {click: f}, properties, any other is an attribute. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  let late = []; // a select has its value only once it has its options
  for (const [name, value] of Object.entries(props ?? {})) {
    if (PROPERTIES.has(name)) late.push([name, value]);
    else set(node, name, value);
  }
  append(node, children);
  for (const [name, value] of late) node[name] = value ?? (name === "value" ? "" : false);
  return node;
}

/** An SVG element, with attributes as SVG writes them. */
export function s(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) set(node, name, value);
  append(node, children);
  return node;
}

/** Takes everything out of an element, and puts `children` in. */
export function clear(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

function set(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (name.startsWith("aria-") && value === false) node.setAttribute(name, "false");
    return;
  }
  if (name === "on") {
    for (const [event, run] of Object.entries(value)) node.addEventListener(event, run);
  } else if (name === "text") node.append(String(value));
  else if (name === "class") node.setAttribute("class", String(value));
  else if (name.startsWith("on")) throw new Error(`${name}: use on: {…}`);
  else if (value === true) node.setAttribute(name, name.startsWith("aria-") ? "true" : "");
  else node.setAttribute(name, String(value));
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

let labels = 0;

/** A label with its field, tied together: put both into the page. */
export function field(text, input, note = "") {
  input.id ||= `field-${++labels}`;
  const help = note && h("small", { class: "note", id: `${input.id}-note` }, note);
  if (help) input.setAttribute("aria-describedby", help.id);
  return h("div", { class: "field" }, h("label", { for: input.id }, text), input, help);
}

/** Opens a modal dialog with a heading; gone from the page once it is closed. */
export function dialog(title, ...children) {
  const heading = h("h2", { id: `dialog-${++labels}` }, title);
  const close = h("button", {
    type: "button", class: "button plain close", "aria-label": "Close",
    on: { click: () => box.close() },
  }, "×");
  const box = h("dialog", { "aria-labelledby": heading.id },
    h("div", { class: "dialog-head" }, heading, close), ...children);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  (box.querySelector("[autofocus]") ?? box).focus();
  return box;
}

/** Asks for one of several answers: resolves to its value, or to null. */
export function choose(title, text, choices) {
  return new Promise((resolve) => {
    let answer = null;
    const buttons = choices.map(({ label, value, primary }, i) =>
      h("button", {
        type: "button", class: primary ? "button primary" : "button", autofocus: i === 0,
        on: { click: () => { answer = value; box.close(); } },
      }, label));
    const box = dialog(title, text && h("p", {}, text), h("div", { class: "row" }, buttons));
    box.addEventListener("close", () => resolve(answer));
  });
}
