import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { MemberStatus } from '../../contract/states.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { instant } from '../../http/shapes/schema.ts'
import {
  comparison,
  dueRole,
  membershipOf,
  type Compared,
  type Membership,
} from '../../policy/users/membership-drift.ts'
import type { ListedResource, PersonResource } from './schema.ts'

/** Resources (`o`) with their integrations (`g`), to be filtered and ordered. */
export function listedResources(db: Reader) {
  return db
    .selectFrom('resource as o')
    .innerJoin('integration as g', 'g.id', 'o.integration_id')
    .leftJoin('ruleset as rs', 'rs.resource_id', 'o.id')
    .select([
      'o.id',
      'o.state',
      'o.type',
      'o.integration_id',
      'g.vendor as integration_vendor',
      'g.handle as integration_handle',
      'o.vendor_id',
      'o.parent_id',
      'o.name',
      'o.handle',
      'rs.id as ruleset_id',
      'o.created_at',
      'o.updated_at',
    ])
}

export type ListedResourceRow = RowOf<typeof listedResources>

/** `baseUrl` has no trailing slash. */
export function presentListedResource(
  row: ListedResourceRow,
  baseUrl: string,
): Static<typeof ListedResource> {
  const { created_at, updated_at, ...own } = row
  const id = encodeId('resource', row.id)
  const integrationId = encodeId('integration', row.integration_id)
  const parentId = row.parent_id === null ? null : encodeId('resource', row.parent_id)
  const rulesetId = row.ruleset_id === null ? null : encodeId('ruleset', row.ruleset_id)
  const urlOf = (resource: string) => `${baseUrl}/directory/resources/${resource}`
  return {
    ...own,
    id,
    integration_id: integrationId,
    parent_id: parentId,
    ruleset_id: rulesetId,
    timestamp: { created_at: instant(created_at), updated_at: instant(updated_at) },
    links: {
      self: urlOf(id),
      integration: `${baseUrl}/workspace/integrations/${integrationId}`,
      parent: parentId === null ? null : urlOf(parentId),
      members: `${urlOf(id)}/members`,
      ruleset: rulesetId === null ? null : `${baseUrl}/policy/rulesets/${rulesetId}`,
    },
  }
}

/** A person (a uuid), and a resource (`o`) with its ruleset (`rs`), if it has one. */
const inResource = (person: string): Compared => ({
  person: sql`${person}::uuid`,
  resource: sql`o.id`,
  ruleset: sql`rs.id`,
})

const powers = {
  isManaged: sql`coalesce(rs.state = 'managed', false)`,
  isAuthoritative: sql`rs.is_authoritative`,
}

/** The status of a person (a uuid) who is a member of a resource (`o`) with its ruleset (`rs`), as the drift of the resource has it. */
export function memberStatus(person: string): RawBuilder<MemberStatus> {
  return sql<MemberStatus>`(select d.status from (${comparison(inResource(person), powers)}) d)`
}

/** The resources (`o`) of which an identity of a person (a uuid) is a member, with what they have there. */
export function personResources(db: Reader, person: string) {
  return listedResources(db)
    .select([
      sql<Membership>`${membershipOf(inResource(person))}`.as('has'),
      dueRole(inResource(person)).as('should'),
      memberStatus(person).as('drift'),
    ])
    .where(
      sql<boolean>`o.id in (
      select m.resource_id from identity i join resource_member m on m.identity_id = i.id where i.directory_user_id = ${person})`,
    )
}

type PersonResourceRow = RowOf<typeof personResources>

/** `baseUrl` has no trailing slash. */
export function presentPersonResource(
  { has, should, drift, ...row }: PersonResourceRow,
  { baseUrl, seesPolicy }: { baseUrl: string; seesPolicy: boolean },
): Static<typeof PersonResource> {
  return { ...presentListedResource(row, baseUrl), has, ...(seesPolicy && { should, drift }) }
}

export const mostOnlyHad = 200

/** What a person (a uuid) has at the vendors and no rule says that they should have, by name: the first of it. */
export function selectOnlyHad(db: Reader, person: string) {
  return personResources(db, person)
    .where(sql<boolean>`${memberStatus(person)} in ('extra', 'unmanaged')`)
    .orderBy('o.name')
    .orderBy('o.id')
    .limit(mostOnlyHad)
    .execute()
}
