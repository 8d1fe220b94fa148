import type { CheckedVendor } from '../../../test/vendors/check-connector.ts'
import { entra } from './entra.ts'
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

// Written from Microsoft's reference of Graph v1.0 (learn.microsoft.com/graph/api): users, groups, delta queries, deleted items.

const entraSecret = 'fake~client~secret'
const entraTenant = 'acme.onmicrosoft.test'
const entraClient = '5c1d1c62-6c1c-4b0e-9d0b-2a8b8a1c7f10'
const uuid = (kind: string, id: number) => `${kind}-0000-4000-8000-${String(id).padStart(12, '0')}`
export const entraPerson = (id: number) => uuid('0000aaaa', id)
const entraGroup = (id: number) => uuid('0000bbbb', id)
const numberIn = (id = '') => Number(id.slice(-12))

/** Small, so that every list has pages. */
const pageSize = 4
const tokenSeconds = 3599

const fakeEntra: FakeVendor = {
  answer: (request, world) => {
    const { pathname } = request.url
    if (pathname === `/${entraTenant}/oauth2/v2.0/token`) return { answer: signIn(request, world) }
    const [, ends] = /^Bearer until (\d+)$/.exec(request.headers['authorization'] ?? '') ?? []
    if (ends === undefined || Number(ends) <= world.now)
      return { answer: failure(401, 'InvalidAuthenticationToken') }
    return route(request, world) ?? { answer: failure(404, 'Request_ResourceNotFound') }
  },
  refuse: (seconds) =>
    json(429, { error: { code: 'TooManyRequests' } }, { 'retry-after': String(seconds) }),
}

function signIn({ body }: RestRequest, world: VendorWorld) {
  const form = new URLSearchParams(body)
  if (form.get('client_secret') !== entraSecret || form.get('client_id') !== entraClient)
    return json(401, { error: 'invalid_client' })
  const token = `until ${Math.floor(world.now) + tokenSeconds * 1000}`
  return json(200, { token_type: 'Bearer', expires_in: tokenSeconds, access_token: token })
}

const failure = (status: number, code: string) => json(status, { error: { code, message: code } })

function route(request: RestRequest, world: VendorWorld): Reply | undefined {
  const [, , noun, id = '', part] = request.url.pathname.split('/')
  const people = [...world.people.values()].filter(({ state }) => state !== 'left')
  const groups = [...world.groups.values()]
  if (id === 'delta') return delta(request, world)
  if (id === '')
    return noun === 'users'
      ? list(request, people, (one) => personRow(one))
      : list(request, groups, groupRow)
  const found = people.find((one) => one.id === numberIn(id))
  const group = world.groups.get(numberIn(id))
  if (noun === 'directory') return answerOf(deletedRow(world.people.get(numberIn(part))))
  if (noun === 'users' && part === 'checkMemberGroups')
    return found && { answer: json(200, { value: groupsOf(request, world, found) }) }
  if (noun === 'users') return answerOf(found && personRow(found))
  if (part === 'transitiveMemberOf') return list(request, [], groupRow)
  if (part === 'transitiveMembers')
    return (
      group &&
      list(
        request,
        people.filter((one) => group.members.has(one.id)),
        (one) => ({ '@odata.type': '#microsoft.graph.user', id: entraPerson(one.id) }),
      )
    )
  return answerOf(group && groupRow(group))
}

const answerOf = (row: JsonObject | undefined): Reply | undefined =>
  row && { answer: json(200, row) }

function groupsOf({ body = '' }: RestRequest, { groups }: VendorWorld, { id }: WorldPerson) {
  const asked: { groupIds: string[] } = JSON.parse(body)
  return asked.groupIds.filter((each) => groups.get(numberIn(each))?.members.has(id) === true)
}

/** Changes since a token, which is an instant here. An answer names more than has changed, and a token lasts a week. */
function delta(request: RestRequest, world: VendorWorld): Reply {
  const { url } = request
  const isUsers = url.pathname.includes('/users/')
  const token = url.searchParams.get('$deltatoken')
  const next = new URL(url)
  next.searchParams.delete('$skiptoken')
  const begun = Number(url.searchParams.get('begun') ?? Math.floor(world.now))
  next.searchParams.set('$deltatoken', String(begun))
  next.searchParams.delete('begun')
  if (token === 'latest') return { answer: json(200, { '@odata.deltaLink': next.href, value: [] }) }
  const since = Number(token)
  if (since < world.now - 7 * 86_400_000) return { answer: failure(400, 'syncStateNotFound') }
  url.searchParams.set('begun', String(begun))
  if (!isUsers) {
    const changed = [...world.groups.values()].filter(
      ({ changedAt, membersChangedAt }) => Math.max(changedAt, membersChangedAt) >= since,
    )
    const rows = [
      ...changed.map(({ id }) => ({ id, row: { id: entraGroup(id) } })),
      ...goneSince(world.goneGroups, since, entraGroup),
    ]
    return list(request, inOrder(rows), ({ row }) => row, next.href)
  }
  const changed = [...world.people.values()].filter(({ changedAt }) => changedAt >= since)
  const rows = [
    ...changed.map((one) => ({ id: one.id, row: changeOf(one) })),
    ...goneSince(world.gonePeople, since, entraPerson),
  ]
  return list(request, inOrder(rows), ({ row }) => row, next.href)
}

