import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { PullTools } from '../pull/connector.ts'
import type { KnownGroup } from '../pull/known-records.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { textOf } from '../rest/text-of.ts'
import { SlackSession } from './slack-session.ts'
import type { SlackSettings } from './slack-settings.ts'

export const reading = pulledFrom(openSlack)

/**
 * Members, channels and user groups of a Slack workspace. Those who have left are listed as deleted. Slack doesn't say what has
 * changed, so each reading reads everything.
 */
function openSlack(settings: SlackSettings, tools: PullTools): Vendor {
  const session = new SlackSession(settings, tools)
  const { reads_groups: readsGroups } = settings
  const used = new WeakSet<JsonObject>()
  return {
    people: () => peopleIn(session),
    personId: (row) => textOf(row, 'id'),
    person: async (id) =>
      part(await session.call('users.info', { user: id }, notThere.person), 'user'),
    groupTypes: readsGroups === false ? [] : groupTypes,
    groups: () => allGroups(session),
    group: (group) => findGroup(session, group),
    members: (group) => membersOf(session, group, used),
    memberId: (member) => (typeof member === 'string' ? member : undefined),
    continues: () => false,
    mark: () => null,
    close: () => session.close(),
  }
}

const groupTypes = ['chat_public_channel', 'chat_private_channel', 'chat_group'] as const

const notThere = {
  person: ['user_not_found', 'user_not_visible', 'users_not_found'],
  channel: ['channel_not_found'],
  /** Workspaces of the free plan have no user groups. */
  userGroups: ['plan_upgrade_required', 'paid_teams_only'],
  userGroup: ['no_such_subteam', 'subteam_not_found', 'plan_upgrade_required', 'paid_teams_only'],
}

/** Members, of whom some have an address, unless the token may not see any. @throws ImportRefused */
async function* peopleIn(session: SlackSession): AsyncGenerator<JsonObject> {
  let [people, addresses] = [0, 0]
  for await (const row of objectsIn(session.list('users.list', 'members'))) {
    if (isPerson(row)) people += 1
    if (textOf(row['profile'], 'email') !== undefined) addresses += 1
    yield row
  }
  if (people > 0 && addresses === 0) session.refuseWithoutAddresses()
}

const isPerson = (row: JsonObject) =>
  row['deleted'] === false && row['is_bot'] === false && row['id'] !== 'USLACKBOT'

async function* objectsIn(rows: AsyncIterable<JsonValue>): AsyncGenerator<JsonObject> {
  for await (const row of rows) if (isObject(row)) yield row
}

function part(body: JsonObject | null, key: string): JsonObject | null {
  const found = body?.[key]
  return isObject(found) ? found : null
}

async function* allGroups(session: SlackSession): AsyncGenerator<VendorGroup> {
  const channels = session.list('conversations.list', 'channels', {
    types: 'public_channel,private_channel',
    exclude_archived: 'true',
  })
  for await (const row of objectsIn(channels)) yield* channelsIn(row)
  yield* await userGroups(session)
}

/** Direct messages are no groups, and no one reads in a channel that is archived. */
function channelsIn(row: JsonObject): VendorGroup[] {
  const vendorId = textOf(row, 'id')
  if (vendorId === undefined || row['is_archived'] === true) return []
  if (row['is_im'] === true || row['is_mpim'] === true) return []
  const resourceType = row['is_private'] === true ? 'chat_private_channel' : 'chat_public_channel'
  return [{ resourceType, vendorId, row }]
}

/** The list has no pages. A user group that is disabled is not in it. */
async function userGroups(session: SlackSession): Promise<VendorGroup[]> {
  const query = { include_users: 'true' }
  const rows = (await session.call('usergroups.list', query, notThere.userGroups))?.['usergroups']
  if (!isList(rows)) return []
  return rows.filter(isObject).flatMap((row) => {
    const vendorId = textOf(row, 'id')
    return vendorId === undefined ? [] : [{ resourceType: 'chat_group' as const, vendorId, row }]
  })
}

async function findGroup(
  session: SlackSession,
  { resourceType, vendorId }: KnownGroup,
): Promise<VendorGroup | null> {
  if (resourceType === 'chat_group') return findUserGroup(session, vendorId)
  const found = await session.call('conversations.info', { channel: vendorId }, notThere.channel)
  const row = part(found, 'channel')
  return (row && channelsIn(row)[0]) ?? null
}

const listsAtMost = 6

/** Nothing but the list has its name, and that of its users shows whether there is one. */
async function findUserGroup(session: SlackSession, id: string): Promise<VendorGroup | null> {
  for (let lists = 0; lists < listsAtMost; lists += 1) {
    const query = { usergroup: id }
    const users = await session.call('usergroups.users.list', query, notThere.userGroup)
    if (users === null) return null
    const found = (await userGroups(session)).find(({ vendorId }) => vendorId === id)
    if (found !== undefined) return found
  }
  throw new ImportRefused(
    `Slack’s list of user groups lacks ${clip(id)}, which is there. Nothing was changed; the next run tries again.`,
  )
}

/** The ids of everyone in it. The record of a user group has them, when they are asked for the first time. */
async function* membersOf(
  session: SlackSession,
  { resourceType, vendorId, row }: VendorGroup,
  used: WeakSet<JsonObject>,
): AsyncGenerator<JsonValue> {
  if (resourceType !== 'chat_group') {
    const query = { channel: vendorId }
    yield* session.list('conversations.members', 'members', query, notThere.channel)
    return
  }
  const { users } = row
  const isFirst = isList(users) && !used.has(row)
  used.add(row)
  yield* isFirst ? users : await usersOf(session, vendorId)
}

async function usersOf(session: SlackSession, id: string): Promise<readonly JsonValue[]> {
  const query = { usergroup: id }
  const users = (await session.call('usergroups.users.list', query, notThere.userGroup))?.['users']
  return isList(users) ? users : []
}
