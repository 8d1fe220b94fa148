// A process of its own, so that the client that measures does not wait for it. Each message starts one attack.
import { setPriority } from 'node:os'

/**
 * The target of an attack, and its end (milliseconds since 1970). `drafts` has few drafts; `ruleset` is full of
 * them.
 */
export type Attack = {
  end: number
  origin: string
  token: string
  ruleset: string
  drafts: string
  person: string
  draft: object
}

/** For each kind of request, how often each status came. */
export type Statuses = Record<string, Record<number, number>>

async function send(
  { origin, token }: Attack,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<number> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Sends one request after another, for any answers, until the time is up. */
async function repeat(attack: Attack, request: Parameters<typeof send>[1]) {
  const statuses: Record<number, number> = {}
  while (Date.now() < attack.end) {
    const status = await send(attack, request)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

function requestsOf({ ruleset, drafts, person, draft }: Attack) {
  const plan = { operations: [{ op: 'create_rule', ruleset_id: drafts, ...draft }] }
  const planning = { method: 'POST', path: '/policy/plans', body: plan }
  return {
    describe: { method: 'GET', path: `/policy/rulesets/${ruleset}` },
    list: { method: 'GET', path: `/policy/rulesets/${ruleset}/staged-users` },
    draft: { method: 'POST', path: `/policy/rulesets/${ruleset}/rules`, body: draft },
    explain: { method: 'GET', path: `/directory/users/${person}/explain?ruleset=${ruleset}` },
    plan: planning,
    'plan again': planning,
    'and again': planning,
  }
}

async function run(attack: Attack): Promise<Statuses> {
  const requests = Object.entries(requestsOf(attack))
  const found = requests.map(async ([kind, request]) => [kind, await repeat(attack, request)])
  return Object.fromEntries(await Promise.all(found))
}

// An attacker has a machine of its own. Here it gets the processor time that the server and its database leave.
setPriority(19)
process.on('message', (attack: Attack) => {
  void run(attack).then((statuses) => process.send?.(statuses))
})
