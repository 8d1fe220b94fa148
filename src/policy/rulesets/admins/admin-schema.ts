import { type Static, Type } from 'typebox'
import { seesWorkspaceUser } from '../../../access/rights.ts'
import { encodeId } from '../../../contract/ids.ts'
import { rulesetAdminRoles } from '../../../contract/states.ts'
import { noSuch } from '../../../http/refusals/problem.ts'
import { baseUrl } from '../../../http/route/protocol.ts'
import type { ReadContext } from '../../../http/route/route.ts'
import {
  Id,
  Instant,
  instant,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../../http/shapes/schema.ts'
import { type RulesetAdminRow, selectRulesetAdmins } from './admin-queries.ts'

export const RulesetRole = OneOf(rulesetAdminRoles, {
  description:
    '`audit` sees the ruleset and its rules; `create` drafts rules too; `activate` puts them in force and ends them too; ' +
    '`admin` administers the ruleset and its admins too',
})

const Link = Type.String({ maxLength: 2000 })

/** The role of a person on one ruleset. */
export const RulesetAdmin = RecordShape(
  {
    id: Id('rulesetAdmin'),
    ruleset_id: Id('ruleset'),
    workspace_user_id: Id('workspaceUser'),
    name: Nullable(
      Text(200, {
        description: 'The name of the person; null for callers who may not see workspace users',
        examples: ['Ada Lovelace'],
      }),
    ),
    role: RulesetRole,
    is_active: Type.Boolean({ description: 'True while the person may act: active or expiring' }),
    timestamp: Shape({ created_at: Instant, updated_at: Instant }),
    links: Shape({ self: Link, policy_ruleset: Link, workspace_user: Link }),
  },
  { $id: 'PolicyRulesetAdmin' },
)

function rulesetAdminUrl(
  baseUrl: string,
  admin: Pick<RulesetAdminRow, 'ruleset_id' | 'workspace_user_id'>,
): string {
  const user = encodeId('workspaceUser', admin.workspace_user_id)
  return `${baseUrl}/policy/rulesets/${encodeId('ruleset', admin.ruleset_id)}/admins/${user}`
}

export function presentRulesetAdmin(
  row: RulesetAdminRow,
  viewer: Pick<ReadContext, 'caller' | 'may' | 'services'>,
): Static<typeof RulesetAdmin> {
  const url = baseUrl(viewer.services)
  const ruleset = encodeId('ruleset', row.ruleset_id)
  const user = encodeId('workspaceUser', row.workspace_user_id)
  return {
    id: encodeId('rulesetAdmin', row.id),
    ruleset_id: ruleset,
    workspace_user_id: user,
    name: seesWorkspaceUser(viewer, row.workspace_user_id) ? row.user_name : null,
    role: row.role,
    is_active: row.is_active,
    timestamp: { created_at: instant(row.created_at), updated_at: instant(row.updated_at) },
    links: {
      self: rulesetAdminUrl(url, row),
      policy_ruleset: `${url}/policy/rulesets/${ruleset}`,
      workspace_user: `${url}/workspace/users/${user}`,
    },
  }
}

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
