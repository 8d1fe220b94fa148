import { sql } from 'kysely'
import { composedOnce } from '../../database/composed-once.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { Instant } from '../../engine/model.ts'
import type { ReadContext } from '../../http/route/route.ts'
import type { LoadedPolicy } from '../../policy/model/compiled-policy.ts'
import { currentPolicy } from '../../policy/model/policy-cache-of.ts'
import { policyResourceJson, ruleJson, rulesetJson } from '../../policy/shapes/columns.ts'
import type { SummaryRow } from '../../policy/shapes/person-summary.ts'
import type { RuleRow } from '../../policy/shapes/present.ts'
import { policyViewer } from '../../policy/shapes/withhold.ts'
import { stagedRulesOfMany } from '../../policy/rulesets/people/find-staged.ts'
import { stagedRules } from './staged-rules.ts'
import type {
  NamingPolicyUserRow,
  RulesetAndResource,
} from '../../policy/users/policy-user-shape.ts'
import { findRules } from './describe-queries.ts'
import { namingFamilyColumns, personFacts, stayCounts, type PersonFacts } from './family-columns.ts'
import type { Include } from './include.ts'
import { presentFamilies, type Families } from './present-directory-user.ts'
import { readFacts, type FactsRow } from './staged-facts.ts'

/** Null for an empty family or one that is not included; `facts` also where staged rules play no part. */
type PersonRow = FactsRow & {
  counts: Record<string, number>
  secondary_users: Families['secondary_users'] | null
  policy_conditions: Families['policy_conditions'] | null
  policy_users: NamingPolicyUserRow[] | null
  policy_rules_manifest: string[] | null
  policy_rules_qualified: string[] | null
  policy_rulesets: string[] | null
  facts: PersonFacts | null
}

/** `record` is the JSON text of a {@link PersonRow}, or of what the people name: a rule, or a ruleset with its resource. */
type PageRow = { kind: 'person' | 'rule' | 'ruleset'; record: string }

const familiesOfPage = composedOnce(
  ['ids', 'families', 'needsFacts'],
  (value) => sql<PageRow>`
    with person as materialized (
      select u.id, u.base_state, u.manager_id, iso(u.expires_at) as expires_at, iso(u.deleted_at) as deleted_at,
        json_build_object(
          'secondary_users', (select count(*) from directory_user s where s.parent_user_id = u.id and s.deleted_at is null),
          'policy_conditions', (select count(*) from condition c where c.directory_user_id = u.id),
          'policy_users', stays.rows, 'policy_rulesets', stays.rulesets, 'manifest_rules', stays.rules,
          'qualified_rules', (select count(*) from qualification q where q.directory_user_id = u.id)) as counts,
        ${namingFamilyColumns},
        case when u.deleted_at is null and f.needs_facts then ${personFacts} end as facts
      from directory_user u
      cross join (select ${value('families')}::text[] as families, ${value('needsFacts')}::boolean as needs_facts offset 0) f
      ${stayCounts}
      where u.id = any (${value('ids')}::uuid[])),
    named as materialized (
      select rule, ruleset from person, json_to_recordset(policy_users) s (rule uuid, ruleset uuid)
      union select r::uuid, null from person, json_array_elements_text(policy_rules_manifest) r
      union select r::uuid, null from person, json_array_elements_text(policy_rules_qualified) r
      union select null, rs::uuid from person, json_array_elements_text(policy_rulesets) rs)
    select 'person' as kind, row_to_json(person) as record from person
    union all
    select 'rule', ${ruleJson} from rule r join ruleset rs on rs.id = r.ruleset_id
      join policy_role pr on pr.id = r.policy_role_id cross join policy_settings ps
      where r.id in (select rule from named)
    union all
    select 'ruleset', json_build_object('ruleset', ${rulesetJson}, 'resource', ${policyResourceJson})
      from ruleset rs cross join policy_settings ps
      where rs.id in (select ruleset from named)`,
)

type Page = Awaited<ReturnType<typeof readPage>>

