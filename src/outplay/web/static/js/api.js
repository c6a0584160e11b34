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

// The answer as JSON. Without a body it is a GET, unless `method` says otherwise.
export async function ask(path, body, signal, method) {
	const response = await send(path, body, signal, method);
	return response.status === 204 ? null : orGone(response.json());
}

// Calls `onLine` with each line of the answer. Ends quietly when it is aborted.
export async function stream(path, body, onLine, signal) {
	try {
		const response = await send(path, body, signal);
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		let rest = "";
		for (;;) {
			const { done, value } = await orGone(reader.read());
			const lines = (rest + (done ? "\n" : value)).split("\n");
			rest = lines.pop();
			for (const line of lines) {
				if (signal?.aborted) return;
				if (line.trim()) onLine(JSON.parse(line));
			}
			if (done) return;
		}
	} catch (error) {
		if (!isAbort(error) && !signal?.aborted) throw error;
	}
}

// Of what was aborted nobody wants to hear.
export function isAbort(error) {
	return error?.name === "AbortError";
}

// One question at a time: who asks the next one does not hear the one before any more.
export class Turn {
	#asking = null;

	next() {
		this.stop();
		this.#asking = new AbortController();
		return this.#asking.signal;
	}

	stop() {
		this.#asking?.abort();
	}
}

// One stream at a time. Whatever arrives late, of what is no longer asked about, is dropped here.
export class Live extends Turn {
	isRunning = false;

	// onLine(line) is called with each line of the stream asked for last, and at its end.
	constructor(path, onLine) {
		super();
		Object.assign(this, { path, onLine });
	}

	async start(body) {
		const signal = this.next();
		const hear = (line) => signal.aborted || this.onLine(line);
		this.isRunning = true;
		await stream(this.path, body, hear, signal).catch((error) => hear({ state: "error", error: error.message }));
		if (signal.aborted) return;
		this.isRunning = false;
		hear({ state: "ended" });
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
	} catch (error) {
		throw isAbort(error) ? error : new ApiError(GONE, 0);
	}
}
