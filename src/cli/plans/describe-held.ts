import { counted } from '../../contract/text.ts'
import { describeReason, type LimitReason } from '../output/describe-reason.ts'
import type { Line } from '../output/table-text.ts'

/** What the incident of a source holds after a run, with the names of the API. */
type HeldByRun = {
  /** Null where a plan would open it. */
  id: string | null
  closed_as: string | null
  people: number
  accounts: number
  account_ends: number
  /** Accounts of this run among them. */
  accountsOfRun: number
  reasons: readonly LimitReason[]
  /** What a decision takes. */
  decision_permissions: readonly string[]
  /** What to do if the source is wrong. */
  correction: string
}

const shownReasons = 5

/** What is held, the limits that were exceeded, the next step, and who may decide, a line each. */
export function describeHeld(held: HeldByRun): Line[] {
  const { id, closed_as: closing, people, accounts, account_ends: ended, accountsOfRun } = held
  if (closing !== null)
    return [['incident', `${id} is closed (${closing}): it holds no one any more`]]
  const ends = ended > 0 ? `, ${counted(ended, 'account')} that would end` : ''
  const what = `${counted(accounts, 'account')} of ${counted(people, 'person', 'people')}${ends}`
  if (accountsOfRun === 0)
    return [['incident', `${id} is still open and holds ${what}: muster incident show ${id}`]]
  const reasons = held.reasons.slice(0, shownReasons)
  return [
    ['held', id === null ? `${what}, in a new incident` : `${what}: ${id}`],
    ...reasons.map((reason): Line => ['because', describeReason(reason)]),
    ['to correct', held.correction],
    ['to decide', id && `muster incident show ${id}`],
    ['decided by', describeDeciders(held.decision_permissions)],
  ]
}

/** `holders of policy.change.approve, policy.rule.view and directory.user.view` */
export function describeDeciders(permissions: readonly string[]): string {
  return `holders of ${new Intl.ListFormat('en-GB').format(permissions)}`
}
