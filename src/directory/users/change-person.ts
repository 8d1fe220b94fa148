import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { Transaction } from '../../database/database.ts'
import { noSuch } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { changePeople } from '../../policy/change-people.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { OperationContext } from '../../policy/operations/kind.ts'
import { policyContext } from '../../policy/operations/policy-context.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { personEntry } from './person-audit.ts'
import { findPerson, lockWithRelatives, type Person } from './person-queries.ts'
import type { DirectoryUser } from './schema.ts'

/** What is done to one person. `decide` refuses, or says how to write; whether anything moved is seen afterwards. */
export type PersonStep = {
  /** The last part of the event of the audit row. */
  verb: string
  decide(person: Person, now: Date): Promise<Write> | Write
  /** Other people (uuids) that the step reads, to be locked too. */
  others?: readonly string[]
  /** It suspends, expires, deactivates or deletes the person. */
  isEnd?: boolean
  /** Set when the manager of a person who may have reports can change. */
  managers?: boolean
}
/** Writes; the person as they are then. */
export type Write = (tx: Transaction) => Promise<Person>

/**
 * Takes one step with a person, as in policy/change-people.ts: locked, authorised, decided, written and audited,
 * and their manifests recalculated. A step without a change is not audited. @returns the instant of the change
 */
export async function stepWithPerson(
  context: OperationContext,
  id: string,
  step: PersonStep,
): Promise<Date> {
  const { tx } = context
  const { managers = false } = step
  const hold = () => holdPerson(context, [id, ...(step.others ?? [])])
  const work = async (now: Date, before: Person) => {
    const write = await step.decide(before, now)
    context.requireVersion?.(before.version)
    const after = await write(tx)
    if (after.version === before.version) return { value: now, people: [] }
    const entries = [personEntry(step.verb, before, after)]
    const withReports = after.manager_id !== before.manager_id
    const isMoved = !isDeepStrictEqual(judgedBy(before), judgedBy(after))
    const ending = step.isEnd === true ? [id] : []
    return { value: now, people: isMoved ? [id] : [], entries, withReports, ending }
  }
  return changePeople({ ...policyContext(context), managers }, { hold, work })
}

/** The first of these people (uuids), locked with all of them and their relatives; 404 and 403. */
export async function holdPerson(
  { tx, ask }: Pick<OperationContext, 'tx' | 'ask'>,
  [id = '', ...others]: readonly string[],
  permission: Permission = 'directory.user.manage',
): Promise<Person> {
  const [, person] = await Promise.all([lockWithRelatives(tx, [id, ...others]), findPerson(tx, id)])
  if (person === undefined) throw noSuch('directoryUser', id)
  await ask(permission)
  return person
}

/** The columns of a person that rules may read: names and notes don't affect access. */
function judgedBy({ state, expires_at, deleted_at, manager_id, parent_user_id }: Person) {
  return { state, expires_at, deleted_at, manager_id, parent_user_id }
}

/** {@link stepWithPerson} for the person of the path, and the person as they are now. */
export async function answerChange(
  context: WriteContext,
  step: PersonStep,
): Promise<Static<typeof DirectoryUser>> {
  const id = context.params['user'] ?? ''
  const now = await stepWithPerson(context, id, step)
  return answerDirectoryUser(context, id, now)
}
