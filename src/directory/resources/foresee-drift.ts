import { sql } from 'kysely'
import { uuids } from '../../database/uuids.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { findDraftsMet } from '../../policy/rulesets/people/drafts-met.ts'
import { isEligible } from '../../policy/rulesets/people/preview-queries.ts'
import type { DriftScope, Foreseen } from './drift-queries.ts'

/**
 * The scope with who should have the resource if the ruleset were managed and its drafts were put in force now. Whoever is in keeps
 * what they have, unless a rule comes first that admits them, or they are in grace.
 */
export async function foreseeDrift(
  context: Pick<ReadContext, 'db' | 'services' | 'now'>,
  scope: DriftScope,
): Promise<{ scope: DriftScope; isCapped: boolean }> {
  const { ruleset } = scope
  if (ruleset === null) return { scope, isCapped: false }
  const met = await findDraftsMet(context, ruleset)
  const { rows } = await sql<Foreseen>`
    with admitted as (
      select met.person, met.rule, false as is_stay, false as is_grace
      from unnest(${uuids(met.people)}, ${uuids(met.rules)}) as met (person, rule)
      join directory_user u on u.id = met.person left join directory_user parent on parent.id = u.parent_user_id
      where ${isEligible}
      union all
      select s.directory_user_id, s.rule_id, true, s.expires_by is not distinct from 'grace'
      from policy_user s where s.ruleset_id = ${ruleset}::uuid and s.deleted_at is null)
    select distinct on (a.person) a.person, a.rule, r.expires_at as until,
      not bool_or(a.is_stay) over (partition by a.person) as enters
    from admitted a join rule r on r.id = a.rule
    order by a.person, a.is_grace, r.priority, r.activated_at nulls last, r.id`.execute(context.db)
  return { scope: { ...scope, isManaged: true, foreseen: rows }, isCapped: met.isCapped }
}

/** The scope with what is foreseen of these people alone. */
export function foreseenAmong(scope: DriftScope, ids: readonly string[]): DriftScope {
  if (scope.foreseen === undefined) return scope
  const wanted = new Set(ids)
  return { ...scope, foreseen: scope.foreseen.filter(({ person }) => wanted.has(person)) }
}
