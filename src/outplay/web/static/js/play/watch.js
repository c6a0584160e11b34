// A saved game as the server tells it, for as long as the page is there.
//
// The server says something every five seconds. When it is silent or gone, it is asked again, each
// time after a longer while. A tab that nobody sees for a minute lets go of its connection, since a
// browser opens only six to one server.

import { stream, Turn } from "../core.js";

const SILENCE = 13_000;
const UNSEEN = 60_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

// Calls onSaved(saved), onGone(try now), onBack(), onLost(error).
export function watch(path, { onSaved, onGone, onBack, onLost }) {
	const turn = new Turn();
	let wait = FIRST_WAIT;
	let timer = 0; // until it has been silent for too long, or until the next try
	let unseen = 0;
	let isConnected = false;
	let gone = false;

	async function connect() {
		letGo();
		isConnected = true;
		timer = setTimeout(tryAgain, SILENCE);
		try {
			await turn.hear((signal) => stream(path, null, hear, signal));
			tryAgain();
		} catch (error) {
			if (error.status === 404 || error.status === 410) onLost(error);
			else tryAgain();
		}
	}

	function hear(line) {
		clearTimeout(timer);
		timer = setTimeout(tryAgain, SILENCE);
		wait = FIRST_WAIT;
		if (gone) onBack();
		gone = false;
		if (line.id) onSaved(line);
	}

	function tryAgain() {
		letGo();
		gone = true;
		onGone(connect);
		timer = setTimeout(connect, wait);
		wait = Math.min(2 * wait, LONGEST_WAIT);
	}

	function letGo() {
		clearTimeout(timer);
		turn.stop();
		isConnected = false;
	}

	document.addEventListener("visibilitychange", () => {
		clearTimeout(unseen);
		if (document.hidden) unseen = setTimeout(letGo, UNSEEN);
		else if (!isConnected) connect();
	});
	addEventListener("online", () => isConnected || connect());
	connect();
}
