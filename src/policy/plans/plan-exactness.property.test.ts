import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentsOf } from '../../../test/contents.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  emptyWorld,
  makeWorld,
  managedRulesets,
  plainPerson,
  plainRule,
  storeWorld,
  type WorldFacts,
} from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { decodeId } from '../../contract/ids.ts'
import { effectKinds } from '../../contract/states.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'
import {
  operation,
  operationsOf,
  peopledFacts,
  planWhatCanBe,
  worldStart,
  type OperationFacts,
} from './random-operations-for-tests.ts'

const start = Date.parse(worldStart)
let now = start
const server = await testServer({ clock: () => new Date(now) })
let token = ''

/** What a plan itself writes, and the request for it. */
const ownTables = ['plan', 'plan_ruleset', 'plan_effect', 'token', 'refused_write']
const ownEvents = ['policy.plan.%', 'access.%']

const settings = `update policy_settings set removal_limit_people = $1, addition_limit_people = $1`
/** Everything that the operations take, but to pass the limits. */
const planning = [
  'directory.user.view',
  'directory.identity.profile.view',
  'directory.dimension.view',
  'directory.dimension.manage',
  'directory.attribute.view',
  'directory.attribute.manage',
  'policy.rule.view',
  'policy.rule.manage',
  'policy.ruleset.manage',
]

/** The caller who plans and applies, and whether limits are so low that changes exceed them. */
const setting = fc.record({ hours: fc.nat(2), approves: fc.boolean(), isStrict: fc.boolean() })

/** A plan of someone who does not approve, by which the only member of a chat group would lose it. */
const beyondLimit: [
  WorldFacts,
  OperationFacts[],
  typeof setting extends fc.Arbitrary<infer T> ? T : never,
] = [
  {
    people: [{ ...plainPerson, isDeleted: true }, plainPerson],
    rules: [
      {
        ...plainRule,
        ruleset: 0,
        conditions: [{ type: 'user', target: 0, operator: 'not_equals' }],
      },
      {
        ...plainRule,
        ruleset: 4,
        conditions: [{ type: 'attribute', target: 0, operator: null }],
      },
    ],
    ...managedRulesets,
  },
  [{ op: 'deactivate_dimension', dimension: 0 }],
  { hours: 0, approves: false, isStrict: true },
]

/** The places of everybody: `<ruleset> <person>` → what a plan shows of a place. */
type Places = Map<string, string>

test('a plan changes nothing, and applying it changes exactly what it has shown', async () => {
  let applied = 0
  let moved = 0
  let refused = 0
  await holdsWithMatter(
    fc.asyncProperty(
      peopledFacts,
      fc.array(operation, { minLength: 1, maxLength: 6 }),
      setting,
      async (facts, wanted, { hours, approves, isStrict }) => {
        now = start
        await server.query(emptyWorld)
        const world = makeWorld(facts, start)
        await server.database.transaction(({ tx }) => storeWorld(tx, world))
        await follow()
        await server.query(settings, [isStrict ? 0 : 1_000_000])
        await server.query(`update integration set policy_keys = '{department,a.b,tags,missing}'`)
        // What a plan creates begins after everything stored, when it is planned and when it is applied.
        now += 3_600_000
        token = (approves ? await makeOwner(server) : await makeCaller(server, planning)).token
        const before = await contentsOf(server, { except: ownTables, ownEvents })
        const planned = await planWhatCanBe(
          call,
          wanted.map((each, at) => operationsOf(world, each, `r${at}`)),
        )
        assert.ok([201, 422, ...(approves ? [] : [403])].includes(planned.status), planned.text)
        const untouched = await contentsOf(server, { except: ownTables, ownEvents })
        assert.deepEqual(untouched, before)
        if (planned.status !== 201) return
        // The clock advances, but not past any end.
        now += hours * 3_600_000
        const was = await places()
        const shown = await effects(planned.body.id)
        assert.deepEqual(await listed(planned.body.id), planned.body.totals)
        const answer = await call(`/policy/plans/${planned.body.id}/apply`)
        if (planned.body.exceeds.length > 0 && !approves) {
          assert.equal(answer.status, 403, answer.text)
          assert.deepEqual(await places(), was, 'a plan beyond a limit was applied')
          refused += 1
          return
        }
        assert.equal(answer.status, 200, answer.text)
        applied += 1
        moved += shown.size > 0 ? 1 : 0
        const is = await places()
        assert.deepEqual(shown, differences(was, is, hours * 3_600_000))
      },
    ),
    {
      runs: 40,
      examples: [beyondLimit],
      isEnough: () => applied > 25 && moved > 10 && refused > 0,
      told: () =>
        `${applied} plans could be applied, ${moved} moved anybody, and ${refused} were refused`,
    },
  )
})

const call = (path: string, body?: object) =>
  server.call('POST', path, { token, ...(body === undefined ? {} : { body }) })

async function follow(): Promise<void> {
  await settleDue(server.database)
  await server.database.transaction(({ tx, now: instant }) =>
    recalculate(tx, { now: instant, actor: clockActor, people: 'all' }),
  )
}

/** How often each thing happens on the pages of an effect, and to how many people. */
async function listed(id: string): Promise<Record<string, number>> {
  const path = `/policy/plans/${id}/effects?page[size]=500`
  const { data } = (await server.get(path, token)).body
  const places = new Set<string>()
  const people = new Set<string>()
  const totals: Record<string, number> = Object.fromEntries(effectKinds.map((kind) => [kind, 0]))
  for (const { directory_user: person, ruleset_id: ruleset, kinds } of data) {
    assert.ok(!places.has(`${ruleset} ${person.id}`), 'a place stands there twice')
    places.add(`${ruleset} ${person.id}`)
    people.add(person.id)
    for (const kind of kinds) totals[kind] = (totals[kind] ?? 0) + 1
  }
  return { people: people.size, ...totals }
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
