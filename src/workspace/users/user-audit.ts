import type { AuditChanges, AuditEntry } from '../../audit/record.ts'
import type { ActionOn } from '../../contract/audit-events.ts'
import { instant } from '../../http/shapes/schema.ts'
import { presentTie } from './directory-tie.ts'
import type { UserRow } from './queries.ts'

/** The audit row of a new workspace user. Personal data is kept separately. */
export function userCreationEntry(user: UserRow, roles: string[]): AuditEntry {
  const changes = {
    state: { old: null, new: user.state },
    provider: { old: null, new: user.provider },
    roles: { old: null, new: roles },
    directory_user_id: { old: null, new: presentTie(user.directory_user_id) },
    ...(user.expires_at !== null && {
      expires_at: { old: null, new: instant(user.expires_at) },
    }),
  }
  const personal = {
    provider_id: { old: null, new: user.provider_id },
    name: { old: null, new: user.name },
    handle: { old: null, new: user.handle },
    email: { old: null, new: user.email },
  }
  return userEntry('create', user, changes, personal)
}

export function userEntry(
  action: ActionOn<'workspace.user'>,
  user: UserRow,
  changes: AuditChanges,
  personal: AuditChanges = {},
): AuditEntry {
  return {
    event: `workspace.user.${action}`,
    record: { kind: 'workspaceUser', id: user.id },
    subjectId: user.directory_user_id,
    changes,
    personal,
  }
}
