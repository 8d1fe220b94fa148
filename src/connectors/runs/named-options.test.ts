import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const { body: source } = await server.call('POST', '/workspace/integrations', {
  token,
  body: { handle: 'entra', vendor: 'idp', type: 'entra' },
})
const path = `/workspace/integrations/${source.id}`
const call = (raw: string | Uint8Array, query: string) =>
  server.call('POST', `${path}/imports${query}`, { token, raw })

test('the API names its own parameters where a file is refused', async () => {
  const broken = Buffer.concat([Buffer.from('id,name\n1,Zoë '), Buffer.from([0x8f, 0xd0])])
  const { status, body } = await call(broken, '?probe=true')
  assert.equal(status, 422)
  assert.match(body.message, /^The file is not UTF-8 .* name its encoding with `encoding`: utf-8, /)
  assert.deepEqual(body.errors, { file: [body.message] })

  const members = [
    { '@odata.type': '#microsoft.graph.user', id: 'u1', userPrincipalName: 'ada@acme.example' },
  ]
  const file = JSON.stringify({ value: members })
  const run = await importByApi(server, { token, path, file })
  assert.match(
    run.failure,
    /with `shape=accounts`\. .* name it with `members_of=<type>:<vendor id>`, for example `members_of=idp_group:42`/,
  )
  assert.doesNotMatch(run.failure, /--/)
  const described = await server.get(path, token)
  assert.equal(described.body.last_run.failure, run.failure)
})
