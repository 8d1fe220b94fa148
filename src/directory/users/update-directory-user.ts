import { Type, type Static } from 'typebox'
import type { Transaction } from '../../database/database.ts'
import { noSuch, unprocessable } from '../../http/problem.ts'
import { writeRoute } from '../../http/route.ts'
import { Empty, Nullable, Shape } from '../../http/schema.ts'
import { answerChange } from './change-person.ts'
import { requireUndeleted } from './lifecycle.ts'
import {
  Email,
  FirstName,
  LastName,
  mergeMetadata,
  Metadata,
  PersonId,
  Username,
} from './person-body.ts'
import { findPerson, updatePerson, type Person, type PersonValues } from './person-queries.ts'
import { relativeId, requireManager, requireParent } from './relatives.ts'
import { DirectoryUser } from './schema.ts'

const Body = Shape({
  first_name: Type.Optional(FirstName),
  last_name: Type.Optional(LastName),
  email: Type.Optional(Nullable(Email)),
  username: Type.Optional(Nullable(Username)),
  manager_id: Type.Optional(PersonId),
  parent_user_id: Type.Optional(PersonId),
  metadata: Type.Optional(Metadata),
})
type Changes = Static<typeof Body>

export const updateDirectoryUser = writeRoute({
  id: 'updateDirectoryUser',
  method: 'PATCH',
  url: '/directory/users/:user',
  tag: 'directory',
  summary: 'Change a directory user',
  description:
    'Changes what it names. Names, e-mail address and manager come from the account in the primary integration where there is ' +
    'one: 422 naming the integration. `metadata` is merged; null removes a key. A manager who reports to this user would close a ' +
    'cycle, and a parent has no parent: 422.',
  access: 'directory.user.manage',
  params: { user: 'directoryUser' },
  query: Empty,
  body: Body,
  isVersioned: true,
  status: 200,
  response: DirectoryUser,
  handler: async (context) => {
    const { tx, params } = context
    // The body decides which lock is taken, and is refused only where there is somebody to change.
    if ((await findPerson(tx, params.user)) === undefined)
      throw noSuch('directoryUser', params.user)
    const body = context.body()
    const { parent_user_id: parent = null } = body
    return answerChange(context, {
      verb: 'change',
      managers: body.manager_id !== undefined,
      others: parent === null ? [] : [relativeId('parent_user_id', parent)],
      decide: async (person) => {
        requireUndeleted(person)
        requireUngoverned(person, body)
        const values = await valuesOf(tx, person, body)
        return async () => {
          if (Object.keys(values).length > 0) await updatePerson(tx, person.id, values)
        }
      },
    })
  },
})

const governedKeys = ['first_name', 'last_name', 'email', 'manager_id'] as const

/** 422 for each key that the primary account of the person decides. */
function requireUngoverned({ governed_by }: Person, body: Changes): void {
  const sent = governedKeys.filter((key) => body[key] !== undefined)
  if (governed_by === null || sent.length === 0) return
  const why = `comes from the integration ${governed_by}, which governs this user: change it there`
  throw unprocessable(Object.fromEntries(sent.map((key) => [key, [why]])))
}

async function valuesOf(
  tx: Transaction,
  person: Person,
  { username, manager_id, parent_user_id, metadata, ...names }: Changes,
): Promise<PersonValues> {
  return {
    ...names,
    ...(username === undefined ? {} : { username, username_is_override: username !== null }),
    ...(manager_id === undefined ? {} : await managerValues(tx, person, manager_id)),
    ...(parent_user_id === undefined
      ? {}
      : { parent_user_id: parent_user_id && (await requireParent(tx, parent_user_id, person.id)) }),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(person.metadata, metadata) }),
  }
}

/** A manager whom somebody names takes the place of what a source once said and nobody could be found for. */
async function managerValues(
  tx: Transaction,
  person: Person,
  sent: string | null,
): Promise<PersonValues> {
  const manager_id = sent === null ? null : await requireManager(tx, sent, person.id)
  return { manager_id, manager_reference: null, manager_problem: null }
}
