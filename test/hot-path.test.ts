import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { makeCaller, makeOwner, testDatabase, testServer, type TestServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'

const shared = await testDatabase()
const server = await testServer({ over: shared })
const owner = await makeOwner(server)
const viewer = await makeCaller(server, ['directory.user.view'])
const stranger = await makeCaller(server, [])
const zoe = await makeDirectoryUser(server, { first_name: 'Zoë', last_name: '😀 Ω' })
const bob = await makeDirectoryUser(server, { first_name: 'Bob' })

type Asked = { id: string; token: string }
type Answer = { status: number; length: number; bytes: Buffer }

/** Sends all requests in one piece over one connection, and reads the answers byte by byte. */
async function ask({ origin }: TestServer, questions: readonly Asked[]): Promise<Answer[]> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = ({ id, token }: Asked) =>
    `GET /api/v1/directory/users/${id} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  socket.write(questions.map(head).join(''))
  let received = Buffer.alloc(0)
  const answers: Answer[] = []
  while (answers.length < questions.length) {
    const [piece]: unknown[] = await once(socket, 'data')
    assert.ok(Buffer.isBuffer(piece))
    received = Buffer.concat([received, piece])
    for (let next = takeAnswer(received); next !== undefined; next = takeAnswer(received)) {
      answers.push(next.answer)
      received = Buffer.from(next.rest)
    }
  }
  socket.destroy()
  assert.equal(received.length, 0, 'nothing is sent beyond what the lengths say')
  return answers
}

function takeAnswer(received: Buffer): { answer: Answer; rest: Buffer } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.subarray(0, end).toString('latin1')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  const bytes = received.subarray(end + 4, end + 4 + length)
  if (bytes.length < length) return undefined
  const answer = { status: Number(head.slice(9, 12)), length, bytes: Buffer.from(bytes) }
  return { answer, rest: received.subarray(end + 4 + length) }
}

const nameIn = ({ bytes }: Answer): unknown => {
  const body: unknown = JSON.parse(bytes.toString())
  return typeof body === 'object' && body && 'first_name' in body ? body.first_name : undefined
}

suite('answers that are ready', () => {
  test('are as long as they say, whatever characters a name has', async () => {
    const [cold] = await ask(server, [{ id: zoe.id, token: owner.token }])
    const [hot] = await ask(server, [{ id: zoe.id, token: owner.token }])
    assert.ok(hot && cold)
    assert.deepEqual(hot, cold)
    assert.match(hot.bytes.toString(), /"Zoë"/)
    assert.match(hot.bytes.toString(), /😀 Ω/)
  })

  test('say once that browsers come back by https, from memory as from the database, and with 304', async () => {
    const person = await makeDirectoryUser(server)
    const seen: unknown[] = []
    let etag = ''
    for (const from of ['database', 'memory', 'unchanged']) {
      const path = `/directory/users/${person.id}`
      const { status, headers } = await server.get(path, owner.token, {
        'if-none-match': from === 'unchanged' ? etag : '"none"',
      })
      etag = headers.get('etag') ?? ''
      seen.push([status, headers.get('strict-transport-security')])
    }
    const header = 'max-age=31536000'
    assert.deepEqual(seen, [
      [200, header],
      [200, header],
      [304, header],
    ])
  })

  test('belong to whoever asks, each time anew, on one connection', async () => {
    await ask(server, [{ id: bob.id, token: owner.token }])
    const unknown = owner.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const tokens = [owner.token, viewer.token, stranger.token, owner.token, unknown, viewer.token]
    const answers = await ask(
      server,
      tokens.map((token) => ({ id: bob.id, token })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 403, 200, 401, 200],
    )
  })

  test('come in the order of their questions, some ready and some not', async () => {
    const ann = await makeDirectoryUser(server, { first_name: 'Ann' })
    await ask(server, [{ id: bob.id, token: viewer.token }])
    const answers = await ask(server, [
      { id: ann.id, token: owner.token },
      { id: bob.id, token: viewer.token },
      { id: zoe.id, token: owner.token },
      { id: ann.id, token: viewer.token },
    ])
    assert.deepEqual(answers.map(nameIn), ['Ann', 'Bob', 'Zoë', 'Ann'])
  })

  test('are the same beside another process', async () => {
    const alone = await ask(server, [{ id: zoe.id, token: owner.token }])
    const other = await testServer({ over: shared })
    const questions = [owner, viewer, stranger].map(({ token }) => ({ id: zoe.id, token }))
    for (const each of [server, other]) {
      const answers = await ask(each, questions)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 403],
      )
    }
    assert.deepEqual(await ask(server, [{ id: zoe.id, token: owner.token }]), alone)
  })
})
