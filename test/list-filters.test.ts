import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeService, makeServiceToken } from '../src/workspace/services/service-for-tests.ts'
import { signIn } from '../src/workspace/auth/sign-in-for-tests.ts'
import { routes } from '../src/routes.ts'
import { importAda } from './ada.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import { makeIdentity, makeIntegration, makeResource } from './people.ts'

const server = await testServer()
const owner = await makeOwner(server)
await importAda(server)
const service = await makeService(server, { admin: [owner] })
await makeServiceToken(server, service)
const other = await makeIntegration(server, { name: 'Zeta', handle: 'zeta' })
for (const handle of ['alpha', 'Älpha team', 'alpha team', 'cn=staff, ou=groups']) {
  await makeIdentity(server, other, null, { handle, full_name: handle })
  await makeResource(server, other, { name: handle, handle: `${handle}-handle` })
}
await server.call('POST', '/directory/users', {
  token: owner.token,
  body: { first_name: 'Lee', last_name: 'King, Jr.', email: 'king@acme.example' },
})
const [ada] = await rows('/directory/users?filter[email]=ada@acme.example')
const adaId = String(ada?.['id'])
for (const [first_name, relation] of [
  ['Rosa', 'manager_id'],
  ['Otto', 'parent_user_id'],
] as const)
  await server.call('POST', '/directory/users', {
    token: owner.token,
    body: {
      first_name,
      last_name: 'Berg',
      email: `${first_name}@acme.example`,
      [relation]: adaId,
    },
  })
const [department] = await rows('/directory/attributes?filter[profile_value]=Engineering')
const departmentId = String(department?.['id'])
const first = async (path: string) => String((await rows(path))[0]?.['id'])
const ruleset = await first('/policy/rulesets')
const rule = await first(`/policy/rulesets/${ruleset}/rules`)
const member = await makeCaller(server, [])
await made(`/policy/rulesets/${ruleset}/admins`, { user_id: member.id, role: 'audit' })
const pushed = await made('/workspace/integrations', {
  vendor: 'idp',
  type: 'scim',
  handle: 'pushed',
  name: 'Pushed',
})
for (const name of ['Spring', 'Autumn'])
  await made(`/workspace/integrations/${pushed.id}/scim-secrets`, { name })
await signIn(server, owner)

/** The lists with filters that rows answer, and records in them. */
const lists = [
  '/directory/users',
  '/directory/identities',
  '/directory/dimensions',
  '/directory/attributes',
  '/directory/resources',
  '/policy/rulesets',
  `/policy/rulesets/${ruleset}/rules`,
  '/workspace/users',
  '/workspace/services',
  `/workspace/services/${service.id}/tokens`,
  '/workspace/tokens',
  '/workspace/integrations',
  ...['secondary-users', 'direct-report-users', 'directory-identities', 'resources'].map(
    (list) => `/directory/users/${adaId}/${list}`,
  ),
  `/directory/attributes/${departmentId}/users`,
  '/workspace/roles',
  `/workspace/services/${service.id}/admins`,
  `/policy/rulesets/${ruleset}/admins`,
  `/policy/rules/${rule}/conditions`,
  `/workspace/integrations/${pushed.id}/scim-secrets`,
  '/auth/sessions',
  `/workspace/users/${owner.id}/sessions`,
]

type Row = Record<string, unknown>

async function rows(path: string, token = owner.token): Promise<Row[]> {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return answer.body.data
}

