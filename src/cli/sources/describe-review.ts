import type { Review } from '../../connectors/import/outcome.ts'
import { counted } from '../../contract/text.ts'

/** Each count, in words, and the reasons by which `--review` finds its people. */
const reviews = [
  [
    'managers_unresolved',
    'unknown manager',
    'unknown managers',
    'manager_unresolved,manager_ambiguous',
  ],
  ['manager_cycles', 'manager in a cycle', 'managers in a cycle', 'manager_cycle'],
  ['shared_emails', 'shared address', 'shared addresses', 'shared_email'],
  ['shared_usernames', 'shared username', 'shared usernames', 'shared_username'],
  ['recycled_addresses', 'recycled address', 'recycled addresses', 'recycled_address'],
  [
    'addresses_of_others',
    'new person with the address of someone else',
    'new people with the address of someone else',
    'shared_address',
  ],
  [
    'rejected_account_ends',
    'rejected end of an account',
    'rejected ends of accounts',
    'rejected_account_end',
  ],
] as const

/** What a run leaves to look at among people, and the command that lists them; nothing without any. */
export function describeReview(review: Review): [string, string][] {
  const found = reviews.filter(([name]) => review[name] > 0)
  if (found.length === 0) return []
  const counts = found.map(([name, one, several]) => counted(review[name], one, several))
  const reasons = found.map(([, , , reason]) => reason).join(',')
  return [['to review', `${counts.join(', ')}: muster user list --review ${reasons}`]]
}
