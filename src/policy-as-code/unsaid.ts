import type { FolderDimension, FolderRule, RulesetFile } from './folder-file.ts'
import { ownLimits } from './render-folder.ts'
import { renderDates } from './render-rules.ts'
import type { SavedDimension, SavedPolicy, SavedRule, SavedRuleset } from './saved-policy.ts'

// Where a folder is not whole, what it leaves out is filled in from what is stored, so that it stays as it is.

export function sayState(file: FolderDimension, stored: SavedDimension): FolderDimension {
  return { state: stored.state, ...file }
}

export function sayLimits(file: RulesetFile, { values }: SavedRuleset): RulesetFile {
  return { ...ownLimits(values.limits), ...file }
}

/** Only a draft waits for a date. */
export function sayDates(file: FolderRule, stored: SavedRule, policy: SavedPolicy): FolderRule {
  return file.state === 'staged' ? { ...renderDates(stored, policy), ...file } : file
}
