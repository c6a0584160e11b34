// What is known at each node after so many steps. It is worked out from the first step each time,
// so that going back shows exactly what was there before.

const UNSEEN = { status: "unseen", value: "", sign: "", alpha: "", beta: "", cut: "", left: 0 };

export function childrenOf(nodes) {
	const below = nodes.map(() => []);
	nodes.forEach((node, number) => { if (node.parent !== null) below[node.parent].push(number); });
	return below;
}

// Nodes, and all that are under them.
export function under(below, tops) {
	const found = [...tops];
	for (const number of found) found.push(...below[number]);
	return found;
}

/**
 * A state for each node after `count` steps: status is "unseen", "open" (being searched), "done",
 * "skipped" (a cut left it out) or "below" (under what was left out); value and sign, alpha and
 * beta where there are any; `cut` says why, and `left` how many children it left out.
 */
export function replay(data, count, below = childrenOf(data.nodes)) {
	if (!data.steps.length) return data.nodes.map(finished);
	const states = data.nodes.map(() => ({ ...UNSEEN }));
	for (const step of data.steps.slice(0, count)) {
		const state = states[step.node];
		if ("alpha" in step) [state.alpha, state.beta] = [step.alpha, step.beta];
		if (step.kind === "enter") {
			Object.assign(state, { ...UNSEEN, status: "open", alpha: state.alpha, beta: state.beta });
		} else if (step.kind === "update") {
			state.value = step.best;
		} else if (step.kind === "cut") {
			state.cut = reason(step.text);
			state.left = step.left;
			for (const child of step.skipped) {
				states[child].status = "skipped";
				for (const number of under(below, [child])) if (states[number].status === "unseen") states[number].status = "below";
			}
		} else {
			Object.assign(state, { status: "done", value: step.value, sign: step.sign });
		}
	}
	return states;
}

// Why a cut was made, out of the step's sentence: "▽ 2: cut (3, ∞): why; skipped: 2, 3".
export function reason(text) {
	const from = text.indexOf(": cut");
	return text.slice(text.indexOf(": ", from + 2) + 2).replace(/; skipped:[^;]*$/, "");
}

// A node of a tree that has no steps: as the search left it.
function finished({ status, value, sign, alpha, beta, cut }) {
	return {
		status: { visited: "done", folded: "done", skipped: "skipped", unvisited: "below" }[status],
		value: value ?? "", sign: sign ?? "", alpha: alpha ?? "", beta: beta ?? "", cut: cut ?? "", left: 0,
	};
}

const SIDES = { max: "MAX", min: "MIN", chance: "Chance", end: "End", estimate: "Estimate", fold: "Folded" };

export function inWords(node, state) {
	if (node.shape === "fold") return `${node.note}: folded at ${node.name.replace(/[ .]?…$/, "") || "the root"}`;
	const said = [`${SIDES[node.shape]}, ${node.name === "root" ? "the root" : `node ${node.name}`}`];
	if (node.chance) said.push(`probability ${node.chance}`);
	const status = { skipped: "skipped", below: "not visited", unseen: "not visited yet" }[state.status];
	if (status) said.push(status);
	else if (state.status === "open") said.push(state.value ? `v is ${state.value} so far` : "being searched");
	if (state.status === "done" && state.value) said.push(`${SAID[state.sign] ?? ""}${state.value}`);
	if (node.span && state.status !== "done") said.push(`the leaf is ${node.value}`);
	if (state.alpha && node.shape !== "end") said.push(`α ${state.alpha}, β ${state.beta}`);
	if (state.cut) said.push(`cut: ${state.cut}`);
	if (node.replayed) said.push("searched again for this drawing");
	return said.join("; ");
}

const SAID = { "=": "value ", "≥": "at least ", "≤": "at most ", "~": "about " };

// A step's sentence for the ear: shapes by their names.
export function spoken(text) {
	return text.replace(/^△/, "MAX").replace(/^▽/, "MIN").replace(/^○/, "chance").replace(/^□/, "leaf");
}
