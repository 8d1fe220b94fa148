import { Type, type Static } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { Id, Nullable, Shape } from '../../http/shapes/schema.ts'
import { restateConditions } from '../../policy/conditions/restate-conditions.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import type { OperationContext } from '../../policy/changes/operation-kind.ts'
import { StoppedChange, stoppableRoute } from '../../policy/changes/stopped-change.ts'
import { storedChange } from '../../policy/plans/stored-change.ts'
import { answerDirectoryUser } from './answer-directory-user.ts'
import { beginWithPerson, followPerson, type PersonChanged } from './change-person.ts'
import { deferredPersonChange, personChangeOp } from './deferred-change.ts'
import { requireStep } from './lifecycle.ts'
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
import { findPerson, updatePerson, type Person, type PersonValues } from './person-queries.ts'
import { requireManager, requireParent } from './relatives.ts'
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

export const updateDirectoryUser = stoppableRoute({
  id: 'updateDirectoryUser',
  method: 'PATCH',
  url: '/directory/users/:user',
  summary: 'Change a directory user',
  description:
    'Changes what it names. Names, e-mail address and manager come from the account in the primary integration where there is ' +
    'one: 422 naming the integration. `metadata` is merged; null removes a key. A manager who reports to this user would close a ' +
    'cycle, and a parent has no parent: 422. The parent stays as it is set until the account names another main account. A change of very many stays below the user is done by a job: 202.',
  access: { locked: 'directory.user.manage' },
  params: { user: 'directoryUser' },
  body: Body,
  isVersioned: true,
  movesPeople: true,
  response: DirectoryUser,
  handler: async (context) => {
    const id = context.params.user
    const body = await readBody(context, id)
    const done = await change(context, id, body)
    if (done instanceof Stopped)
      return new StoppedChange(done, { ...deferredPersonChange(id), ...body })
    return answerDirectoryUser(context, id, done.now)
  },
})

/** Reads the body, which decides about the lock. It is refused only if the person exists. */
async function readBody(
  { tx, body }: { tx: Transaction; body: () => Changes },
  id: string,
): Promise<Changes> {
  try {
    return body()
  } catch (refusal) {
    if ((await findPerson(tx, id)) === undefined) throw noSuch('directoryUser', id)
    throw refusal
  }
}

/** A change of a manager that moves too much for its request. */
export const updateLater = storedChange({
  op: personChangeOp,
  right: 'directory.user.manage',
  schema: Shape({
    op: Type.Literal(personChangeOp),
    user_id: Id('directoryUser'),
    ...Body.properties,
  }),
  run: (context, { op: _op, user_id, ...body }) =>
    change(context, decodeId('directoryUser', user_id) ?? '', body),
})

async function change(
  context: OperationContext,
  id: string,
  body: Changes,
): Promise<PersonChanged | Stopped> {
  const { tx } = context
  const parent = decodeId('directoryUser', body.parent_user_id ?? '')
  const begun = await beginWithPerson(context, id, {
    managers: body.manager_id !== undefined,
    others: parent === undefined ? [] : [parent],
  })
  const { person } = begun
  requireStep('update', person)
  requireUngoverned(person, body)
  const values = await valuesOf(tx, person, body)
  context.requireVersion?.(person.version)
  const after = Object.keys(values).length === 0 ? person : await updatePerson(tx, id, values)
  const { first_name, last_name, email } = body
  const isNamed = [first_name, last_name, email].some((name) => name !== undefined)
  if (isNamed) await restateConditions(tx, { directoryUserIds: [id] })
  return followPerson(context, begun, { verb: 'change', after })
}

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
  if (names.first_name !== undefined || names.last_name !== undefined)
    requireName({ ...person, ...names })
  return {
    ...names,
    ...(username === undefined ? {} : { username, username_is_override: username !== null }),
    ...(manager_id === undefined ? {} : await managerValues(tx, person, manager_id)),
    ...(parent_user_id === undefined ? {} : await parentValues(tx, person, parent_user_id)),
    ...(metadata === undefined ? {} : { metadata: mergeMetadata(person.metadata, metadata) }),
  }
}

/** The parent that a person has already is the source's as before, if it was. */
async function parentValues(
  tx: Transaction,
  person: Person,
  sent: string | null,
): Promise<PersonValues> {
  const parent_user_id = sent && (await requireParent(tx, sent, person.id))
  return parent_user_id === person.parent_user_id
    ? {}
    : { parent_user_id, parent_is_override: true }
}

/** A manager set by an administrator replaces a reference of a source that could not be resolved. */
async function managerValues(
  tx: Transaction,
  person: Person,
  sent: string | null,
): Promise<PersonValues> {
  const manager_id = sent === null ? null : await requireManager(tx, sent, person.id)
  return {
    manager_id,
    manager_reference: null,
    manager_problem: null,
    manager_integration_id: null,
  }
}
