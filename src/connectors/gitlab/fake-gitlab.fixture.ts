import { oracleOf, type CheckedVendor } from '../../../test/vendors/check-connector.ts'
import { gitlab } from './gitlab.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { RestRequest } from '../rest/transport.ts'
import { json, pageAfter, type FakeVendor, type Reply } from '../../../test/vendors/fake-vendor.ts'
import {
  saidBesides,
  type AccountForm,
  type VendorWorld,
  type WorldGroup,
  type WorldPerson,
} from '../../../test/vendors/vendor-world.ts'

// Written from GitLab's reference of its REST API (docs.gitlab.com/api).

const gitlabToken = 'glpat-fake'
/** The group that has everyone and everything in it. */
const topGroup = 1
/** Small, so that every list has pages. */
const pageSize = 4

const levels = { member: 30, maintainer: 40 } as const
const levelOf = (role: string | undefined) =>
  levels[role === 'maintainer' ? 'maintainer' : 'member']

const fakeGitlab: FakeVendor = {
  answer: (request, world) => {
    if (request.headers['private-token'] !== gitlabToken)
      return { answer: json(401, { message: '401 Unauthorized' }) }
    return route(request, world) ?? { answer: json(404, { message: '404 Not found' }) }
  },
  refuse: (seconds, world) =>
    json(
      429,
      { message: 'Retry later' },
      {
        'retry-after': String(seconds),
        'ratelimit-reset': String(Math.ceil(world.now / 1000) + seconds),
      },
    ),
}

function route(request: RestRequest, world: VendorWorld): Reply | undefined {
  const [, , , noun, id, part, , user] = request.url.pathname.split('/')
  const people = [...world.people.values()]
  if (noun === 'user') return { answer: json(200, { id: 1, username: 'root', is_admin: true }) }
  if (noun === 'users')
    return id === undefined
      ? list(request, people, userRow)
      : one(world.people.get(Number(id)), userRow)
  const kind = noun === 'projects' ? 'project' : 'group'
  const all = [...world.groups.values()]
  if (id === undefined)
    return list(
      request,
      all.filter((each) => each.kind === kind),
      groupRow,
    )
  if (id === 'acme' || id === String(topGroup)) {
    if (part === 'descendant_groups')
      return list(
        request,
        all.filter((each) => each.kind === 'group'),
        groupRow,
      )
    if (part === 'projects')
      return list(
        request,
        all.filter((each) => each.kind === 'project'),
        groupRow,
      )
    if (part === undefined) return { answer: json(200, topRow) }
    return members(request, { people: people.filter(isThere), levelOf: () => 10, user })
  }
  const group = world.groups.get(Number(id))
  if (group === undefined || group.kind !== kind) return undefined
  if (part === undefined) return one(group, groupRow)
  const own = people.filter((person) => group.members.has(person.id))
  return members(request, {
    people: own,
    levelOf: (person) => levelOf(group.members.get(person)),
    user,
  })
}

const isThere = ({ state }: WorldPerson) => state !== 'left'

type Members = {
  people: readonly WorldPerson[]
  levelOf: (person: number) => number
  user: string | undefined
}

function members(
  request: RestRequest,
  { people, levelOf: level, user }: Members,
): Reply | undefined {
  const row = (person: WorldPerson) => ({ ...memberRow(person), access_level: level(person.id) })
  if (user === undefined) return list(request, people, row)
  return one(
    people.find(({ id }) => id === Number(user)),
    row,
  )
}

function one<T>(value: T | undefined, row: (value: T) => JsonObject): Reply | undefined {
  return value === undefined ? undefined : { answer: json(200, row(value)) }
}

function list<T extends { id: number }>(
  { url }: RestRequest,
  all: readonly T[],
  row: (value: T) => JsonObject,
): Reply {
  const isKeyset = url.searchParams.get('pagination') === 'keyset'
  const place = isKeyset ? keysetPage(url, all) : numberedPage(url, all)
  const shown = new URL(url)
  shown.searchParams.delete('id_after')
  shown.searchParams.delete('page')
  return {
    page: {
      list: shown.href,
      rows: place.rows.map(row),
      next: place.next,
      isFirst: !url.searchParams.has('id_after') && !url.searchParams.has('page'),
      write: (written, where) =>
        json(
          200,
          written,
          where === null ? {} : { link: `<${where}>; rel="next", <${url.origin}>; rel="first"` },
        ),
    },
  }
}

