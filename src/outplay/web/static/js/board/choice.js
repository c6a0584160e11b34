// Which move is meant: actions by the places that one points at, one after the other.

export class Choice {
	// `actions` as a view lists them: {text, gestures: [[name, …], …]}.
	constructor(actions) {
		this.actions = actions.filter((action) => action.gestures.length);
		this.path = [];
	}

	// Actions that can still be meant after these places.
	matching(path = this.path) {
		return this.actions.filter((action) => action.gestures.some((gesture) => begins(gesture, path)));
	}

	// Actions that these places name in full.
	complete(path = this.path) {
		return this.actions.filter((action) => action.gestures.some(
			(gesture) => gesture.length === path.length && begins(gesture, path)));
	}

	// Places that may be pointed at next: of each action its first gesture that begins so.
	nexts() {
		const at = this.path.length;
		const found = this.actions.map((action) => action.gestures.find(
			(gesture) => gesture.length > at && begins(gesture, this.path)));
		return new Set(found.filter(Boolean).map((gesture) => gesture[at]));
	}

	// Can one point at this place now, in any way?
	opens(name) {
		return this.matching([...this.path, name]).length > 0 || this.matching([name]).length > 0;
	}

	// Does a move go on from here to somewhere else?
	leads(name) {
		return this.actions.some((action) => action.gestures.some(
			(gesture) => gesture.length > 1 && gesture[0] === name));
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

function begins(gesture, path) {
	return path.every((name, i) => gesture[i] === name);
}
