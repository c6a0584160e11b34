// "Why?": the sentences of explain for the position or a move, with their lines to play through.
import { button, clear, h, panel as section, say, shortcut, Turn } from "../core.js";
import { playable } from "./lines.js";

const SHOWN_LINES = 4;

export function panel(page) {
	const turn = new Turn();
	const told = h("div.stack");
	const whole = button("Explain this position", () => explain(null), shortcut("w", "explain the position"));
	const element = section("Why?", h("div.row", whole), told);
	let spot = null;

	// Another position: reasons of the old one go.
	function follow({ over }, shown) {
		turn.stop();
		spot = shown;
		element.hidden = over !== null;
		clear(told);
	}

	async function explain(move) {
		if (element.hidden) return;
		element.scrollIntoView({ block: "nearest" });
		clear(told, h("p.note", `Looking for reasons${move ? ` for ${move}` : ""}…`));
		try {
			show(await turn.ask("/api/explain", { spot, move }), move);
		} catch (error) {
			clear(told, h("p.error", error.message));
			say(error.message);
		}
	}

	function show({ title, sentences, notes }, move) {
		const lines = (some) => some.map((line) => playable(line, (moves) => page.play(moves)));
		clear(told, h("h3", move ? `Why ${move}?` : "This position"), h("p.note", title),
			h("ul.reasons.stack", sentences.map(({ text, lines: all }) => h("li.stack.tight", h("p", text), lines(all.slice(0, SHOWN_LINES)),
				all.length > SHOWN_LINES && h("details", h("summary", `${all.length - SHOWN_LINES} more lines`),
					lines(all.slice(SHOWN_LINES)))))),
			notes?.map((text) => h("p.note", text)));
		say(sentences[0]?.text ?? title);
	}

	return { element, explain, follow, ofValues: true };
}
