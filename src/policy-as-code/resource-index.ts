import { foldValue } from '../policy/attributes/fold-value.ts'
import type { FolderResource } from './folder-file.ts'
import { renderRulesets, resourceName } from './render-folder.ts'
import type { SavedPolicy } from './saved-policy.ts'

/**
 * Finds the ruleset (uuid) of a resource as a file names it; undefined if there is none, or several with that
 * handle.
 */
export function rulesetFinder(
  policy: SavedPolicy,
): (resource: FolderResource) => string | undefined {
  const found = new Map<string, string | undefined>()
  for (const { id, data } of renderRulesets(policy, new Set(policy.rulesets.keys()))) {
    found.set(keyOf(data.resource), id)
    const owner = policy.rulesets.get(id)?.owner
    const handle =
      owner !== undefined && 'resourceId' in owner
        ? (policy.resources.get(owner.resourceId)?.handle ?? null)
        : null
    if (handle === null) continue
    const { vendor_id: _vendorId, ...resource } = data.resource
    const key = keyOf({ ...resource, handle })
    found.set(key, found.has(key) ? undefined : id)
  }
  return (resource) => found.get(keyOf(resource))
}

function keyOf(resource: FolderResource): string {
  const { vendor_id, handle, value } = resource
  const by = vendor_id === undefined && handle !== undefined ? 'handle ' : ''
  return `${by}${resourceName(value === undefined ? resource : { ...resource, value: foldValue(value) })}`
}
