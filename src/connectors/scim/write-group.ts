import { change, lockResource, type ScimWrite } from './change.ts'
import { changeMembers, type MemberStep } from './members.ts'
import { applyPatch } from './patch.ts'
import { endGroup, pushGroup, type PushContext } from './push.ts'
import { readResource, requireSize, type Document } from './read-resource.ts'
import { groupType } from './schema.ts'
import { invalidValue } from './scim-problem.ts'
import {
  deleteResource,
  findUnknownUsers,
  insertResource,
  selectMemberIds,
  updateResource,
  type StoredResource,
} from './store.ts'
import { isSameDocument } from './write-user.ts'

/** Creates a group, and the resource that follows, with its members. `id` is a fresh one that it gets. @throws ScimProblem 400 */
export function createGroup(write: ScimWrite, body: unknown, id?: string): Promise<StoredResource> {
  return change(write, 'Group', async (context) => {
    const { document, members } = readResource(groupType, body, write.reading)
    requireSize(document)
    const { integration, tx } = context
    await requireUsers(context, members)
    const where = { integrationId: integration.id, kind: 'Group', id } as const
    const group = await insertResource(tx, where, document)
    await pushGroup(context, group, { added: members, removed: [] })
    return group
  })
}

/** Replaces all that a client may write, the members included. */
export function replaceGroup(write: ScimWrite, id: string, body: unknown): Promise<StoredResource> {
  return change(write, 'Group', async (context) => {
    const before = await lockResource(context, write, { type: groupType, id })
    const { document, members } = readResource(groupType, body, write.reading)
    return changeGroup(context, before, { document, steps: [{ kind: 'replace', ids: members }] })
  })
}

export function patchGroup(write: ScimWrite, id: string, body: unknown): Promise<StoredResource> {
  return change(write, 'Group', async (context) => {
    const before = await lockResource(context, write, { type: groupType, id })
    const { reading, work } = write
    const { document, members } = await applyPatch(groupType, before.document, {
      body,
      reading,
      work,
      id: before.id,
    })
    return changeGroup(context, before, { document, steps: members })
  })
}

/** The resource is gone; its ruleset and its manifest stay. */
export function deleteGroup(write: ScimWrite, id: string): Promise<void> {
  return change(write, 'Group', async (context) => {
    const group = await lockResource(context, write, { type: groupType, id })
    await endGroup(context, group, await selectMemberIds(context.tx, context.integration.id, id))
    await deleteResource(context.tx, group)
  })
}

type GroupChange = { document: Document; steps: readonly MemberStep[] }

async function changeGroup(
  context: PushContext,
  before: StoredResource,
  { document, steps }: GroupChange,
): Promise<StoredResource> {
  requireSize(document, before.document)
  const members = await changeOf(context, before.id, steps)
  const movesMembers = members.added.length + members.removed.length > 0
  if (!movesMembers && isSameDocument(before.document, document)) return before
  const after = await updateResource(context.tx, before, document)
  await pushGroup(context, after, members)
  return after
}

/** What the steps, one after the other, add to the members and take from them. */
async function changeOf(context: PushContext, id: string, steps: readonly MemberStep[]) {
  if (steps.length === 0) return { added: [], removed: [] }
  const before = new Set(await selectMemberIds(context.tx, context.integration.id, id))
  const members = changeMembers(before, steps)
  await requireUsers(context, members.added)
  return members
}

async function requireUsers(
  { tx, integration }: PushContext,
  ids: readonly string[],
): Promise<void> {
  const unknown = await findUnknownUsers(tx, integration.id, ids)
  if (unknown.length === 0) return
  const named = unknown.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 80)))
  const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : ''
  throw invalidValue(`members names no user of this endpoint: ${named.join(', ')}${more}.`)
}
