import { isDeepStrictEqual } from 'node:util'
import type { ActionOn } from '../../contract/audit-events.ts'
import type { Permission } from '../../contract/permissions.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { beginPeopleChange } from '../../policy/changes/begin-change.ts'
import type { Begun } from '../../policy/changes/change-context.ts'
import { followPeopleChange } from '../../policy/changes/follow-change.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import { changeContextOf, type OperationContext } from '../../policy/changes/operation-kind.ts'
import type { Performed } from '../../policy/operations/run-operations.ts'
import { personEntry } from './person-audit.ts'
import { findPerson, lockWithRelatives, type Person } from './person-queries.ts'

/** The person of a change, locked with all relatives, and its instant. */
export type BegunWithPerson = Begun & { person: Person }

export type PersonLocks = {
  /** What it takes; by default `directory.user.manage`. */
  permission?: Permission
  /** Other people (uuids) that the change reads, to be locked too. */
  others?: readonly string[]
  /** Set when the manager of a person who may have reports can change. */
  managers?: boolean
}

/** Begins a change of one person (a uuid): takes the locks, finds the person (404) and asks (403). */
export async function beginWithPerson(
  context: OperationContext,
  id: string,
  { permission = 'directory.user.manage', others = [], managers }: PersonLocks = {},
): Promise<BegunWithPerson> {
  const { tx } = context
  const hold = async () => {
    const [, person] = await Promise.all([
      lockWithRelatives(tx, [id, ...others]),
      findPerson(tx, id),
    ])
    if (person === undefined) throw noSuch('directoryUser', id)
    await context.ask(permission)
    return person
  }
  const { held: person, ...begun } = await beginPeopleChange(changeContextOf(context), {
    hold,
    managers,
  })
  return { ...begun, person }
}

/** A change of a person that was carried out, and its instant. */
export type PersonChanged = Performed & { now: Date }

/**
 * Ends a change of a person who was written: audits it as `directory.user.<verb>`, and manifests follow. `isEnd`: it
 * suspends, expires, deactivates or deletes the person. Without a change of the row it does nothing.
 */
export async function followPerson(
  context: OperationContext,
  { person: before, ...begun }: BegunWithPerson,
  {
    verb,
    after,
    isEnd = false,
  }: { verb: ActionOn<'directory.user'>; after: Person; isEnd?: boolean },
): Promise<PersonChanged | Stopped> {
  const { id } = before
  const changed = { now: begun.now, records: [id], exceeded: [] }
  if (after.version === before.version) return changed
  const isMoved = !isDeepStrictEqual(readByRules(before), readByRules(after))
  const followed = await followPeopleChange(changeContextOf(context), begun, {
    people: isMoved ? [id] : [],
    entries: [personEntry(verb, before, after)],
    withReports: after.manager_id !== before.manager_id,
    ending: isEnd ? [id] : [],
  })
  return followed instanceof Stopped ? followed.at(before.version) : { ...changed, ...followed }
}

/** The columns of a person that rules may read: names and notes don't affect access. */
function readByRules({ state, expires_at, deleted_at, manager_id, parent_user_id }: Person) {
  return { state, expires_at, deleted_at, manager_id, parent_user_id }
}
