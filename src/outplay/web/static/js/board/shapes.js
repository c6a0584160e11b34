// The shapes of a drawing: where they are, which of them are a piece, the view from the other side.

import { h } from "../core.js";

const LEAVES = "rect, circle, ellipse, line, polyline, polygon, path, text";
const LONGEST_NAME = 2; // letters of a row's or column's name beside the board

// Every shape with its box in the units of the drawing: {node, x, y, width, height}.
export function measure(svg) {
	const holder = svg.isConnected ? null : h("div.measuring", svg); // large: tiny letters are not to scale
	if (holder) document.body.append(holder);
	const back = svg.getCTM()?.inverse();
	const found = [...svg.querySelectorAll(LEAVES)].map((node) => {
		const box = node.getBBox();
		const matrix = back && node.getCTM() ? back.multiply(node.getCTM()) : new DOMMatrix();
		const one = new DOMPoint(box.x, box.y).matrixTransform(matrix);
		const two = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
		return {
			node,
			x: Math.min(one.x, two.x), y: Math.min(one.y, two.y),
			width: Math.abs(two.x - one.x), height: Math.abs(two.y - one.y),
		};
	});
	holder?.remove();
	return found;
}

// What stands on a place: the shapes that one would take into one's hand, without the ground.
export function pieceOn(shapes, place) {
	const inside = shapes.filter((shape) => holds(place, centre(shape)) && !isGround(shape, place));
	const near = (box, reach) => inside.filter((shape) => distance(centre(shape), centre(box)) <= reach).map(({ node }) => node);
	if (isSquare(place)) return near(place, 0.36 * Math.min(place.width, place.height));
	// A long place holds a row of pieces: the one that was drawn last, with all that is on it.
	const top = inside.findLast(({ node }) => node.localName === "circle");
	return top ? near(top, 0.3 * top.width) : [];
}

function isGround(shape, place) {
	const part = (shape.width * shape.height) / (place.width * place.height);
	const flat = shape.node.localName === "rect" || shape.node.localName === "polygon";
	return part > (flat ? 0.8 : 1) || (shape.node.localName === "line" && part < 1e-6);
}

export function turnPlaces(places) {
	const box = bounds(places);
	return places.map((place) => ({ ...place, ...reflect(place, box) }));
}

// Turns a drawing: every shape goes to the opposite place and stays upright.
export function turnPicture(svg, places) {
	const box = bounds(places);
	for (const shape of measure(svg)) {
		const { node } = shape;
		node.setAttribute("transform", `${wayOf(shape, places, box)} ${node.getAttribute("transform") ?? ""}`);
	}
}

// The transform that brings a shape to its new place.
function wayOf(shape, places, box) {
	const { localName, textContent } = shape.node;
	const middle = centre(shape);
	const isAcross = middle.x > box.x && middle.x < box.x + box.width;
	const isAlong = middle.y > box.y && middle.y < box.y + box.height;
	const move = (from, x = true, y = true) => {
		const to = reflect(from, box);
		return `translate(${x ? to.x - from.x : 0} ${y ? to.y - from.y : 0})`;
	};
	if (holds(shape, box)) return "";
	if (!isAcross || !isAlong) {
		// Beside the board: the name of a row goes along its own edge; all else stays where it is.
		const isName = localName === "text" && textContent.trim().length <= LONGEST_NAME;
		return isName && isAcross !== isAlong ? move(shape, isAcross, isAlong) : "";
	}
	// What stands on a square keeps its place in the square, so that it stays upright in itself.
	const on = places.find((place) => isSquare(place) && holds(place, shape, 0.06 * place.width));
	if (!on && /^(poly|line)/.test(localName)) return `rotate(180 ${box.x2 / 2} ${box.y2 / 2})`;
	return move(on ?? shape);
}

function bounds(places) {
	const x = Math.min(...places.map((place) => place.x));
	const y = Math.min(...places.map((place) => place.y));
	const width = Math.max(...places.map((place) => place.x + place.width)) - x;
	const height = Math.max(...places.map((place) => place.y + place.height)) - y;
	return { x, y, width, height, x2: 2 * x + width, y2: 2 * y + height };
}

function reflect(shape, box) {
	return { x: box.x2 - shape.x - shape.width, y: box.y2 - shape.y - shape.height };
}

// Is a shape within a place, or no more than `slack` outside it?
function holds(place, shape, slack = 0) {
	return shape.x >= place.x - slack && shape.x + shape.width <= place.x + place.width + slack
		&& shape.y >= place.y - slack && shape.y + shape.height <= place.y + place.height + slack;
}

function isSquare(place) {
	const ratio = place.width / place.height;
	return ratio > 0.7 && ratio < 1.4;
}

export function centre(box) {
	return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: 0, height: 0 };
}

export function distance(one, two) {
	return Math.hypot(one.x - two.x, one.y - two.y);
}

// --- places: rows for the ear, neighbours for the keys, hits for the hand ---

// Places in rows from top to bottom, each from left to right.
export function rowsOf(places) {
	const rows = [];
	for (const place of places.toSorted((a, b) => centre(a).y - centre(b).y)) {
		const row = rows.at(-1);
		const slack = row && 0.35 * Math.min(place.height, row[0].height);
		if (row && centre(place).y - centre(row[0]).y <= slack) row.push(place);
		else rows.push([place]);
	}
	return rows.map((row) => row.sort((a, b) => a.x - b.x));
}

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The place that an arrow key leads to from `place`, if any.
export function neighbour(places, place, key) {
	const [right, down] = TOWARDS[key];
	const { x, y } = centre(place);
	const ways = places.map((other) => {
		const [dx, dy] = [centre(other).x - x, centre(other).y - y];
		return { other, ahead: dx * right + dy * down, aside: Math.abs(dx * down + dy * right) };
	});
	return leastOf(ways.filter(({ ahead }) => ahead >= 0.05), ({ ahead, aside }) => ahead + 3 * aside)?.other;
}

// The place at a point: the nearest of those around it, or one very near by.
export function placeAt(places, point) {
	const nearest = (slack) => leastOf(places.filter((place) => holds(place, point, slack)), (place) => distance(point, centre(place)));
	return nearest(0) ?? nearest(0.2);
}

const leastOf = (list, cost) => list.toSorted((one, other) => cost(one) - cost(other))[0];
