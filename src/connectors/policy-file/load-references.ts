import { sql } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import {
  selectReadableIntegrations,
  type ReadableIntegration,
} from '../../policy/conditions/policy-keys.ts'
import type { FileCondition, PolicyFile } from './policy-file.ts'
import {
  attributeKey,
  resourceKey,
  roleKey,
  type NamedReference,
  type References,
} from './references.ts'

/** Looks up, in one statement for each kind, all that a file names. Dimensions of the file exist by then. */
export async function loadReferences(tx: Transaction, file: PolicyFile): Promise<References> {
  const conditions = (file.rulesets ?? []).flatMap(({ rules }) =>
    rules.flatMap((rule) => rule.conditions),
  )
  const integrations = await selectIntegrations(tx)
  return {
    integrations,
    dimensions: await selectDimensions(tx),
    attributes: await selectAttributes(tx),
    resources: await selectResources(tx, file, integrations),
    peopleByEmail: await selectPeopleByEmail(tx, conditions),
    peopleById: await selectPeopleById(tx, conditions),
    roles: await selectRoles(tx),
  }
}

/** Integrations by handle. */
export async function selectIntegrations(
  tx: Transaction,
): Promise<Map<string, ReadableIntegration>> {
  const integrations = await selectReadableIntegrations(tx)
  return new Map(integrations.map((integration) => [integration.handle, integration]))
}

async function selectDimensions(tx: Transaction): Promise<References['dimensions']> {
  const rows = await tx
    .selectFrom('dimension')
    .select(['id', 'handle', 'attributes_enabled as attributesEnabled'])
    .where('state', '=', 'active')
    .execute()
  return new Map(rows.map((row) => [row.handle, row]))
}

async function selectAttributes(tx: Transaction): Promise<Map<string, NamedReference>> {
  const rows = await tx
    .selectFrom('attribute')
    .select(['id', 'dimension_id', 'name', 'profile_value'])
    .where('state', '=', 'active')
    .execute()
  return new Map(rows.map((row) => [attributeKey(row.dimension_id, row.profile_value), row]))
}

async function selectResources(
  tx: Transaction,
  { rulesets = [] }: PolicyFile,
  integrations: ReadonlyMap<string, ReadableIntegration>,
): Promise<References['resources']> {
  const wanted = rulesets.flatMap(({ resource: { type, integration, vendor_id } }) => {
    const integrationId = integrations.get(integration ?? '')?.id
    return integrationId === undefined ? [] : [{ type, integrationId, vendor_id }]
  })
  const { rows } = await sql<{
    id: string
    type: string
    integration_id: string
    vendor_id: string
  }>`
    select r.id, r.type, r.integration_id, r.vendor_id
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (type text, "integrationId" uuid, vendor_id text)
    join resource r on r.integration_id = wanted."integrationId" and r.type = wanted.type
      and r.vendor_id = wanted.vendor_id`.execute(tx)
  return new Map(
    rows.map((row) => [resourceKey(row.type, row.integration_id, row.vendor_id), row.id]),
  )
}

const nameOfPerson = sql`coalesce(nullif(u.full_name, ''), u.email, '')`

async function selectPeopleByEmail(
  tx: Transaction,
  conditions: readonly FileCondition[],
): Promise<References['peopleByEmail']> {
  const emails = [
    ...new Set(conditions.flatMap(({ email }) => (email === undefined ? [] : [email]))),
  ]
  const { rows } = await sql<NamedReference & { email: string }>`
    select given.email, u.id, ${nameOfPerson} as name
    from unnest(${emails}::text[]) as given (email)
    join directory_user u on u.email_key = email_key(given.email) and u.deleted_at is null`.execute(
    tx,
  )
  return Map.groupBy(rows, ({ email }) => email)
}

async function selectPeopleById(
  tx: Transaction,
  conditions: readonly FileCondition[],
): Promise<References['peopleById']> {
  const ids = conditions.flatMap(({ id }) =>
    id === undefined ? [] : [decodeId('directoryUser', id)],
  )
  const known = ids.filter((id) => id !== undefined)
  const { rows } = await sql<NamedReference>`
    select u.id, ${nameOfPerson} as name from directory_user u
    where u.id = any (${known}::uuid[]) and u.deleted_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function selectRoles(tx: Transaction): Promise<References['roles']> {
  const rows = await tx
    .selectFrom('policy_role')
    .select(['id', 'resource_type', 'handle'])
    .execute()
  return new Map(rows.map((row) => [roleKey(row.resource_type, row.handle), row.id]))
}
