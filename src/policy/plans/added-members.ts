import { sql } from 'kysely'
import type { ReadContext } from '../../http/route/route.ts'
import type { PlanRow } from './queries.ts'

/** A plan is read again and again: of more people it is not counted. */
const maximumAdded = 100_000

/**
 * Ruleset (uuid) → how many of those whom a plan adds were members of its resource when the vendor was last read, as far as the
 * caller may see members. Empty where that is not counted.
 */
export async function countAddedMembers(
  { db, may }: Pick<ReadContext, 'db' | 'may'>,
  { id, state, totals }: PlanRow,
  rulesetIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const added = totals?.added ?? 0
  const seen = rulesetIds.filter((rulesetId) => may('directory.resource.view', { rulesetId }))
  if (state !== 'ready' || added > maximumAdded || seen.length === 0) return new Map()
  const { rows } = await sql<{ id: string; members: number }>`
    select r.id, count(e.directory_user_id)::int as members from ruleset r
    left join plan_effect e on e.plan_id = ${id} and e.ruleset_id = r.id and 'added' = any (e.kinds) and exists (
      select from identity i join resource_member m on m.identity_id = i.id
      where i.directory_user_id = e.directory_user_id and m.resource_id = r.resource_id)
    where r.id = any (${seen}::uuid[]) and r.resource_id is not null group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.members]))
}
