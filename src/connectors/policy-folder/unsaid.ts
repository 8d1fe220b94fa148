import type { FolderDimension, FolderRule, RulesetFile } from './folder-file.ts'
import { ownLimits } from './render-folder.ts'
import { renderDates } from './render-rules.ts'
import type { SavedDimension, SavedPolicy, SavedRule, SavedRuleset } from './saved-policy.ts'

// A policy file has no keys for these: what is stored is filled in, so that it stays as it is.

export function sayState(file: FolderDimension, stored: SavedDimension): FolderDimension {
  return { ...file, state: stored.state }
}

export function sayLimits(file: RulesetFile, { values }: SavedRuleset): RulesetFile {
  return { ...file, ...ownLimits(values.limits) }
}

/** Only a draft waits for a date. */
export function sayDates(file: FolderRule, stored: SavedRule, policy: SavedPolicy): FolderRule {
  return file.state === 'staged' ? { ...file, ...renderDates(stored, policy) } : file
}
