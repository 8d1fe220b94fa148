import { sql } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'

/**
 * 422 where a rule would have more conditions than the settings allow. Rules that had more before the setting was lowered
 * stay as they are.
 */
export async function refuseTooManyConditions(reader: Reader, count: number): Promise<void> {
  const { condition_limit_per_rule: limit } = await reader
    .selectFrom('policy_settings')
    .select('condition_limit_per_rule')
    .executeTakeFirstOrThrow()
  if (count > limit)
    throw unprocessable({
      conditions: [
        `a rule has at most ${limit} conditions, and this one would have ${count}; ` +
          'condition_limit_per_rule of the policy settings is that limit',
      ],
    })
}

/**
 * 422 where a ruleset would have more drafts than the settings allow. A plan asks once all its operations are done, so that
 * a rule that is drafted and activated together doesn't count; a single operation asks before it adds the draft, because
 * adding it to refuse it is the costly part. The policy lock, exclusive, or the lock of drafts keeps others from adding
 * drafts at the same time.
 */
export async function refuseTooManyDrafts(
  tx: Transaction,
  {
    rulesetId,
    adding = 0,
    field = 'rules',
  }: { rulesetId: string; adding?: number; field?: string },
): Promise<void> {
  const { rows } = await sql<{ drafts: number; limit: number }>`
    select (select count(*) from rule
        where ruleset_id = ${rulesetId} and state = 'staged' and deleted_at is null) + ${adding}::integer as drafts,
      draft_limit_per_ruleset as limit
    from policy_settings`.execute(tx)
  const [row] = rows
  if (row !== undefined && row.drafts > row.limit)
    throw unprocessable({
      [field]: [
        `the ruleset would have ${row.drafts} drafts, and at most ${row.limit} are allowed: delete or activate some; ` +
          'draft_limit_per_ruleset of the policy settings is that limit',
      ],
    })
}