function keysetPage<T extends { id: number }>(url: URL, all: readonly T[]) {
  const after = url.searchParams.get('id_after')
  const { rows, next } = pageAfter(all, { after, size: pageSize, keyOf: ({ id }) => id })
  const to = new URL(url)
  to.searchParams.set('id_after', String(next))
  return { rows, next: next === null ? null : to.href }
}

/** Pages by number: rows shift while others are removed. */
function numberedPage<T extends { id: number }>(url: URL, all: readonly T[]) {
  const number = Number(url.searchParams.get('page') ?? 1)
  const sorted = all.toSorted((first, second) => first.id - second.id)
  const to = new URL(url)
  to.searchParams.set('page', String(number + 1))
  return {
    rows: sorted.slice((number - 1) * pageSize, number * pageSize),
    next: sorted.length > number * pageSize ? to.href : null,
  }
}

const states = { active: 'active', suspended: 'blocked', left: 'deactivated' } as const

/** Accounts of tokens and services, and the states of users besides `blocked` (docs.gitlab.com/api/users, /api/members). */
const gitlabForms: readonly AccountForm[] = [
  { row: { username: 'project_278964_bot_0a1b2c3d4e5f' }, kind: 'bot' },
  { row: { username: 'group_9970_bot' }, kind: 'bot' },
  { row: { username: `service_account_group_9970_${'0a'.repeat(16)}` }, kind: 'service' },
  { row: { state: 'ldap_blocked' }, state: 'suspended' },
  { row: { state: 'banned' }, state: 'suspended' },
  { row: { state: 'blocked_pending_approval' }, state: 'suspended' },
  { row: { membership_state: 'awaiting' }, state: 'suspended' },
  { row: { state: 'frozen_by_policy' }, state: 'unknown' },
]

function memberRow(person: WorldPerson): JsonObject {
  const { id, name, state } = person
  return { id, username: `p${id}`, name, state: states[state], ...saidBesides(person) }
}

function userRow(person: WorldPerson): JsonObject {
  return {
    ...memberRow(person),
    email: `p${person.id}@acme.test`,
    is_admin: false,
    external: false,
  }
}

function groupRow({ id, name, kind }: WorldGroup): JsonObject {
  return kind === 'project'
    ? {
        id,
        name,
        path_with_namespace: `acme/p-${id}`,
        archived: id % 3 === 0,
        namespace: { id: topGroup, kind: 'group' },
      }
    : { id, name, full_path: `acme/g-${id}`, parent_id: topGroup }
}

const topRow = { id: topGroup, name: 'Acme', full_path: 'acme', parent_id: null }

const roleOf = (role: string) => (role === 'maintainer' ? 'maintainer' : 'developer')

/** Read as a whole, by an administrator. */
export const checkedGitlab: CheckedVendor = {
  vendor: gitlab,
  settings: { url: 'https://gitlab.acme.example' },
  secret: gitlabToken,
  hosts: ['gitlab.acme.example'],
  fake: () => fakeGitlab,
  forms: gitlabForms,
  roles: ['member', 'maintainer'],
  stored: { nameOf: ({ name }) => name, roleOf: (_, [, role]) => roleOf(role) },
  idOf: String,
  keyOf: ({ kind, id }) => `${kind === 'group' ? 'codehost_group' : 'codehost_project'}:${id}`,
  readsChanges: false,
}

/** One group with everyone in it. Who has left is not among its members. */
export const checkedGitlabGroup: CheckedVendor = {
  ...checkedGitlab,
  settings: { url: 'https://gitlab.com', group: 'acme' },
  hosts: ['gitlab.com'],
  oracle: (world) => {
    const model = oracleOf(checkedGitlab, world)
    for (const { id, state } of world.people.values())
      if (state === 'left') model.accounts.delete(String(id))
    const members = [...model.accounts.keys()].map((id) => [id, 'guest'] as const)
    model.groups.set(`codehost_group:${topGroup}`, { name: 'Acme', members: new Map(members) })
    return model
  },
}
