import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import type { Transaction } from '../src/database/database.ts'
import { mostly, rarely } from '../src/engine/columns/worlds-for-tests.ts'
import {
  asksForRules,
  type Condition,
  type Person,
  type Policy,
  type Rule,
  type Ruleset,
} from '../src/engine/model.ts'
import { emptyTables } from './empty-tables.ts'

/** A small world as the engine knows it, with what the database needs besides. Everything refers by uuid. */
export type StoredWorld = {
  people: Person[]
  policy: Omit<Policy, 'rules' | 'rulesets'> & { rules: Rule[]; rulesets: StoredRuleset[] }
}

/** The engine derives `deactivated` from the attribute; no ruleset is stored so. */
type StoredRuleset = Ruleset & { state: Exclude<Ruleset['state'], 'deactivated'> }

const uuid = (name: string, index: number): string => {
  const hex = createHash('sha256').update(`${name} ${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const integrationIds = [uuid('integration', 0), uuid('integration', 1)] as const
export const dimensionIds = [uuid('dimension', 0), uuid('dimension', 1)] as const
export const attributeIds = [0, 1, 2, 3].map((index) => uuid('attribute', index))
const resourceIds = [0, 1].map((index) => uuid('resource', index))
/** Attribute → its dimension's handle and its own name. */
export const attributeNames = new Map(
  attributeIds.map((id, index) => [
    id,
    { dimension: `dimension_${index % 2}`, name: `value ${index}` },
  ]),
)
const day = 86_400_000

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 })
const value = fc.constantFrom('Sales', 'sales ', 'Legal', '7', '12')
const profile = fc.record(
  {
    department: maybe(value),
    'a.b': maybe(value),
    a: fc.record({ b: value }),
    tags: fc.array(value, { maxLength: 3 }),
  },
  { requiredKeys: [] },
)
const identity = fc.record({ integrationId: fc.constantFrom(...integrationIds), profile })
const index = fc.nat(1000)

/** A person's facts but for the id; instants are days after the beginning, relations are indexes. */
export const personFacts = fc.record({
  baseState: mostly('active', fc.constantFrom('staged', 'suspended', 'deactivated')),
  expiresInDays: maybe(fc.integer({ min: 1, max: 12 })),
  isDeleted: fc.nat(9).map((roll) => roll === 0),
  manager: maybe(index),
  parent: rarely(index),
  identities: fc.uniqueArray(identity, {
    maxLength: 2,
    selector: ({ integrationId }) => integrationId,
  }),
})
type PersonFacts = typeof personFacts extends fc.Arbitrary<infer T> ? T : never

const condition = fc.oneof(
  fc.record({
    type: fc.constantFrom('attribute', 'attribute', 'entitled_to'),
    target: index,
    operator: fc.constantFrom(null, 'equals', 'not_equals'),
  }),
  fc.record({
    type: fc.constantFrom('user', 'direct_reports_of', 'all_reports_of'),
    target: index,
    operator: fc.constantFrom(null, 'not_equals'),
  }),
  fc.record({
    type: fc.constant('identity'),
    resourceId: fc.constantFrom(null, ...integrationIds),
    profileKey: fc.constantFrom('department', 'a.b', 'tags', 'missing'),
    test: fc.constantFrom(
      { operator: 'equals', value: 'sales' },
      { operator: 'not_equals', value: 'Legal' },
      { operator: 'not_in', value: '["Legal","7"]', orAbsent: true },
      { operator: 'in', value: '["sales","7"]' },
      { operator: 'exists', value: null },
      { operator: 'not_exists', value: null },
      { operator: 'greater_than', value: '10' },
    ),
  }),
)
export type ConditionFacts = typeof condition extends fc.Arbitrary<infer T> ? T : never

const rule = fc.record({
  ruleset: index,
  state: fc.constantFrom('active', 'active', 'active', 'staged', 'deactivated'),
  priority: fc.constantFrom(1, 100),
  activatedDay: fc.nat(2),
  expiresInDays: rarely(fc.integer({ min: 1, max: 12 })),
  graceDays: maybe(fc.constantFrom(0, 3)),
  conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
})

export const worldFacts = fc.record({
  people: fc.array(personFacts, { minLength: 1, maxLength: 8 }),
  rules: fc.array(rule, { minLength: 1, maxLength: 10 }),
  rulesetStates: fc.array(fc.constantFrom('managed', 'managed', 'managed', 'monitored'), {
    minLength: 6,
    maxLength: 6,
  }),
  rulesetGrace: fc.array(maybe(fc.constantFrom(0, 5)), { minLength: 6, maxLength: 6 }),
})
export type WorldFacts = typeof worldFacts extends fc.Arbitrary<infer T> ? T : never

/** The facts of worlds that are written by hand. */
export const plainPerson: PersonFacts = {
  baseState: 'active',
  expiresInDays: null,
  isDeleted: false,
  manager: null,
  parent: null,
  identities: [],
}
export const plainRule: Omit<WorldFacts['rules'][number], 'ruleset' | 'conditions'> = {
  state: 'active',
  priority: 1,
  activatedDay: 0,
  expiresInDays: null,
  graceDays: null,
}
export const managedRulesets: Pick<WorldFacts, 'rulesetStates' | 'rulesetGrace'> = {
  rulesetStates: ['managed', 'managed', 'managed', 'managed', 'managed', 'managed'],
  rulesetGrace: [null, null, null, null, null, null],
}

const personId = (position: number): string => uuid('person', position)

/** A person may report only to earlier ones and belong only to earlier ones without a parent, so nothing loops. */
export function makePerson(
  facts: PersonFacts,
  position: number,
  earlier: readonly Person[],
  start: number,
): Person {
  const at = (number: number | null) =>
    number === null ? undefined : earlier[number % Math.max(earlier.length, 1)]
  const parent = at(facts.parent)
  return {
    id: personId(position),
    baseState: facts.isDeleted ? 'deactivated' : facts.baseState,
    expiresAt: facts.expiresInDays === null ? null : start + facts.expiresInDays * day,
    deletedAt: facts.isDeleted ? start : null,
    managerId: at(facts.manager)?.id ?? null,
    parentId: parent?.parentId === null ? parent.id : null,
    identities: facts.identities,
  }
}

export function makeWorld(facts: WorldFacts, start: number): StoredWorld {
  const people: Person[] = []
  for (const [position, each] of facts.people.entries())
    people.push(makePerson(each, position, people, start))
  const rulesets = [...attributeIds, ...resourceIds].map((resourceId, position): StoredRuleset => ({
    id: uuid('ruleset', position),
    resourceId,
    type: position < attributeIds.length ? 'directory_attribute' : 'chat_group',
    state: facts.rulesetStates[position] ?? 'managed',
    expiresAfterDays: facts.rulesetGrace[position] ?? null,
  }))
  const rules = facts.rules.map((each, position): Rule => {
    const target = each.ruleset % rulesets.length
    const expiresAt = each.expiresInDays === null ? null : start + each.expiresInDays * day
    return {
      id: uuid('rule', position),
      rulesetId: uuid('ruleset', target),
      state: each.state === 'active' && expiresAt !== null ? 'expiring' : each.state,
      role: 'member',
      priority: each.priority,
      activatedAt: each.state === 'staged' ? null : start + each.activatedDay,
      expiresAt,
      expiresAfterDays: each.graceDays,
      everyoneElse: true,
      conditions: each.conditions.map((facts) => makeCondition(facts, target, people)),
    }
  })
  return { people, policy: { primaryIntegrationId: integrationIds[0], rulesets, rules } }
}

/** What rules decide, by the place of its ruleset: rules ask only for what comes before it here, so that there is no cycle. */
const inOrder = [0, 1, 4, 2, 3, 5]

function makeCondition(
  facts: ConditionFacts,
  ruleset: number,
  people: readonly Person[],
): Condition {
  if ('test' in facts) {
    return {
      type: 'identity',
      resourceId: facts.resourceId,
      profileKey: facts.profileKey,
      ...facts.test,
    }
  }
  if (facts.type === 'attribute' || facts.type === 'entitled_to') {
    const known = inOrder.slice(0, inOrder.indexOf(ruleset))
    const ids = facts.type === 'attribute' ? attributeIds : [null, null, null, null, ...resourceIds]
    const named = known.flatMap((place) => ids[place] ?? [])
    const resourceId = named[facts.target % Math.max(named.length, 1)]
    if (resourceId !== undefined) return { type: facts.type, resourceId, operator: facts.operator }
  }
  const isOfRules = facts.type === 'attribute' || facts.type === 'entitled_to'
  const type = isOfRules ? 'user' : facts.type
  const user = people[facts.target % people.length]?.id ?? ''
  return { type, resourceId: user, operator: facts.operator === 'not_equals' ? 'not_equals' : null }
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Writes a whole world into an empty database, where nothing freezes. */
export async function storeWorld(tx: Transaction, world: StoredWorld): Promise<void> {
  await tx
    .updateTable('policy_settings')
    .set({
      removal_limit_people: 1_000_000,
      addition_limit_people: 1_000_000,
    })
    .execute()
  await tx
    .insertInto('integration')
    .values(
      integrationIds.map((id, position) => ({
        id,
        vendor: 'idp',
        type: 'okta',
        handle: `integration_${position}`,
        name: 'x',
        is_primary: position === 0,
      })),
    )
    .execute()
  await tx
    .insertInto('dimension')
    .values(
      dimensionIds.map((id, position) => ({
        id,
        integration_id: integrationIds[0],
        handle: `dimension_${position}`,
        name: 'x',
        profile_key: 'department',
        expires_after_days: position === 0 ? 2 : null,
      })),
    )
    .execute()
  await tx
    .insertInto('attribute')
    .values(
      attributeIds.map((id, position) => ({
        id,
        dimension_id: dimensionIds[position % 2] ?? '',
        name: `value ${position}`,
        handle: `${position}`,
        profile_value: `value ${position}`,
        folded_value: `value ${position}`,
      })),
    )
    .execute()
  await tx
    .insertInto('resource')
    .values(
      resourceIds.map((id, position) => ({
        id,
        integration_id: integrationIds[1],
        type: 'chat_group',
        vendor_id: `${position}`,
      })),
    )
    .execute()
  for (const person of world.people) await storePerson(tx, person)
  await tx
    .insertInto('ruleset')
    .values(
      world.policy.rulesets.map((ruleset) => ({
        id: ruleset.id,
        type: ruleset.type,
        state: ruleset.state,
        expires_after_days: ruleset.expiresAfterDays,
        attribute_id: ruleset.type === 'directory_attribute' ? ruleset.resourceId : null,
        resource_id: ruleset.type === 'directory_attribute' ? null : ruleset.resourceId,
      })),
    )
    .execute()
  for (const rule of world.policy.rules) await storeRule(tx, rule)
}

/** Inserts a person or replaces their facts. */
export async function storePerson(tx: Transaction, person: Person): Promise<void> {
  const facts = {
    base_state: person.baseState,
    expires_at: instant(person.expiresAt),
    deleted_at: instant(person.deletedAt),
    manager_id: person.managerId,
    parent_user_id: person.parentId,
  }
  await tx
    .insertInto('directory_user')
    .values({ id: person.id, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute()
  await tx.deleteFrom('identity').where('directory_user_id', '=', person.id).execute()
  for (const { integrationId, profile } of person.identities) {
    await tx
      .insertInto('identity')
      .values({
        integration_id: integrationId,
        vendor_id: person.id,
        directory_user_id: person.id,
        state: 'active',
        vendor_state: 'active',
        profile: JSON.stringify(profile),
        linked_by: 'created',
      })
      .execute()
  }
}

async function storeRule(tx: Transaction, rule: Rule): Promise<void> {
  await tx
    .insertInto('rule')
    .values((builder) => ({
      id: rule.id,
      ruleset_id: rule.rulesetId,
      state: rule.state,
      priority: rule.priority,
      policy_role_id: builder
        .selectFrom('policy_role as p')
        .innerJoin('ruleset as s', 's.type', 'p.resource_type')
        .select('p.id')
        .where('p.handle', '=', 'member')
        .where('s.id', '=', rule.rulesetId),
      activated_at: instant(rule.activatedAt),
      expires_at: instant(rule.expiresAt),
      expires_after_days: rule.expiresAfterDays,
      everyone_else: rule.everyoneElse,
    }))
    .execute()
  for (const condition of rule.conditions) {
    const isIdentity = condition.type === 'identity'
    await tx
      .insertInto('condition')
      .values({
        rule_id: rule.id,
        type: condition.type,
        attribute_id: condition.type === 'attribute' ? condition.resourceId : null,
        integration_id: isIdentity ? condition.resourceId : null,
        directory_user_id: isIdentity || asksForRules(condition) ? null : condition.resourceId,
        vendor_resource_id: condition.type === 'entitled_to' ? condition.resourceId : null,
        profile_key: isIdentity ? condition.profileKey : null,
        profile_operator: condition.operator,
        profile_value: isIdentity ? condition.value : null,
        or_absent: isIdentity && condition.orAbsent === true,
      })
      .execute()
  }
}

/** Empties everything that a world or its policy wrote. As the owner of the schema. */
export const emptyWorld = emptyTables([
  'integration',
  'directory_user',
  'dimension',
  'attribute',
  'resource',
  'ruleset',
  'rule',
  'condition',
  'qualification',
  'policy_user',
  'policy_user_phase',
  'due_instant',
  'cause_tally',
  'cause_person',
])

/** Everything that follows from the policy, as stored. */
export async function readDerived(tx: Transaction) {
  const { rows: people } = await sql<{
    id: string
    org: Record<string, string>
    qualified: string[]
  }>`
    select id, org, coalesce((select jsonb_agg(rule_id order by rule_id) from qualification q
      where q.directory_user_id = u.id), '[]') as qualified
    from directory_user u order by id`.execute(tx)
  const { rows: stays } = await sql<{
    ruleset_id: string
    person_id: string
    rule_id: string
    expires_by: string | null
    expires_at: Date | null
    state: string
    deleted_at: Date | null
    open_phases: number
    phase_fits: boolean
  }>`
    select s.ruleset_id, s.directory_user_id as person_id, s.rule_id, s.expires_by, s.expires_at, s.state, s.deleted_at,
      count(p.*) as open_phases, coalesce(bool_and(p.rule_id = s.rule_id and p.state = s.state), true) as phase_fits
    from policy_user s left join policy_user_history p on p.policy_user_id = s.id and upper_inf(p.valid)
    group by s.id order by s.ruleset_id, s.directory_user_id, s.id`.execute(tx)
  return { people, stays }
}
