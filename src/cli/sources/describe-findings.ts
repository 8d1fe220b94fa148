import { countRefusals, type CountedReason, type Refusals } from '../../connectors/file/remedies.ts'
import type { UnknownState } from '../../connectors/file/counted-states.ts'
import type { LeftAlone, Review } from '../../connectors/import/outcome.ts'
import { counted } from '../../contract/text.ts'
import type { Line } from '../output/table-text.ts'

/** Why rows were refused, and what to do. */
export function describeRefusals({ remedy, reasons }: Refusals): Line[] {
  return [
    ...describeReasons('refused', reasons),
    ['do', remedy.text],
    ['mapping', inMapping(remedy.mappingPath)],
  ]
}

/** Why rows were refused, left out on purpose, or have a remark. One on the run as a whole has no line. */
export function describeReasons(
  label: 'refused' | 'left out' | 'note',
  reasons: readonly CountedReason[],
): Line[] {
  return reasons.map(({ reason, rows, line }) => [
    label,
    line === null ? reason : `${counted(rows, 'row')}, first ${line}: ${reason}`,
  ])
}

/** States without a meaning, which someone has to give: until then their accounts stay as they were. */
export function describeUnknown(unknown: readonly UnknownState[]): Line[] {
  if (unknown.length === 0) return []
  const then = 'the account stays as it was, and a new one has not begun'
  return [
    ...describeStates(unknown).map(([label, state]): Line => [label, `${state}: ${then}`]),
    ['do', 'give each value a meaning in the mapping, and import the file again'],
    ['mapping', inMapping('account.state.sources')],
  ]
}

export function describeStates(unknown: readonly UnknownState[]): [string, string][] {
  return unknown.map(({ path, value, rows }) => [
    'unknown',
    `state ${JSON.stringify(value)} at ${path}, in ${counted(rows, 'row')}`,
  ])
}

const maximumNotes = 5

/** The most frequent remarks on what was taken, and the command that lists all of them. */
export function describeNotes(
  notes: readonly { reason: string; line: number | null }[],
  command: string,
): Line[] {
  const counter = countRefusals()
  for (const { reason, line } of notes) counter.add(reason, line)
  const shown = counter.reasons(maximumNotes)
  const more = notes.length - shown.reduce((sum, { rows }) => sum + rows, 0)
  return [
    ...describeReasons('note', shown),
    ['more', more > 0 && `${counted(more, 'more note')}: ${command}`],
  ]
}

/** Where the mapping is changed, by the command line. */
function inMapping(path: string | null): string | null {
  const present = 'muster integration show <integration> --mapping prints the one that a source has'
  return path && `change ${path} in the file of the mapping, and pass it with --mapping; ${present}`
}

/** `2 left as they are: …`, with what a complete import would have done. */
export function describeLeftAlone(left: LeftAlone): string {
  const { because, lines, accounts, people, groups, memberships } = left
  const withThem = people > 0 ? ` (and ${counted(people, 'person', 'people')})` : ''
  const effects = [
    accounts > 0 && `deactivate ${counted(accounts, 'account')}${withThem}`,
    groups > 0 && `deactivate ${counted(groups, 'group')}`,
    memberships > 0 && `remove ${counted(memberships, 'membership')}`,
  ]
  const inLines = lines.length === 0 ? '' : ` (line ${lines.join(', ')})`
  const why =
    because === 'bad_rows'
      ? `a row whose id could not be read may be one of them${inLines}; a complete import without such a row`
      : 'the import is partial; --complete'
  const all = effects.filter((effect) => effect !== false).join(', ')
  return `${countLeftAlone(left)} left as they are: ${why} would ${all}`
}

export function countLeftAlone(left: LeftAlone | null): number {
  return left === null ? 0 : left.accounts + left.groups + left.memberships
}

/** Each count, in words, and the reasons by which `--review` finds its people. */
const reviews = {
  managers_unresolved: ['unknown manager', 'manager_unresolved,manager_ambiguous'],
  manager_cycles: ['manager in a cycle', 'manager_cycle', 'managers in a cycle'],
  shared_emails: ['shared address', 'shared_email', 'shared addresses'],
  shared_usernames: ['shared username', 'shared_username'],
  recycled_addresses: ['recycled address', 'recycled_address', 'recycled addresses'],
  addresses_of_others: [
    'new person with the address of someone else',
    'shared_address',
    'new people with the address of someone else',
  ],
  rejected_account_ends: [
    'rejected end of an account',
    'rejected_account_end',
    'rejected ends of accounts',
  ],
} as const satisfies Record<keyof Review, readonly string[]>

/** What a run leaves to look at among people, and the command that lists them; null without any. */
export function describeReview(review: Review): string | null {
  const counts = new Map(Object.entries(review))
  const found = Object.entries(reviews).flatMap(([name, [one, reason, several]]) => {
    const count = counts.get(name) ?? 0
    return count === 0 ? [] : [{ text: counted(count, one, several), reason }]
  })
  if (found.length === 0) return null
  const reasons = found.map(({ reason }) => reason).join(',')
  return `${found.map(({ text }) => text).join(', ')}: muster user list --review ${reasons}`
}
