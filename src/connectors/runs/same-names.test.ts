import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectOkta } from '../../../test/connect-okta.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { allPages, importByApi } from '../../../test/import-by-api.ts'
import { okta } from '../../../test/import-world.ts'
import { runCli } from '../../../test/run-cli.ts'
import { encodeId } from '../../contract/ids.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const names = ['department', 'division']
const integration = encodeId('integration', await connectOkta(server.database, names))
const dimensions = await Promise.all(
  names.map(async (handle) => {
    const body = {
      handle,
      name: handle,
      profile_key: handle,
      integration_id: integration,
      attributes_enabled: true,
    }
    return (await server.call('POST', '/directory/dimensions', { token, body })).body.id
  }),
)
const path = `/workspace/integrations/${integration}`
const ada = okta('ada', { profile: { department: 'Sales', division: 'West' } })
const bo = okta('bo', { profile: { department: 'West', division: 'West' } })
const file = [ada, bo]
const planned = () => importByApi(server, { token, path, file, query: '?plan=true' })
const run = await planned()

type Resource = { resource: string; ruleset_key: string; ruleset_id: string | null }

test('an attribute that a plan would make is told from one of the same name in another dimension', async () => {
  const byKey = new Map(
    run.plan.resources.map((each: Resource) => [each.ruleset_key, each.resource]),
  )
  const effects = await allPages(server, `${path}/runs/${run.id}/effects`, token)
  const moves = effects.map(
    ({ ruleset_key: key, directory_user: { email } }) => `${String(byKey.get(key))} ${email}`,
  )
  assert.deepEqual(moves.toSorted(), [
    'directory_attribute department/Sales ada@example.com',
    'directory_attribute department/West bo@example.com',
    'directory_attribute division/West ada@example.com',
    'directory_attribute division/West bo@example.com',
  ])
  const [key] =
    [...byKey].find(([, resource]) => resource === 'directory_attribute department/West') ?? []
  const own = `${path}/runs/${run.id}/effects?filter[ruleset_id]=${String(key)}`
  assert.equal((await allPages(server, own, token)).length, 1)
})

test('the command line lists the people of each', async () => {
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token }
  const { stdout } = await runCli(['integration', 'runs', 'okta', run.id], env)
  assert.match(
    stdout,
    /department\/West “West” \(new\)\n {2}\+ 1 added: First bo Last \(member\)\n/,
  )
  assert.match(
    stdout,
    /division\/West “West” \(new\)\n {2}\+ 2 added: First ada Last \(member\), First bo Last \(member\)\n/,
  )
})

test('the plan of a policy tells them apart too', async () => {
  const operations = dimensions.map((id: string) => ({
    op: 'create_attribute',
    dimension_id: id,
    profile_value: 'North',
  }))
  const { status, body, text } = await server.call('POST', '/policy/plans', {
    token,
    body: { operations },
  })
  assert.equal(status, 201, text)
  const keys = body.rulesets.map(({ ruleset_key: key }: Resource) => key)
  assert.equal(new Set(keys).size, 2, text)
})

test('erasing a person keeps an attribute of a plan that has the name of one that goes', async () => {
  await importByApi(server, { token, path, file })
  const { data } = (await server.get('/directory/users?filter[email]=bo@example.com', token)).body
  const user = `/directory/users/${data[0].id}`
  assert.equal((await server.call('DELETE', user, { token })).status, 204)
  assert.equal((await server.call('POST', `${user}/erase`, { token })).status, 200)
  const { plan } = (await server.get(`${path}/runs/${run.id}`, token)).body
  const resources = plan.resources.map(({ resource }: Resource) => resource)
  assert.deepEqual(resources, [
    'directory_attribute department/Sales',
    'directory_attribute division/West',
  ])
})
