// Which move is meant: actions by the places that one points at, one after the other.

import { startsWith } from "../core.js";

export class Choice {
	// `actions` as a view lists them: {text, gestures: [[name, …], …]}.
	constructor(actions) {
		this.actions = actions.filter((action) => action.gestures.length);
		this.path = [];
	}

	// Actions that can still be meant after these places.
	matching(path = this.path) {
		return this.actions.filter((action) => begun(action, path).length);
	}

	// Actions that these places name in full.
	complete() {
		return this.actions.filter((action) => begun(action, this.path).some(({ length }) => length === this.path.length));
	}

	// Places that may be pointed at next: of each action its first gesture that begins so.
	nexts() {
		const at = this.path.length;
		const found = this.actions.map((action) => begun(action, this.path).find(({ length }) => length > at));
		return new Set(found.filter(Boolean).map((gesture) => gesture[at]));
	}

	// Can one point at this place now, in any way?
	opens(name) {
		return this.matching([...this.path, name]).length > 0 || this.matching([name]).length > 0;
	}

	// Does a move go on from here to somewhere else?
	leads(name) {
		return this.actions.some((action) => begun(action, [name]).some(({ length }) => length > 1));
	}

	// Points at a place: {play: [actions]}, {step: true}, {back: true} or {none: true}.
	pick(name) {
		const longer = [...this.path, name];
		if (this.matching(longer).length) return this.#step(longer);
		if (name === this.path.at(-1)) {
			const complete = this.complete();
			if (complete.length) return { play: complete };
			this.path = this.path.slice(0, -1);
			return { back: true };
		}
		if (this.matching([name]).length) return this.#step([name]);
		return { none: true };
	}

	letGo() {
		this.path = [];
	}

	#step(path) {
		this.path = path;
		const complete = this.complete();
		const more = this.matching().some((action) => !complete.includes(action));
		return complete.length && !more ? { play: complete } : { step: true };
	}
}

// The gestures of an action that begin with these places.
function begun({ gestures }, path) {
	return gestures.filter((gesture) => startsWith(gesture, path));
}
