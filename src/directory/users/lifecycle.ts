import { unprocessable } from '../../http/problem.ts'
import type { Person } from './person-queries.ts'

type State = Person['state']

/** The states in which each step is allowed. */
const allowedStates = {
  activate: ['staged', 'suspended', 'deactivated', 'expiring', 'expired'],
  expire: ['staged', 'active', 'expiring', 'suspended'],
  suspend: ['staged', 'active', 'expiring'],
  deactivate: ['staged', 'active', 'expiring', 'expired', 'suspended'],
} as const satisfies Record<string, readonly State[]>
type LifecycleStep = keyof typeof allowedStates

/** 422 `errors.state` unless the step is allowed in the person's state. Nothing but restoring is, once they are deleted. */
export function requireAllowed(step: LifecycleStep, person: Person): void {
  requireUndeleted(person)
  const allowed: readonly State[] = allowedStates[step]
  if (allowed.includes(person.state)) return
  throw unprocessable({
    state: [`is ${person.state}; ${step} is for who is ${allowed.join(', ')}`],
  })
}

/** 422 `errors.state` for a deleted person. */
export function requireUndeleted(person: Person): void {
  if (person.deleted_at === null) return
  throw unprocessable({ state: ['is deleted; restore the user first'] })
}
