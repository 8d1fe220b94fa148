import type { AuditActor } from '../../audit/record.ts'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { ResourceType as DirectoryResourceType } from '../../contract/states.ts'
import type { Database, TransactionContext } from '../../database/database.ts'
import { isReportedLast } from '../../directory/identities/reported-account.ts'
import { endResources } from '../../directory/resources/record-resources.ts'
import { prepareResourceMerge } from '../../directory/resources/stage-resources.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { cleanLine, type Findings } from '../file/clean-value.ts'
import { createAccountReader } from '../file/read-account.ts'
import { isEmail } from '../file/emails-in.ts'
import {
  limits,
  type SourceAccount,
  type SourceMembership,
  type SourceRecord,
} from '../file/source-record.ts'
import { importPush } from '../import/import-records.ts'
import { mappingOf } from '../import/integration-mapping.ts'
import { isList, textAt } from './read-resource.ts'
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
 * Imports a user as an account of the integration, as its mapping reads it. One that is deleted ends.
 * @throws ScimProblem 400 where it can't be an account
 */
export async function pushUser(
  context: PushContext,
  user: StoredResource,
  isDeleted = false,
): Promise<void> {
  const account = readUser(context, user)
  await pushRecords(context, [withNotes(context, isDeleted ? ended(account) : account)])
}

/** Imports a user who was sent unchanged, unless what the mapping reads of them is accepted or pending already. */
export async function pushUserAgain(context: PushContext, user: StoredResource): Promise<void> {
  const { tx, integration } = context
  if (await isReportedLast(tx, integration.id, readUser(context, user))) return
  await pushUser(context, user)
}

function readUser(
  context: PushContext,
  { id, document, created_at }: StoredResource,
): SourceAccount {
  const record = { ...forMapping(document), id, meta: { created: created_at.toISOString() } }
  const chars = JSON.stringify(record).length
  const read = createAccountReader()
  const { account: mapping } = mappingOf(context.integration)
  const account = read({ kind: 'raw', line: 1, value: record, chars }, mapping)
  if (account.kind !== 'account') throw invalidValue(`The user can't be taken: ${account.reason}.`)
  // Memberships, deletion and erasure find the account by this id, whatever the mapping says.
  return { ...account, vendorId: id }
}

function ended(account: SourceAccount): SourceAccount {
  return { ...account, state: 'deactivated' }
}

function withNotes({ notes }: PushContext, account: SourceAccount): SourceAccount {
  return { ...account, notes: [...notes, ...account.notes] }
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
  return typeof value === 'string' && value.length <= limits.email && isEmail(value.trim())
}

/** Imports a group as a resource, and changes of its members. */
export async function pushGroup(
  context: PushContext,
  { id, document }: StoredResource,
  members: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const resourceType = groupTypes[context.integration.vendor] ?? 'idp_group'
  const findings: Findings = { faults: [], notes: [] }
  const name = cleanLine(textAt(document, 'displayName'), 'displayName', limits.name, findings)
  await pushRecords(context, [
    {
      kind: 'group',
      line: 1,
      resourceType,
      vendorId: id,
      parentVendorId: null,
      name: name ?? id,
      // Files of the policy can name the group by it: nobody knows the id, which is ours.
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
