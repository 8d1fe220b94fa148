const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])
const firstWaitMilliseconds = 250
const longestWaitMilliseconds = 30_000

/** `fetch` that sends a read again, up to `retries` times, when no answer comes or the server says that it can't answer now. */
export function retryReads(fetch: typeof globalThis.fetch, retries: number) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET') return fetch(request)
    for (let tries = 0; ; tries++) {
      // With its signal: Node's garbage collector cuts a clone off from the signal of its original.
      const answer = await fetch(request.clone(), { signal: request.signal }).catch(
        (error: unknown) => {
          if (request.signal.aborted || tries >= retries) throw error
        },
      )
      if (answer !== undefined && (!passing.has(answer.status) || tries >= retries)) return answer
      const milliseconds = waitOf(tries, answer?.headers.get('retry-after') ?? null)
      if (answer !== undefined && milliseconds > longestWaitMilliseconds) return answer
      await answer?.body?.cancel()
      await wait(milliseconds, request.signal)
    }
  }
}

/** What the server asks for, else twice as long each time, and not all clients at once. */
function waitOf(tries: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  if (retryAfter !== null && Number.isFinite(seconds)) return seconds * 1000
  return firstWaitMilliseconds * 2 ** tries * (0.5 + Math.random() / 2)
}

/** Rejects with the reason of the signal as soon as that aborts. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
