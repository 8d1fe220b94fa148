import { sql } from 'kysely'
import { decodeId } from '../contract/ids.ts'
import type { Reader } from '../database/database.ts'
import { foldValue } from '../policy/attributes/fold-value.ts'
import type { ReadableIntegration } from '../policy/conditions/policy-keys.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { RulesetOwner } from '../policy/rulesets/write-rulesets.ts'
import type { FolderCondition, FolderResource } from './folder-file.ts'
import {
  byHandle,
  type SavedAttribute,
  type SavedDimension,
  type SavedPolicy,
} from './saved-policy.ts'

type PersonReference = { id: string; isDeleted: boolean }

/** The objects that rules may name. */
export type References = {
  /** By handle. */
  integrations: ReadonlyMap<string, ReadableIntegration>
  /** The active ones by handle. */
  dimensions: ReadonlyMap<string, SavedDimension>
  /** The active ones by {@link attributeKey}. */
  attributes: ReadonlyMap<string, SavedAttribute>
  /** By {@link personKey}. */
  people: ReadonlyMap<string, readonly PersonReference[]>
  /** Vendors' resources. */
  findOwners: (resource: FolderResource) => readonly RulesetOwner[]
  /** The rights of the caller, which decide what may be listed. */
  may: OperationContext['may']
  roles: Roles
}

/** Type of resource → the handles of its roles, sorted. */
export type Roles = ReadonlyMap<string, readonly string[]>

/** All that these conditions name: of the policy as the caller sees it, and people. */
export async function loadReferences(
  { tx, may }: Pick<OperationContext, 'tx' | 'may'>,
  policy: SavedPolicy,
  conditions: readonly FolderCondition[],
  findOwners: References['findOwners'],
): Promise<References> {
  return {
    may,
    integrations: byHandle(policy.integrations),
    dimensions: byHandle(new Map([...policy.dimensions].filter(([, each]) => isActive(each)))),
    attributes: attributesByKey([...policy.attributes.values()].filter(isActive)),
    people: await selectPeople(tx, conditions),
    findOwners,
    roles: await selectRoles(tx),
  }
}

function isActive({ state }: { state: string }): boolean {
  return state === 'active'
}

/** `dimension` is its uuid or its handle. */
export function attributeKey(dimension: string, value: string): string {
  return `${dimension} ${foldValue(value)}`
}

/** Attributes by their dimension's uuid and their value. */
export function attributesByKey(attributes: Iterable<SavedAttribute>): Map<string, SavedAttribute> {
  const all = [...attributes]
  return new Map(all.map((each) => [attributeKey(each.dimensionId, each.value), each]))
}

/** How a condition names a person: by the address as the file spells it, or by id. */
export function personKey({ email, id }: Pick<FolderCondition, 'email' | 'id'>): string {
  return email === undefined ? `id ${decodeId('directoryUser', id ?? '') ?? ''}` : `email ${email}`
}

/**
 * A deleted person is one of the people that a file may name where a rule that has not ended does. So an address that somebody
 * else has since is refused, and does not come to mean them.
 */
export async function selectPeople(
  reader: Reader,
  conditions: readonly Pick<FolderCondition, 'email' | 'id'>[],
): Promise<References['people']> {
  const emails = new Set(conditions.flatMap(({ email }) => email ?? []))
  const ids = conditions.flatMap(({ id = '' }) => decodeId('directoryUser', id) ?? [])
  const { rows } = await sql<PersonReference & { key: string }>`
    select found.key, u.id, u.deleted_at is not null as "isDeleted"
    from (
      select 'email ' || given.email, u.id
      from unnest(${[...emails]}::text[]) as given (email)
      join directory_user u on u.email_key = email_key(given.email)
      union
      select 'id ' || id, id from unnest(${ids}::uuid[]) as given (id)
    ) as found (key, id) join directory_user u on u.id = found.id
    where u.deleted_at is null or exists (
      select from condition c join rule r on r.id = c.rule_id
      where c.directory_user_id = u.id and r.state in ('staged', 'active', 'expiring'))`.execute(
    reader,
  )
  return Map.groupBy(rows, ({ key }) => key)
}

export async function selectRoles(reader: Reader): Promise<Roles> {
  const rows = await reader.selectFrom('policy_role').select(['resource_type', 'handle']).execute()
  const byType = Map.groupBy(rows, (row) => row.resource_type)
  return new Map(
    [...byType].map(([type, roles]) => [type, roles.map(({ handle }) => handle).sort()]),
  )
}

/** `"x" is no role of a codehost_group; allowed: a, b`; null for a role that there is. */
export function roleFault(role: string, resourceType: string, roles: Roles): string | null {
  const allowed = roles.get(resourceType) ?? []
  return allowed.includes(role)
    ? null
    : `${JSON.stringify(role)} is no role of a ${resourceType}; allowed: ${allowed.join(', ')}`
}
