import type { AttackRequest } from './attacker.ts'

export type ProbeTargets = { viewer: string; scimSecret: string; scimPath: string; person: string }

const list = (separator: string, count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator)

const get = (path: string, token?: string): AttackRequest => ({
  method: 'GET',
  path: `/api/v1${path}`,
  ...(token !== undefined && { token }),
})

/** Requests that cost a caller nothing to send: many in one packet, and filters with as much as is taken. */
export function packedProbes(to: ProbeTargets): Record<string, AttackRequest> {
  return { ...packets(to), ...filters(to), ...scimFilters(to) }
}

/** Most of them are refused. */
function packets({ viewer, person }: ProbeTargets): Record<string, AttackRequest> {
  const wrong = `mst_u${'x'.repeat(38)}`
  return {
    'no token': { ...get('/directory/users'), packed: 2000, clients: 4 },
    'wrong token': { ...get('/directory/users', wrong), packed: 2000, clients: 2 },
    'unknown path': { ...get('/nothing/here'), packed: 2000, clients: 4 },
    'other method': { ...get('/directory/users'), method: 'DELETE', packed: 2000 },
    'no request': { ...get('/ping'), method: 'NO THING', packed: 2000 },
    'unknown person': {
      ...get('/directory/users/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx', viewer),
      packed: 1000,
    },
    'one person': { ...get(`/directory/users/${person}`, viewer), packed: 1000 },
    'known parameters again': get(
      `/directory/users?${list('&', 900, () => 'sort=full_name')}`,
      viewer,
    ),
    'too long': { ...get(`/directory/users?q=${'x'.repeat(17_000)}`), packed: 100 },
  }
}

function filters({ viewer, person }: ProbeTargets): Record<string, AttackRequest> {
  const users = (query: Record<string, string>) =>
    get(`/directory/users?${new URLSearchParams(query).toString()}`, viewer)
  return {
    'bad cursor': { ...users({ 'page[after]': 'x'.repeat(8000) }), packed: 50 },
    'long path': { ...get(`/${'x/'.repeat(7000)}`), packed: 100, clients: 4 },
    'long id': { ...get(`/directory/users/${'%41'.repeat(5000)}`, viewer), packed: 50 },
    'many parameters': {
      ...get(`/directory/users?${list('&', 3000, (at) => `a${at}`)}`, viewer),
      packed: 50,
    },
    ids: users({ 'filter[id]': list(',', 100, () => person) }),
    search: users({ 'filter[search]': 'a b c d e f g h '.repeat(12) }),
    'search by signs': users({ 'filter[search]': '%_\\'.repeat(66) }),
    metadata: users({ 'filter[metadata]': list(',', 100, (at) => `key${at}:${'v'.repeat(20)}`) }),
    org: users({ 'filter[org]': list(',', 100, (at) => `department:D${at}`) }),
    names: users({ 'filter[full_name]': list(',', 100, (at) => `name ${at}`) }),
    'all filters': users({
      'filter[search]': 'person',
      'filter[metadata]': list(',', 100, (at) => `k${at}:v`),
      'filter[org]': list(',', 100, (at) => `department:D${at}`),
      'filter[state]': 'active',
      'page[size]': '500',
      'page[total]': 'true',
    }),
    everything: get('/directory/users?page[size]=500&page[total]=true&include=abilities', viewer),
    'search of all': get(`/workspace/search?limit=20&q=${'a+'.repeat(99)}`, viewer),
  }
}

function scimFilters({ scimSecret, scimPath }: ProbeTargets): Record<string, AttackRequest> {
  const scim = (path: string): AttackRequest => ({
    method: 'GET',
    path: `${scimPath}${path}`,
    token: scimSecret,
  })
  return {
    'scim filter': scim(
      `/Users?filter=${encodeURIComponent(list(' or ', 45, (at) => `(userName co "${at}")`))}`,
    ),
    'scim parentheses': scim(
      `/Users?filter=${encodeURIComponent(`${'('.repeat(49)}userName pr${')'.repeat(49)}`)}`,
    ),
    'scim texts': scim(`/Users?filter=${encodeURIComponent(`userName eq "${'\\'.repeat(1900)}"`)}`),
    'scim page': scim('/Users?count=1000'),
  }
}
