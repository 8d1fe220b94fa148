import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'

const server = await testServer()
const { token } = await makeOwner(server)

async function connect(handle: string, body: object) {
  const asked = { token, body: { handle, ...body } }
  const made = await server.call('POST', '/workspace/integrations', asked)
  assert.equal(made.status, 201, made.text)
  return `/workspace/integrations/${made.body.id}`
}

const hr = await connect('hr', { vendor: 'file' })
const idp = await connect('okta', { vendor: 'idp', type: 'okta' })

const texts = [
  'Hello world',
  '"hello"',
  'null',
  '42',
  'Dear all,\nplease find attached',
  'Dear all,\n\nthe list, as promised, is attached.\nBest regards, Ada\n',
]

for (const [path, source] of [
  [hr, 'a source of files'],
  [idp, 'Okta'],
] as const)
  test(`plain text is refused as what it is, by a probe and by an import into ${source}`, async () => {
    for (const file of texts) {
      const run = await importByApi(server, { token, path, file })
      assert.deepEqual([file, run.state], [file, 'failed'])
      assert.match(run.failure, /^This is plain text\. An export is CSV with a header line/)
      for (const query of ['', '&by=product']) {
        const probed = await server.call('POST', `${path}/imports?probe=true${query}`, {
          token,
          raw: file,
        })
        assert.deepEqual([file, query, probed.status], [file, query, 422])
        assert.match(probed.body.errors.file[0], /^This is plain text\. An export/)
      }
    }
  })

test('a header without rows is an empty export', async () => {
  for (const file of [
    'email\n',
    '"E-Mail"\n',
    'id,email,Colour\n',
    'id;last_name;first_name\n',
    'sep=;\nid;name\n',
    'state\n',
  ]) {
    const run = await importByApi(server, { token, path: hr, file })
    assert.deepEqual([file, run.state, run.count.rows_read], [file, 'succeeded', 0])
  }
})

test('a header of which the mapping knows no column is no export of the source', async () => {
  const run = await importByApi(server, { token, path: hr, file: 'Colour,Weight\n' })
  assert.match(run.failure, /^The only line of the file has no column that the mapping knows\./)
})

test('a header of which only the source’s own mapping knows a column is an empty export', async () => {
  const { body } = await server.get(hr, token)
  const { mapping } = body
  mapping.account.email = ['Colour']
  const own = await connect('own', { vendor: 'file', mapping })
  const run = await importByApi(server, { token, path: own, file: 'Colour\n' })
  assert.equal(run.state, 'succeeded')
})