const inOrder = <T extends { id: number }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => a.id - b.id)

function goneSince(
  gone: ReadonlyMap<number, number>,
  since: number,
  idOf: (id: number) => string,
): { id: number; row: JsonObject }[] {
  return [...gone].flatMap(([id, at]) =>
    at >= since ? [{ id, row: { id: idOf(id), '@removed': { reason: 'deleted' } } }] : [],
  )
}

function changeOf({ id, state }: WorldPerson): JsonObject {
  return {
    id: entraPerson(id),
    ...(state === 'left' && { '@removed': { reason: 'changed' } }),
  }
}

function list<T extends { id: number }>(
  { url }: RestRequest,
  all: readonly T[],
  row: (value: T) => JsonObject,
  deltaLink?: string,
): Reply {
  const after = url.searchParams.get('$skiptoken')
  const { rows, next } = pageAfter(all, { after, size: pageSize, keyOf: ({ id }) => id })
  const place = new URL(url)
  place.searchParams.delete('$skiptoken')
  const to = new URL(place)
  if (next !== null) to.searchParams.set('$skiptoken', String(next))
  return {
    page: {
      list: place.href,
      rows: rows.map(row),
      next: next === null ? null : to.href,
      isFirst: after === null,
      write: (written, where) =>
        json(200, {
          value: [...written],
          ...(where !== null && { '@odata.nextLink': where }),
          ...(where === null && deltaLink !== undefined && { '@odata.deltaLink': deltaLink }),
        }),
    },
  }
}

/** Guests, before and after they accept (resources/user), and a state of invitations that is not documented. */
const entraForms: readonly AccountForm[] = [
  { row: { userType: 'Guest', externalUserState: 'Accepted' }, kind: 'guest' },
  {
    row: { userType: 'Guest', externalUserState: 'PendingAcceptance' },
    state: 'suspended',
    kind: 'guest',
  },
  { row: { userType: 'Member', externalUserState: 'PendingAcceptance' }, state: 'suspended' },
  { row: { userType: 'Guest', externalUserState: 'Revoked' }, state: 'unknown', kind: 'guest' },
]

function personRow(person: WorldPerson): JsonObject {
  const { id, name, state } = person
  return {
    id: entraPerson(id),
    userPrincipalName: `p${id}@acme.test`,
    mail: `p${id}@acme.test`,
    displayName: `P ${name}`,
    givenName: 'P',
    surname: name,
    accountEnabled: state === 'active',
    createdDateTime: '2026-01-01T00:00:00Z',
    department: 'Sales',
    ...saidBesides(person),
  }
}

const goneWithDeletion = new Set(['accountEnabled', 'createdDateTime', 'department'])

/** A soft-deleted account, by its usual fields. */
function deletedRow(person: WorldPerson | undefined): JsonObject | undefined {
  if (person?.state !== 'left') return undefined
  const row = personRow(person)
  const name = `${entraPerson(person.id).replaceAll('-', '')}p${person.id}@acme.test`
  const kept = Object.entries(row).filter(([key]) => !goneWithDeletion.has(key))
  return { ...Object.fromEntries(kept), userPrincipalName: name }
}

function groupRow({ id, name }: WorldGroup): JsonObject {
  return {
    id: entraGroup(id),
    displayName: name,
    mailNickname: `group-${id}`,
    securityEnabled: true,
    groupTypes: [],
  }
}

export const checkedEntra: CheckedVendor = {
  vendor: entra,
  settings: { tenant: entraTenant, client_id: entraClient },
  secret: entraSecret,
  hosts: ['graph.microsoft.com', 'login.microsoftonline.com'],
  fake: () => fakeEntra,
  forms: entraForms,
  stored: { hidesLeft: true },
  idOf: entraPerson,
  keyOf: ({ id }) => `idp_group:${entraGroup(id)}`,
  readsChanges: true,
}
