import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { selectRulesetAdmins, type RulesetAdminRow } from './admin-queries.ts'
import { presentRulesetAdmin, type RulesetAdmin } from './admin-schema.ts'

/** The role of a person on a ruleset (by uuid of the role), with its ETag. */
export async function answerRulesetAdmin(
  context: ReadContext,
  id: string,
): Promise<Static<typeof RulesetAdmin>> {
  const row = await selectRulesetAdmins(context.db).where('a.id', '=', id).executeTakeFirst()
  if (row === undefined) throw noSuch('rulesetAdmin', id)
  return showRulesetAdmin(context, row)
}

/** {@link answerRulesetAdmin} for a row that was found already. */
export function showRulesetAdmin(
  context: ReadContext,
  row: RulesetAdminRow,
): Static<typeof RulesetAdmin> {
  // The person's name and whether they may act are in the body, but not in the row's version.
  const admin = presentRulesetAdmin(row, context)
  const name = Buffer.from(admin.name ?? '').toString('base64url')
  context.etag(row.version, `${name}${row.is_active ? 'a' : 'd'}${admin.name === null ? 'W' : ''}`)
  return admin
}
