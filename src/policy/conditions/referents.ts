import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import type { NamedCondition } from '../stored-rules/describe-condition.ts'
import type { WrittenCondition } from '../stored-rules/draft-condition.ts'
import { selectReadableIntegrations, type ReadableIntegration } from './policy-keys.ts'

type NamedAttribute = { id: string; name: string; dimension: string; isActive: boolean }
type NamedResource = { id: string; name: string; isActive: boolean }
type NamedPerson = { id: string; name: string; isDeleted: boolean }

/** The referents of conditions, by uuid. */
export type Referents = {
  attributes: ReadonlyMap<string, NamedAttribute>
  people: ReadonlyMap<string, NamedPerson>
  resources: ReadonlyMap<string, NamedResource>
  integrations: readonly ReadableIntegration[]
}

type Naming = Pick<WrittenCondition, 'attributeId' | 'directoryUserId' | 'vendorResourceId'>

/** Looks up the referents of conditions. Missing ones are left out. */
export async function loadReferents(
  reader: Reader,
  conditions: readonly Naming[],
): Promise<Referents> {
  const attributeIds = conditions.flatMap(({ attributeId }) => attributeId ?? [])
  const resourceIds = conditions.flatMap(({ vendorResourceId }) => vendorResourceId ?? [])
  const personIds = conditions.flatMap(({ directoryUserId }) => directoryUserId ?? [])
  return {
    attributes: byId(await selectAttributes(reader, attributeIds)),
    people: byId(await selectPeople(reader, personIds)),
    resources: byId(await selectResources(reader, resourceIds)),
    integrations: await selectReadableIntegrations(reader),
  }
}

async function selectAttributes(reader: Reader, ids: readonly string[]): Promise<NamedAttribute[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedAttribute>`
    select a.id, a.name, d.handle as dimension, a.state = 'active' and d.state = 'active' as "isActive"
    from attribute a join dimension d on d.id = a.dimension_id
    where a.id = any (${ids}::uuid[])`.execute(reader)
  return rows
}

async function selectPeople(reader: Reader, ids: readonly string[]): Promise<NamedPerson[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedPerson>`
    select u.id, coalesce(nullif(u.full_name, ''), u.email, '') as name, u.deleted_at is not null as "isDeleted"
    from directory_user u where u.id = any (${ids}::uuid[])`.execute(reader)
  // An erased person has no name, only an id.
  return rows.map(({ id, name, isDeleted }) => ({
    id,
    name: name === '' ? encodeId('directoryUser', id) : name,
    isDeleted,
  }))
}

async function selectResources(reader: Reader, ids: readonly string[]): Promise<NamedResource[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedResource>`
    select id, coalesce(nullif(name, ''), handle, vendor_id) as name, state = 'active' as "isActive"
    from resource where id = any (${ids}::uuid[])`.execute(reader)
  return rows
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** A condition with the names of what it names. */
export function nameCondition(values: WrittenCondition, referents: Referents): NamedCondition {
  const { type, attributeId, integrationId, directoryUserId, profileKey, profileValue } = values
  const resource = referents.resources.get(values.vendorResourceId ?? '')
  const attribute = attributeId === null ? undefined : referents.attributes.get(attributeId)
  const person = directoryUserId === null ? undefined : referents.people.get(directoryUserId)
  const integration = referents.integrations.find(({ id }) => id === integrationId)
  return {
    type,
    operator: values.profileOperator,
    referent: attribute
      ? { dimension: attribute.dimension, attribute: attribute.name }
      : person
        ? { person: person.name }
        : resource
          ? { resource: resource.name }
          : null,
    integration: integration?.handle ?? null,
    profileKey,
    profileValue,
    orAbsent: values.orAbsent,
  }
}
