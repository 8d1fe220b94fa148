import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { mayOnRuleset } from '../rights/ruleset-rights.ts'

type Deactivated = { attributeId: string } | { dimensionId: string }
const maximumNamed = 5

/**
 * Why only a plan may deactivate the attribute, or all of the dimension: a rule in force names it, and a plan shows
 * who moves. Names the rules that the caller may see. Undefined without such a rule, and in a plan.
 */
export async function findReasonForPlan(
  work: OperationCall,
  deactivated: Deactivated,
): Promise<string | undefined> {
  if (work.isPlan) return undefined
  const isOne =
    'attributeId' in deactivated
      ? sql`c.attribute_id = ${deactivated.attributeId}`
      : sql`c.attribute_id in (select id from attribute where dimension_id = ${deactivated.dimensionId})`
  const { rows } = await sql<{ id: string; ruleset_id: string }>`
    select distinct r.id, r.ruleset_id
    from condition c join rule r on r.id = c.rule_id join ruleset s on s.id = r.ruleset_id
    where ${isOne} and r.state in ('active', 'expiring') and s.state = 'managed' order by r.id`.execute(
    work.tx,
  )
  if (rows.length === 0) return undefined
  const seen = rows
    .filter((rule) => mayOnRuleset(work.context, rule.ruleset_id, 'view'))
    .slice(0, maximumNamed)
    .map(({ id }) => encodeId('rule', id))
  const named =
    seen.length === 0 ? '' : ` (${seen.join(', ')}${seen.length < rows.length ? ', …' : ''})`
  const count = rows.length === 1 ? '1 rule in force names' : `${rows.length} rules in force name`
  const it = 'attributeId' in deactivated ? 'the attribute' : 'an attribute of the dimension'
  return `${count} ${it}${named}: it is deactivated only by a plan.`
}
