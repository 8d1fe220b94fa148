import type { OperationContext } from '../policy/changes/operation-kind.ts'
import type { Operation } from '../policy/operations/operation.ts'
import type { FolderFault } from './folder-error.ts'
import type { Folder } from './read-folder.ts'
import type { SavedPolicy } from './saved-policy.ts'
import type { SourceFile } from './source-file.ts'

/** A place in the folder. */
export type Place = { source: Pick<SourceFile, 'name' | 'part' | 'place'>; path: string }

/** One operation for a folder, and the place that requires it. */
export type Step = Place & { operation: Operation }

/** A folder, and the policy that it is compared with, as the caller sees it. */
export type FolderWorld = Pick<OperationContext, 'tx' | 'ask' | 'may'> & {
  folder: Folder
  policy: SavedPolicy
  now: Date
}

export function faultAt({ source, path }: Place, message: string, below = ''): FolderFault {
  return source.place({ path: `${path}${below}`, message })
}

/** The operation's field → the file's key, where they differ. */
const fileKeys: Record<string, string> = {
  profile_operator: 'operator',
  resource_id: '',
  rule_id: '',
  ruleset_id: '',
  dimension_id: '',
  attribute_id: '',
  condition_id: '',
  integration_id: 'integration',
  at: 'activates_at',
}

/**
 * The refusal of an operation, at its place: `operations.4.conditions.0.profile_key` →
 * `rules[1].conditions[0].profile_key`
 */
export function placeRefusal(
  steps: readonly Step[],
  field: string,
  message: string,
): FolderFault | undefined {
  const [, index = '', rest = ''] = /^operations\.(\d+)\.?(.*)$/.exec(field) ?? []
  const step = steps[Number(index)]
  if (index === '' || step === undefined) return undefined
  const below = rest
    .split('.')
    .map((part) => keyOf(step.operation, part))
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
  return faultAt(step, message, step.path === '' ? below.replace(/^\./, '') : below)
}

/** The key of some fields depends on the operation. */
function keyOf({ op }: Operation, part: string): string {
  if (op === 'create_ruleset' && part === 'resource_id') return 'resource'
  if (part !== 'profile_value') return fileKeys[part] ?? part
  return op === 'create_rule' || op === 'add_condition' || op.endsWith('_attribute')
    ? 'value'
    : part
}
