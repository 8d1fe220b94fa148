import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, request as ask, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { encodeId } from '../src/contract/ids.ts'
import { permissions } from '../src/contract/permissions.ts'
import { createLogger } from '../src/log.ts'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { until } from './until.ts'

const lines: Record<string, unknown>[] = []
const server = await testServer({
  logger: createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
})
const { token, tokenId } = await makeOwner(server)
const zoe = await makeDirectoryUser(server, { first_name: 'Zoë', last_name: '😀 Ω' })
await server.query(
  `insert into directory_user (base_state, first_name, last_name, metadata)
   select 'active', 'Person', lpad(n::text, 6, '0'), jsonb_build_object('a', (select string_agg(md5(n::text || i), '') from generate_series(1, 30) i))
   from generate_series(1, 4000) n`,
)
const people = '/directory/users?filter[search]=person 0001'
const describe = `/directory/users/${zoe.id}`

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
const accepts = (coding: string, type = 'application/x-ndjson') => ({
  headers: { 'accept-encoding': coding, accept: type },
})
type Sent = { method?: string; headers?: OutgoingHttpHeaders; body?: object }

/** The answer as it goes over the wire. */
async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const sent = ask(`${server.origin}/api/v1${encodeURI(path)}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  sent.end(body && JSON.stringify(body))
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  assert.ok(answer)
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

const codingOf = async (path: string, accepted: string) =>
  (await send(path, { headers: { 'accept-encoding': accepted } })).headers['content-encoding']
const begin = (authorization: string) =>
  get(`${server.origin}/api/v1/directory/users`, {
    headers: { authorization, ...accepts('gzip').headers },
  })
const left = () => lines.filter(({ status }) => status === 499).length

for (const [what, path] of Object.entries({ 'a list': people, 'a describe': describe })) {
  suite(`${what} in a coding that the client accepts`, () => {
    for (const [coding, decode] of Object.entries(decoders))
      test(`is the same as ${coding}, with an ETag of that form`, async () => {
        const plain = await send(path)
        for (const again of ['first', 'second']) {
          const coded = await send(path, { headers: { 'accept-encoding': coding } })
          assert.equal(coded.headers['content-encoding'], coding, again)
          assert.equal(coded.headers['content-length'], String(coded.bytes.length))
          assert.ok(coded.bytes.length < plain.bytes.length)
          assert.deepEqual(decode(coded.bytes).toString(), plain.bytes.toString())
          assert.match(coded.headers.vary ?? '', /accept-encoding/)
          assert.equal(coded.headers['content-type'], plain.headers['content-type'])
          assert.equal(coded.headers.etag, plain.headers.etag?.replace(/"$/, `.${coding}"`))
        }
        assert.equal(plain.headers['content-encoding'], undefined)
        assert.equal(plain.headers.vary, (await send(path)).headers.vary)
        assert.match(plain.headers.vary ?? '', /accept-encoding/)
      })

    test('is chosen by weight, then zstd, br, gzip', async () => {
      assert.equal(await codingOf(path, 'gzip, deflate, br, zstd'), 'zstd')
      assert.equal(await codingOf(path, 'gzip, deflate, BR'), 'br')
      assert.equal(await codingOf(path, 'gzip;q=1, zstd;q=0.5'), 'gzip')
      assert.equal(await codingOf(path, '*;q=0.1, zstd;q=0'), 'br')
      for (const none of ['identity', 'deflate', '', 'gzip;q=0', 'br;q=0, *;q=0', 'x'.repeat(500)])
        assert.equal(await codingOf(path, none), undefined, none)
    })

    test('is sent as it is to a page of another origin, whatever that accepts', async () => {
      for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
        const headers = { 'accept-encoding': 'gzip', 'sec-fetch-site': site }
        const expected = /same-origin|none/.test(site) ? 'gzip' : undefined
        assert.equal((await send(path, { headers })).headers['content-encoding'], expected, site)
      }
    })

    test('has the same head for HEAD', async () => {
      for (const accepted of ['identity', 'br']) {
        const headers = { 'accept-encoding': accepted }
        const whole = await send(path, { headers })
        const head = await send(path, { method: 'HEAD', headers })
        assert.equal(head.bytes.length, 0)
        for (const name of ['content-length', 'content-encoding', 'etag', 'vary', 'content-type'])
          assert.equal(head.headers[name], whole.headers[name], `${name} for ${accepted}`)
      }
    })
  })
}

