import { sql } from 'kysely'
import type { ConditionType } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { findCycle } from '../../engine/attribute-graph.ts'
import { asksForRules } from '../../engine/model.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { loadPolicy } from '../model/load-policy.ts'

/** What depends on one another: the names, the first again at the end; null where nothing does. */
async function nameCycle(
  reader: Reader,
): Promise<{ what: 'attributes' | 'resources'; names: string[] } | null> {
  const { policy, attributes } = await loadPolicy(reader)
  const cycle = findCycle(policy)
  if (cycle === null) return null
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(name, ''), handle, vendor_id) as name from resource
    where id = any (${uuids(cycle)})`.execute(reader)
  const nameOf = new Map([
    ...rows.map(({ id, name }) => [id, name] as const),
    ...attributes.map(
      ({ id, dimensionHandle, name }) => [id, `${dimensionHandle}: ${name}`] as const,
    ),
  ])
  return {
    what: rows.length === 0 ? 'attributes' : 'resources',
    names: [...cycle, ...cycle.slice(0, 1)].map((id) => nameOf.get(id) ?? id),
  }
}

/** 422 where a rule that was just written lets attributes or resources depend on one another; drafts count. */
export async function refuseCycle(
  work: OperationCall,
  { rulesetId, conditions }: { rulesetId: string; conditions: readonly { type: ConditionType }[] },
): Promise<void> {
  if (!conditions.some(asksForRules)) return
  // What nothing asks for closes no cycle, and reading all of the policy takes long.
  const { rows } = await sql<{ isAsked: boolean }>`
    select attribute_id is not null
      or exists (select from condition c where c.vendor_resource_id = s.resource_id) as "isAsked"
    from ruleset s where id = ${rulesetId}`.execute(work.tx)
  if (rows[0]?.isAsked === true) await refuseAnyCycle(work, 'conditions')
}

/** 422 at the field where attributes or resources depend on one another; drafts count. */
export async function refuseAnyCycle(work: OperationCall, field: string): Promise<void> {
  const cycle = await nameCycle(work.tx)
  if (cycle === null) return
  // The dependencies come from rules that the caller may not be allowed to see.
  const named = work.context.may('policy.rule.view') ? `: ${cycle.names.join(' → ')}` : ''
  throw unprocessable({ [field]: [`would let ${cycle.what} depend on one another${named}`] })
}
