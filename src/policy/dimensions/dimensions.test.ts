import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { makeAttribute, makeDimension, makeIntegration } from '../../../test/people.ts'

const server = await testServer()
const owner = await makeOwner(server)
const idp = await makeIntegration(server, { handle: 'corp-idp', is_primary: true })
const department = await makeDimension(server, idp, { handle: 'department', name: 'Department' })
const site = await makeDimension(server, idp, {
  handle: 'site',
  name: 'Site',
  state: 'deactivated',
  expires_after_days: 7,
})
for (const name of ['Sales', 'Légal']) await makeAttribute(server, department, name)

const get = (path: string, token = owner.token) => server.get(`/directory${path}`, token)
async function ids(path: string): Promise<string[]> {
  const answer = await get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((row: { id: string }) => row.id)
}

test('dimensions are listed and found by state, integration and name', async () => {
  const expected: [string, string[]][] = [
    ['', [department.id, site.id]],
    ['?sort=-handle', [site.id, department.id]],
    ['?filter[state]=active', [department.id]],
    [`?filter[integration_id]=${idp.id}`, [department.id, site.id]],
    ['?filter[name_search]=DEPART', [department.id]],
  ]
  for (const [query, found] of expected)
    assert.deepEqual(await ids(`/dimensions${query}`), found, query)
})

test('a dimension is described with the number of its attributes', async () => {
  const { body, headers } = await get(`/dimensions/${department.id}`)
  const { timestamp: _timestamp, ...shown } = body
  const base = 'https://muster.example/api/v1'
  assert.deepEqual(shown, {
    id: department.id,
    state: 'active',
    handle: 'department',
    name: 'Department',
    integration_id: idp.id,
    integration_handle: 'corp-idp',
    profile_key: 'department',
    attributes_enabled: false,
    expires_after_days: null,
    surplus_values: 0,
    links: {
      self: `${base}/directory/dimensions/${department.id}`,
      integration: `${base}/workspace/integrations/${idp.id}`,
      attributes: `${base}/directory/attributes?filter[dimension]=${department.id}`,
    },
    count: { attributes: 2 },
  })
  const again = await server.get(`/directory/dimensions/${department.id}`, owner.token, {
    'if-none-match': headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
})
