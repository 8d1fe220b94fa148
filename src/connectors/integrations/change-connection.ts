import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { changesBetween, record, type AuditChanges } from '../../audit/record.ts'
import { isRecord, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { instantOrNull } from '../../http/shapes/schema.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { deleteCredentials, writeCredentials } from '../credentials/stored-credentials.ts'
import type { Connection, Connector } from '../pull/connector.ts'
import { allConnectors, connectorOf } from '../vendors.ts'
import { settingsFaults } from './settings-faults.ts'
import { planNextSync } from '../sync/sync-state.ts'
import type { ConnectionChange } from './integration-input.ts'

type Context = Pick<WriteContext, 'tx' | 'actor' | 'now' | 'services' | 'ask'> &
  Partial<Pick<WriteContext, 'requireVersion'>>

/** Changes how an integration (a uuid) is reached and how often it is read, with its audit row. Moves no one. */
export async function changeConnection(
  context: Context,
  id: string,
  wanted: ConnectionChange,
): Promise<void> {
  const changes = await setConnection(context, id, wanted)
  if (Object.keys(changes).length === 0) return
  await record(context.tx, context.actor, [
    { event: 'workspace.integration.update', record: { kind: 'integration', id }, changes },
  ])
}

/** {@link changeConnection} without an audit row. @returns what that row has */
export async function setConnection(
  context: Omit<Context, 'actor'>,
  id: string,
  wanted: ConnectionChange,
): Promise<AuditChanges> {
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
  context.requireVersion?.(known.version)
  refuseUnfit(known, wanted)
  await askForEntries(context, known, wanted)
  return store(context, known, wanted)
}

/** A person who is found by a filter has the value that it names, also of an attribute that no mapping reads. */
async function askForEntries(
  { ask }: Pick<Context, 'ask'>,
  { connection: before }: Integration,
  { connection: after, credentials }: ConnectionChange,
): Promise<void> {
  if (before === null || after == null || credentials != null) return
  if (!isDeepStrictEqual(filtersOf(before), filtersOf(after))) await ask(profileValuePermission)
}

function filtersOf(settings: unknown): unknown[] {
  return isRecord(settings) ? [settings['people_filter'], settings['group_filter']] : []
}

function refuseUnfit(known: Integration, change: ConnectionChange): void {
  const { connection, credentials, ...sync } = change
  const connector = connectorOf(known.type)
  if (connector === undefined) throw unprocessable(unfitFor(known, change))
  const before = connector.connectionOf(known.connection)
  const after =
    connection === undefined ? before : connection && readSettings(connector, connection)
  if (after !== null && after.faults.length > 0)
    throw unprocessable({ connection: [...after.faults] })
  if (after === null && credentials != null)
    throw unprocessable({ credentials: ['need a connection: send both'] })
  if (after === null && sync.sync_every_seconds != null)
    throw unprocessable({ sync_every_seconds: ['needs a connection: set it first'] })
  if (credentials != null) refuseOtherSecret(known, connector, credentials)
  if (known.credentials_set_at !== null && credentials === undefined)
    refuseOtherReceiver(connector, before, after)
}

/** Each field that is given, for a source that Muster does not read. */
function unfitFor({ type }: Integration, change: ConnectionChange): Record<string, string[]> {
  const fault = `is for integrations of type ${allConnectors()
    .map(([name]) => name)
    .join(', ')}; this one is of type ${type}`
  return Object.fromEntries(Object.keys(change).map((field) => [field, [fault]]))
}

/** The settings by the schema of their type. */
function readSettings(connector: Connector, given: object): Connection {
  const connection = connector.connectionOf(given)
  if (connection === null) throw unprocessable({ connection: settingsFaults(connector, given) })
  return connection
}

function refuseOtherSecret(
  { type }: Integration,
  { secret: { kind } }: Connector,
  given: Exclude<ConnectionChange['credentials'], null | undefined>,
): void {
  const kinds = Object.keys(given)
  if (kinds.length === 1 && kinds[0] === kind) return
  throw unprocessable({ credentials: [`of an integration of type ${type} are {"${kind}": "…"}`] })
}

/** Otherwise a caller who may change the connection could have the stored secret sent to their own server. */
function refuseOtherReceiver(
  { receiver }: Connector,
  before: Connection | null,
  after: Connection | null,
): void {
  if (after === null) return
  if (before !== null && isDeepStrictEqual(before.receiver, after.receiver)) return
  throw unprocessable({
    credentials: [`must be sent again, or removed with null, because ${receiver} changes`],
  })
}

async function store(
  { tx, now, services }: Pick<Context, 'tx' | 'now' | 'services'>,
  known: Integration,
  change: ConnectionChange,
): Promise<AuditChanges> {
  const { connection, credentials: given } = change
  // Without a connection no one needs them.
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
  if (Object.keys(changes).length === 0) return changes
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
  return changes
}

function keptUnlessNull(known: Integration, { sync_every_seconds: given }: ConnectionChange) {
  return given === undefined ? known.sync_every_seconds : null
}

type Connected = Pick<
  Integration,
  'credentials_set_at' | 'sync_every_seconds' | 'full_sync_every_seconds'
> & { connection: unknown }

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
