import { encodeId } from '../../contract/ids.ts'
import { serviceAdminRoles, type ServiceAdminRole } from '../../contract/states.ts'
import { createTokenSecret, hashToken } from '../../access/token-secret.ts'
import type { TestDatabase } from '../../../test/harness.ts'

export type MadeService = { id: string; uuid: string; path: string }
type Admins = Partial<Record<ServiceAdminRole, readonly { uuid: string }[]>>
let made = 0

/** An active service with these people in these roles and these permissions, without audit rows. */
export async function makeService(
  server: TestDatabase,
  { permissions = [], ...admins }: Admins & { permissions?: readonly string[] },
): Promise<MadeService> {
  made += 1
  const handle = `service-${made}`
  return server.database.transaction(async ({ tx }) => {
    const { id: uuid } = await tx
      .insertInto('service')
      .values({ name: `Service ${made}`, handle })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const role of serviceAdminRoles) {
      for (const person of admins[role] ?? []) {
        await tx
          .insertInto('service_admin')
          .values({ service_id: uuid, workspace_user_id: person.uuid, admin_role: role })
          .execute()
      }
    }
    for (const permission of permissions) {
      await tx.insertInto('service_permission').values({ service_id: uuid, permission }).execute()
    }
    const id = encodeId('service', uuid)
    return { id, uuid, path: `/workspace/services/${id}` }
  })
}

/** A token of the service, for a day. */
export async function makeServiceToken(
  server: TestDatabase,
  service: MadeService,
  scopes: readonly string[] = ['*'],
): Promise<{ id: string; token: string }> {
  const token = createTokenSecret('service')
  return server.database.transaction(async ({ tx, now }) => {
    const { id } = await tx
      .insertInto('token')
      .values({
        name: 'fixture',
        hash: hashToken(token),
        service_id: service.uuid,
        scopes: [...scopes],
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: encodeId('token', id), token }
  })
}

/** The audit rows of the database, oldest first, without those of other events. */
export async function auditRows(server: TestDatabase, event: string) {
  return server.query<{
    actor_id: string
    record_type: string
    record_id: string
    parent_id: string | null
    related_id: string | null
    subject_id: string | null
    details: Record<string, unknown> | null
    changes: Record<string, { old: unknown; new: unknown }>
  }>('select * from audit_log where event = $1 order by sequence', [event])
}

/** All services have held this permission for 91 days, and uses have been noted as long. */
export async function ageHeld(server: Pick<TestDatabase, 'query'>, permission: string) {
  const earlier = `- interval '91 days'`
  await server.query(`update schema_migration set ran_at = ran_at ${earlier}`)
  await server.query(
    `update service_permission set held_since = held_since ${earlier} where permission = $1`,
    [permission],
  )
}
