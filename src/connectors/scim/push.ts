import type { AuditActor } from '../../audit/record.ts'
import { calendarOf } from '../../contract/days.ts'
import { mailbox } from '../../contract/mailbox.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { ResourceType as DirectoryResourceType } from '../../contract/states.ts'
import type { Database, TransactionContext } from '../../database/database.ts'
import { findReportedAccount, isReportedLast } from '../../directory/identities/reported-account.ts'
import { endResources } from '../../directory/resources/record-resources.ts'
import { prepareResourceMerge } from '../../directory/resources/stage-resources.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { cleanLine, type Findings } from '../file/clean-value.ts'
import { createAccountReader } from '../file/read-account.ts'
import {
  limits,
  type BadRow,
  type LeftOutRow,
  type SourceAccount,
  type SourceMembership,
  type SourceRecord,
} from '../file/source-record.ts'
import { importPush } from '../import/import-push.ts'
import { mappingOf } from '../import/integration-mapping.ts'
import { factsOf } from '../import/merge-accounts.ts'
import { textAt, type Document } from './read-resource.ts'
import { findReturnedUser } from './returned-user.ts'
import { invalidValue } from './scim-problem.ts'
import type { StoredResource } from './store.ts'

/** What a request pushes into the directory, in its transaction, while it holds the lock for imports. */
export type PushContext = TransactionContext & {
  database: Database
  integration: Integration
  actor: AuditActor
  /** What the list of runs calls the request. */
  name: string
  notes: readonly string[]
}

/**
 * Imports a user as an account of the integration, as its mapping reads it. A user that the mapping leaves out gets no account, and
 * the run says so.
 * @throws ScimProblem 400 where the mapping can't read it, unless it is deactivated
 */
export async function pushUser(context: PushContext, user: StoredResource): Promise<void> {
  await pushRecords(context, [await readUser(context, user)])
}

/** {@link pushUser} of a user who is new. @throws ScimProblem 400 where the mapping can't read it */
export async function pushNewUser(context: PushContext, user: StoredResource): Promise<void> {
  await pushRecords(context, [requireRead(readByMapping(context, user))])
}

/** The id of the account that a client deleted and sends again as this user. */
export async function findReturned(
  context: PushContext,
  document: Document,
): Promise<string | undefined> {
  const externalId = textAt(document, 'externalId')
  if (externalId === '') return undefined
  const account = readByMapping(context, { id: externalId, document, created_at: context.now })
  if (account.kind !== 'account') return undefined
  return findReturnedUser(context.tx, context.integration.id, { externalId, account })
}

/** Imports a user who was sent unchanged, unless what the mapping reads of them is accepted or pending already. */
export async function pushUserAgain(context: PushContext, user: StoredResource): Promise<void> {
  const { tx, integration } = context
  const read = await readUser(context, user)
  if (read.kind !== 'account' || (await isReportedLast(tx, factsOf(integration), read))) return
  await pushRecords(context, [read])
}

/** Ends the account of a user who is deleted, as it was reported last: an end needs no mapping. */
export async function endUser(context: PushContext, { id }: StoredResource): Promise<void> {
  const { tx, integration } = context
  const known = await findReportedAccount(tx, integration.id, id)
  const ended = { kind: 'account', state: 'deactivated' } as const
  await pushRecords(context, known === undefined ? [] : [{ ...known, ...ended, notes: [] }])
}

type ReadUser = SourceAccount | BadRow | LeftOutRow

/** What is imported of a user. Where `active` is false, the account ends whatever the mapping makes of the user. */
async function readUser(context: PushContext, user: StoredResource): Promise<ReadUser> {
  const read = readByMapping(context, user)
  if (!isDeactivated(user)) return requireRead(read)
  if (read.kind === 'account') return read
  const { tx, integration } = context
  const known = await findReportedAccount(tx, integration.id, user.id)
  if (known === undefined) return read
  const state = known.state === 'active' ? 'suspended' : known.state
  const why = `the account ends as it was last read, because the mapping takes the user no more: ${read.reason}`
  const days = known.days == null ? null : { ...known.days, state }
  return { ...known, kind: 'account', state, days, notes: [...context.notes, why] }
}

function isDeactivated({ document }: Pick<StoredResource, 'document'>): boolean {
  return document['active'] === false
}

function requireRead(read: ReadUser): ReadUser {
  if (read.kind === 'bad') throw invalidValue(`The user can't be taken: ${read.reason}.`)
  return read
}

