import type { RulesetRight } from '../../contract/permissions.ts'
import type { WriteContext } from '../../http/route.ts'
import type { PolicyCommand } from '../changes/policy-command.ts'
import { requireRulesetRight } from '../rights/require-ruleset-right.ts'

/**
 * What a command asks before it reads the body: 404 unless the caller may see the record that its path names, 403 without
 * the right on its ruleset.
 */
export async function requireSubject(
  context: WriteContext,
  { needs }: Pick<PolicyCommand, 'needs'>,
): Promise<void> {
  const { ruleset } = context.params
  if ('right' in needs && ruleset !== undefined)
    await requireRulesetRight(context, ruleset, needs.right)
}
