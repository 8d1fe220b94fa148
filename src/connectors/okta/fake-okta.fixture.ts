import type { CheckedVendor } from '../../../test/vendors/check-connector.ts'
import { okta } from './okta.ts'
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

// Written from Okta's reference of its Users and Groups APIs (developer.okta.com/docs/api).

export const oktaToken = '00fake-okta-token'
const oktaPerson = (id: number) => `00u${String(id).padStart(17, '0')}`
const oktaGroup = (id: number) => `00g${String(id).padStart(17, '0')}`
const numberIn = (id: string) => Number(id.slice(3))

/** Small, so that every list has pages. */
const pageSize = 4

export const fakeOkta: FakeVendor = {
  answer: (request, world) => {
    if (request.headers['authorization'] !== `SSWS ${oktaToken}`)
      return {
        answer: json(401, { errorCode: 'E0000011', errorSummary: 'Invalid token provided' }),
      }
    return route(request, world) ?? { answer: notFound }
  },
  refuse: (seconds, world) =>
    json(
      429,
      {
        errorCode: 'E0000047',
        errorSummary: 'API call exceeded rate limit due to too many requests.',
      },
      {
        'x-rate-limit-reset': String(Math.ceil(world.now / 1000) + seconds),
        'x-rate-limit-remaining': '0',
      },
    ),
}

const notFound = json(404, { errorCode: 'E0000007', errorSummary: 'Not found: Resource not found' })

function route(request: RestRequest, world: VendorWorld): Reply | undefined {
  const { pathname, searchParams } = request.url
  const [, , , noun, id, part] = pathname.split('/')
  const people = [...world.people.values()]
  const groups = [...world.groups.values()]
  const number = id === undefined ? 0 : numberIn(id)
  const filter = searchParams.get('filter')
  if (filter !== null && !isKnownFilter(noun, filter))
    return {
      answer: json(400, { errorCode: 'E0000031', errorSummary: 'Invalid search criteria.' }),
    }
  if (noun === 'users' && id === undefined)
    return list(
      request,
      people.filter((person) => isListed(person, filter)),
      personRow,
    )
  if (noun === 'groups' && id === undefined)
    return list(
      request,
      groups.filter((group) => isChanged(group, filter)),
      groupRow,
    )
  if (noun === 'users' && part === 'groups') {
    const own = groups.filter(({ members }) => members.has(number))
    return list(request, own, groupRow)
  }
  if (noun === 'groups' && part === 'users') {
    const group = world.groups.get(number)
    if (group === undefined) return undefined
    return list(
      request,
      people.filter((person) => group.members.has(person.id)),
      personRow,
    )
  }
  const one =
    noun === 'users'
      ? optional(world.people.get(number), personRow)
      : optional(world.groups.get(number), groupRow)
  return one === undefined ? undefined : { answer: json(200, one) }
}

function optional<T>(value: T | undefined, row: (value: T) => JsonObject): JsonObject | undefined {
  return value === undefined ? undefined : row(value)
}

function list<T extends { id: number }>(
  { url }: RestRequest,
  all: readonly T[],
  row: (value: T) => JsonObject,
): Reply {
  const after = url.searchParams.get('after')
  const { rows, next } = pageAfter(all, { after, size: pageSize, keyOf: ({ id }) => id })
  const place = new URL(url)
  place.searchParams.delete('after')
  const to = new URL(place)
  if (next !== null) to.searchParams.set('after', String(next))
  return {
    page: {
      list: place.href,
      rows: rows.map(row),
      next: next === null ? null : to.href,
      isFirst: after === null,
      write: (written, where) =>
        json(200, written, {
          link: [
            `<${url.href}>; rel="self"`,
            ...(where === null ? [] : [`<${where}>; rel="next"`]),
          ].join(', '),
        }),
    },
  }
}

const time = '"[0-9TZ:.-]+"'
const peopleFilter = new RegExp(`^(lastUpdated gt ${time})?( and )?(status eq "DEPROVISIONED")?$`)
const groupFilter = new RegExp(`^lastUpdated gt (${time}) or lastMembershipUpdated gt \\1$`)

function isKnownFilter(noun: string | undefined, filter: string): boolean {
  return (noun === 'users' ? peopleFilter : groupFilter).test(filter)
}

/** Without a filter of the status, deprovisioned people are left out. */
function isListed({ state, changedAt }: WorldPerson, filter: string | null): boolean {
  const [, since] = /lastUpdated gt "([^"]+)"/.exec(filter ?? '') ?? []
  if (since !== undefined && changedAt <= Date.parse(since)) return false
  return filter?.includes('status eq "DEPROVISIONED"') === true
    ? state === 'left'
    : state !== 'left'
}

function isChanged({ changedAt, membersChangedAt }: WorldGroup, filter: string | null): boolean {
  const [, since] = /^lastUpdated gt "([^"]+)"/.exec(filter ?? '') ?? []
  return since === undefined || Math.max(changedAt, membersChangedAt) > Date.parse(since)
}

const statuses = { active: 'ACTIVE', suspended: 'SUSPENDED', left: 'DEPROVISIONED' } as const

/** The statuses of users besides these, with those between two of them. */
const oktaForms: readonly AccountForm[] = [
  { row: { status: 'STAGED' }, state: 'suspended' },
  { row: { status: 'PROVISIONED' }, state: 'suspended' },
  { row: { status: 'PROVISIONED', transitioningToStatus: 'ACTIVE' }, state: 'suspended' },
  { row: { status: 'RECOVERY' }, state: 'active' },
  { row: { status: 'PASSWORD_EXPIRED' }, state: 'active' },
  { row: { status: 'LOCKED_OUT' }, state: 'active' },
  { row: { status: 'QUARANTINED' }, state: 'unknown' },
]

function personRow(person: WorldPerson): JsonObject {
  const { id, name, state, changedAt } = person
  return {
    id: oktaPerson(id),
    status: statuses[state],
    created: '2026-01-01T00:00:00.000Z',
    lastUpdated: new Date(changedAt).toISOString(),
    profile: {
      login: `p${id}@acme.test`,
      email: `p${id}@acme.test`,
      firstName: 'P',
      lastName: name,
      department: 'Sales',
    },
    ...saidBesides(person),
  }
}

function groupRow({ id, name, changedAt, membersChangedAt }: WorldGroup): JsonObject {
  return {
    id: oktaGroup(id),
    type: 'OKTA_GROUP',
    lastUpdated: new Date(changedAt).toISOString(),
    lastMembershipUpdated: new Date(membersChangedAt).toISOString(),
    profile: { name, description: null },
  }
}

export const checkedOkta: CheckedVendor = {
  vendor: okta,
  settings: { url: 'https://acme.okta.com' },
  secret: oktaToken,
  hosts: ['acme.okta.com'],
  fake: () => fakeOkta,
  forms: oktaForms,
  idOf: oktaPerson,
  keyOf: ({ id }) => `idp_group:${oktaGroup(id)}`,
  readsChanges: true,
}
