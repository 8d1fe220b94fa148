import type { CheckedVendor } from '../../../test/vendors/check-connector.ts'
import { slack } from './slack.ts'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { RawAnswer, RestRequest } from '../rest/transport.ts'
import { json, cursorPage, type FakeVendor, type Reply } from '../../../test/vendors/fake-vendor.ts'
import type { Seeded } from '../../../test/vendors/seeded.ts'
import {
  saidBesides,
  type AccountForm,
  type VendorWorld,
  type WorldGroup,
  type WorldPerson,
} from '../../../test/vendors/vendor-world.ts'

// Written from Slack's reference of its Web API (docs.slack.dev/reference/methods).

const slackToken = 'xoxb-fake-slack-token'
const slackPerson = (id: number) => `U${String(id).padStart(10, '0')}`
/** Projects of the world are channels here, every second of them a private one. */
const slackGroup = ({ id, kind }: WorldGroup) =>
  `${kind === 'group' ? 'S' : 'C'}${String(id).padStart(10, '0')}`
/** A channel stays when it is archived; nobody reads in it. */
const isArchived = ({ id, kind }: WorldGroup) => kind === 'project' && id % 5 === 0
const isPrivate = ({ id }: WorldGroup) => id % 2 === 0
const numberIn = (id: string | null) => Number((id ?? '').slice(1))

/** Small, so that every list has pages. */
const pageSize = 4

function fakeSlack(random: Seeded): FakeVendor {
  return {
    answer: (request, world) => {
      if (request.headers['authorization'] !== `Bearer ${slackToken}`) return failed('invalid_auth')
      return route(request, world) ?? failed('unknown_method')
    },
    // Most limits are told by the status, and faults of its own by the body.
    refuse: (seconds) =>
      random.chance(0.7)
        ? json(429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(seconds) })
        : json(200, { ok: false, error: 'internal_error' }),
  }
}

const failed = (error: string): Reply => ({ answer: json(200, { ok: false, error }) })

function route(request: RestRequest, world: VendorWorld): Reply | undefined {
  const { pathname, searchParams: query } = request.url
  const groups = [...world.groups.values()]
  const channels = groups.filter(({ kind }) => kind === 'project')
  switch (pathname.split('/').at(-1)) {
    case 'users.list':
      return list(request, 'members', [...world.people.values()], personRow)
    case 'users.info':
      return one('user', world.people.get(numberIn(query.get('user'))), personRow, 'user_not_found')
    case 'conversations.list':
      return query.get('types') === 'public_channel,private_channel'
        ? list(request, 'channels', channels.filter(isIn(query)), channelRow)
        : failed('invalid_types')
    case 'conversations.info':
      return one('channel', channelOf(world, query), channelRow, 'channel_not_found')
    case 'conversations.members':
      return membersOf(request, channelOf(world, query))
    case 'usergroups.list':
      return userGroups(request, groups)
    case 'usergroups.users.list': {
      const group = groups.find((each) => slackGroup(each) === query.get('usergroup'))
      if (group === undefined) return failed('no_such_subteam')
      return { answer: json(200, { ok: true, users: memberIds(group) }) }
    }
    default:
      return undefined
  }
}

const isIn = (query: URLSearchParams) => (group: WorldGroup) =>
  query.get('exclude_archived') !== 'true' || !isArchived(group)

function channelOf(world: VendorWorld, query: URLSearchParams): WorldGroup | undefined {
  const found = world.groups.get(numberIn(query.get('channel')))
  return found?.kind === 'project' ? found : undefined
}

function one<T>(key: string, found: T | undefined, row: (value: T) => JsonObject, error: string) {
  return found === undefined
    ? failed(error)
    : { answer: json(200, { ok: true, [key]: row(found) }) }
}

function membersOf(request: RestRequest, channel: WorldGroup | undefined): Reply {
  if (channel === undefined) return failed('channel_not_found')
  const people = [...channel.members.keys()].map((id) => ({ id }))
  return list(request, 'members', people, ({ id }) => slackPerson(id))
}

