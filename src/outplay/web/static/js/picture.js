// A drawing of the server as an element: only shapes and paint are taken over.
//
// The server has made it safe already; this is the second look, in case that it did not.

import { h, s } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const XML = "http://www.w3.org/XML/1998/namespace";
const ELEMENTS = new Set(["svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan"]);
const ATTRIBUTES = new Set((
	"class x y x1 y1 x2 y2 cx cy r rx ry width height d points transform viewBox dx dy opacity"
	+ " fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-opacity"
	+ " stroke-dasharray font-family font-size font-weight font-style text-anchor dominant-baseline"
).split(" "));

// Numbers, colours, names and outlines: no references.
const VALUE = /^(?:[-+\p{L}\p{N}_\s.,%#'"/]|(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color|matrix|translate|scale|rotate|skew[XY])\s*\([-+\w\s.,%/]*\))*$/u;

// What the server never sends: other elements, declarations, comments, handlers and styles. To read
// them as XML is enough for a browser to report them.
const NAMES = [...ELEMENTS, "title", "desc", "defs", "use", "linearGradient", "radialGradient", "stop"].join("|");
const FOREIGN = new RegExp(`<(?!/?(?:${NAMES})(?: (?!on|style)[a-z][\\w:-]*="[^"<>]*")*/?>)`, "i");

// The picture, or a line of text where it is none.
export function picture(text) {
	const from = FOREIGN.test(text) ? null : new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
	if (from?.localName !== "svg" || from.namespaceURI !== SVG || from.querySelector("parsererror")) {
		return h("p.error", "This position has no valid drawing.");
	}
	const svg = copy(from);
	const title = [...from.children].find((child) => child.localName === "title");
	svg.setAttribute("role", "img");
	if (title) svg.setAttribute("aria-label", title.textContent); // no <title>: it would pop up
	if (!svg.hasAttribute("viewBox")) {
		const [width, height] = ["width", "height"].map((name) => parseFloat(svg.getAttribute(name)));
		if (width && height) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
	}
	return svg;
}

function copy(from) {
	const to = s(from.localName);
	for (const { name, value, namespaceURI } of from.attributes) {
		if (name === "xml:space") to.setAttributeNS(XML, name, value);
		else if (!namespaceURI && ATTRIBUTES.has(name) && VALUE.test(value)) to.setAttribute(name, value);
	}
	for (const child of from.childNodes) {
		if (child.nodeType === Node.TEXT_NODE) {
			if (to.localName === "text" || to.localName === "tspan") to.append(child.data);
		} else if (child.namespaceURI === SVG && ELEMENTS.has(child.localName)) to.append(copy(child));
	}
	return to;
}
