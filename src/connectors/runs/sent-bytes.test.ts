import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { endedRun } from '../../../test/until.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const { body: source } = await server.call('POST', '/workspace/integrations', {
  token,
  body: { handle: 'hr', vendor: 'file', type: 'file', is_primary: true },
})
const path = `/workspace/integrations/${source.id}`
const people = 'id,first_name,last_name,email,state\n1,Łukasz,Żak,zak@acme.example,active\n'

function send(raw: string | Uint8Array, query: string, headers: Record<string, string>) {
  return server.call('POST', `${path}/imports${query}`, { token, raw, headers })
}

async function namesAfter(
  raw: string | Uint8Array,
  { query = '', ...headers }: Record<string, string>,
): Promise<string[]> {
  const { status, body, text } = await send(raw, query, headers)
  assert.equal(status, 202, text)
  const run = await endedRun(server, path, { id: body.id, token })
  assert.equal(run.state, 'succeeded', run.failure)
  const { body: list } = await server.get('/directory/users', token)
  return list.data.map(({ full_name }: { full_name: string }) => full_name)
}

test('a file that is packed with gzip is unpacked, whatever it is called', async () => {
  const packed = gzipSync(people)
  for (const headers of [
    { query: '?name=people.csv.gz', 'content-type': 'application/gzip' },
    { query: '?name=people.csv', 'content-type': 'text/csv', 'content-encoding': 'gzip' },
    { 'content-type': 'application/octet-stream' },
  ])
    assert.deepEqual(await namesAfter(packed, headers), ['Łukasz Żak'])
  const probed = await send(packed, '?probe=true', { 'content-type': 'text/csv' })
  assert.deepEqual([probed.status, probed.body.rows], [200, 1])
})

test('a packed file that is cut off, or packed otherwise, is refused', async () => {
  const packed = gzipSync(people.repeat(100))
  const cut = await send(packed.subarray(0, 60), '?probe=true', { 'content-type': 'text/csv' })
  assert.equal(cut.status, 422)
  assert.match(cut.body.message, /packed with gzip, and damaged or cut off/)
  const other = await send(packed, '', { 'content-type': 'text/csv', 'content-encoding': 'br' })
  assert.equal(other.status, 415)
  assert.match(other.body.message, /unpacked, or with `Content-Encoding: gzip`/)
})

test('the charset of its Content-Type is what a file is read in', async () => {
  // Łukasz Żak
  const bytes = Buffer.concat([
    Buffer.from('id,first_name,last_name,email,state\n1,'),
    Buffer.from([0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a, 0x2c, 0xaf, 0x61, 0x6b]),
    Buffer.from(',zak@acme.example,active\n'),
  ])
  for (const charset of ['iso-8859-2', '"cp1250"'])
    assert.deepEqual(await namesAfter(bytes, { 'content-type': `text/csv; charset=${charset}` }), [
      'Łukasz Żak',
    ])
  const query = '?encoding=windows-1250'
  assert.deepEqual(await namesAfter(bytes, { query, 'content-type': 'text/csv; charset=utf-8' }), [
    'Łukasz Żak',
  ])
  const before = await server.get(`${path}/runs?page[total]=true`, token)
  const refused = await send(bytes, '', { 'content-type': 'text/csv; charset=ebcdic' })
  assert.equal(refused.status, 415)
  assert.match(refused.body.message, /charset "ebcdic" is not read. Send .* utf-8, /)
  const after = await server.get(`${path}/runs?page[total]=true`, token)
  assert.equal(after.body.meta.total, before.body.meta.total)
})
