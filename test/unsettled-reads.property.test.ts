import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { encodeId } from '../src/contract/ids.ts'
import { policyLockKey } from '../src/database/policy-lock.ts'
import { asksForRules, type Rule } from '../src/engine/model.ts'
import { recalculate } from '../src/policy/manifests/recalculate.ts'
import { makeOwner, testServer, type Person } from './harness.ts'
import { testActor } from './people-fixture.ts'
import {
  emptyWorld,
  makePerson,
  makeWorld,
  personFacts,
  storePerson,
  storeWorld,
  worldFacts,
  type StoredWorld,
} from './policy-world.ts'
import { holdsWithMatter } from './property-runs.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const day = 86_400_000
let now = start
const clock = () => new Date(now)
const one = await testServer({ clock })
const two = await testServer({ over: one, clock })
const locker = new Client({ connectionString: one.url })
await locker.connect()
locker.on('error', () => undefined)

/**
 * The schedule of a staged rule: in force at a date, perhaps in place of another rule, whose conditions it may
 * have.
 */
type Schedule = { id: string; at: number; replaces: string | null }
const scheduleFacts = fc.array(
  fc.record({
    days: fc.integer({ min: 1, max: 12 }),
    replaces: fc.option(fc.nat(1000)),
    isCopy: fc.boolean(),
  }),
  { minLength: 10, maxLength: 10 },
)

function schedulesOf(
  { policy }: StoredWorld,
  facts: readonly { days: number; replaces: number | null; isCopy: boolean }[],
): Schedule[] {
  return policy.rules.flatMap((rule, position) => {
    const { days, replaces, isCopy } = facts[position] ?? { days: 1, replaces: null, isCopy: false }
    const at = start + days * day
    if (rule.state !== 'staged' || (rule.expiresAt ?? Infinity) <= at) return []
    const replaceable = policy.rules.filter(
      ({ rulesetId, state }) =>
        rulesetId === rule.rulesetId && (state === 'active' || state === 'expiring'),
    )
    const replaced = replaces === null ? undefined : replaceable[replaces % replaceable.length]
    if (isCopy && replaced !== undefined) rule.conditions = replaced.conditions
    return [{ id: rule.id, at, replaces: replaced?.id ?? null }]
  })
}

/**
 * The rules whose people a change of rules up to now may move, because they name an attribute or a resource that lost or gained
 * a rule.
 */
function unsure({ policy }: StoredWorld, schedules: readonly Schedule[]): Set<string> {
  const decidedBy = new Map(
    policy.rulesets
      .filter(({ state }) => state === 'managed')
      .map(({ id, resourceId }) => [id, resourceId]),
  )
  const begun = new Set(schedules.filter(({ at }) => at <= now).map(({ id }) => id))
  const moved = new Set<string>()
  const add = ({ rulesetId }: Rule) => void moved.add(decidedBy.get(rulesetId) ?? '')
  for (const rule of policy.rules) {
    const isOver = rule.state !== 'staged' && rule.expiresAt !== null && rule.expiresAt <= now
    if (isOver || begun.has(rule.id)) add(rule)
  }
  const found = new Set<string>()
  for (let known = -1; known < found.size;) {
    known = found.size
    for (const rule of policy.rules) {
      const names = rule.conditions.some(
        (condition) => asksForRules(condition) && moved.has(condition.resourceId ?? ''),
      )
      if (!names) continue
      found.add(rule.id)
      add(rule)
    }
  }
  return new Set([...found].map((id) => encodeId('rule', id)))
}

type Stay = { id: string; person: string; rule: string; state: string; expiresAt: string | null }
type View = { stays: Map<string, Stay>; people: Map<string, Described> }
type Described = {
  state: string
  is_manager: boolean
  org: Record<string, string>
  count: Record<string, number>
  included: {
    user_manager: { state: string; is_manager: boolean } | null
    direct_report_users: { id: string; state: string }[]
    secondary_users: { id: string; state: string }[]
    policy_rules_qualified: { id: string }[]
    policy_users: { id: string }[]
    parent_user: { state: string } | null
  }
}
type Listed = {
  id: string
  state: string
  timestamp: { expires_at: string | null }
  included: { directory_user: { id: string }; policy_rule: { id: string } }
}

