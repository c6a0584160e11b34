// A saved game as the server tells it, for as long as the page is there.
//
// The server says something every five seconds. When it is silent or gone, it is asked again, each
// time after a longer while. A tab that nobody sees for a minute lets go of its connection, since a
// browser opens only six to one server.

import { stream } from "../core.js";

const SILENCE = 13_000;
const UNSEEN = 60_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

// Calls onSaved(saved), onGone(try now), onBack(), onLost(error).
export function watch(path, { onSaved, onGone, onBack, onLost }) {
	let wait = FIRST_WAIT;
	let connection = null;
	let timer = 0; // until the next try
	let unseen = 0;
	let gone = false;

	async function connect() {
		letGo();
		const mine = connection = new AbortController();
		const giveUp = () => setTimeout(() => mine.abort(), SILENCE);
		let silence = giveUp();
		let lost = null;
		try {
			await stream(path, null, (line) => {
				clearTimeout(silence);
				silence = giveUp();
				wait = FIRST_WAIT;
				if (gone) onBack();
				gone = false;
				if (line.id) onSaved(line);
			}, mine.signal);
		} catch (error) {
			if (error.status === 404 || error.status === 410) lost = error;
		}
		clearTimeout(silence);
		if (connection !== mine) return;
		connection = null;
		if (lost) {
			onLost(lost);
			return;
		}
		gone = true;
		onGone(connect);
		timer = setTimeout(connect, wait);
		wait = Math.min(2 * wait, LONGEST_WAIT);
	}

	function letGo() {
		clearTimeout(timer);
		const open = connection;
		connection = null; // so that it is not taken for gone
		open?.abort();
	}

	const seen = () => {
		clearTimeout(unseen);
		if (document.hidden) unseen = setTimeout(letGo, UNSEEN);
		else if (!connection) connect();
	};
	document.addEventListener("visibilitychange", seen);
	addEventListener("online", () => connection || connect());
	connect();
}
