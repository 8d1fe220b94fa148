import { encodeId } from '../../contract/ids.ts'
import { notFound, noSuch } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import type { PolicyCommand } from '../changes/policy-command.ts'
import { askOnRuleset } from '../rights/ruleset-rights.ts'
import { requireVisibleRule } from '../rights/visible-rule.ts'
import { requireViewable, requireVisibleRuleset } from '../rights/visible-ruleset.ts'
import { findRulesetAdmin } from '../rulesets/admins/admin-queries.ts'
import { findRuleOfCondition } from '../stored-rules/stored-rule.ts'

/**
 * What a command asks before it reads the body: 404 unless the caller may see the record that its path names, 403 without
 * the right on its ruleset. `run` asks again under the lock.
 */
export async function requireSubject(
  context: WriteContext,
  { needs }: Pick<PolicyCommand, 'needs'>,
): Promise<void> {
  const { ruleset, user, dimension, attribute } = context.params
  if ('right' in needs) {
    const rulesetId = await requireVisibleSubject(context)
    if (rulesetId !== undefined) await askOnRuleset(context, rulesetId, needs.right)
  }
  if (ruleset !== undefined && user !== undefined) {
    const found = await findRulesetAdmin(context.tx, ruleset, user)
    if (found === undefined) throw notFound('rulesetAdmin', encodeId('workspaceUser', user))
  }
  if (dimension !== undefined) await requireKnown(context, 'dimension', dimension)
  if (attribute !== undefined) await requireKnown(context, 'attribute', attribute)
}

/** @returns the uuid of the ruleset of the record that the path names */
async function requireVisibleSubject(context: WriteContext): Promise<string | undefined> {
  const { ruleset, rule, condition } = context.params
  if (rule !== undefined) return requireVisibleRule(context, rule)
  if (ruleset !== undefined) await requireVisibleRuleset(context, ruleset)
  if (condition === undefined) return ruleset
  const of = await findRuleOfCondition(context.tx, condition)
  const found = of && { ruleset_id: of.rulesetId }
  return (await requireViewable(context, { kind: 'condition', id: condition }, found)).ruleset_id
}

async function requireKnown({ tx }: WriteContext, kind: 'dimension' | 'attribute', id: string) {
  const found = await tx.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw noSuch(kind, id)
}
