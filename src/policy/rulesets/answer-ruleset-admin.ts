import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { notFound } from '../../http/problem.ts'
import type { ReadContext } from '../../http/route.ts'
import { findRulesetAdmin } from './operations/admin-queries.ts'
import { presentRulesetAdmin, type RulesetAdmin } from './admin-schema.ts'

/** The role of a person on a ruleset, with its ETag; 404 for a person who has none there. */
export async function answerRulesetAdmin(
  context: ReadContext,
  rulesetId: string,
  userId: string,
): Promise<Static<typeof RulesetAdmin>> {
  const row = await findRulesetAdmin(context.db, rulesetId, userId)
  if (row === undefined) throw notFound('rulesetAdmin', encodeId('workspaceUser', userId))
  // The person's name and whether they may act are in the body, but not in the row's version.
  const admin = presentRulesetAdmin(row, context)
  const name = Buffer.from(admin.name ?? '').toString('base64url')
  context.etag(row.version, `${name}${row.is_active ? 'a' : 'd'}${admin.name === null ? 'W' : ''}`)
  return admin
}
