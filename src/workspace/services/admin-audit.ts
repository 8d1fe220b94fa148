import type { AuditChanges, AuditEntry } from '../../audit/record.ts'

type Admin = {
  id: string
  service_id: string
  workspace_user_id: string
  directory_user_id: string | null
}

/** The audit row of a change of someone's role on a service. */
export function adminEntry(
  action: 'create' | 'update' | 'delete' | 'expire',
  admin: Admin,
  changes: AuditChanges,
): AuditEntry {
  return {
    event: `workspace.service_admin.${action}`,
    record: { kind: 'serviceAdmin', id: admin.id },
    parent: { kind: 'service', id: admin.service_id },
    related: { kind: 'workspaceUser', id: admin.workspace_user_id },
    subjectId: admin.directory_user_id,
    changes,
  }
}
