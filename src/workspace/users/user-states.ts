import { unprocessable } from '../../http/refusals/problem.ts'
import type { UserRow } from './queries.ts'

type State = Pick<UserRow, 'state'>

/** 422 for a person who is deactivated already. */
export function requireNotDeactivated({ state }: State): void {
  if (state === 'deactivated') throw unprocessable({ state: ['is deactivated already'] })
}

/** 422 for a person who is not deactivated. */
export function requireDeactivated({ state }: State): void {
  if (state !== 'deactivated')
    throw unprocessable({ state: [`is ${state}; only deactivated users can be restored`] })
}
