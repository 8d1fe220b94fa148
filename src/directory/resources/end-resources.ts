import { sql } from 'kysely'
import { record, type AuditEntry } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { ResourceRun } from './record-resources.ts'

type EndedMember = {
  resource_id: string
  identity_id: string
  role_handle: string
  directory_user_id: string | null
}

const pageSize = 5000

/** Deactivates all resources of an integration that is deleted: they have no members any more. */
export async function endResourcesOf(run: ResourceRun): Promise<void> {
  while ((await endMembers(run)) === pageSize);
  const { tx, actor, integrationId } = run
  const { rows } = await sql<{ id: string }>`
    update resource set state = 'deactivated' where integration_id = ${integrationId} and state = 'active'
    returning id`.execute(tx)
  for (let at = 0; at < rows.length; at += pageSize)
    await record(
      tx,
      actor,
      rows.slice(at, at + pageSize).map(({ id }): AuditEntry => ({
        event: 'directory.resource.deactivate',
        record: { kind: 'resource', id },
        parent: { kind: 'integration', id: integrationId },
        changes: { state: { old: 'active', new: 'deactivated' } },
      })),
    )
}

/** Ends some memberships. @returns how many */
async function endMembers({ tx, actor, integrationId }: ResourceRun): Promise<number> {
  const { rows } = await sql<EndedMember>`
    with ending as materialized (
      select m.resource_id, m.identity_id from resource o join resource_member m on m.resource_id = o.id
      where o.integration_id = ${integrationId} limit ${pageSize}
    )
    delete from resource_member m using ending e, identity i
    where m.resource_id = e.resource_id and m.identity_id = e.identity_id and i.id = m.identity_id
    returning m.resource_id, m.identity_id, m.role_handle, i.directory_user_id`.execute(tx)
  await record(
    tx,
    actor,
    rows.map((row): AuditEntry => ({
      event: 'directory.member.delete',
      record: { kind: 'resource', id: row.resource_id },
      related: { kind: 'identity', id: row.identity_id },
      subjectId: row.directory_user_id,
      changes: {
        [`members.${encodeId('identity', row.identity_id)}`]: { old: row.role_handle, new: null },
      },
    })),
  )
  return rows.length
}
