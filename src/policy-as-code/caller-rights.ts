import { mayViewRuleset } from '../policy/rights/visible-ruleset.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { profileValuePermission, type Permission } from '../contract/permissions.ts'
import type { FolderCondition, FolderTest } from './folder-file.ts'
import type { Folder } from './read-folder.ts'
import { ownerId, type SavedPolicy } from './saved-policy.ts'

const listingOf = {
  dimension: 'directory.dimension.view',
  integration: 'workspace.integration.view',
} as const

/** `there is no dimension "x"; allowed: a, b`; the allowed ones only for a caller who may list them. */
export function unknownHandle(
  kind: keyof typeof listingOf,
  given: string,
  { known, may }: { known: ReadonlyMap<string, unknown>; may: OperationContext['may'] },
): string {
  const message = `there is no ${kind} ${JSON.stringify(given)}`
  if (!may(listingOf[kind])) return message
  const allowed = [...known.keys()].sort().slice(0, 30).join(', ')
  return `${message}; allowed: ${allowed === '' ? 'none yet' : allowed}`
}

const readOf: Record<FolderCondition['type'], Permission> = {
  attribute: 'directory.attribute.view',
  entitled_to: 'policy.rule.view',
  identity: 'directory.identity.profile.view',
  user: 'directory.user.view',
  direct_reports_of: 'directory.user.view',
  all_reports_of: 'directory.user.view',
}

/**
 * 403 unless the caller may see the kinds of records that a folder names by a value: an error, or no error, would tell
 * whether there is one. Rulesets and resources that the caller may not see are simply not there ({@link visiblePolicy}).
 */
export async function requireRead(
  { ask }: Pick<OperationContext, 'ask'>,
  { settings, rulesets }: Folder,
): Promise<void> {
  const dimensions = settings.flatMap(({ data }) => data.dimensions ?? [])
  const conditions = rulesets.flatMap(({ data }) => data.rules.flatMap((rule) => rule.conditions))
  const needed = new Set(conditions.map(({ type }) => readOf[type]))
  if (dimensions.length > 0) needed.add('directory.dimension.view')
  if (dimensions.some(({ attributes = [] }) => attributes.length > 0))
    needed.add('directory.attribute.view')
  if (settings.some(({ data }) => data.defaults !== undefined)) needed.add('policy.rule.view')
  for (const permission of needed) await ask(permission)
}

/**
 * 403 unless the caller may see what the tests of a folder are about. Who is made up has rules tried out that decide attributes,
 * in any ruleset.
 */
export async function requireTest(
  { ask }: Pick<OperationContext, 'ask'>,
  { settings, rulesets }: Folder,
): Promise<void> {
  const tests = [...settings, ...rulesets].flatMap(({ data }): FolderTest[] => data.tests ?? [])
  const isMadeUp = tests.some(({ person }) => typeof person === 'object')
  const isReal = tests.some(({ person }) => typeof person !== 'object')
  const isOfAll = tests.some(({ person }) => person === undefined)
  if (isReal) await ask('directory.user.view')
  if (isMadeUp) await ask('policy.rule.view')
  if (isMadeUp || isOfAll) await ask(profileValuePermission)
}

/** The policy without what the caller may not see. */
export function visiblePolicy(
  rights: Pick<OperationContext, 'may'>,
  policy: SavedPolicy,
): SavedPolicy {
  const rulesets = new Map([...policy.rulesets].filter(([id]) => mayViewRuleset(rights, id)))
  const owners = new Set([...rulesets.values()].map(({ owner }) => ownerId(owner)))
  const ofVisible = <T>(all: ReadonlyMap<string, T>) =>
    new Map([...all].filter(([id]) => owners.has(id)))
  const { attributes, rules } = policy
  return {
    ...policy,
    rulesets,
    attributes: rights.may('directory.attribute.view') ? attributes : ofVisible(attributes),
    rules: new Map([...rules].filter(([id]) => rulesets.has(id))),
  }
}
