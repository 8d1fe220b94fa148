import { sql } from 'kysely'
import { decodeId } from '../contract/ids.ts'
import type { Reader, Transaction } from '../database/database.ts'
import {
  selectReadableIntegrations,
  type ReadableIntegration,
} from '../policy/conditions/policy-keys.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { FolderCondition } from './folder-file.ts'
import { attributeKey, roleKey, type NamedReference, type References } from './references.ts'

/** Looks up all referents of these conditions, in one statement for each kind. */
export async function loadReferences(
  { tx, may }: Pick<OperationContext, 'tx' | 'may'>,
  conditions: readonly FolderCondition[],
): Promise<References> {
  return {
    rights: { may },
    integrations: await selectIntegrations(tx),
    dimensions: await selectDimensions(tx),
    attributes: await selectAttributes(tx),
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
    .select(['id', 'handle'])
    .where('state', '=', 'active')
    .execute()
  return new Map(rows.map(({ handle, id }) => [handle, id]))
}

async function selectAttributes(tx: Transaction): Promise<Map<string, NamedReference>> {
  const rows = await tx
    .selectFrom('attribute')
    .select(['id', 'dimension_id', 'name', 'profile_value'])
    .where('state', '=', 'active')
    .execute()
  return new Map(rows.map((row) => [attributeKey(row.dimension_id, row.profile_value), row]))
}

const nameOfPerson = sql`coalesce(nullif(u.full_name, ''), u.email, '')`

/**
 * A deleted person (`u`) is one of the people that a file may name where a rule that has not ended does. So an address that somebody
 * else has since is refused, and does not come to mean them.
 */
const isNamed = sql<boolean>`exists (
  select from condition c join rule r on r.id = c.rule_id
  where c.directory_user_id = u.id and r.state in ('staged', 'active', 'expiring'))`

async function selectPeopleByEmail(
  tx: Transaction,
  conditions: readonly FolderCondition[],
): Promise<References['peopleByEmail']> {
  const emails = [
    ...new Set(conditions.flatMap(({ email }) => (email === undefined ? [] : [email]))),
  ]
  const { rows } = await sql<NamedReference & { email: string }>`
    select given.email, u.id, ${nameOfPerson} as name, u.deleted_at is not null as "isDeleted"
    from unnest(${emails}::text[]) as given (email)
    join directory_user u on u.email_key = email_key(given.email)
    where u.deleted_at is null or ${isNamed}`.execute(tx)
  return Map.groupBy(rows, ({ email }) => email)
}

async function selectPeopleById(
  tx: Transaction,
  conditions: readonly FolderCondition[],
): Promise<References['peopleById']> {
  const ids = conditions.flatMap(({ id }) =>
    id === undefined ? [] : [decodeId('directoryUser', id)],
  )
  const known = ids.filter((id) => id !== undefined)
  const { rows } = await sql<NamedReference>`
    select u.id, ${nameOfPerson} as name from directory_user u
    where u.id = any (${known}::uuid[]) and (u.deleted_at is null or ${isNamed})`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function selectRoles(reader: Reader): Promise<References['roles']> {
  const rows = await reader.selectFrom('policy_role').select(['resource_type', 'handle']).execute()
  return new Set(rows.map((row) => roleKey(row.resource_type, row.handle)))
}
