// Questions to the server: JSON there and back, or a stream of JSON lines.

/** What went wrong, as a sentence; `status` 0 means that nobody answered. */
export class ApiError extends Error {
  constructor(message, status, data = null) {
    super(message);
    this.status = status;
    this.data = data;
  }
}

export const GONE = "The server does not answer. Is it still running?";

const TAB = crypto.getRandomValues(new Uint32Array(3)).join("-");

/** The answer as JSON. Without a body it is a GET, unless `method` says otherwise. */
export async function ask(path, body, { signal, method } = {}) {
  const response = await send(path, body, { signal, method });
  let data = null;
  try {
    data = await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    if (response.ok && response.status !== 204) throw new ApiError(GONE, 0);
  }
  if (!response.ok) throw refused(response, data);
  return data;
}

/** Calls `onLine` with each line of the answer. Ends quietly when it ends or is aborted. */
export async function stream(path, body, onLine, { signal, method } = {}) {
  try {
    const response = await send(path, body, { signal, method });
    if (!response.ok) {
      throw refused(response, await response.json().catch(() => null));
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await read(reader, signal);
      if (signal?.aborted) return;
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = done ? "" : lines.pop();
      for (const line of lines) {
        if (line.trim()) onLine(JSON.parse(line));
        if (signal?.aborted) return;
      }
      if (done) return;
    }
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}

/** Was this thrown because somebody aborted a question? Then nobody wants to hear of it. */
export function isAbort(error) {
  return error?.name === "AbortError";
}

async function send(path, body, { signal, method }) {
  const headers = { "X-Outplay-Tab": TAB };
  const post = body !== undefined && body !== null;
  if (post) headers["Content-Type"] = "application/json";
  try {
    return await fetch(path, {
      method: method ?? (post ? "POST" : "GET"),
      headers,
      body: post ? JSON.stringify(body) : undefined,
      signal,
      cache: "no-store",
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(GONE, 0);
  }
}

async function read(reader, signal) {
  try {
    return await reader.read();
  } catch (error) {
    if (isAbort(error) || signal?.aborted) return { done: true };
    throw new ApiError(GONE, 0);
  }
}

function refused(response, data) {
  const sentence = typeof data?.error === "string" && data.error;
  return new ApiError(sentence || `The server answered ${response.status}.`, response.status, data);
}
