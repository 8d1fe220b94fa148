import type { ErasureList } from '../../audit/erasure-list.ts'
import { record } from '../../audit/record.ts'
import { changeContextOf, type OperationContext } from '../../policy/changes/operation-kind.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { requireStep } from './lifecycle.ts'
import { writeRoute } from '../../http/route/route.ts'
import { followPeopleChange } from '../../policy/changes/follow-change.ts'
import { restateConditions } from '../../policy/conditions/restate-conditions.ts'
import { forgetEffects, forgetFiles, forgetWork } from '../../policy/plans/forget.ts'
import { carriedOut } from '../../policy/limits/stopped.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { identityEntry } from '../identities/identity-entry.ts'
import { endHolds } from '../identities/end-holds.ts'
import { beginWithPerson } from './change-person.ts'
import {
  countPersonalAudit,
  eraseIdentities,
  eraseKeptAnswers,
  erasePerson,
  erasePersonalAudit,
  erasePlannedPeople,
  erasePushedUsers,
  eraseRunRows,
} from './erasure-queries.ts'
import { forgottenLinks, deferredPersonChange } from './deferred-change.ts'
import { personEntry } from './person-audit.ts'
import { requirePerson, type Person } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const eraseDirectoryUser = writeRoute({
  id: 'eraseDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/erase',
  summary: 'Erase the data of a deleted directory user',
  description:
    'Removes names, address, username and metadata, what their identities hold, the personal values of the audit rows about ' +
    'them and their identities, what plans, also of imports, would do to them, what imports said of their rows, what was pushed by SCIM, and their name in what conditions say. Ids, counts and the audit rows themselves stay. It can’t be undone. Where a source still delivers the account, ' +
    'its next import brings data back: erase it there first. Erasing again removes what has come since, and changes nothing ' +
    'where there is nothing. Only for who is deleted: 422 `errors.state`.',
  access: { locked: 'directory.user.erase' },
  params: { user: 'directoryUser' },
  isVersioned: true,
  response: DirectoryUser,
  handler: async (context) => {
    const id = context.params.user
    context.services.counts.clear()
    const now = await eraseUser(context, id, context.services.erasures)
    return answerDirectoryUser(context, id, now)
  },
})

/**
 * Erases a person (a uuid), who is deleted. `list` has it before the commit. @returns the instant
 */
export async function eraseUser(
  context: OperationContext,
  id: string,
  list: Pick<ErasureList, 'intend'> | null,
): Promise<Date> {
  const begun = await beginWithPerson(context, id, { permission: 'directory.user.erase' })
  requireStep('erase', begun.person)
  context.requireVersion?.(begun.person.version)
  if (await erase(context, begun.person)) {
    carriedOut(await followPeopleChange(changeContextOf(context), begun, { people: [id] }))
    await list?.intend(id, begun.now).catch(unlisted)
  }
  return begun.now
}

function unlisted(): never {
  throw new Problem(
    503,
    'Nobody is erased while the list of erasures can’t be written, because a restored backup would bring the person back: see MUSTER_ERASURES_FILE.',
    { headers: { 'retry-after': '60' } },
  )
}

/** Erases the existing values, recorded by their columns. @returns whether there were any */
async function erase({ tx, actor }: OperationContext, before: Person): Promise<boolean> {
  const { id } = before
  const personalRows = await countPersonalAudit(tx, id)
  const runRows = await eraseRunRows(tx, id)
  const planned = await erasePlannedPeople(tx, id)
  const pushed = await erasePushedUsers(tx, id)
  const hadPending = await endHolds(tx, actor, id)
  const identities = await eraseIdentities(tx, id)
  const erased = await erasePerson(tx, id)
  await eraseKeptAnswers(tx, id)
  await forgetEffects(tx, id)
  await forgetFiles(tx, before)
  // A job that still has to run one of these changes finds the person deleted, and says so.
  await forgetWork(tx, deferredPersonChange(id))
  const accounts = identities.map((identity) => identity.id)
  for (const kept of forgottenLinks(id, accounts)) await forgetWork(tx, kept)
  await restateConditions(tx, { directoryUserIds: [id] })
  if (
    identities.length + erased.length + personalRows + runRows + planned + pushed === 0 &&
    !hadPending
  )
    return false
  await record(tx, actor, [
    ...identities.map((identity) => identityEntry('erase', identity, { erased: identity.erased })),
    {
      ...personEntry('erase', before, await requirePerson(tx, id)),
      details: { erased, personal_audit_rows: personalRows },
    },
  ])
  // After the rows above, which refer to the old values: these are deleted too.
  await erasePersonalAudit(tx, id)
  return true
}
