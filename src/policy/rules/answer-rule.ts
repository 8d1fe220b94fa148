import { sql } from 'kysely'
import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { findingsMark } from '../conditions/rule-findings.ts'
import { presentListedCondition, selectConditions } from '../conditions/queries.ts'
import { maximumConditions } from '../conditions/schema.ts'
import { policyViewer, viewerMark } from '../shapes/withhold.ts'
import { countOfRule, findRule, presentListedRule } from './queries.ts'
import type { DescribedRule } from './schema.ts'

/** The answer of a single rule, with its ETag: the row's version, and what its body shows besides the row. */
export async function answerRule(
  context: ReadContext,
  id: string,
): Promise<Static<typeof DescribedRule>> {
  const row = await findRule(context.db, id)
  if (row === undefined) throw noSuch('rule', id)
  const { epoch, ...count } = await countOfRule(context.db, id)
  const conditions = await selectConditions(context.db)
    .where('c.rule_id', '=', id)
    .orderBy(sql`c.id`)
    .limit(maximumConditions)
    .execute()
  const viewer = policyViewer(context.may)
  const shown = { viewer, baseUrl: baseUrl(context.services) }
  const representation = `${epoch}-${count.qualified_users}-${count.manifest_users}`
  const rule = presentListedRule(row, shown)
  context.etag(row.version, `${representation}${viewerMark(viewer)}${findingsMark(rule.findings)}`)
  return {
    ...rule,
    count,
    included: {
      policy_conditions: conditions.map((condition) => presentListedCondition(condition, shown)),
    },
  }
}
