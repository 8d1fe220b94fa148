import { record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { findPrimaryIntegration, type Integration } from './queries.ts'

/** Makes an integration the primary in place of the one that is, with an audit row for each. */
export async function replacePrimary(
  tx: Transaction,
  actor: AuditActor,
  next: Integration,
): Promise<Integration> {
  const former = await findPrimaryIntegration(tx)
  if (former !== undefined) await setPrimary(tx, actor, { id: former.id, is_primary: false })
  return setPrimary(tx, actor, { id: next.id, is_primary: true })
}

async function setPrimary(
  tx: Transaction,
  actor: AuditActor,
  { id, is_primary }: Pick<Integration, 'id' | 'is_primary'>,
): Promise<Integration> {
  const changed = await tx
    .updateTable('integration')
    .set({ is_primary })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = { is_primary: { old: !is_primary, new: is_primary } }
  await record(tx, actor, [
    { event: 'workspace.integration.update', record: { kind: 'integration', id }, changes },
  ])
  return changed
}