async function made(path: string, body: object) {
  const answer = await server.call('POST', path, { token: owner.token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const idsOf = (found: readonly Row[]) => found.map(({ id }) => id)

/** The names of filters that a list takes, without `filter[…]`. */
function filtersOf(path: string): string[] {
  const route = routes.find(
    ({ url, method }) =>
      method === 'GET' &&
      new RegExp(`^${url.replaceAll(/:[a-z]+/g, '[a-z]+_[a-z0-9]+')}$`).test(path),
  )
  assert.ok(route, path)
  return Object.keys(route.query.properties).flatMap(
    (name) => /^filter\[(.*)\]$/.exec(name)?.[1] ?? [],
  )
}

const isScalar = (value: unknown): value is string | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'boolean'
const isSameText = (one: unknown, other: unknown) =>
  String(one).localeCompare(String(other), undefined, { sensitivity: 'base' }) === 0
const hasComma = (value: string | boolean) => String(value).includes(',')

for (const path of lists) {
  suite(`the filters of ${path.replace(/_[a-z0-9]{26}/, '…')}`, () => {
    test('a filter on a field finds the rows with that value, and no others', async () => {
      const all = await rows(path)
      assert.ok(all.length > 0)
      const fields = filtersOf(path).filter((name) => all.some((row) => isScalar(row[name])))
      assert.ok(fields.length > 0)
      for (const field of fields) {
        const values = all.map((row) => row[field]).filter(isScalar)
        const value = values.find(hasComma) ?? values[0]
        const isFound = (other: unknown) =>
          ['email', 'name'].includes(field) ? isSameText(other, value) : other === value
        const expected = all.filter((row) => isFound(row[field]))
        const found = await rows(`${path}?filter[${field}]=${encodeURIComponent(String(value))}`)
        assert.deepEqual(idsOf(found), idsOf(expected), field)
      }
    })

    test('after is at that instant or later, before is earlier', async () => {
      const all = await rows(path)
      const names = filtersOf(path).flatMap((name) => /^(.*)_after$/.exec(name)?.[1] ?? [])
      assert.ok(names.includes('created'))
      for (const name of names) {
        const at = (row: Row) => {
          const instants = Object(row['timestamp'])
          return instants[`${name}_at`] ?? instants[name]
        }
        const known = all.map(at).filter((value) => typeof value === 'string')
        const instant = known[Math.floor(known.length / 2)] ?? '2030-01-01T00:00:00.000Z'
        const later = await rows(`${path}?filter[${name}_after]=${instant}`)
        const earlier = await rows(`${path}?filter[${name}_before]=${instant}`)
        assert.deepEqual(idsOf(later), idsOf(all.filter((row) => (at(row) ?? '') >= instant)), name)
        assert.deepEqual(
          idsOf(earlier),
          idsOf(all.filter((row) => typeof at(row) === 'string' && at(row) < instant)),
          name,
        )
      }
    })

    // A caller's sessions are nobody else's.
    if (path.endsWith('/sessions')) return
    test('a caller with nothing but the permission to view finds what an owner finds', async () => {
      const isOwn = /workspace\/tokens/.test(path)
      const viewer = await makeCaller(server, [
        'directory.user.view',
        'directory.identity.view',
        'directory.dimension.view',
        'directory.attribute.view',
        'directory.resource.view',
        'policy.rule.view',
        'workspace.user.view',
        'workspace.service.view',
        'workspace.service.token.view',
        'workspace.integration.view',
        'workspace.token.view',
        'workspace.role.view',
      ])
      const query = '?filter[created_after]=2020-01-01T00:00:00.000Z'
      const found = idsOf(await rows(path + query, viewer.token))
      const all = idsOf(await rows(path + query))
      if (isOwn) assert.equal(found.length, 1)
      else
        assert.deepEqual(
          found.filter((id) => id !== viewer.id),
          all.filter((id) => id !== viewer.id),
        )
    })
  })
}

const handlesFor = async (handles: string) =>
  (await rows(`/directory/identities?filter[handle]=${encodeURIComponent(handles)}`)).map(
    ({ handle }) => handle,
  )

test('the lists of related people take what the list of all people takes, but for the deleted', async () => {
  const reports = `/directory/users/${adaId}/direct-report-users`
  assert.equal((await rows(reports)).length, 2)
  assert.equal((await rows(`/directory/users/${adaId}/secondary-users`)).length, 2)
  const [rosa] = await rows(`${reports}?filter[first_name]=rosa&include=user-manager`)
  assert.equal(Reflect.get(Object(rosa?.['included']), 'user_manager').id, adaId)
  const viewer = await makeCaller(server, ['directory.user.view'])
  const policy = await server.get(`${reports}?include=policy-users`, viewer.token)
  assert.deepEqual([policy.status, /policy\.rule\.view/.test(policy.body.message)], [403, true])
  for (const filter of ['filter[trashed]=only', 'filter[deleted_after]=2026-01-01T00:00:00Z'])
    assert.equal((await server.get(`${reports}?${filter}`, owner.token)).status, 400)
})

test('several texts are separated by commas, with blanks or without', async () => {
  assert.deepEqual(new Set(await handlesFor('alpha, alpha team')), new Set(['alpha', 'alpha team']))
  assert.deepEqual(await handlesFor('cn=staff, ou=groups'), ['cn=staff, ou=groups'])
})

test('searches of accounts and resources begin with what is exactly so', async () => {
  for (const [path, searches] of [
    ['/directory/identities', ['search', 'handle_search', 'full_name_search']],
    ['/directory/resources', ['search']],
  ] as const) {
    for (const search of searches) {
      const found = await rows(`${path}?filter[${search}]=alpha%20team`)
      const named = found.map((row) => row['handle'])
      assert.equal(named.length, 2, search)
      const all = await rows(`${path}?filter[${search}]=alpha`)
      assert.equal(all.length, 3, search)
      assert.match(String(all[0]?.['handle']), /^alpha(-handle)?$/, search)
    }
  }
  const integrations = await rows('/workspace/integrations?filter[name_search]=zet')
  assert.deepEqual(idsOf(integrations), [other.id])
})
