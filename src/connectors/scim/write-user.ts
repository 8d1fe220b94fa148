import canonicalize from 'canonicalize'
import { clip } from '../../contract/text.ts'
import { change, lockResource, type ScimWrite } from './change.ts'
import {
  endUser,
  leaveGroups,
  pushNewUser,
  pushUser,
  pushUserAgain,
  findReturned,
  type PushContext,
} from './push.ts'
import { applyPatch } from './patch.ts'
import { readResource, requireSize, textAt, type Document } from './read-resource.ts'
import { userType } from './schema.ts'
import { ScimProblem } from './scim-problem.ts'
import {
  deleteResource,
  insertResource,
  isNameTaken,
  keysOf,
  selectMemberships,
  updateResource,
  type StoredResource,
} from './store.ts'

/**
 * Creates a user, and the account that follows. `id` is a fresh one that it gets, unless its account is one that was deleted. @throws ScimProblem 400, or 409
 * where the userName is taken
 */
export function createUser(write: ScimWrite, body: unknown, id?: string): Promise<StoredResource> {
  return change(write, 'User', async (context) => {
    const { document } = readResource(userType, body, write.reading)
    requireSize(document)
    const { integration, tx } = context
    const wanted = { integrationId: integration.id, kind: 'User' } as const
    const former = await findReturned(context, document)
    const user = await ifNameIsFree(
      requireFreeName(context, document, null),
      insertResource(tx, { ...wanted, id: former ?? id }, document),
    )
    await pushNewUser(context, user)
    return user
  })
}

/** Replaces all that a client may write. What it leaves out is unassigned, apart from `active`. */
export function replaceUser(write: ScimWrite, id: string, body: unknown): Promise<StoredResource> {
  return change(write, 'User', async (context) => {
    const before = await lockResource(context, write, { type: userType, id })
    const { document } = readResource(userType, body, write.reading)
    return changeUser(context, before, document)
  })
}

export function patchUser(write: ScimWrite, id: string, body: unknown): Promise<StoredResource> {
  return change(write, 'User', async (context) => {
    const before = await lockResource(context, write, { type: userType, id })
    const { reading, work } = write
    const { document } = await applyPatch(userType, before.document, {
      body,
      reading,
      work,
      id: before.id,
    })
    return changeUser(context, before, document)
  })
}

/** The account ends, and is a member of nothing. */
export function deleteUser(write: ScimWrite, id: string): Promise<void> {
  return change(write, 'User', async (context) => {
    const user = await lockResource(context, write, { type: userType, id })
    const groups = await selectMemberships(context.tx, context.integration.id, {
      of: 'users',
      ids: [id],
      limit: 100_000,
    })
    await leaveGroups(
      context,
      id,
      groups.map(({ group_id: group }) => group),
    )
    await endUser(context, user)
    await deleteResource(context.tx, user)
  })
}

async function changeUser(
  context: PushContext,
  before: StoredResource,
  sent: Document,
): Promise<StoredResource> {
  const document = keepingActive(before, sent)
  requireSize(document, before.document)
  // It may throw, so it comes before what would be left unawaited.
  const isSame = isSameDocument(before.document, document)
  const naming = requireFreeName(context, document, before.id)
  if (isSame) {
    await naming
    await pushUserAgain(context, before)
    return before
  }
  const after = await ifNameIsFree(naming, updateResource(context.tx, before, document))
  await pushUser(context, after)
  return after
}

/** Access is given back by saying so only: RFC 7644, section 3.5.1, lets a server keep what a PUT leaves out. */
function keepingActive({ document: { active } }: StoredResource, sent: Document): Document {
  return active === undefined ? sent : { active, ...sent }
}

/** jsonb keeps keys in an order of its own. */
export function isSameDocument(one: unknown, other: unknown): boolean {
  return canonicalize(one) === canonicalize(other)
}

/** What was written together with {@link requireFreeName}, whose refusal comes first: it takes back what was written. */
async function ifNameIsFree<T>(naming: Promise<void>, writing: Promise<T>): Promise<T> {
  const [named, written] = await Promise.allSettled([naming, writing])
  for (const each of [named, written]) if (each.status === 'rejected') throw each.reason
  return writing
}

async function requireFreeName(
  { tx, integration }: PushContext,
  document: Document,
  exceptId: string | null,
): Promise<void> {
  const { nameKey } = keysOf('User', document)
  if (await isNameTaken(tx, integration.id, { nameKey, exceptId }))
    throw new ScimProblem(
      409,
      'uniqueness',
      `Another user has the userName ${JSON.stringify(clip(textAt(document, 'userName')))}.`,
    )
}