async function view({ people, policy }: StoredWorld, owner: Person): Promise<View> {
  const get = async (path: string, server = one) => {
    const answer = await server.get(path, owner.token)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const stays = new Map<string, Stay>()
  for (const { id } of policy.rulesets) {
    const path = `/policy/rulesets/${encodeId('ruleset', id)}`
    const data: Listed[] = (await get(`${path}/manifest-users?page[size]=500`, two)).data
    assert.equal((await get(path)).count.manifest_users, data.length)
    for (const { id: stay, state, timestamp, included } of data) {
      const { directory_user: person, policy_rule: rule } = included
      const expiresAt = timestamp.expires_at
      stays.set(stay, { id: stay, person: person.id, rule: rule.id, state, expiresAt })
    }
  }
  const include = 'secondary-users,policy-users,policy-rules-qualified'
  const described = await Promise.all(
    people.map(async ({ id }, position) => {
      const path = `/directory/users/${encodeId('directoryUser', id)}?include=${include}`
      const body: Described = await get(path, position % 2 === 0 ? one : two)
      return [encodeId('directoryUser', id), body] as const
    }),
  )
  return { stays, people: new Map(described) }
}

const shown = { stays: 0, gone: 0, kept: 0 }

function compare(
  world: StoredWorld,
  schedules: readonly Schedule[],
  { before, during, after }: Record<'before' | 'during' | 'after', View>,
): void {
  const begun = new Set(
    schedules.filter(({ at }) => at <= now).map(({ id }) => encodeId('rule', id)),
  )
  const uncertain = unsure(world, schedules)
  for (const stay of during.stays.values()) {
    shown.stays += 1
    const settled = after.stays.get(stay.id)
    assert.ok(settled, `the stay ${stay.id} under ${stay.rule} has ended`)
    if (settled.rule === stay.rule) assert.deepEqual(stay, settled)
    else assert.ok(begun.has(settled.rule), 'another role comes only from a rule that begins')
  }
  for (const settled of after.stays.values()) {
    const former = before.stays.get(settled.id)
    if (former?.rule !== settled.rule || former.state !== settled.state) continue
    if (former.expiresAt !== settled.expiresAt || uncertain.has(settled.rule)) continue
    shown.kept += 1
    assert.ok(during.stays.has(settled.id), `the stay ${settled.id} goes on as before`)
  }
  for (const id of before.stays.keys()) if (!after.stays.has(id)) shown.gone += 1
  for (const [id, person] of during.people) comparePerson(id, person, { during, after, begun })
}

function comparePerson(
  id: string,
  { org, count, included, state, is_manager }: Described,
  { during, after, begun }: { during: View; after: View; begun: Set<string> },
): void {
  const settled = after.people.get(id)
  assert.ok(settled)
  const relatives = ({ included: found }: Pick<Described, 'included'>) => [
    [found.user_manager?.state, found.user_manager?.is_manager, found.parent_user?.state],
    ...found.direct_report_users.map((report) => [report.id, report.state]),
    ...found.secondary_users.map((secondary) => [secondary.id, secondary.state]),
  ]
  assert.deepEqual([state, is_manager], [settled.state, settled.is_manager])
  assert.deepEqual(relatives({ included }), relatives(settled))
  assert.equal(count['direct_report_users'], settled.count['direct_report_users'])
  const stays = [...during.stays.values()].filter(({ person }) => person === id)
  assert.deepEqual(
    included.policy_users.map((stay) => stay.id).toSorted(),
    stays.map((stay) => stay.id).toSorted(),
  )
  assert.deepEqual(
    [count['policy_users'], count['policy_rulesets'], count['manifest_rules']],
    [stays.length, stays.length, stays.length],
  )
  const rules = new Set(settled.included.policy_rules_qualified.map((rule) => rule.id))
  assert.equal(count['qualified_rules'], included.policy_rules_qualified.length)
  const replaced = included.policy_rules_qualified.filter((rule) => !rules.has(rule.id))
  if (begun.size === 0) {
    assert.deepEqual(replaced, [])
    for (const [key, value] of Object.entries(org)) assert.equal(settled.org[key], value)
  }
}

test('during a long change, people who are gone are not shown, and all others who did not begin or move are', async () => {
  const property = fc.asyncProperty(
    worldFacts,
    scheduleFacts,
    fc.array(fc.record({ who: fc.nat(1000), facts: personFacts }), { maxLength: 4 }),
    fc.integer({ min: 1, max: 13 }),
    async (facts, dates, changes, days) => {
      now = start
      await one.query(emptyWorld)
      const world = makeWorld(facts, start)
      const schedules = schedulesOf(world, dates)
      await one.database.transaction(({ tx }) => storeWorld(tx, world))
      const owner = await makeOwner(one)
      const follow = () =>
        one.database.transaction(({ tx, now: at }) =>
          recalculate(tx, { now: at, actor: testActor, people: 'all', isApproved: true }),
        )
      await follow()
      // A person who no longer qualifies is in grace.
      for (const { who, facts: changed } of changes) {
        const position = who % world.people.length
        const person = makePerson(changed, position, world.people.slice(0, position), start)
        const { parentId } = world.people[position] ?? person
        world.people[position] = { ...person, parentId }
        await one.database.transaction(({ tx }) => storePerson(tx, { ...person, parentId }))
      }
      await follow()
      await one.database.transaction(async ({ tx }) => {
        for (const { id, at, replaces } of schedules) {
          const row = { activates_at: new Date(at), replaces_rule_id: replaces }
          await tx.updateTable('rule').set(row).where('id', '=', id).execute()
        }
      })
      const before = await view(world, owner)
      await locker.query('select pg_advisory_lock($1)', [policyLockKey])
      const during = await (async () => {
        try {
          now = start + days * day
          return await view(world, owner)
        } finally {
          await locker.query('select pg_advisory_unlock($1)', [policyLockKey])
        }
      })()
      compare(world, schedules, { before, during, after: await view(world, owner) })
    },
  )
  await holdsWithMatter(property, {
    runs: 3,
    isEnough: () => Math.min(...Object.values(shown)) > 0,
    told: () => JSON.stringify(shown),
  })
})
