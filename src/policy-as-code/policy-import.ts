import type { Folder } from './read-folder.ts'
import { labelOf } from './source-file.ts'
import type { Step } from './step.ts'
import type { SavedPolicy } from './saved-policy.ts'
import type { Homes } from './run-steps.ts'
import { hasPassed } from './successions.ts'

type Count = { created: number; changed: number }

/** The result of applying a file; `manifests` is null when nothing had changed. */
export type PolicyImport = {
  dimensions: Count
  attributes: { created: number }
  rulesets: Count
  rules: ImportedRules
  manifests: ManifestCounts | null
}

type ImportedRules = Count & {
  replaced: number
  /** Rules of the file whose `expires_at` has passed: left as they are. */
  ended: number
  /** Keys of rules in the file's rulesets that the file does not name: left as they are. */
  leftAlone: string[]
}

/** Stays. */
type ManifestCounts = { entered: number; changed: number; ended: number }

type Imported = {
  folder: Folder
  homes: Homes
  now: Date
  before: SavedPolicy
  after: SavedPolicy
  steps: readonly Step[]
  manifests: ManifestCounts
}

/** Summarises the import of a file by the steps that ran. */
export function summariseImport(imported: Imported): PolicyImport {
  const { homes, before, after, steps, manifests } = imported
  const rulesets = [...homes.keys()].filter((id) => !before.rulesets.has(id)).length
  return {
    dimensions: {
      created: after.dimensions.size - before.dimensions.size,
      changed: placesOf(steps, ['change_dimension']).size,
    },
    attributes: { created: after.attributes.size - before.attributes.size },
    rulesets: { created: rulesets, changed: changedRulesets(steps) },
    rules: countRules(imported),
    manifests: steps.length === 0 ? null : manifests,
  }
}

function changedRulesets(steps: readonly Step[]): number {
  const changing = steps.filter(({ operation }) => operation.op === 'change_ruleset')
  return new Set(changing.map(({ source }) => labelOf(source))).size
}

const changing = [
  'change_rule',
  'add_condition',
  'remove_condition',
  'activate_rule',
  'deprecate_rule',
] as const

function countRules({ folder, homes, now, before, steps }: Imported): ImportedRules {
  const made = placesOf(steps, ['create_rule'])
  const replacing = steps.filter(({ operation }) => 'replaces' in operation)
  const replaced = placesOf(steps, ['deactivate_rule']).union(placesOf(replacing, changing))
  return {
    created: made.difference(replaced).size,
    changed: placesOf(steps, changing).difference(made).size,
    replaced: replaced.size,
    ended: folder.rulesets.flatMap(({ data }) =>
      data.rules.filter((rule) => hasPassed(rule.expires_at, now)),
    ).length,
    leftAlone: leftAlone(homes, before),
  }
}

/** The places in the file that caused such a step. */
function placesOf(
  steps: readonly Step[],
  ops: readonly Step['operation']['op'][],
): ReadonlySet<string> {
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