async function readPage(...asked: Parameters<typeof familiesOfPage>) {
  const rows = await familiesOfPage(...asked)
  const read = <Record>(kind: PageRow['kind']) =>
    rows.flatMap((row) => (row.kind === kind ? [parseJson<Record>(row.record)] : []))
  return {
    people: new Map(read<PersonRow>('person').map((person) => [person.id, person])),
    rules: new Map(read<RuleRow>('rule').map((rule) => [rule.id, rule])),
    rulesets: new Map(
      read<RulesetAndResource>('ruleset').map((found) => [found.ruleset.id, found]),
    ),
  }
}

/**
 * The included records of a whole page of people at once: one statement, and two more for staged rules. A rule or
 * ruleset is built once, for any number of people. Returns the `included` of a person, given their presented
 * summary and their uuid.
 */
export async function includedOfPage(
  context: ReadContext,
  ids: readonly string[],
  include: Include,
): Promise<(id: string, person: SummaryRow) => Record<string, unknown>> {
  const page = await readPage(context.db, {
    ids,
    families: include.families,
    needsFacts: include.parts.some(({ family }) => family === 'policy_rules_staged'),
  })
  const staged = await findStaged(context, page, include)
  const viewer = policyViewer(context.may)
  return (id, person) => {
    const row = page.people.get(id)
    if (row === undefined) return {}
    const found = staged(id)
    const counts = { ...row.counts, staged_rules: found.count }
    const families = familiesOf(row, page)
    return presentFamilies(families, person, counts, { include, staged: found, viewer })
  }
}

/** The families of a person with the rules and rulesets that they name. */
function familiesOf(row: PersonRow, { rules, rulesets }: Page): Families {
  const stayOf = (stay: NamingPolicyUserRow) => {
    const rule = named(rules, stay.rule)
    return { ...stay, rule, ...named(rulesets, stay.ruleset) }
  }
  return {
    secondary_users: row.secondary_users ?? [],
    policy_conditions: row.policy_conditions ?? [],
    policy_users: (row.policy_users ?? []).map(stayOf),
    policy_rules_manifest: (row.policy_rules_manifest ?? []).map((id) => named(rules, id)),
    policy_rules_qualified: (row.policy_rules_qualified ?? []).map((id) => named(rules, id)),
    policy_rulesets: (row.policy_rulesets ?? []).map((id) => named(rulesets, id).ruleset),
  }
}

function named<T>(records: ReadonlyMap<string, T>, id: string): T {
  const record = records.get(id)
  if (record === undefined) throw new Error(`the page names ${id} without having it`)
  return record
}

/** The staged rules of each person: their number, and the first 200 where they are shown. */
async function findStaged(context: ReadContext, page: Page, include: Include) {
  const people = [...page.people.values()]
  const first = people.find(({ facts }) => facts !== null)
  if (first === undefined) return () => ({ count: 0, rules: [] })
  const { db, now } = context
  const policy = await currentPolicy(context)
  const idsOf = await stagedIdsOf(policy, people, now.getTime())
  const shown = include.families.includes('policy_rules_staged')
    ? new Set([...idsOf.values()].flatMap((ids) => ids.slice(0, 200)))
    : new Set<string>()
  const rules = shown.size === 0 ? [] : await findRules(db, [...shown])
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  return (id: string) => {
    const ids = idsOf.get(id) ?? []
    return {
      count: ids.length,
      rules: ids.slice(0, 200).flatMap((ruleId) => ruleOf.get(ruleId) ?? []),
    }
  }
}

/** Of all rulesets, for each of the people. Very many are evaluated in a thread. */
async function stagedIdsOf(
  policy: LoadedPolicy,
  rows: readonly PersonRow[],
  now: Instant,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = rows.flatMap((row) => (row.facts === null ? [] : [readFacts(row, row.facts)]))
  const above = new Map(known.map(({ id, managersAbove }) => [id, managersAbove]))
  const people = known.map((facts) => ({ ...facts, parentId: null }))
  const found = await stagedRulesOfMany(policy, people, ({ id }) => above.get(id) ?? [], now)
  return (
    found ?? new Map(known.map((facts) => [facts.id, stagedRules(policy.compiled, facts, now)]))
  )
}
