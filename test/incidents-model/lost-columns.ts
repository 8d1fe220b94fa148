import { readKeys } from './evaluation.ts'
import { beyond } from './judging.ts'
import { valueOf } from './pending-facts.ts'
import type { Account, World } from './world.ts'

/**
 * The accounts that lose a column: a key that policy reads, and that too many of the accounts which had a value lose in one run.
 * Accounts that have ended, or end in the run, have no part in it.
 */
export function lostColumns(before: World, whole: World, source: string): Set<string> {
  const lost = new Set<string>()
  const had = (key: string): [string, Account][] =>
    [...before.accounts].filter(
      ([, { source: from, accepted }]) =>
        from === source && accepted?.state !== 'deactivated' && isSet(valueOf(accepted, key)),
    )
  for (const key of readKeys(before, source).filter((each) => each !== 'state')) {
    const all = had(key)
    const losers = all.filter(([id]) => {
      const after = whole.accounts.get(id)?.accepted ?? null
      return after?.state !== 'deactivated' && !isSet(valueOf(after, key))
    })
    if (beyond(losers.length, all.length, before.limits.account))
      for (const [id] of losers) lost.add(id)
  }
  return lost
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
