import type { ConditionValues } from '../policy/stored-rules/rule-values.ts'
import type { FolderRule } from './folder-file.ts'
import type { Target } from './match-rulesets.ts'
import type { Place } from './step.ts'
import type { SavedRule } from './saved-policy.ts'

/** A rule of a file, with the stored rule that it means, if there is one. */
export type PairedRule = Place & {
  target: Target
  file: FolderRule
  stored: SavedRule | undefined
  /** Its conditions, looked up; null where they are those that are stored. */
  conditions: readonly ConditionValues[] | null
}
