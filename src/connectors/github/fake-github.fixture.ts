import type { CheckedVendor } from '../../../test/vendors/check-connector.ts'
import { RecordModel } from '../../../test/vendors/record-model.ts'
import { github } from './github.ts'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import type { RestRequest } from '../rest/transport.ts'
import { json, pageAfter, type FakeVendor, type Reply } from '../../../test/vendors/fake-vendor.ts'
import {
  saidBesides,
  type AccountForm,
  type VendorWorld,
  type WorldGroup,
  type WorldPerson,
} from '../../../test/vendors/vendor-world.ts'

// Written from GitHub's references of its REST and GraphQL APIs (docs.github.com/rest, docs.github.com/graphql).

const githubToken = 'ghp_fake'
const organization = 'acme'
/** Small, so that every list has pages. */
const pageSize = 4

const isOutsider = ({ id }: { id: number }) => id % 5 === 0
const isMember = (person: WorldPerson) => person.state !== 'left' && !isOutsider(person)
const loginOf = ({ id }: { id: number }) => `p${id}`

const fakeGithub: FakeVendor = {
  answer: (request, world) => {
    if (request.headers['authorization'] !== `Bearer ${githubToken}`)
      return { answer: json(401, { message: 'Bad credentials' }) }
    const reply =
      request.url.pathname === '/graphql' ? graphql(request, world) : rest(request, world)
    return reply ?? { answer: json(404, { message: 'Not Found' }) }
  },
  refuse: (seconds, world, { url }) =>
    seconds % 2 === 0 || url.pathname !== '/graphql'
      ? json(
          403,
          { message: 'You have exceeded a secondary rate limit.' },
          { 'retry-after': String(seconds) },
        )
      : json(
          200,
          { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
          {
            'x-ratelimit-remaining': '0',
            'x-ratelimit-reset': String(Math.ceil(world.now / 1000) + seconds),
          },
        ),
}

function rest(request: RestRequest, world: VendorWorld): Reply | undefined {
  const { pathname } = request.url
  if (pathname === '/user')
    return { answer: json(200, { login: 'owner' }, { 'x-oauth-scopes': 'read:org, repo' }) }
  const [, id] = /^\/user\/(\d+)$/.exec(pathname) ?? []
  if (id !== undefined) return one(world.people.get(Number(id)), personRow)
  const [, login] = /^\/orgs\/acme\/memberships\/p(\d+)$/.exec(pathname) ?? []
  if (login !== undefined) {
    const person = world.people.get(Number(login))
    return one(person !== undefined && !isOutsider(person) ? person : undefined, membershipRow)
  }
  if (pathname !== '/orgs/acme/outside_collaborators') return undefined
  const people = [...world.people.values()].filter(
    (person) => isOutsider(person) && person.state !== 'left',
  )
  return numberedPage(request, people)
}

function one(
  person: WorldPerson | undefined,
  row: (person: WorldPerson) => JsonObject,
): Reply | undefined {
  return person && { answer: json(200, row(person)) }
}

/** Pages by number: rows shift while others are removed. */
function numberedPage({ url }: RestRequest, people: readonly WorldPerson[]): Reply {
  const number = Number(url.searchParams.get('page') ?? 1)
  const sorted = people.toSorted((first, second) => first.id - second.id)
  const rows = sorted.slice((number - 1) * pageSize, number * pageSize)
  const next = new URL(url)
  next.searchParams.set('page', String(number + 1))
  return {
    page: {
      list: url.pathname,
      rows: rows.map(outsiderRow),
      next: sorted.length > number * pageSize ? next.href : null,
      isFirst: number === 1,
      write: (written, where) =>
        json(200, written, where === null ? {} : { link: `<${where}>; rel="next"` }),
    },
  }
}

function outsiderRow(person: WorldPerson): JsonObject {
  const { id } = person
  return { id, login: loginOf(person), type: 'User', site_admin: false, ...saidBesides(person) }
}

type Query = { name: string; id: number; after: string | null }

function graphql({ method, body = '' }: RestRequest, world: VendorWorld): Reply | undefined {
  const query = readQuery(body)
  if (method !== 'POST' || query === undefined) return undefined
  const { name, id } = query
  const people = [...world.people.values()]
  const groups = [...world.groups.values()]
  switch (name) {
    case 'Members':
      return list(query, {
        all: people.filter(isMember),
        at: ['organization', 'membersWithRole'],
        row: memberEdge,
      })
    case 'Teams':
      return list(query, {
        all: groups.filter(isTeam),
        at: ['organization', 'teams'],
        row: teamNode,
      })
    case 'Repositories':
      return list(query, {
        all: groups.filter(isRepository),
        at: ['organization', 'repositories'],
        row: repositoryNode,
      })
    case 'TeamMembers':
    case 'Collaborators': {
      const group = world.groups.get(id)
      if (group === undefined) return { answer: json(200, gone) }
      const at = ['node', name === 'TeamMembers' ? 'members' : 'collaborators']
      const all = people.filter((person) => group.members.has(person.id))
      return list(query, { all, at, row: (person) => groupEdge(group, person) })
    }
    default:
      return undefined
  }
}

const gone = {
  data: { node: null },
  errors: [
    {
      type: 'NOT_FOUND',
      path: ['node'],
      message: 'Could not resolve to a node with the global id.',
    },
  ],
}

/** By the name of the query, which has to ask for the organisation's or the node's list. */
function readQuery(body: string): Query | undefined {
  const sent: { query?: string; variables?: { org?: string; id?: string; after?: string | null } } =
    JSON.parse(body)
  const [, name = ''] = /^query (\w+)\(/.exec(sent.query ?? '') ?? []
  const { org, id = '', after = null } = sent.variables ?? {}
  if (org !== undefined && org !== organization) return undefined
  return { name, id: Number(id.slice(2)), after }
}

type List<T> = { all: readonly T[]; at: readonly string[]; row: (value: T) => JsonObject }

function list<T extends { id: number }>(
  { name, id, after }: Query,
  { all, at, row }: List<T>,
): Reply {
  const { rows, next } = pageAfter(all, { after, size: pageSize, keyOf: (value) => value.id })
  const isNodes = name === 'Teams' || name === 'Repositories'
  return {
    page: {
      list: `${name} ${id}`,
      rows: rows.map(row),
      next: next === null ? null : String(next),
      isFirst: after === null,
      itself: after ?? '0',
      write: (written, where) => {
        const pageInfo = { hasNextPage: where !== null, endCursor: where }
        const found = { pageInfo, [isNodes ? 'nodes' : 'edges']: written }
        const data = at.toReversed().reduce<JsonValue>((value, key) => ({ [key]: value }), found)
        return json(200, { data })
      },
    },
  }
}

const isTeam = ({ kind }: WorldGroup) => kind === 'group'
const isRepository = ({ kind }: WorldGroup) => kind === 'project'

/** Only people are members of an organisation; an app can be beside them. */
const githubForms: readonly AccountForm[] = [{ row: { type: 'Bot' }, kind: 'bot' }]

function personRow(person: WorldPerson): JsonObject {
  return { id: person.id, login: loginOf(person), name: person.name, email: null, type: 'User' }
}

function membershipRow(person: WorldPerson): JsonObject {
  // Who has left is invited again: that is a membership too.
  const state = isMember(person) ? 'active' : 'pending'
  return { state, role: 'member', user: { login: loginOf(person), id: person.id } }
}

function memberEdge(person: WorldPerson): JsonObject {
  const { id, name } = person
  const node = { id, login: loginOf(person), name, email: '', organizationVerifiedDomainEmails: [] }
  return { organization_role: 'MEMBER', node }
}

function teamNode({ id, name }: WorldGroup): JsonObject {
  return { node_id: `T_${id}`, id, slug: `team-${id}`, name, description: null, parent: null }
}

function repositoryNode({ id, name }: WorldGroup): JsonObject {
  return { node_id: `R_${id}`, id, name, full_name: `acme/${name}`, owner: { login: organization } }
}

function groupEdge({ kind, members }: WorldGroup, { id }: WorldPerson): JsonObject {
  const isHigh = members.get(id) === 'maintainer'
  return kind === 'group'
    ? { role: isHigh ? 'MAINTAINER' : 'MEMBER', node: { id } }
    : { permission: isHigh ? 'ADMIN' : 'READ', node: { id } }
}

const keyOf = ({ kind, id }: Pick<WorldGroup, 'kind' | 'id'>) =>
  `${kind === 'group' ? 'codehost_group' : 'codehost_project'}:${id}`

const states = { active: 'active', suspended: 'active', left: 'deactivated' } as const

const roles = {
  group: { member: 'member', maintainer: 'maintainer' },
  project: { member: 'read', maintainer: 'admin' },
} as const

function oracle(world: VendorWorld): RecordModel {
  const model = new RecordModel()
  for (const person of world.people.values()) {
    // A list of outside collaborators shows no names.
    const name = isOutsider(person) ? `p${person.id}` : person.name
    // Members are people; nothing tells more of them.
    const form = { row: {}, kind: isOutsider(person) ? (person.form.kind ?? 'guest') : undefined }
    if (person.state !== 'left')
      model.addPerson({ ...person, form }, { id: String(person.id), name, states })
  }
  for (const group of world.groups.values()) {
    const { name, kind, members } = group
    const roleOf = (role: string) => roles[kind][role === 'maintainer' ? 'maintainer' : 'member']
    model.groups.set(keyOf(group), {
      name,
      members: new Map([...members].map(([person, role]) => [String(person), roleOf(role)])),
    })
  }
  return model
}

export const checkedGithub: CheckedVendor = {
  vendor: github,
  settings: { url: 'https://api.github.com', organization: 'acme' },
  secret: githubToken,
  hosts: ['api.github.com'],
  fake: () => fakeGithub,
  forms: githubForms,
  roles: ['member', 'maintainer'],
  oracle,
  idOf: String,
  keyOf,
  readsChanges: false,
}
