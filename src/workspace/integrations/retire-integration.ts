import { record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import type { Integration } from './queries.ts'

/** Marks an integration deleted: nothing can be read from it or matched by it any more. The caller deletes its credentials. */
export async function retireIntegration(
  tx: Transaction,
  actor: AuditActor,
  { id, state, is_primary, policy_keys, ...known }: Integration,
): Promise<void> {
  const { trusts_email, trusts_employee_id, credentials_set_at: setAt } = known
  const after = {
    state: 'deactivated' as const,
    is_primary: false,
    policy_keys: [],
    trusts_email: false,
    trusts_employee_id: false,
    credentials_set_at: null,
  }
  await tx
    .updateTable('integration')
    .set((builder) => ({ ...after, deleted_at: builder.fn('current_instant') }))
    .where('id', '=', id)
    .execute()
  const changes = {
    state: { old: state, new: after.state },
    ...(policy_keys.length > 0 && { policy_keys: { old: policy_keys, new: [] } }),
    ...(is_primary && { is_primary: { old: true, new: false } }),
    ...(trusts_email && { trusts_email: { old: true, new: false } }),
    ...(trusts_employee_id && { trusts_employee_id: { old: true, new: false } }),
    ...(setAt !== null && { credentials_set_at: { old: setAt.toISOString(), new: null } }),
  }
  await record(tx, actor, [
    { event: 'workspace.integration.delete', record: { kind: 'integration', id }, changes },
  ])
}
