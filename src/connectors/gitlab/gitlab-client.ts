import type { JsonObject } from '../../contract/json.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { PullTools } from '../pull/connector.ts'
import type { KnownGroup } from '../pull/known-records.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import { requireSecret } from '../pull/require-secret.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { findRecord } from '../rest/find-record.ts'
import { byLink, listRows } from '../rest/pages.ts'
import { RestSession } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'
import { idOf, pathOf, withValues } from './gitlab-rows.ts'
import { peopleOf } from './people-of-group.ts'
import type { GitlabSettings } from './gitlab-settings.ts'

export const reading = pulledFrom(openGitlab)

const hints = {
  unauthorised:
    'The token is not valid, or has expired. Make one in GitLab with the scope read_api, and send it as `credentials`.',
  forbidden:
    'The token may not read this. It needs the scope read_api; for a whole instance it is the token of an administrator.',
  missing:
    'There is no such group or address, or the token may not see it. The `url` is that of the instance, without /api.',
}

/** Users, groups, projects and members. GitLab has no list of changes. */
function openGitlab(settings: GitlabSettings, tools: PullTools): Vendor {
  const token = requireSecret(tools, 'token')
  const session = new RestSession({
    ...settings,
    ...tools,
    headers: () => ({ 'private-token': token }),
    secrets: [token],
    hints,
  })
  const places = settings.group === undefined ? wholeInstance : withinGroup(settings.group)
  const list = (path: string) => listRows(session, `api/v4/${path}`, { next: byLink })
  const one = (path: string, key = 'id') => findRecord(session, `api/v4/${path}`, key)
  const groupTypes = typesIn(settings)
  const placesOf = async function* (types: readonly GroupType[]): AsyncGenerator<VendorGroup> {
    for (const resourceType of types)
      for (const path of places[resourceType])
        for await (const row of path.isOne ? oneRow(await one(path.at)) : list(path.at))
          yield* groupOf(resourceType, row)
  }
  const { group: top } = settings
  // People are in groups and projects whether these are wanted or not.
  const everywhere = () => placesOf(bothTypes)
  const below = top === undefined ? undefined : peopleOf({ top, groups: everywhere, list, one })
  return {
    async *people() {
      if (below !== undefined) return yield* below.people()
      requireAdministrator(await one('user'))
      yield* list(users)
    },
    personId: idOf,
    person: (id) => below?.person(id) ?? one(`users/${encodeURIComponent(id)}`),
    groupTypes,
    groups: () => placesOf(groupTypes),
    async group({ resourceType, vendorId }) {
      const row = await one(pathOf({ resourceType, vendorId }))
      if (row === null || (top !== undefined && !isWithin(row, top))) return null
      return groupOf(resourceType, row)[0] ?? null
    },
    async *members(group) {
      for await (const row of list(`${pathOf(group)}/members/all?per_page=100`)) yield memberOf(row)
    },
    memberId: (member) => textOf(member, 'id'),
    async member(group, id) {
      const row = await one(`${pathOf(group)}/members/all/${encodeURIComponent(id)}`)
      return row && memberOf(row)
    },
    continues: () => false,
    mark: () => null,
    close: () => session.close(),
  }
}

/** Another token sees a part of the instance only, and the rest would be taken for deleted. @throws ImportRefused */
function requireAdministrator(user: JsonObject | null): void {
  if (user?.['is_admin'] === true) return
  throw new ImportRefused(
    'The token is not that of an administrator, who alone sees the whole instance. Send the token of one, or set `group` to read one group.',
  )
}

type GroupType = 'codehost_group' | 'codehost_project'
const bothTypes: readonly GroupType[] = ['codehost_group', 'codehost_project']
type Place = { at: string; isOne?: boolean }

/** By id, and where GitLab can without numbers of pages: these shift while rows are removed. */
const byId = 'order_by=id&sort=asc&per_page=100'
const users = `users?pagination=keyset&${byId}`

const wholeInstance: Readonly<Record<GroupType, readonly Place[]>> = {
  codehost_group: [{ at: `groups?all_available=true&${byId}` }],
  codehost_project: [{ at: `projects?pagination=keyset&${byId}` }],
}

function withinGroup(path: string): Readonly<Record<GroupType, readonly Place[]>> {
  const group = `groups/${encodeURIComponent(path)}`
  return {
    codehost_group: [{ at: group, isOne: true }, { at: `${group}/descendant_groups?${byId}` }],
    codehost_project: [
      { at: `${group}/projects?include_subgroups=true&with_shared=false&${byId}` },
    ],
  }
}

function typesIn({ reads_groups, reads_projects }: GitlabSettings): GroupType[] {
  return [
    ...(reads_groups === false ? [] : (['codehost_group'] as const)),
    ...(reads_projects === false ? [] : (['codehost_project'] as const)),
  ]
}

function* oneRow(row: JsonObject | null): Generator<JsonObject> {
  if (row !== null) yield row
}

const memberOf = (row: JsonObject): JsonObject =>
  withValues({ id: row['id'], access_level: row['access_level'] })

function isWithin(row: JsonObject, top: string): boolean {
  const path = (textOf(row, 'full_path') ?? textOf(row, 'path_with_namespace') ?? '').toLowerCase()
  return path === top.toLowerCase() || path.startsWith(`${top.toLowerCase()}/`)
}

function groupOf(
  resourceType: GroupType | KnownGroup['resourceType'],
  row: JsonObject,
): VendorGroup[] {
  const vendorId = idOf(row)
  return vendorId === undefined ? [] : [{ resourceType, vendorId, row }]
}
