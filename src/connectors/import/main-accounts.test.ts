import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectOkta } from '../../../test/connect-okta.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { okta } from '../../../test/import-world.ts'
import { encodeId } from '../../contract/ids.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const integration = encodeId('integration', await connectOkta(server.database, ['department']))
const path = `/workspace/integrations/${integration}`

const account = (id: string, parentId?: string) =>
  okta(id, { profile: { department: 'Sales', ...(parentId !== undefined && { parentId }) } })

const load = (file: readonly object[]) => importByApi(server, { token, path, file: [...file] })

async function person(id: string) {
  const query = `filter[email]=${id}@example.com&filter[trashed]=with`
  const { data } = (await server.get(`/directory/users?${query}`, token)).body
  return { ...data[0], url: `/directory/users/${data[0].id}` }
}

const parentOf = async (id: string) => (await person(id)).parent_user_id

async function manifestsOf(id: string): Promise<number> {
  const { url } = await person(id)
  return (await server.get(url, token)).body.count.policy_rulesets
}

async function setParent(id: string, parent: string | null): Promise<void> {
  const { url } = await person(id)
  const parent_user_id = parent === null ? null : (await person(parent)).id
  const { status, text } = await server.call('PATCH', url, { token, body: { parent_user_id } })
  assert.equal(status, 200, text)
}

test('an account beside the main account of someone who is deleted stays without access', async () => {
  const dimension = {
    handle: 'department',
    name: 'Department',
    profile_key: 'department',
    integration_id: integration,
    attributes_enabled: true,
  }
  const made = await server.call('POST', '/directory/dimensions', { token, body: dimension })
  assert.equal(made.status, 201, made.text)
  const file = [account('ann'), account('ann-admin', 'ann')]
  await load(file)
  assert.equal(await manifestsOf('ann-admin'), 1)
  const ann = await person('ann')
  assert.equal((await server.call('DELETE', ann.url, { token })).status, 204)
  assert.equal(await manifestsOf('ann-admin'), 0)
  await load(file)
  assert.equal(await parentOf('ann-admin'), ann.id)
  assert.equal(await manifestsOf('ann-admin'), 0)
})

test('a parent that an administrator sets stays until the source names another one', async () => {
  const others = [account('bea'), account('cy'), account('di')]
  const file = [...others, account('bea-admin', 'bea')]
  await load(file)
  assert.equal(await parentOf('bea-admin'), (await person('bea')).id)
  await setParent('bea-admin', 'cy')
  await load(file)
  assert.equal(await parentOf('bea-admin'), (await person('cy')).id)
  await setParent('bea-admin', null)
  await load(file)
  assert.equal(await parentOf('bea-admin'), null)
  await load([...others, account('bea-admin', 'di')])
  assert.equal(await parentOf('bea-admin'), (await person('di')).id)
  await load([...others, account('bea-admin', 'bea')])
  assert.equal(await parentOf('bea-admin'), (await person('bea')).id)
  await setParent('bea-admin', null)
  await load([...others, account('bea-admin', 'eve')])
  assert.equal(await parentOf('bea-admin'), null)
  await load([...others, account('eve'), account('bea-admin', 'eve')])
  assert.equal(await parentOf('bea-admin'), (await person('eve')).id)
})
