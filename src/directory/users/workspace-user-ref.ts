import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { WorkspaceUserRef, WorkspaceUserRefJson } from './schema.ts'

/** Whether a caller sees the names and addresses of workspace users. */
export function seesWorkspaceUsers(may: (permission: Permission) => boolean): boolean {
  return may('workspace.user.view')
}

/**
 * The workspace user of a directory user; the row's id is a uuid. Without `workspace.user.view` the caller sees that there
 * is one and its state.
 */
export function presentWorkspaceUserRef(
  row: WorkspaceUserRefJson,
  isSeen: boolean,
): Static<typeof WorkspaceUserRef> {
  const { state, provider, provider_id, name, handle, email } = row
  const id = encodeId('workspaceUser', row.id)
  if (isSeen) return { id, state, provider, provider_id, name, handle, email }
  return { id, state, provider, provider_id: '', name: '', handle: null, email: null }
}