function list<T extends { id: number }>(
  request: RestRequest,
  key: string,
  all: readonly T[],
  row: (value: T) => JsonValue,
): Reply {
  return cursorPage(request, {
    cursor: 'cursor',
    size: pageSize,
    all,
    row,
    write: (written, where) => writePage(key, written, where),
  })
}

/** `where` is a cursor, or, of a page that refers to itself, its own address. */
function writePage(key: string, rows: readonly JsonValue[], where: string | null): RawAnswer {
  const cursor = where?.startsWith('https:') ? new URL(where).searchParams.get('cursor') : where
  return json(200, {
    ok: true,
    [key]: [...rows],
    response_metadata: { next_cursor: cursor ?? '' },
  })
}

/** All of them in one answer. */
function userGroups({ url }: RestRequest, groups: readonly WorldGroup[]): Reply {
  if (url.searchParams.get('include_users') !== 'true') return failed('invalid_arguments')
  const rows = groups.filter(({ kind }) => kind === 'group').map(userGroupRow)
  return {
    page: {
      list: url.href,
      rows,
      next: null,
      isFirst: true,
      write: (written) => json(200, { ok: true, usergroups: [...written] }),
    },
  }
}

/** Bots, guests of one or more channels and of other organisations, and invitations (reference/objects/user-object). */
const slackForms: readonly AccountForm[] = [
  { row: { is_bot: true }, kind: 'bot' },
  { row: { is_bot: true, is_workflow_bot: true }, kind: 'bot' },
  { row: { is_restricted: true }, kind: 'guest' },
  { row: { is_restricted: true, is_ultra_restricted: true }, kind: 'guest' },
  { row: { is_stranger: true }, kind: 'guest' },
  { row: { is_invited_user: true, is_email_confirmed: false }, state: 'suspended' },
  { row: { deleted: 'in_progress' }, state: 'unknown' },
]

function personRow(person: WorldPerson): JsonObject {
  const { id, name, state } = person
  return {
    id: slackPerson(id),
    team_id: 'T012AB3C4',
    name: `p${id}`,
    deleted: state === 'left',
    is_bot: false,
    profile: {
      email: `p${id}@acme.test`,
      real_name: `P ${name}`,
      first_name: 'P',
      last_name: name,
    },
    ...saidBesides(person),
  }
}

function channelRow(group: WorldGroup): JsonObject {
  return {
    id: slackGroup(group),
    name: group.name,
    is_channel: !isPrivate(group),
    is_group: isPrivate(group),
    is_im: false,
    is_mpim: false,
    is_private: isPrivate(group),
    is_archived: isArchived(group),
    creator: slackPerson(1),
  }
}

function userGroupRow(group: WorldGroup): JsonObject {
  const { id, name } = group
  return {
    id: slackGroup(group),
    is_usergroup: true,
    name,
    handle: `g${id}`,
    date_delete: 0,
    users: memberIds(group),
  }
}

const memberIds = ({ members }: WorldGroup): string[] => [...members.keys()].map(slackPerson)

function keyOf(group: WorldGroup): string {
  const type =
    group.kind === 'group'
      ? 'chat_group'
      : isPrivate(group)
        ? 'chat_private_channel'
        : 'chat_public_channel'
  return `${type}:${slackGroup(group)}`
}

export const checkedSlack: CheckedVendor = {
  vendor: slack,
  settings: { url: 'https://slack.com/api' },
  secret: slackToken,
  hosts: ['slack.com'],
  fake: fakeSlack,
  forms: slackForms,
  stored: {
    // Nobody is suspended in Slack.
    states: { active: 'active', suspended: 'active', left: 'deactivated' },
    isGroup: (group) => !isArchived(group),
  },
  idOf: slackPerson,
  keyOf,
  readsChanges: false,
}
