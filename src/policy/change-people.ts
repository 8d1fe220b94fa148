import { record, type AuditEntry } from '../audit/record.ts'
import { instantUnderLocks } from '../database/policy-lock.ts'
import { isPassing, refuseTooManyNamed, type PolicyContext } from './change-policy.ts'
import { causeOf } from './limits/counting.ts'
import { lockAsNeeded } from './lock-as-needed.ts'
import { recalculate } from './manifests/recalculate.ts'
import { settle } from './manifests/settle.ts'

/**
 * The result of a change: the affected people (uuids), the audit entries, and whether all people below them are
 * affected too.
 */
export type ChangedPeople<T> = {
  value: T
  people: readonly string[]
  entries?: readonly AuditEntry[]
  withReports?: boolean
  /** Of these people, those who are suspended, expired, deactivated or deleted. */
  ending?: readonly string[]
}

/**
 * The first statement of `hold` locks the people (for no key update, in id order); `hold` then reads them and
 * checks permissions. `work` decides and writes as of the instant that it receives.
 */
export type PeopleWork<T, Held> = {
  hold: () => Promise<Held>
  work: (now: Date, held: Held) => Promise<ChangedPeople<T>>
}

/**
 * Changes people named by an administrator and recalculates their manifests, in the caller's transaction. Takes the
 * policy lock: shared, so that changes of different people run concurrently, or exclusive where `managers` says
 * that the manager of a person with reports may change.
 */
export async function changePeople<T, Held>(
  context: PolicyContext & { managers?: boolean },
  { hold, work }: PeopleWork<T, Held>,
): Promise<T> {
  const { tx, actor, policies, observe, passesLimits, onExceeded, isDryRun = false } = context
  const { managers = false } = context
  const { now: since, isShared } =
    managers || isDryRun
      ? { ...(await settle(tx, { policies, isDryRun })), isShared: false }
      : await lockAsNeeded(tx, { policies })
  const [held, now] = await Promise.all([hold(), isShared ? instantUnderLocks(tx) : since])
  const { value, people, entries = [], withReports = false, ending = [] } = await work(now, held)
  const isApproved = isPassing({ passesLimits })
  const cause = causeOf(actor)
  if (!isApproved) await refuseTooManyNamed(tx, { cause, people: ending, now }, onExceeded)
  const audited = record(tx, actor, entries)
  if (people.length === 0) {
    await audited
    return value
  }
  // Those who are named do not count, with their secondary users; those below them do.
  const counting = { cause, except: new Set(people) }
  const setting = { isApproved, now, actor, policies, observe, onExceeded, isShared, isDryRun }
  await Promise.all([audited, recalculate(tx, { ...setting, people, withReports, counting })])
  return value
}
