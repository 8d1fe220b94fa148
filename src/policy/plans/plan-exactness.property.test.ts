import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentsOf } from '../../../test/contents.ts'
import { makeCaller, makeOwner, testServer, type Answer } from '../../../test/harness.ts'
import {
  attributeIds,
  dimensionIds,
  emptyWorld,
  makeWorld,
  managedRulesets,
  plainPerson,
  plainRule,
  storeWorld,
  worldFacts,
  type ConditionFacts,
  type StoredWorld,
  type WorldFacts,
} from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { effectKinds } from '../../contract/states.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { clockActor, settleDue } from '../manifests/settle.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
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

const index = fc.nat(1000)
const draft = fc.record({
  op: fc.constant('draft'),
  ruleset: index,
  attribute: fc.option(index, { freq: 1 }),
  person: index,
})
const onRule = fc.oneof(
  fc.record({
    op: fc.constantFrom('activate_rule', 'deactivate_rule', 'deprecate_rule', 'delete_rule'),
    rule: index,
  }),
  fc.record({ op: fc.constant('change_rule'), rule: index, priority: fc.nat(200) }),
  fc.record({
    op: fc.constant('change_rule'),
    rule: index,
    expires_after_days: fc.constantFrom(null, 0, 2),
  }),
  fc.record({ op: fc.constant('replace'), rule: index, priority: fc.constantFrom(1, 150) }),
)
const onRest = fc.oneof(
  fc.record({
    op: fc.constant('change_ruleset'),
    ruleset: index,
    state: fc.constantFrom('managed', 'monitored'),
  }),
  fc.record({ op: fc.constant('create_exception'), ruleset: index, person: index }),
  fc.record({
    op: fc.constant('change_ruleset'),
    ruleset: index,
    expires_after_days: fc.constantFrom(null, 0, 4),
  }),
  fc.record({ op: fc.constant('change_settings'), expires_after_days: fc.constantFrom(0, 6) }),
  fc.record({
    op: fc.constantFrom('activate_attribute', 'deactivate_attribute'),
    attribute: index,
  }),
  fc.record({ op: fc.constant('absorb'), attribute: fc.nat(3) }),
  fc.record({
    op: fc.constantFrom('activate_dimension', 'deactivate_dimension'),
    dimension: fc.nat(1),
  }),
)
/** A third each, since changes of settings and dates alone move no one. */
const operation = fc.oneof(draft, onRule, onRest)
type Facts = typeof operation extends fc.Arbitrary<infer T> ? T : never
type RuleFacts = Extract<Facts, { rule: number }>

/** Worlds where every other rule is met by everybody but one, so that changes of a rule affect people. */
const peopledFacts = worldFacts.map(({ rules, ...facts }): WorldFacts => {
  const peopled = rules.map((rule, target) =>
    target % 2 === 0 ? Object.assign({}, rule, { conditions: [everyoneBut(target)] }) : rule,
  )
  return Object.assign(facts, { rules: peopled })
})

function everyoneBut(target: number): ConditionFacts {
  return { type: 'user', target, operator: 'not_equals' }
}

/** The caller who plans and applies, and whether limits are so low that changes exceed them. */
const setting = fc.record({ hours: fc.nat(2), approves: fc.boolean(), isStrict: fc.boolean() })

/** A plan of someone who does not approve, by which the only member of a chat group would lose it. */
const beyondLimit: [WorldFacts, Facts[], typeof setting extends fc.Arbitrary<infer T> ? T : never] =
  [
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

/** A plan of these steps without those that are refused, as it is answered once nothing is, or nothing is left. */
async function planWhatCanBe(steps: readonly object[][]): Promise<Answer> {
  const planned = await call('/policy/plans', { operations: steps.flat() })
  if (planned.status !== 422 || steps.length === 1) return planned
  const refused = Number(Object.keys(planned.body.errors)[0]?.split('.')[1])
  const owner = steps.flatMap((step, at) => step.map(() => at))[refused]
  return planWhatCanBe(steps.filter((_, at) => at !== owner))
}

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

function operationsOf(world: StoredWorld, facts: Facts, ref: string): object[] {
  const { policy, people } = world
  if ('rule' in facts) return operationsOnRule(world, facts, ref)
  if ('dimension' in facts) {
    const dimension_id = encodeId('dimension', at(dimensionIds, facts.dimension))
    return [{ op: facts.op, dimension_id }]
  }
  if (!('ruleset' in facts)) {
    if (!('attribute' in facts)) return [facts]
    if (facts.op === 'absorb') return [absorption(facts.attribute)]
    return [
      { op: facts.op, attribute_id: encodeId('attribute', at(attributeIds, facts.attribute)) },
    ]
  }
  const { ruleset, ...rest } = facts
  const ruleset_id = encodeId('ruleset', at(policy.rulesets, ruleset).id)
  if (!('person' in rest)) return [{ ...rest, ruleset_id }]
  const resource_id = encodeId('directoryUser', at(people, rest.person).id)
  if ('attribute' in rest) {
    const others = { type: 'user', resource_id, profile_operator: 'not_equals' }
    const holders = (attribute: number) => ({
      type: 'attribute',
      resource_id: encodeId('attribute', at(attributeIds, attribute)),
    })
    const conditions = rest.attribute === null ? [others] : [holders(rest.attribute), others]
    const create = {
      op: 'create_rule',
      ref,
      ruleset_id,
      role: 'member',
      priority: 50,
      conditions,
      everyone_else: true,
    }
    return [create, { op: 'activate_rule', rule_id: `$${ref}` }]
  }
  const expires_at = new Date(start + 86_400_000 * 20).toISOString()
  return [{ op: rest.op, ruleset_id, user_id: resource_id, expires_at, reason: 'a test' }]
}

/** A rename to the value of the other attribute of the dimension, which is two further on. */
function absorption(attribute: number) {
  const attribute_id = encodeId('attribute', at(attributeIds, attribute))
  return { op: 'change_attribute', attribute_id, profile_value: `value ${(attribute + 2) % 4}` }
}

function operationsOnRule({ policy }: StoredWorld, facts: RuleFacts, ref: string): object[] {
  const { rule, ...rest } = facts
  const rule_id = encodeId('rule', at(policy.rules, rule).id)
  if (rest.op !== 'replace') return [{ ...rest, rule_id }]
  const copy = `$${ref}`
  return [
    { op: 'duplicate_rule', rule_id, ref },
    {
      op: 'change_rule',
      rule_id: copy,
      ...('priority' in rest ? { priority: rest.priority } : {}),
    },
    { op: 'activate_rule', rule_id: copy, replaces: rule_id },
  ]
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
