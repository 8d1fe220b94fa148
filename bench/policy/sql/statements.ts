import { escapeLiteral } from 'pg'
import { byAdmission } from '../../../src/engine/admission-order.ts'
import { attributeLevels } from '../../../src/engine/columns/attribute-levels.ts'
import { columnsRead } from '../../../src/engine/columns/column-keys.ts'
import {
  attributeRulesetType,
  type Policy,
  type Rule,
  type Ruleset,
} from '../../../src/engine/model.ts'
import { columnSql, conditionSql, kindOf } from './condition-sql.ts'

/** What it takes by SQL alone, in this order; `manifests` are queries, one for each ruleset. */
export type Statements = { facts: string[]; attributes: string[]; manifests: string[] }

/** Generates SQL for a whole policy. Facts are unpacked from profiles once, into typed and indexed columns. */
export function statementsOf(policy: Policy): Statements {
  const rulesOf = Map.groupBy(policy.rules.toSorted(byAdmission), ({ rulesetId }) => rulesetId)
  return {
    facts: [
      ...factStatements(policy),
      ...belowStatements(policy),
      `create temporary table holder (attribute_id uuid not null, person_id uuid not null) on commit drop`,
    ],
    attributes: attributeStatements(policy, rulesOf),
    manifests: policy.rulesets.map((ruleset) =>
      manifestSql(ruleset, rulesOf.get(ruleset.id) ?? []),
    ),
  }
}

const columnTypes = {
  text: (value: string) => `lower(normalize(nullif(btrim(${value}), ''), NFC))`,
  number: (value: string) => `(${value})::numeric`,
  date: (value: string) => `extract(epoch from (${value})::timestamptz) * 1000`,
}

function factStatements(policy: Policy): string[] {
  const keys = columnsRead(policy).map(({ profileKey }) => profileKey)
  const columns = keys.map((key) => `${factSql(key)} as ${columnSql(key)}`)
  return [
    `create temporary table fact on commit drop as
     select u.id, u.manager_id, ${isEligible('u')} and (p.id is null or ${isEligible('p')}) as is_eligible,
       ${columns.join(',\n       ')}
     from directory_user u
     left join directory_user p on p.id = u.parent_user_id
     left join identity i on i.directory_user_id = u.id and i.integration_id = ${escapeLiteral(policy.primaryIntegrationId ?? '')}
     where u.deleted_at is null`,
    ...keys.map(
      (key) =>
        `create index on fact ${kindOf(key) === 'list' ? 'using gin ' : ''}(${columnSql(key)})`,
    ),
    'create unique index on fact (id)',
    'create index on fact (manager_id)',
    'analyze fact',
  ]
}

function isEligible(person: string): string {
  return `(${person}.base_state = 'active' and (${person}.expires_at is null or ${person}.expires_at > now()))`
}

function factSql(key: string): string {
  const name = escapeLiteral(key)
  const kind = kindOf(key)
  if (kind !== 'list') return columnTypes[kind](`i.profile ->> ${name}`)
  return `(select array_agg(${columnTypes.text('t')}) from jsonb_array_elements_text(i.profile -> ${name}) as t)`
}

/** All people below the managers that rules name, to Muster's maximum depth. */
function belowStatements({ rules }: Policy): string[] {
  const managers = new Set(
    rules.flatMap(({ conditions }) =>
      conditions
        .filter(({ type }) => type === 'all_reports_of')
        .map(({ resourceId }) => resourceId),
    ),
  )
  const named = [...managers].map((id) => `${escapeLiteral(id ?? '')}::uuid`).join(', ')
  return [
    `create temporary table below on commit drop as
     with recursive below (manager_id, person_id, depth) as (
       select f.manager_id, f.id, 1 from fact f where f.manager_id = any (array[${named}]::uuid[])
       union
       select b.manager_id, f.id, b.depth + 1 from below b join fact f on f.manager_id = b.person_id where b.depth < 50
     )
     select distinct manager_id, person_id from below where person_id <> manager_id`,
    'create index on below (manager_id, person_id)',
    'analyze below',
  ]
}

/** Who qualifies for each attribute, and each resource that a condition names, first those that depend on no other. */
function attributeStatements(
  { rulesets, rules }: Policy,
  rulesOf: ReadonlyMap<string, Rule[]>,
): string[] {
  const isNamed = new Set(rules.flatMap(({ conditions }) => conditions.map((it) => it.resourceId)))
  const deciding = new Map(
    rulesets
      .filter(({ type, resourceId }) => type === attributeRulesetType || isNamed.has(resourceId))
      .map(({ id, resourceId }) => [resourceId, (rulesOf.get(id) ?? []).map((rule) => ({ rule }))]),
  )
  const levels = attributeLevels(deciding.keys(), deciding)
  const inOrder = [...levels].toSorted(([, a], [, b]) => a - b).map(([attributeId]) => attributeId)
  return [
    ...inOrder
      .filter((id) => isNamed.has(id))
      .map((id) => {
        const tests = (deciding.get(id) ?? []).map(({ rule }) => ruleSql(rule))
        return `insert into holder select ${escapeLiteral(id)}, f.id from fact f where ${tests.join(' or ')}`
      }),
    'create index on holder (attribute_id, person_id)',
    'analyze holder',
  ]
}

function ruleSql({ conditions }: Rule): string {
  return `(${conditions.map(conditionSql).join(' and ')})`
}

/** Each person once, under the first rule that admits them; every rule is a query of its own, which may use an index. */
function manifestSql(ruleset: Ruleset, rules: readonly Rule[]): string {
  const admitted = rules.map(
    (rule, place) =>
      `select f.id, ${place + 1} as place from fact f where f.is_eligible and ${ruleSql(rule)}`,
  )
  const ruleIds = rules.map(({ id }) => escapeLiteral(id)).join(', ')
  return `
    select ${escapeLiteral(ruleset.id)}::uuid as ruleset_id, id, (array[${ruleIds}]::uuid[])[min(place)] as rule_id
    from (${admitted.join(' union all ')}) as admitted group by id`
}
