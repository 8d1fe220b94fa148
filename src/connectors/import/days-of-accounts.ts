import { beginOfDay, endOfDay, isTimeZone } from '../../contract/days.ts'
import { readProfile } from '../../engine/profile-value.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { show } from '../file/clean-value.ts'
import type { SourceAccount } from '../file/source-record.ts'

/** So many zones and days are kept. */
const mostKept = 20_000

/** Adds the instants at which the days of an account begin and end, in the time zone of its integration or its own. */
export function daysOfAccounts({
  time_zone: usual,
  time_zone_profile_key: key,
}: Pick<Integration, 'time_zone' | 'time_zone_profile_key'>): (
  account: SourceAccount,
) => SourceAccount {
  const zones = remembering((zone) => isTimeZone(zone))
  const begins = remembering((dayAndZone) => beginOfDay(...parted(dayAndZone)))
  const ends = remembering((dayAndZone) => endOfDay(...parted(dayAndZone)))

  function zoneOf({ profile }: SourceAccount, notes: string[]): string {
    const [zone] = key === null ? [] : readProfile(profile, key)
    if (zone === undefined) return usual
    if (zones(zone)) return zone
    notes.push(`the time zone ${show(zone)} is unknown, so that ${usual} counts`)
    return usual
  }

  return (account) => {
    const { given } = account
    if (given === undefined) return account
    const notes = [...account.notes]
    const zone = zoneOf(account, notes)
    const { state, firstDay, lastDay } = given
    const days = {
      state,
      ...(firstDay !== null && { first_day: firstDay, begins_at: begins(`${firstDay} ${zone}`) }),
      ...(lastDay !== null && { last_day: lastDay, ends_at: ends(`${lastDay} ${zone}`) }),
    }
    return { ...account, notes, days }
  }
}

function parted(dayAndZone: string): [string, string] {
  return [dayAndZone.slice(0, 10), dayAndZone.slice(11)]
}

function remembering<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= mostKept) known.clear()
    const found = find(key)
    known.set(key, found)
    return found
  }
}
