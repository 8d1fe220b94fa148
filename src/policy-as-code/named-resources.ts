import { sql } from 'kysely'
import { decodeId } from '../contract/ids.ts'
import type { Reader } from '../database/database.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { RulesetOwner } from '../policy/rulesets/write-rulesets.ts'
import type { FolderResource } from './folder-file.ts'
import type { RulesetSource } from './read-folder.ts'
import { attributeKey } from './references.ts'
import { byHandle, byOwner, ownerId, type SavedPolicy, type SavedRuleset } from './saved-policy.ts'

/** What a resource of a file is: none, or several where resources of a vendor share the handle. */
export type FindOwners = (resource: FolderResource) => readonly RulesetOwner[]

/** Looks up these resources of files, as far as the caller of the policy may see them. */
export async function findOwners(
  { tx, may }: { tx: Reader; may: OperationContext['may'] },
  policy: SavedPolicy,
  resources: readonly FolderResource[],
): Promise<FindOwners> {
  const { dimensions, attributes } = policy
  const attributeIds = new Map(
    [...attributes.values()].map(({ id, dimensionId, value }) => [
      attributeKey(dimensions.get(dimensionId)?.handle ?? '', value),
      id,
    ]),
  )
  const found = await selectResources(tx, policy, [...new Set(resources)])
  const owners = byOwner(policy)
  const isSeen = (id: string) => may('directory.resource.view') || owners.has(id)
  return (resource) => {
    const { type, dimension = '', value = '' } = resource
    if (type !== 'directory_attribute')
      return (found.get(resource) ?? []).filter(isSeen).map((id) => ({ type, resourceId: id }))
    const attributeId = attributeIds.get(attributeKey(dimension, value))
    return attributeId === undefined ? [] : [{ type, attributeId }]
  }
}

/** The uuids of vendors' resources. */
async function selectResources(
  reader: Reader,
  policy: SavedPolicy,
  resources: readonly FolderResource[],
): Promise<ReadonlyMap<FolderResource | undefined, string[]>> {
  const integrations = byHandle(policy.integrations)
  const wanted = resources.flatMap(({ type, integration, vendor_id = null, handle }, place) => {
    const integrationId = integrations.get(integration ?? '')?.id
    if (integrationId === undefined) return []
    const named = { vendorId: vendor_id, handle: vendor_id === null ? handle : null }
    return [{ place, type, integrationId, ...named }]
  })
  const { rows } = await sql<{ place: number; id: string }>`
    select wanted.place, r.id
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (place int, type text, "integrationId" uuid, "vendorId" text, handle text)
    join resource r on r.integration_id = wanted."integrationId" and r.type = wanted.type
      and (r.vendor_id = wanted."vendorId" or r.handle = wanted.handle)
    order by r.id`.execute(reader)
  const found = Map.groupBy(rows, ({ place }) => resources[place])
  return new Map([...found].map(([resource, group]) => [resource, group.map(({ id }) => id)]))
}

/** The ruleset of a resource of a file; none where several are meant. */
export function rulesetFinder(
  policy: SavedPolicy,
  find: FindOwners,
): (resource: FolderResource) => SavedRuleset | undefined {
  const rulesets = byOwner(policy)
  return (resource) => {
    const [first, ...others] = find(resource).flatMap((each) => rulesets.get(ownerId(each)) ?? [])
    return others.length === 0 ? first : undefined
  }
}

/** Ruleset → the file that is about it: by its id, or by its resource. */
export async function homesOf(
  db: Reader,
  policy: SavedPolicy,
  sources: readonly RulesetSource[],
): Promise<Map<string, RulesetSource>> {
  const resources = sources.map(({ data }) => data.resource)
  const find = rulesetFinder(
    policy,
    await findOwners({ tx: db, may: () => true }, policy, resources),
  )
  const homes = sources.flatMap((source): [string, RulesetSource][] => {
    const id = decodeId('ruleset', source.data.id ?? '') ?? ''
    const found = policy.rulesets.get(id) ?? find(source.data.resource)
    return found === undefined ? [] : [[found.id, source]]
  })
  return new Map(homes)
}
