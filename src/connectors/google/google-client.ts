import { isObject, type JsonObject } from '../../contract/json.ts'
import type { PullTools } from '../pull/connector.ts'
import type { KnownGroup } from '../pull/known-records.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { textOf } from '../rest/text-of.ts'
import { DriveReader } from './drive-reader.ts'
import { GoogleSession } from './google-session.ts'
import type { GoogleSettings } from './google-settings.ts'
import { GroupReader } from './group-reader.ts'
import { readsDrives } from './scopes.ts'

export const reading = pulledFrom(openGoogle)

/**
 * Users, groups and shared drives of a Google Workspace. Its API does not say what has changed since an instant, so each reading
 * reads everything. Deleted users are in a list of their own for 20 days, which adds nothing: those who are missing are asked for.
 */
function openGoogle(settings: GoogleSettings, tools: PullTools): Vendor {
  const session = new GoogleSession(settings, tools)
  const { directory } = session.endpoints
  const { customer = 'my_customer', reads_groups: readsGroups } = settings
  const groups = new GroupReader(session, customer)
  const drives = readsDrives(settings) ? new DriveReader(session, groups) : null
  return {
    people: () =>
      session.list(`${directory}users`, {
        rows: 'users',
        query: { customer, maxResults: '500', projection: 'full' },
      }),
    personId: (row) => textOf(row, 'id'),
    person: (id) =>
      session.one(`${directory}users/${encodeURIComponent(id)}`, { projection: 'full' }),
    groupTypes: [
      ...(readsGroups === false ? [] : ['suite_workspace_group' as const]),
      ...(drives === null ? [] : ['suite_workspace_drive' as const]),
    ],
    groups: () => allGroups(groups, drives),
    group: async (group) =>
      isDrive(group) ? ((await drives?.find(group.vendorId)) ?? null) : groups.find(group.vendorId),
    members: (group) =>
      isDrive(group) ? membersOf(drives, group) : groups.members(group.vendorId),
    memberId: (member) =>
      isObject(member) && member['kind'] === 'drive#permission'
        ? textOf(member, 'accountId')
        : textOf(member, 'id'),
    member: async (group, id) =>
      isDrive(group)
        ? ((await drives?.member(group.vendorId, id)) ?? null)
        : groups.member(group.vendorId, id),
    continues: () => false,
    mark: () => null,
    close: () => session.close(),
  }
}

const isDrive = ({ resourceType }: KnownGroup) => resourceType === 'suite_workspace_drive'

async function* allGroups(
  groups: GroupReader,
  drives: DriveReader | null,
): AsyncGenerator<VendorGroup> {
  yield* groups.all()
  if (drives !== null) yield* drives.all()
}

async function* membersOf(
  drives: DriveReader | null,
  { vendorId }: KnownGroup,
): AsyncGenerator<JsonObject> {
  if (drives !== null) yield* drives.members(vendorId)
}
