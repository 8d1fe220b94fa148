import { sql, type RawBuilder } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import type { RulesetRight } from '../../contract/permissions.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { subjectId, type OperationCall } from '../changes/operation-kind.ts'
import { askOnRuleset, mayOnRuleset } from '../rights/ruleset-rights.ts'
import { findStoredRule, type StoredRule } from '../stored-rules/stored-rule.ts'

/** For {@link operationKind}: the rule that an operation names by its id. */
export function ruleNamed({ rule_id }: { rule_id: string }): RawBuilder<string | null> {
  return sql`${decodeId('rule', rule_id) ?? null}::uuid`
}

/**
 * The rule that an operation is about. The policy lock, or that of drafts, prevents concurrent changes. 404 unless
 * it exists and the caller may view it, 403 unless they have the right on its ruleset.
 */
export async function ruleFor(
  work: OperationCall,
  sent: string,
  right: RulesetRight | ((rule: StoredRule) => RulesetRight),
): Promise<StoredRule> {
  const id = subjectId(work, 'rule', sent)
  const rule = await findStoredRule(work.tx, id)
  if (rule === undefined || !mayOnRuleset(work.context, rule.rulesetId, 'view'))
    throw noSuch('rule', id)
  await askOnRuleset(work.context, rule.rulesetId, typeof right === 'string' ? right : right(rule))
  return rule
}
