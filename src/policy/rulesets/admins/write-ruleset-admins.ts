import { type AuditActor, type AuditEntry, record } from '../../../audit/record.ts'
import type { RulesetAdminRole } from '../../../contract/states.ts'
import type { Transaction } from '../../../database/database.ts'

/** A person on a ruleset, by uuid, and the directory user that they are tied to. */
export type Administration = {
  rulesetId: string
  workspaceUserId: string
  directoryUserId: string | null
}

/** Gives a person a role on a ruleset, replacing an earlier one, with its audit row. @returns the record's uuid */
export async function writeRulesetAdmin(
  tx: Transaction,
  actor: AuditActor,
  admin: Administration,
  { before, after }: { before: RulesetAdminRole | null; after: RulesetAdminRole },
): Promise<string> {
  const { rulesetId, workspaceUserId } = admin
  const { id } = await tx
    .insertInto('ruleset_admin')
    .values({ ruleset_id: rulesetId, workspace_user_id: workspaceUserId, role: after })
    .onConflict((conflict) =>
      conflict.columns(['ruleset_id', 'workspace_user_id']).doUpdateSet({ role: after }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const action = before === null ? 'create' : 'update'
  await record(tx, actor, [entry(action, { ...admin, id }, { old: before, new: after })])
  return id
}

/** Takes a person's role on a ruleset away, with its audit row. */
export async function deleteRulesetAdmin(
  tx: Transaction,
  actor: AuditActor,
  admin: Administration & { id: string },
  before: RulesetAdminRole,
): Promise<void> {
  await tx.deleteFrom('ruleset_admin').where('id', '=', admin.id).execute()
  await record(tx, actor, [entry('delete', admin, { old: before, new: null })])
}

function entry(
  action: 'create' | 'update' | 'delete',
  admin: Administration & { id: string },
  role: { old: RulesetAdminRole | null; new: RulesetAdminRole | null },
): AuditEntry {
  return {
    event: `policy.ruleset_admin.${action}`,
    record: { kind: 'rulesetAdmin', id: admin.id },
    parent: { kind: 'ruleset', id: admin.rulesetId },
    related: { kind: 'workspaceUser', id: admin.workspaceUserId },
    subjectId: admin.directoryUserId,
    changes: { role },
  }
}
