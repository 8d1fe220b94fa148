import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentsOf } from '../../../test/contents.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import {
  emptyWorld,
  makeWorld,
  storeWorld,
  worldFacts,
  type StoredWorld,
} from '../../../test/policy-world.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
let now = start
const server = await testServer({ clock: () => new Date(now) })
let token = ''

/** What a plan itself writes, and the request for it. */
const ownTables = ['plan', 'plan_ruleset', 'plan_effect', 'token']
const ownEvents = ['policy.plan.%', 'access.%']

const index = fc.nat(1000)
const operation = fc.oneof(
  fc.record({
    op: fc.constantFrom('activate_rule', 'deactivate_rule', 'deprecate_rule'),
    rule: index,
  }),
  fc.record({ op: fc.constant('change_rule'), rule: index, priority: fc.nat(200) }),
  fc.record({
    op: fc.constant('change_ruleset'),
    ruleset: index,
    state: fc.constantFrom('managed', 'monitored'),
  }),
  fc.record({ op: fc.constant('create_exception'), ruleset: index, person: index }),
)
type Facts = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** What everybody has: `<ruleset> <person>` → what a plan says of a place. */
type Places = Map<string, string>

test('a plan changes nothing, and applying it changes exactly what it has shown', async () => {
  let applied = 0
  await fc.assert(
    fc.asyncProperty(
      worldFacts,
      fc.array(operation, { minLength: 1, maxLength: 4 }),
      fc.nat(2),
      async (facts, wanted, days) => {
        now = start
        await server.query(emptyWorld)
        const world = makeWorld(facts, start)
        await server.database.transaction(({ tx }) => storeWorld(tx, world))
        await follow()
        // What a plan makes begins after all that was stored, at its making as at its applying.
        now += 3_600_000
        token = (await makeOwner(server)).token
        const before = await contentsOf(server, { except: ownTables, ownEvents })
        const operations = wanted.map((each) => operationOf(world, each))
        const planned = await call('/policy/plans', { operations })
        assert.ok([201, 422].includes(planned.status), planned.text)
        const untouched = await contentsOf(server, { except: ownTables, ownEvents })
        assert.deepEqual(untouched, before)
        if (planned.status === 422) return
        // The clock goes on, but not past the end of anything.
        now += days * 3_600_000
        const was = await places()
        const shown = await effects(planned.body.id)
        const answer = await call(`/policy/plans/${planned.body.id}/apply`)
        assert.equal(answer.status, 200, answer.text)
        applied += 1
        const is = await places()
        assert.deepEqual(shown, differences(was, is, days * 3_600_000))
      },
    ),
    { numRuns: Number(process.env['MUSTER_PROPERTY_RUNS'] ?? 60) },
  )
  assert.ok(applied > 10, `only ${applied} plans could be applied`)
})

const call = (path: string, body?: object) =>
  server.call('POST', path, { token, ...(body === undefined ? {} : { body }) })

async function follow(): Promise<void> {
  await settleDue(server.database)
  await server.database.transaction(({ tx, now: instant }) =>
    recalculate(tx, { now: instant, actor: clockActor, people: 'all' }),
  )
}

function at<T>(list: readonly T[], position: number): T {
  const found = list[position % list.length]
  assert.ok(found !== undefined)
  return found
}

function operationOf({ policy, people }: StoredWorld, facts: Facts): object {
  if ('rule' in facts) {
    const { rule, ...rest } = facts
    return { ...rest, rule_id: encodeId('rule', at(policy.rules, rule).id) }
  }
  const ruleset_id = encodeId('ruleset', at(policy.rulesets, facts.ruleset).id)
  if ('state' in facts) return { op: facts.op, ruleset_id, state: facts.state }
  const user_id = encodeId('directoryUser', at(people, facts.person).id)
  const expires_at = new Date(start + 86_400_000 * 20).toISOString()
  return { op: facts.op, ruleset_id, user_id, expires_at, reason: 'a test' }
}

async function places(): Promise<Places> {
  const rows = await server.query<{ place: string; held: string; ends: Date | null }>(
    `select s.ruleset_id || ' ' || s.directory_user_id as place, p.handle || ' ' || s.state as held, s.expires_at as ends
     from policy_user s join rule r on r.id = s.rule_id join policy_role p on p.id = r.policy_role_id
     where s.deleted_at is null`,
  )
  return new Map(
    rows.map(({ place, held, ends }) => [place, `${held} ${ends?.toISOString() ?? ''}`]),
  )
}

/** The effect that a plan has shown, by place. */
async function effects(id: string): Promise<Map<string, [string, string]>> {
  const rows = await server.query<{ place: string; before: string; after: string }>(
    `select e.ruleset_id || ' ' || e.directory_user_id as place,
       coalesce(role_before || ' ' || state_before || ' ' || coalesce(iso(expires_at_before), ''), '') as before,
       coalesce(role_after || ' ' || state_after || ' ' || coalesce(iso(expires_at_after), ''), '') as after
     from plan_effect e where plan_id = $1 order by 1`,
    [decodeId('plan', id)],
  )
  return new Map(rows.map(({ place, before, after }) => [place, [before, after]]))
}

/** What is different, with an end that counts from when the plan was applied as if it had been at once. */
function differences(was: Places, is: Places, later: number): Map<string, [string, string]> {
  const all = [...new Set([...was.keys(), ...is.keys()])].sort()
  return new Map(
    all.flatMap((place): [string, [string, string]][] => {
      const [before = '', after = ''] = [was.get(place), is.get(place)]
      return before === after ? [] : [[place, [before, sooner(after, later)]]]
    }),
  )
}

function sooner(held: string, later: number): string {
  const [role = '', state = '', end = ''] = held.split(' ')
  const isFromNow = end !== '' && (Date.parse(end) - now) % 86_400_000 === 0
  return isFromNow ? `${role} ${state} ${new Date(Date.parse(end) - later).toISOString()}` : held
}
