import { Type, type Static } from 'typebox'
import { changeContextOf } from '../../policy/changes/operation-kind.ts'
import { writeRoute } from '../../http/route/route.ts'
import type { Transaction } from '../../database/database.ts'
import { OneOf, Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { beginPeopleChange } from '../../policy/changes/begin-change.ts'
import { followPeopleChange } from '../../policy/changes/follow-change.ts'
import { carriedOut } from '../../policy/limits/stopped.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { personEntry } from './person-audit.ts'
import {
  Email,
  FirstName,
  LastName,
  mergeMetadata,
  Metadata,
  PersonId,
  requireName,
  Username,
} from './person-body.ts'
import { insertPerson, lockWithRelatives, type PersonValues } from './person-queries.ts'
import { relativeId, requireManager, requireParent } from './relatives.ts'
import { DirectoryUser } from './schema.ts'

const Body = Shape({
  first_name: FirstName,
  last_name: LastName,
  email: Type.Optional(Email),
  username: Type.Optional(Username),
  manager_id: Type.Optional(PersonId),
  parent_user_id: Type.Optional(PersonId),
  metadata: Type.Optional(Metadata),
  state: Type.Optional(OneOf(['staged', 'active'], { default: 'staged' })),
})

export const createDirectoryUser = writeRoute({
  id: 'createDirectoryUser',
  method: 'POST',
  url: '/directory/users',
  summary: 'Create a directory user',
  description:
    'A person that no source has reported yet: staged unless `state` says active. An account of the primary integration with ' +
    'their e-mail address finds them later, and governs them from then on.',
  access: { locked: 'directory.user.manage' },
  body: Body,
  isVersioned: true,
  status: 201,
  response: DirectoryUser,
  handler: async (context) => {
    const { tx, services } = context
    const body = context.body()
    const change = changeContextOf(context)
    const hold = async () => {
      const parent = body.parent_user_id ?? null
      if (parent !== null) await lockWithRelatives(tx, [relativeId('parent_user_id', parent)])
      await context.ask('directory.user.manage')
    }
    const begun = await beginPeopleChange(change, { hold })
    const person = await insertPerson(tx, await valuesOf(tx, body))
    const entries = [personEntry('create', undefined, person)]
    carriedOut(await followPeopleChange(change, begun, { people: [person.id], entries }))
    const answer = await answerDirectoryUser(context, person.id, begun.now)
    context.location(`${baseUrl(services)}/directory/users/${answer.id}`)
    return answer
  },
})

async function valuesOf(tx: Transaction, body: Static<typeof Body>): Promise<PersonValues> {
  const { first_name, last_name, email = null, username, manager_id, parent_user_id } = body
  requireName(body)
  return {
    first_name,
    last_name,
    email,
    ...(username === undefined ? {} : { username, username_is_override: true }),
    ...(manager_id ? { manager_id: await requireManager(tx, manager_id) } : {}),
    ...(parent_user_id ? { parent_user_id: await requireParent(tx, parent_user_id) } : {}),
    metadata: mergeMetadata({}, body.metadata ?? {}),
    base_state: body.state ?? 'staged',
  }
}
