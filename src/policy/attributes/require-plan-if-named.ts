import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { NeedsPlan } from '../limits/beyond-limits.ts'
import type { Work } from '../operations/kind.ts'
import { mayOnRuleset } from '../rulesets/ruleset-rights.ts'

type Deactivated = { attributeId: string } | { dimensionId: string }
const maximumNamed = 5

/**
 * 409 with a plan if a rule in force names the attribute, or one of the dimension, unless a plan deactivates it: a
 * plan shows who moves. The message names the rules that the caller may see.
 */
export async function requirePlanIfNamed(work: Work, deactivated: Deactivated): Promise<void> {
  if (work.isPlan) return
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
  if (rows.length === 0) return
  const seen = rows
    .filter((rule) => mayOnRuleset(work.context, rule.ruleset_id, 'view'))
    .slice(0, maximumNamed)
    .map(({ id }) => encodeId('rule', id))
  const named =
    seen.length === 0 ? '' : ` (${seen.join(', ')}${seen.length < rows.length ? ', …' : ''})`
  const count = rows.length === 1 ? '1 rule in force names' : `${rows.length} rules in force name`
  const it = 'attributeId' in deactivated ? 'the attribute' : 'an attribute of the dimension'
  throw new NeedsPlan(`${count} ${it}${named}: it is deactivated only by a plan.`)
}