suite('ETags of compressed answers', () => {
  test('If-None-Match matches the form that would be sent, and no other', async () => {
    for (const path of [describe, `${describe}?include=abilities`]) {
      const coded = await send(path, { headers: { 'accept-encoding': 'gzip' } })
      const plain = await send(path)
      const answer = (etag: string | undefined, accepted: string) =>
        send(path, { headers: { 'accept-encoding': accepted, 'if-none-match': etag } })
      const unchanged = await answer(coded.headers.etag, 'gzip')
      assert.equal(unchanged.status, 304)
      assert.equal(unchanged.headers.etag, coded.headers.etag)
      assert.match(unchanged.headers.vary ?? '', /accept-encoding/)
      assert.equal(unchanged.headers['content-encoding'], undefined)
      assert.equal((await answer(`W/${coded.headers.etag}`, 'gzip')).status, 304)
      assert.equal((await answer(plain.headers.etag, 'identity')).status, 304)
      assert.equal((await answer(plain.headers.etag, 'gzip')).status, 200)
      assert.equal((await answer(coded.headers.etag, 'br')).status, 200)
      assert.equal((await answer(coded.headers.etag, 'identity')).status, 200)
    }
  })

  test('If-Match takes any of them, the answer has the next, and that is current', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const before = await send(describe, { headers })
    const patch = (etag: string | undefined, desk: string) =>
      send(describe, {
        method: 'PATCH',
        headers: { ...headers, 'if-match': etag },
        body: { metadata: { desk } },
      })
    const changed = await patch(before.headers.etag, '4')
    assert.equal(changed.status, 200)
    assert.equal(changed.headers['content-encoding'], 'gzip')
    assert.equal((await patch(before.headers.etag, '5')).status, 412)
    const after = await send(describe, { headers })
    assert.equal(after.headers.etag, changed.headers.etag)
    assert.deepEqual(gunzipSync(after.bytes), gunzipSync(changed.bytes))
    assert.match(gunzipSync(after.bytes).toString(), /"desk":"4"/)
  })
})

test('a short answer and an error are sent as they are', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  for (const path of ['/auth/ping', '/directory/users/drusr_x', '/nowhere']) {
    const { headers: sent, bytes } = await send(path, { headers })
    assert.equal(sent['content-encoding'], undefined, path)
    assert.equal(sent['content-length'], String(bytes.length))
  }
})

test('an answer that shows a secret is never compressed', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const made = await send('/workspace/tokens', {
    method: 'POST',
    headers,
    body: { name: 'all', scopes: permissions },
  })
  assert.equal(made.status, 201, made.bytes.toString())
  assert.match(made.bytes.toString(), /"mst_u\w+"/)
  assert.equal(made.headers['content-encoding'], undefined)
})

suite('a compressed export', () => {
  for (const [coding, decode] of Object.entries(decoders))
    test(`is whole as ${coding}`, async () => {
      const plain = await send('/directory/users', accepts('identity'))
      const coded = await send('/directory/users', accepts(coding))
      assert.equal(coded.headers['content-encoding'], coding)
      assert.equal(coded.headers.vary, 'accept, accept-encoding, prefer')
      assert.equal(plain.headers.vary, 'accept, accept-encoding, prefer')
      assert.ok(coded.bytes.length < plain.bytes.length * 0.7)
      assert.equal(decode(coded.bytes).toString(), plain.bytes.toString())
    })

  test('has the same head for HEAD, and CSV is a file with the name of its list', async () => {
    const sent = accepts('br', 'text/csv')
    const whole = await send(people, sent)
    const head = await send(people, { method: 'HEAD', ...sent })
    for (const name of ['content-encoding', 'content-type', 'vary', 'content-disposition'])
      assert.equal(head.headers[name], whole.headers[name], name)
    assert.equal(whole.headers['content-disposition'], 'attachment; filename="directory-users.csv"')
    assert.equal((await send(people, accepts('br'))).headers['content-disposition'], undefined)
  })

  test('that its client leaves early is logged as that', async () => {
    for (const isRead of [false, true]) {
      const before = left()
      const sent = begin(`Bearer ${token}`)
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      if (isRead) await once(answer ?? sent, 'data')
      sent.destroy()
      await until(() => left() > before)
    }
  })

  test('waits for a client that takes nothing, and is cut off with the right to it', async () => {
    const other = await makeOwner(server)
    const sent = begin(`Bearer ${other.token}`).on('error', () => undefined)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    assert.ok(answer)
    answer.pause()
    const path = `/workspace/tokens/${encodeId('token', other.tokenId)}`
    const { origin } = server
    const revoked = await fetch(`${origin}/api/v1${path}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${other.token}` },
    })
    assert.equal(revoked.status, 204)
    assert.notEqual(other.tokenId, tokenId)
    await assert.rejects(buffer(answer))
  })
})
