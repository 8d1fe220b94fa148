import type { Permission } from '../../contract/permissions.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { Person } from './person-queries.ts'

type State = Person['state']

/** What each step requires of a person, regardless of the request. */
const checks = {
  update: requireUndeleted,
  delete: (person) => {
    if (person.deleted_at !== null) throw unprocessable({ state: ['is deleted already'] })
  },
  activate: inState('activate', ['staged', 'suspended', 'deactivated', 'expiring', 'expired']),
  expire: inState('expire', ['staged', 'active', 'expiring', 'suspended']),
  suspend: (person) => {
    inState('suspend', ['staged', 'active', 'expiring'])(person)
    requireUngoverned(person)
  },
  deactivate: (person) => {
    // The only way to say that a person who has left does not come back after all.
    if (person.activates_at !== null) return
    inState('deactivate', ['staged', 'active', 'expiring', 'expired', 'suspended'])(person)
  },
  restore: requireDeleted('restored'),
  erase: requireDeleted('erased'),
} as const satisfies Record<string, (person: Person) => void>

export type LifecycleStep = keyof typeof checks

/** 422 `errors.state` unless the step is possible for the person, as they are now. */
export function requireStep(step: LifecycleStep, person: Person): void {
  checks[step](person)
}

/** The permission that a step requires. */
export function permissionOf(step: LifecycleStep): Permission {
  return step === 'erase' ? 'directory.user.erase' : 'directory.user.manage'
}

/** Nothing but restoring and erasing is possible, once a person is deleted. */
function inState(step: string, allowed: readonly State[]) {
  return (person: Person): void => {
    requireUndeleted(person)
    if (allowed.includes(person.state)) return
    throw unprocessable({
      state: [
        `is ${person.state}; ${step} needs a user in one of the states ${allowed.join(', ')}`,
      ],
    })
  }
}

/** 422 `errors.state` for a deleted person. */
function requireUndeleted(person: Person): void {
  if (person.deleted_at === null) return
  throw unprocessable({ state: ['is deleted; restore the user first'] })
}

function requireDeleted(done: 'restored' | 'erased') {
  return (person: Person): void => {
    if (person.deleted_at !== null) return
    throw unprocessable({ state: [`is ${person.state}; only deleted users can be ${done}`] })
  }
}

function requireUngoverned({ governed_by }: Person): void {
  if (governed_by === null) return
  throw unprocessable({
    state: [
      `comes from the integration ${governed_by}, which governs this user: suspend the account there, or deactivate the user`,
    ],
  })
}
