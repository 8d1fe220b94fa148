import type { Folder } from './read-folder.ts'
import type { Homes } from './run-steps.ts'
import type { SavedPolicy } from './saved-policy.ts'
import { labelOf } from './source-file.ts'
import type { Step } from './step.ts'
import { hasPassed } from './successions.ts'

type Count = { created: number; changed: number }

/** The result of applying a file; `manifests` counts stays, and is null when nothing had changed. */
export type PolicyImport = {
  dimensions: Count
  attributes: { created: number }
  rulesets: Count
  rules: Count & {
    replaced: number
    /** Rules of the file whose `expires_at` has passed: left as they are. */
    ended: number
    /** Keys of rules in the file's rulesets that the file does not name: left as they are. */
    leftAlone: string[]
  }
  manifests: { entered: number; changed: number; ended: number } | null
}

type Imported = {
  folder: Folder
  homes: Homes
  now: Date
  before: SavedPolicy
  after: SavedPolicy
  steps: readonly Step[]
  manifests: NonNullable<PolicyImport['manifests']>
}

type Op = Step['operation']['op']

const changing: readonly Op[] = [
  'change_rule',
  'add_condition',
  'remove_condition',
  'activate_rule',
  'deprecate_rule',
]

/** Summarises the import of a file by the steps that ran. */
export function summariseImport(imported: Imported): PolicyImport {
  const { folder, homes, now, before, after, steps, manifests } = imported
  const made = placesOf(steps, ['create_rule'])
  const replacing = steps.filter(({ operation }) => 'replaces' in operation)
  const replaced = placesOf(steps, ['deactivate_rule']).union(placesOf(replacing, changing))
  const changed = steps.filter(({ operation }) => operation.op === 'change_ruleset')
  const rules = folder.rulesets.flatMap(({ data }) => data.rules)
  return {
    dimensions: {
      created: after.dimensions.size - before.dimensions.size,
      changed: placesOf(steps, ['change_dimension']).size,
    },
    attributes: { created: after.attributes.size - before.attributes.size },
    rulesets: {
      created: [...homes.keys()].filter((id) => !before.rulesets.has(id)).length,
      changed: new Set(changed.map(({ source }) => labelOf(source))).size,
    },
    rules: {
      created: made.difference(replaced).size,
      changed: placesOf(steps, changing).difference(made).size,
      replaced: replaced.size,
      ended: rules.filter((rule) => hasPassed(rule.expires_at, now)).length,
      leftAlone: leftAlone(homes, before),
    },
    manifests: steps.length === 0 ? null : manifests,
  }
}

/** The places in the file that caused such a step. */
function placesOf(steps: readonly Step[], ops: readonly Op[]): ReadonlySet<string> {
  const own = steps.filter(({ operation }) => ops.includes(operation.op))
  return new Set(own.map(({ source, path }) => `${labelOf(source)} ${path}`))
}

function leftAlone(homes: Homes, before: SavedPolicy): string[] {
  const keys = [...homes].flatMap(([id, { data }]) => {
    const named = new Set(data.rules.map(({ key }) => key))
    const stored = (before.rules.get(id) ?? []).flatMap(({ key }) => key ?? [])
    return stored.filter((key) => !named.has(key))
  })
  return keys.sort()
}
