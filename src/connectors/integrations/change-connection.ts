import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { changesBetween, record } from '../../audit/record.ts'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import { noSuch, unprocessable } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { instantOrNull } from '../../http/schema.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { deleteCredentials, writeCredentials } from '../credentials/stored-credentials.ts'
import { addressOf, faultsIn, storedSettings, type LdapSettings } from '../ldap/ldap-settings.ts'
import { planNextSync } from '../sync/sync-state.ts'
import type { ConnectionChange } from './integration-input.ts'

type Context = Pick<WriteContext, 'tx' | 'actor' | 'now' | 'services' | 'ask' | 'requireVersion'>

/** Changes how an integration (a uuid) is reached and how often it is read. Moves nobody. */
export async function changeConnection(
  context: Context,
  id: string,
  wanted: ConnectionChange,
): Promise<void> {
  const { tx } = context
  // The policy's memory is bound to the version of the integration.
  await lockPolicy(tx, 'exclusive')
  const known = await tx
    .selectFrom('integration')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (known === undefined) throw noSuch('integration', id)
  await context.ask('workspace.integration.manage')
  context.requireVersion(known.version)
  refuseUnfit(known, wanted)
  await store(context, known, wanted)
}

function refuseUnfit(
  known: Integration,
  { connection, credentials, ...sync }: ConnectionChange,
): void {
  if (known.type !== 'ldap')
    throw unprocessable({
      connection: [`is for integrations of type ldap; this one is of type ${known.type}`],
    })
  const settings = connection === undefined ? storedSettings(known) : connection
  if (settings !== null) {
    const faults = Object.entries(faultsIn(settings))
    if (faults.length > 0)
      throw unprocessable({ connection: faults.map(([field, fault]) => `${field} ${fault}`) })
  }
  if (settings === null && credentials != null)
    throw unprocessable({ credentials: ['need a connection: send both'] })
  if (settings === null && sync.sync_every_seconds != null)
    throw unprocessable({ sync_every_seconds: ['needs a connection: set it first'] })
  if (known.credentials_set_at !== null && credentials === undefined)
    refuseOtherReceiver(storedSettings(known), settings)
}

/** Otherwise a caller who may change the connection could have the stored password sent to their own server. */
function refuseOtherReceiver(before: LdapSettings | null, after: LdapSettings | null): void {
  if (before === null || after === null) return
  if (isDeepStrictEqual(receiverOf(before), receiverOf(after))) return
  throw unprocessable({
    credentials: [
      'must be sent again, or removed with null, because the address, its encryption or the bind_dn changes',
    ],
  })
}

function receiverOf(settings: LdapSettings) {
  const { url, start_tls = false, allow_unencrypted = false, ca = null, bind_dn = null } = settings
  const scheme = url.split(':', 1)[0]
  return { ...addressOf(settings), scheme, start_tls, allow_unencrypted, ca, bind_dn }
}

async function store(
  { tx, actor, now, services }: Context,
  known: Integration,
  change: ConnectionChange,
): Promise<void> {
  const { connection, credentials: given } = change
  // Without a connection nobody needs them.
  const credentials = connection === null ? null : given
  const { id } = known
  if (credentials === null) await deleteCredentials(tx, id)
  if (credentials != null)
    await writeCredentials(tx, services.secretKeys, { integrationId: id, credentials }).catch(
      refuse,
    )
  const setAt = credentials === undefined ? known.credentials_set_at : credentials && now
  const after = {
    connection: connection === undefined ? known.connection : connection,
    credentials_set_at: setAt,
    sync_every_seconds:
      connection === null ? null : (change.sync_every_seconds ?? keptUnlessNull(known, change)),
    full_sync_every_seconds: change.full_sync_every_seconds ?? known.full_sync_every_seconds,
  }
  const changes = changesBetween(shown(known), shown(after))
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('integration')
    .set({ ...after, connection: asJson(after.connection) })
    .where('id', '=', id)
    .execute()
  await planNextSync(tx, {
    integrationId: id,
    everySeconds: after.sync_every_seconds,
    isOther: 'connection' in changes,
  })
  await record(tx, actor, [
    { event: 'workspace.integration.update', record: { kind: 'integration', id }, changes },
  ])
}

function keptUnlessNull(known: Integration, { sync_every_seconds: given }: ConnectionChange) {
  return given === undefined ? known.sync_every_seconds : null
}

type Connected = Pick<
  Integration,
  'connection' | 'credentials_set_at' | 'sync_every_seconds' | 'full_sync_every_seconds'
>

function shown({ connection, credentials_set_at, ...sync }: Connected): JsonObject {
  const json: JsonValue = JSON.parse(JSON.stringify(connection))
  return {
    connection: json,
    credentials_set_at: instantOrNull(credentials_set_at),
    sync_every_seconds: sync.sync_every_seconds,
    full_sync_every_seconds: sync.full_sync_every_seconds,
  }
}

function asJson(value: unknown) {
  return value === null ? null : sql<string>`${JSON.stringify(value)}::jsonb`
}

function refuse(error: unknown): never {
  if (error instanceof SecretKeyMissing)
    throw unprocessable({ credentials: [`can't be stored: ${error.message}`] })
  throw error
}
