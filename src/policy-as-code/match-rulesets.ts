import { decodeId, encodeId } from '../contract/ids.ts'
import { areSameLimits, noLimits, withLimits } from '../policy/limits/limit-values.ts'
import type { RulesetOwner, RulesetValues } from '../policy/rulesets/write-rulesets.ts'
import { unknownHandle } from './caller-rights.ts'
import { refuseFaults, repeatsOf, type FolderFault } from './folder-error.ts'
import type { RulesetFile } from './folder-file.ts'
import { findOwners } from './named-resources.ts'
import type { RulesetSource } from './read-folder.ts'
import { keepLimits, ownLimits } from './render-folder.ts'
import { resourceName } from './resource-name.ts'
import { said } from './render-rules.ts'
import { byHandle, byOwner, ownerId, type SavedRuleset } from './saved-policy.ts'
import { labelOf } from './source-file.ts'
import { faultAt, type FolderWorld, type Step } from './step.ts'

/** A file with its ruleset. */
export type Target = {
  /** Its place in the folder: refs of its rules begin with it. */
  number: number
  source: RulesetSource
  ruleset: SavedRuleset
}

/** A file with what it is about, and the ruleset of that, if there is one. */
type MatchedRuleset = {
  source: RulesetSource
  owner: RulesetOwner
  ruleset: SavedRuleset | undefined
}

/** Finds what each file is about, and its ruleset, by its id or by its resource. Throws FolderError. */
async function matchRulesets(world: FolderWorld): Promise<MatchedRuleset[]> {
  const { folder, policy } = world
  const rulesets = byOwner(policy)
  const find = await findOwners(
    world,
    policy,
    folder.rulesets.map(({ data }) => data.resource),
  )
  const found = folder.rulesets.map((source) => {
    const owners = find(source.data.resource)
    const byId = policy.rulesets.get(decodeId('ruleset', source.data.id ?? '') ?? '')
    return matchOne(source, { owners, byId, rulesets, world })
  })
  const matched = found.flatMap((each) => ('owner' in each ? each : []))
  const faults = found.flatMap((each) => ('owner' in each ? [] : each))
  const repeats = repeatsOf(matched, ({ owner }) => [ownerId(owner)])
  const again = repeats.map(([{ source }, first]) =>
    faultAt({ source, path: 'resource' }, `${labelOf(first.source)} is about the same resource`),
  )
  refuseFaults([...faults, ...again])
  return matched
}

type Candidates = {
  owners: readonly RulesetOwner[]
  byId: SavedRuleset | undefined
  /** By the record that they are for. */
  rulesets: ReadonlyMap<string, SavedRuleset>
  world: FolderWorld
}

function matchOne(
  source: RulesetSource,
  { owners, byId, rulesets, world }: Candidates,
): MatchedRuleset | FolderFault {
  const { resource } = source.data
  const [owner, ...others] = owners
  if (owner === undefined && byId?.owner.type === resource.type)
    return { source, owner: byId.owner, ruleset: byId }
  if (owner === undefined) return missing(source, world)
  if (others.length > 0) {
    const message = `${owners.length} resources have this handle; name the one meant by vendor_id`
    return faultAt({ source, path: 'resource' }, message, '.handle')
  }
  const ruleset = rulesets.get(ownerId(owner))
  if (byId !== undefined && byId.id !== ruleset?.id) {
    const message = `names another ruleset than that of ${resourceName(resource)}; leave it out where this is a new file`
    return source.place({ path: 'id', message })
  }
  return { source, owner, ruleset }
}

/** The rulesets that are missing, without rules. They affect no person until they have some. */
export async function* missingRulesets(world: FolderWorld): AsyncGenerator<Step> {
  for (const { source, owner, ruleset } of await matchRulesets(world)) {
    if (ruleset !== undefined || !('resourceId' in owner) || !saysAnything(source.data)) continue
    const { state, isAuthoritative, expiresAfterDays, limits } = valuesOf(source.data)
    const values = {
      resource_id: encodeId('resource', owner.resourceId),
      state,
      is_authoritative: isAuthoritative,
      ...said({ expires_after_days: expiresAfterDays }),
      ...ownLimits(limits),
    }
    yield { source, path: '', operation: { op: 'create_ruleset', ...values } }
  }
}

/** The files with their rulesets, which exist now, except those of files that say nothing. 403 where the caller may not see one. */
export async function findTargets(world: FolderWorld): Promise<Target[]> {
  const matched = await matchRulesets(world)
  if (matched.some(({ ruleset, source }) => ruleset === undefined && saysAnything(source.data)))
    await world.ask('policy.rule.view')
  return matched.flatMap(({ source, ruleset }, number): Target[] => {
    if (ruleset === undefined) return []
    const data = world.folder.isWhole ? source.data : keepLimits(source.data, ruleset)
    return [{ number, source: { ...source, data }, ruleset }]
  })
}

/** What a file says of its ruleset. That of an attribute is authoritative unless the file says otherwise. */
export function valuesOf({
  state,
  is_authoritative,
  expires_after_days,
  resource,
  ...given
}: RulesetFile): RulesetValues {
  return {
    state,
    isAuthoritative: is_authoritative ?? resource.type === 'directory_attribute',
    expiresAfterDays: expires_after_days ?? null,
    limits: withLimits(noLimits, given),
  }
}

function missing(source: RulesetSource, { policy, may }: FolderWorld): FolderFault {
  const { type, integration = '', vendor_id, handle } = source.data.resource
  const place = { source, path: 'resource' }
  const known = byHandle(policy.integrations)
  const mayTell = may('workspace.integration.view')
  if (mayTell && type !== 'directory_attribute' && !known.has(integration)) {
    const message = unknownHandle('integration', integration, { known, may })
    return faultAt(place, message, '.integration')
  }
  const named = JSON.stringify(vendor_id ?? handle)
  return faultAt(
    place,
    `${integration} has no ${type} ${named}; import its resources first`,
    vendor_id === undefined ? '.handle' : '.vendor_id',
  )
}

/** A resource without any policy decision needs no ruleset. */
function saysAnything(file: RulesetFile): boolean {
  const { state, isAuthoritative, expiresAfterDays, limits } = valuesOf(file)
  const isOwn = state !== 'unmanaged' || isAuthoritative || expiresAfterDays !== null
  return file.rules.length > 0 || isOwn || !areSameLimits(limits, noLimits)
}
