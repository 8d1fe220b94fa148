import type { AuditEntry } from '../../audit/record.ts'
import { unprocessable } from '../../http/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { changePeople } from '../../policy/change-people.ts'
import { restateConditions } from '../../policy/conditions/restate-conditions.ts'
import { forgetEffects } from '../../policy/plans/forget.ts'
import { policyCacheOf } from '../../policy/policy-cache-of.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { holdPerson } from './change-person.ts'
import {
  eraseIdentities,
  eraseKeptAnswers,
  erasePerson,
  erasePersonalAudit,
} from './erasure-queries.ts'
import { forgetLeftChanges } from './left-change.ts'
import type { Person } from './person-queries.ts'
import { DirectoryUser } from './schema.ts'

export const eraseDirectoryUser = writeRoute({
  id: 'eraseDirectoryUser',
  method: 'POST',
  url: '/directory/users/:user/erase',
  tag: 'directory',
  summary: 'Erase the data of a deleted directory user',
  description:
    'Removes names, address, username and metadata, what their identities hold, the personal values of the audit rows about ' +
    'them, what plans would do to them, and their name in what conditions say. Ids, counts and the audit rows themselves stay. It can’t be undone. Where a source still delivers the account, ' +
    'its next import brings data back: erase it there first. Erasing again removes what has come since, and changes nothing ' +
    'where there is nothing. Only for who is deleted: 422 `errors.state`.',
  access: { locked: 'directory.user.erase' },
  params: { user: 'directoryUser' },
  query: Empty,
  body: null,
  isVersioned: true,
  status: 200,
  response: DirectoryUser,
  handler: async (context) => {
    const { tx, actor, params, services } = context
    const policies = policyCacheOf(services.database)
    const hold = () => holdPerson(context, [params.user], 'directory.user.erase')
    const work = async (at: Date, person: Person) => {
      requireDeleted(context, person)
      const entries = await erase(context, params.user)
      return { value: at, people: entries.length === 0 ? [] : [params.user], entries }
    }
    const now = await changePeople({ tx, actor, policies }, { hold, work })
    return answerDirectoryUser(context, params.user, now)
  },
})

function requireDeleted(context: WriteContext, person: Person): void {
  if (person.deleted_at === null)
    throw unprocessable({ state: [`is ${person.state}; only who is deleted can be erased`] })
  context.requireVersion(person.version)
}

/** Erases, and tells which columns held something, without what they held. */
async function erase({ tx }: WriteContext, id: string): Promise<AuditEntry[]> {
  const identities = await eraseIdentities(tx, id)
  const erased = await erasePerson(tx, id)
  const auditRows = await erasePersonalAudit(tx, id)
  await eraseKeptAnswers(tx, id)
  await forgetEffects(tx, id)
  await forgetLeftChanges(tx, id)
  await restateConditions(tx, { directoryUserIds: [id] })
  const entries: AuditEntry[] = identities.map((identity) => ({
    event: 'directory.identity.erase',
    record: { kind: 'identity', id: identity.id },
    parent: { kind: 'integration', id: identity.integration_id },
    subjectId: id,
    changes: { erased: { old: null, new: identity.erased } },
  }))
  if (erased.length === 0 && auditRows === 0) return entries
  const changes = {
    erased: { old: null, new: erased },
    personal_audit_rows: { old: auditRows, new: 0 },
  }
  return [
    ...entries,
    {
      event: 'directory.user.erase',
      record: { kind: 'directoryUser', id },
      subjectId: id,
      changes,
    },
  ]
}
