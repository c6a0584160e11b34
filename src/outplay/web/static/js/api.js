// Questions to the server: JSON there and back, or a stream of JSON lines.

// What went wrong, as a sentence; `status` 0 means that nobody answered.
export class ApiError extends Error {
	constructor(message, status, data = null) {
		super(message);
		this.status = status;
		this.data = data;
	}
}

const GONE = "The server is not responding. Is it still running?";
const TAB = crypto.getRandomValues(new Uint32Array(3)).join("-");

let isLeaving = false;
addEventListener("beforeunload", () => { isLeaving = true; });

// The answer as JSON. Without a body it is a GET, unless `method` says otherwise.
export async function ask(path, body, signal, method) {
	const response = await send(path, body, signal, method);
	return response.status === 204 ? null : orGone(response.json());
}

// Calls `onLine` with each line of the answer.
export async function stream(path, body, onLine, signal) {
	const response = await send(path, body, signal);
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const { done, value } = await orGone(reader.read());
		const lines = (rest + (done ? "\n" : value)).split("\n");
		rest = lines.pop();
		for (const line of lines) if (line.trim()) onLine(JSON.parse(line));
		if (done) return;
	}
}

// One question at a time. Whatever arrives late, of what is no longer asked about, nobody hears of:
// the code that waits for it never goes on.
export class Turn {
	#asking = null;

	ask(path, body) {
		return this.hear((signal) => ask(path, body, signal));
	}

	async hear(question) {
		this.stop();
		const { signal } = this.#asking = new AbortController();
		const [answer] = await Promise.allSettled([question(signal)]);
		if (signal.aborted) return new Promise(() => {});
		if (answer.status === "rejected") throw answer.reason;
		return answer.value;
	}

	stop() {
		this.#asking?.abort();
	}
}

// One stream at a time.
export class Live extends Turn {
	isRunning = false;

	// onLine(line) is called with each line of the stream asked for last, and at its end.
	constructor(path, onLine) {
		super();
		Object.assign(this, { path, onLine });
	}

	async start(body) {
		const ended = this.hear((signal) => stream(this.path, body, (line) => signal.aborted || this.onLine(line), signal));
		this.isRunning = true;
		await ended.catch((error) => this.onLine({ state: "error", error: error.message }));
		this.isRunning = false;
		this.onLine({ state: "ended" });
	}

	stop() {
		super.stop();
		this.isRunning = false;
	}
}

export const savedPath = (id) => `/api/saved/${encodeURIComponent(id)}`;

async function send(path, body, signal, method = body ? "POST" : "GET") {
	const response = await orGone(fetch(path, {
		method,
		headers: { "X-Outplay-Tab": TAB, ...(body && { "Content-Type": "application/json" }) },
		body: body && JSON.stringify(body),
		signal,
		cache: "no-store",
	}));
	if (response.ok) return response;
	const data = await response.json().catch(() => null);
	const sentence = typeof data?.error === "string" ? data.error : `The server answered ${response.status}.`;
	throw new ApiError(sentence, response.status, data);
}

async function orGone(answer) {
	try {
		return await answer;
	} catch {
		if (isLeaving) return new Promise(() => {}); // it was stopped with the page
		throw new ApiError(GONE, 0);
	}
}