function readByMapping(
  context: PushContext,
  user: Pick<StoredResource, 'id' | 'document' | 'created_at'>,
): ReadUser {
  const { id, document, created_at } = user
  const record = { ...forMapping(document), id, meta: { created: created_at.toISOString() } }
  const chars = JSON.stringify(record).length
  const read = createAccountReader(calendarOf(context.now, context.integration))
  const { account: mapping } = mappingOf(context.integration)
  const account = read({ kind: 'raw', line: 1, value: record, chars }, mapping)
  if (account.kind !== 'account') return account
  // A mapping may read the state elsewhere, but gives no access back that the client takes.
  const state = account.state === 'active' && isDeactivated(user) ? 'suspended' : account.state
  // Memberships, deletion and erasure find the account by this id, whatever the mapping says.
  const given = account.given && {
    ...account.given,
    ...(isDeactivated(user) && account.given.state === 'active' && { state: 'suspended' as const }),
  }
  return {
    ...account,
    vendorId: id,
    state,
    ...(given && { given }),
    notes: [...context.notes, ...account.notes],
  }
}

/** Without addresses that are none: SCIM takes any text there. A user name that is an address is the last resort. */
function forMapping(document: JsonObject): JsonObject {
  const { emails, userName } = document
  const addresses = isList(emails)
    ? emails.filter((each) => isObject(each) && isAddress(each['value']))
    : []
  return {
    ...document,
    emails: addresses,
    ...(isAddress(userName) && { email_of_user_name: userName }),
  }
}

function isAddress(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length <= limits.email && mailbox(value) !== null
}

/**
 * Imports a group as a resource, and changes of its members.
 * @throws ScimProblem 400 where its name is too long for a resource
 */
export async function pushGroup(
  context: PushContext,
  { id, document }: StoredResource,
  members: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const resourceType = groupTypes[context.integration.vendor] ?? 'idp_group'
  const findings: Findings = { faults: [], notes: [] }
  const name = cleanLine(textAt(document, 'displayName'), 'displayName', limits.name, findings)
  if (name !== null && name.length > limits.name)
    throw invalidValue(
      `The group can't be taken: displayName is longer than ${limits.name} characters.`,
    )
  await pushRecords(context, [
    {
      kind: 'group',
      line: 1,
      resourceType,
      vendorId: id,
      parentVendorId: null,
      name: name ?? id,
      // Files of the policy can name the group by it: no one knows the id, which is ours.
      handle: name,
      notes: [...context.notes, ...findings.notes],
    },
    ...memberships(context, id, members),
  ])
}

/** Takes a user out of groups, whose ids these are. */
export async function leaveGroups(
  context: PushContext,
  userId: string,
  groupIds: readonly string[],
): Promise<void> {
  if (groupIds.length === 0) return
  const left = groupIds.flatMap((id) => memberships(context, id, { added: [], removed: [userId] }))
  await pushRecords(context, left)
}

/** Ends the resource of a group that was deleted, with its members. */
export async function endGroup(
  context: PushContext,
  { id }: StoredResource,
  memberIds: readonly string[],
): Promise<void> {
  const { tx, actor, integration } = context
  await prepareResourceMerge(tx)
  await endResources({ tx, actor, integrationId: integration.id }, [id])
  if (memberIds.length > 0)
    await pushRecords(context, memberships(context, id, { added: [], removed: memberIds }))
}

function memberships(
  { integration }: PushContext,
  groupVendorId: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): SourceMembership[] {
  const resourceType = groupTypes[integration.vendor] ?? 'idp_group'
  const of =
    (role: string | null) =>
    (accountVendorId: string): SourceMembership => ({
      kind: 'membership',
      line: 1,
      resourceType,
      groupVendorId,
      accountVendorId,
      accountEmail: null,
      role,
    })
  return [...added.map(of('member')), ...removed.map(of(null))]
}

/** What a group is at each kind of vendor. */
const groupTypes: Readonly<Record<string, DirectoryResourceType>> = {
  idp: 'idp_group',
  suite: 'suite_workspace_group',
  codehost: 'codehost_group',
  chat: 'chat_group',
  file: 'idp_group',
}

async function pushRecords(
  { database, integration, actor, name, tx, now }: PushContext,
  records: readonly SourceRecord[],
): Promise<void> {
  await importPush({ tx, now }, database, { push: { integration, name, records }, actor })
}
