import { setTimeout as sleep } from 'node:timers/promises'
import { createMuster } from '../sdk/src/index.ts'

const tries = 30

/**
 * The demo's own server, as its owner. What it answers with 503 is sent again: the demo's imports hold what its other requests
 * need, and such a request has changed nothing.
 */
export function connectDemo({ url, token }: { url: string; token: string }) {
  return createMuster({ origin: url, token, retries: 0, fetch: patientFetch })
}

async function patientFetch(request: Request | URL | string, init?: RequestInit) {
  for (let left = tries; ; left--) {
    const answer = await fetch(request instanceof Request ? request.clone() : request, init)
    if (answer.status !== 503 || left === 0) return answer
    await answer.body?.cancel()
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}
