// A process of its own, so that the client that measures does not wait for it. Each message starts one attack.
import { setPriority } from 'node:os'

/** A request of an attack. A text is sent as it is. */
export type AttackRequest = { method: string; path: string; token: string; body?: string | object }

/** The requests of an attack by their names, each repeated until `end` (milliseconds since 1970). */
export type Attack = { end: number; origin: string; requests: Record<string, AttackRequest> }

/** For each kind of request, how often each status came. */
export type Statuses = Record<string, Record<number, number>>

async function send(
  { origin }: Attack,
  { method, path, token, body }: AttackRequest,
): Promise<number> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': path.startsWith('/scim/') ? 'application/scim+json' : 'application/json',
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Sends one request after another, for any answers, until the time is up. */
async function repeat(attack: Attack, request: AttackRequest) {
  const statuses: Record<number, number> = {}
  while (Date.now() < attack.end) {
    const status = await send(attack, request)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

async function run(attack: Attack): Promise<Statuses> {
  const requests = Object.entries(attack.requests)
  const found = requests.map(async ([kind, request]) => [kind, await repeat(attack, request)])
  return Object.fromEntries(await Promise.all(found))
}

// An attacker has a machine of its own. Here it gets the processor time that the server and its database leave.
setPriority(19)
process.on('message', (attack: Attack) => {
  void run(attack).then((statuses) => process.send?.(statuses))
})
