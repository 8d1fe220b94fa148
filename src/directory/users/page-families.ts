import { sql } from 'kysely'
import { composedOnce } from '../../database/composed-once.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { Instant } from '../../engine/model.ts'
import type { ReadContext } from '../../http/route.ts'
import type { LoadedPolicy } from '../../policy/compiled-policy.ts'
import { policyCacheOf } from '../../policy/policy-cache-of.ts'
import type { SummaryRow } from '../../policy/shapes/person-summary.ts'
import { policyViewer } from '../../policy/shapes/withhold.ts'
import { stagedRules } from '../../policy/staged-rules.ts'
import { findRules } from './describe-queries.ts'
import { familyColumns, personFacts, policyCounts, type FamilyRow } from './family-columns.ts'
import type { Include } from './include.ts'
import { presentFamilies } from './present-directory-user.ts'
import { readFacts, type FactsRow } from './staged-facts.ts'

type PersonRow = FamilyRow &
  FactsRow & {
    /** The version of the policy that the row was read under. */
    policy: number
    /** JSON text, and so is `facts`, which is null where staged rules play no part. */
    counts: string
    facts: string | null
  }

const familiesOfPage = composedOnce(
  ['ids', 'families', 'needsFacts'],
  (value) => sql<PersonRow>`
    select u.id, u.base_state, u.manager_id, iso(u.expires_at) as expires_at, iso(u.deleted_at) as deleted_at, e.policy,
      json_build_object(
        'secondary_users', (select count(*) from directory_user s where s.parent_user_id = u.id and s.deleted_at is null),
        'policy_conditions', (select count(*) from condition c where c.directory_user_id = u.id),
        'policy_users', stays.rows, 'policy_rulesets', stays.rulesets, 'manifest_rules', stays.rules,
        'qualified_rules', met.rules) as counts,
      ${familyColumns},
      case when u.deleted_at is null and f.needs_facts then ${personFacts} end as facts
    from directory_user u
    cross join policy_epoch e
    cross join (select ${value('families')}::text[] as families, ${value('needsFacts')}::boolean as needs_facts offset 0) f
    ${policyCounts}
    where u.id = any (${value('ids')}::uuid[])`,
)

/**
 * What `include` asks for, for a whole page of people at once: one statement, and one more where staged rules are
 * shown. Returns the `included` of a person, given their presented summary and their uuid.
 */
export async function includedOfPage(
  context: ReadContext,
  ids: readonly string[],
  include: Include,
): Promise<(id: string, person: SummaryRow) => Record<string, unknown>> {
  const rows = await familiesOfPage(context.db, {
    ids,
    families: include.families,
    needsFacts: include.parts.some(({ family }) => family === 'policy_rules_staged'),
  })
  const people = new Map(rows.map((row) => [row.id, row]))
  const staged = await findStaged(context, rows, include)
  const viewer = policyViewer(context.may)
  return (id, person) => {
    const row = people.get(id)
    if (row === undefined) return {}
    const found = staged(id)
    const counts = { ...parseJson<Record<string, number>>(row.counts), staged_rules: found.count }
    return presentFamilies(row, person, counts, { include, staged: found, viewer })
  }
}

/** The staged rules of each person: their number, and the first 200 where they are shown. */
async function findStaged(context: ReadContext, rows: readonly PersonRow[], include: Include) {
  const first = rows.find(({ facts }) => facts !== null)
  if (first === undefined) return () => ({ count: 0, rules: [] })
  const { db, now, services } = context
  const policy = await policyCacheOf(services.database).compiledPolicy(db, first.policy)
  const idsOf = new Map(rows.map((row) => [row.id, stagedIds(policy, row, now.getTime())]))
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

function stagedIds({ compiled }: LoadedPolicy, row: PersonRow, now: Instant): string[] {
  return row.facts === null ? [] : stagedRules(compiled, readFacts(row, row.facts), now)
}
