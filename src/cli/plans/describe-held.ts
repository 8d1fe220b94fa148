import { counted } from '../../contract/text.ts'
import { describeReason, type LimitReason } from '../output/describe-reason.ts'

/** What the incident of a source holds after a run. */
export type HeldByRun = {
  /** Null where a plan would open it. */
  id: string | null
  closedAs: string | null
  people: number
  accounts: number
  accountEnds: number
  /** Accounts of this run among them. */
  accountsOfRun: number
  reasons: readonly LimitReason[]
  /** What a decision takes. */
  permissions: readonly string[]
  /** What to do if the source is wrong. */
  correction: string
}

const shownReasons = 5

/** What is held, the limits that were exceeded, the next step, and who may decide, a line each. */
export function describeHeld(held: HeldByRun): [string, string][] {
  const { id, closedAs, people, accounts, accountEnds, accountsOfRun, reasons } = held
  if (closedAs !== null)
    return [['incident', `${id} is closed (${closedAs}): it holds no one any more`]]
  const ends = accountEnds > 0 ? `, ${counted(accountEnds, 'account')} that would end` : ''
  const what = `${counted(accounts, 'account')} of ${counted(people, 'person', 'people')}${ends}`
  if (accountsOfRun === 0)
    return [['incident', `${id} is still open and holds ${what}: muster incident show ${id}`]]
  return [
    ['held', id === null ? `${what}, in a new incident` : `${what}: ${id}`],
    ...reasons
      .slice(0, shownReasons)
      .map((reason): [string, string] => ['because', describeReason(reason)]),
    ['to correct', held.correction],
    ...(id === null
      ? []
      : [['to decide', `muster incident show ${id}`] satisfies [string, string]]),
    ['decided by', describeDeciders(held.permissions)],
  ]
}

/** `holders of policy.change.approve, policy.rule.view and directory.user.view` */
export function describeDeciders(permissions: readonly string[]): string {
  return `holders of ${new Intl.ListFormat('en-GB').format(permissions)}`
}
