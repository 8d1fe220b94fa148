import type { JsonObject } from '../../../src/contract/json.ts'
import type { RestRequest } from '../../../src/connectors/rest/transport.ts'
import type { CheckedVendor } from '../check-connector.ts'
import { cursorPage, json, type FakeVendor, type Reply } from '../fake-vendor.ts'
import type { VendorWorld, WorldGroup, WorldPerson } from '../vendor-world.ts'
import { crewbase } from './crewbase.ts'

const token = 'crewbase-token'
const personId = (id: number) => `p-${id}`
const teamId = (id: number) => `t-${id}`
const numberIn = (id = '') => Number(id.slice(2))

const fakeCrewbase: FakeVendor = {
  answer: (request, world) => {
    if (request.headers['authorization'] !== `Bearer ${token}`) return { answer: json(401, {}) }
    return route(request, world) ?? { answer: json(404, {}) }
  },
  refuse: (seconds) => json(429, {}, { 'retry-after': String(seconds) }),
}

function route(request: RestRequest, world: VendorWorld): Reply | undefined {
  const [, , noun, id, part] = request.url.pathname.split('/')
  const people = [...world.people.values()]
  if (noun === 'people' && id === undefined) return list(request, 'people', people, personRow)
  if (noun === 'people') {
    const person = world.people.get(numberIn(id))
    return person && { answer: json(200, personRow(person)) }
  }
  if (id === undefined) return list(request, 'teams', [...world.groups.values()], teamRow)
  const team = world.groups.get(numberIn(id))
  if (team === undefined || part !== 'people') return undefined
  return list(
    request,
    'people',
    people.filter((each) => team.members.has(each.id)),
    personRow,
  )
}

function list<T extends { id: number }>(
  request: RestRequest,
  key: string,
  all: readonly T[],
  row: (value: T) => JsonObject,
): Reply {
  return cursorPage(request, {
    cursor: 'cursor',
    size: 4,
    all,
    row,
    write: (rows, next) => json(200, { [key]: rows, meta: { next_cursor: next } }),
  })
}

const statuses = { active: 'EMPLOYED', suspended: 'ON_LEAVE', left: 'ENDED' } as const

function personRow({ id, name, state }: WorldPerson): JsonObject {
  const email = `p${id}@acme.test`
  return { person_id: personId(id), email, name: `P ${name}`, status: statuses[state] }
}

function teamRow({ id, name }: WorldGroup): JsonObject {
  return { team_id: teamId(id), title: name }
}

export const checkedCrewbase: CheckedVendor = {
  vendor: crewbase,
  settings: { url: 'https://api.crewbase.example' },
  secret: token,
  hosts: ['api.crewbase.example'],
  fake: () => fakeCrewbase,
  idOf: personId,
  keyOf: ({ id }) => `idp_group:${teamId(id)}`,
  readsChanges: false,
}
