import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { createMuster, MusterError } from '../sdk/src/index.ts'

suite('against Muster', async () => {
  const server = await testServer()
  const { token } = await makeOwner(server)
  const muster = createMuster({ origin: server.origin, token })
  const people: string[] = []
  for (const first_name of ['Ada', 'Bob', 'Cyd', 'Dee', 'Eve'])
    people.push((await makeDirectoryUser(server, { first_name })).id)

  test('a list is read page by page to its end, with its filters', async () => {
    const found: string[] = []
    const query = {
      'page[size]': '2',
      'filter[state]': 'active,staged',
      sort: '-full_name',
    } as const
    for await (const { id } of muster.list('/directory/users', { params: { query } }))
      found.push(id)
    assert.deepEqual(found, people.toReversed())
  })

  test('what a record is to include is a list of values', async () => {
    const [user = ''] = people
    const { included } = await muster.get('/directory/users/{user}', {
      params: { path: { user }, query: { include: ['secondary-users', 'policy-users-count'] } },
    })
    assert.deepEqual(included.secondary_users, [])
    assert.equal(included.policy_users_count, 0)
  })

  test('no more pages are read than rows are asked for', async () => {
    let requests = 0
    const counting = createMuster({
      origin: server.origin,
      token,
      fetch: async (...given) => {
        requests++
        return fetch(...given)
      },
    })
    const query = { 'page[size]': '2' }
    for await (const { id } of counting.list('/directory/users', { params: { query } }))
      if (id === people[1]) break
    assert.equal(requests, 1)
  })

  test('an answer tells the version of its record, and where a created one is', async () => {
    const made = await muster.send('post', '/workspace/services', {
      body: { handle: 'deploy', name: 'Deploy' },
    })
    assert.equal(made.status, 201)
    assert.ok(made.location?.endsWith(`/workspace/services/${made.body.id}`))
    const params = { path: { service: made.body.id } }
    const { etag } = await muster.send('get', '/workspace/services/{service}', { params })
    const changed = await muster.patch('/workspace/services/{service}', {
      params: { ...params, header: { 'If-Match': etag ?? '' } },
      body: { name: 'Deployments' },
    })
    assert.equal(changed.name, 'Deployments')
    await assert.rejects(
      muster.patch('/workspace/services/{service}', {
        params: { ...params, header: { 'If-Match': etag ?? '' } },
        body: { name: 'Late' },
      }),
      (error) => error instanceof MusterError && error.status === 412,
    )
    assert.equal(await muster.delete('/workspace/services/{service}', { params }), undefined)
  })

  test('a refusal says what was wrong with which field, and under which id the log has it', async () => {
    const refused = await muster
      .post('/workspace/services', { body: { handle: 'Not a handle', name: 'Deploy' } })
      .catch((error: unknown) => error)
    assert.ok(refused instanceof MusterError, String(refused))
    assert.equal(refused.status, 422)
    assert.deepEqual(Object.keys(refused.errors), ['handle'])
    assert.match(refused.requestId ?? '', /./)
    await assert.rejects(
      createMuster({ origin: server.origin, token: 'wrong' }).get('/directory/users'),
      (error) => error instanceof MusterError && error.status === 401,
    )
  })
})

/** A server that answers as `answers` says, one request after the other; the last answer again and again. */
async function serving(context: TestContext, ...answers: RequestListener[]) {
  let requests = 0
  const server = createServer((request, response) => {
    answers[Math.min(requests++, answers.length - 1)]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const muster = createMuster({ origin: `http://127.0.0.1:${address.port}`, retries: 2 })
  return { muster, requests: () => requests }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

const pong: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('"pong"')
}
const busy =
  (headers = {}, status = 503): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end('<html>Busy</html>')
  }
const silent: RequestListener = () => undefined
const hangUp: RequestListener = ({ socket }) => void socket.destroy()

suite('against a server in trouble', () => {
  test('a read is sent again when no answer comes, or the server is busy', async (context) => {
    for (const trouble of [hangUp, busy(), busy({ 'retry-after': '0' }, 429), busy({}, 502)]) {
      const { muster, requests } = await serving(context, trouble, pong)
      assert.equal(await muster.get('/auth/ping'), 'pong')
      assert.equal(requests(), 2)
    }
  })

  test('a read waits as long as the server says', async (context) => {
    const { muster } = await serving(context, busy({ 'retry-after': '1' }, 429), pong)
    const startedAt = performance.now()
    await muster.get('/auth/ping')
    assert.ok(performance.now() - startedAt >= 990)
  })

  test('a read that gets no answer in the end fails with one kind of error', async (context) => {
    const lost = await serving(context, hangUp)
    await assert.rejects(lost.muster.get('/auth/ping'), (error) => {
      assert.ok(error instanceof MusterError)
      assert.equal(error.status, null)
      assert.ok(error.cause instanceof Error)
      return true
    })
    assert.equal(lost.requests(), 3)
    const { muster, requests } = await serving(context, busy({ 'x-request-id': 'r-1' }))
    await assert.rejects(muster.get('/auth/ping'), (error) => {
      assert.ok(error instanceof MusterError)
      assert.deepEqual([error.status, error.requestId], [503, 'r-1'])
      return true
    })
    assert.equal(requests(), 3)
  })

  test('a write is sent once', async (context) => {
    for (const trouble of [hangUp, busy()]) {
      const { muster, requests } = await serving(context, trouble)
      await assert.rejects(
        muster.post('/workspace/services', { body: { handle: 'a', name: 'A' } }),
        MusterError,
      )
      assert.equal(requests(), 1)
    }
  })

  test('a signal ends a request, and the wait before the next one', async (context) => {
    for (const trouble of [silent, busy({ 'retry-after': '20' })]) {
      const { muster } = await serving(context, trouble)
      const stop = new AbortController()
      const asked = muster.get('/auth/ping', { signal: stop.signal })
      setTimeout(() => stop.abort(new Error('closed')), 100)
      await assert.rejects(asked, /closed/)
    }
  })

  test(
    'a signal ends a request that was sent before a garbage collection',
    { timeout: 10_000 },
    async (context) => {
      const stop = new AbortController()
      const received = Promise.withResolvers<void>()
      const { muster } = await serving(context, () => received.resolve())
      const asked = muster.get('/auth/ping', { signal: stop.signal })
      await received.promise
      collectGarbage()
      stop.abort(new Error('closed'))
      await assert.rejects(asked, /closed/)
    },
  )
})
