import type { JsonValue } from '../../contract/json.ts'
import { show } from '../file/clean-value.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { plainOf, saidAt, valueAt } from '../file/value-path.ts'

const ofGroup =
  /^(?:(?:user |member )?(?:group|team|channel|application|project|space|workspace|mailing list|distribution list|gruppe|groupe|grupo|équipe|equipo)s?)(?: (?:name|e-?mail|id|key))?$/iu

/**
 * Throws UnreadableExport for a table of an unknown product in which people come back with other groups: its people have no
 * names of their own, or are doubled, and its groups would be lost.
 */
export function refuseMemberships(
  rows: readonly JsonValue[],
  names: readonly string[],
  account: AccountMapping,
): void {
  const column = names.find((name) => ofGroup.test(name.replaceAll(/[_\s]+/gu, ' ').trim()))
  if (column === undefined) return
  const groups = new Map<JsonValue, JsonValue>()
  for (const row of rows) {
    const person = saidAt(row, account.vendor_id)
    const group = plainOf(valueAt(row, column))
    if (person === undefined || group === undefined) continue
    const before = groups.get(person)
    if (before === undefined) groups.set(person, group)
    else if (before !== group) throw new UnreadableExport(describe(column, person, [before, group]))
  }
}

function describe(column: string, person: JsonValue, [one, other]: [JsonValue, JsonValue]): string {
  return `This lists members of groups: ${show(person)} is in ${show(one)} and ${show(other)} of ${show(column)}. Import the people from a list of users. To take only the people of this file, use --shape accounts. Groups and members are taken from the exports of a product that Muster knows, or one group at a time with --members-of.`
}
