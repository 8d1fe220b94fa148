import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { makeCaller, makeOwner, testDatabase, testServer, type TestServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'
import { until } from './until.ts'

const shared = await testDatabase()
const first = await testServer({ over: shared })
const second = await testServer({ over: shared })
const owner = await makeOwner(first)
const people = await Promise.all(Array.from({ length: 5 }, () => makeDirectoryUser(first)))
const path = (place: number) => `/directory/users/${people[place % people.length]?.id ?? ''}`

/** The status of a describe, and the id in its body. */
async function describe({ origin }: TestServer, place: number, token: string) {
  const response = await fetch(`${origin}/api/v1${path(place)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body: unknown = await response.json()
  return {
    status: response.status,
    id: typeof body === 'object' && body && 'id' in body && body.id,
  }
}

/** Runs `work` while the versions that check ready bodies can't be read. */
async function whileChecksWait(url: string, work: () => Promise<void>): Promise<void> {
  const blocker = new Client({ connectionString: url })
  await blocker.connect()
  try {
    await blocker.query('begin; lock table directory_user_version in access exclusive mode')
    await work()
  } finally {
    await blocker.end()
  }
}

suite('describes that are checked, because several processes are on the database', () => {
  test('under load, everybody gets their own answer, and a revocation by another process counts for what begins after it', async () => {
    const viewers = await Promise.all(
      Array.from({ length: 4 }, () => makeCaller(first, ['directory.user.view'])),
    )
    const stranger = await makeCaller(first, [])
    const [revoked] = viewers
    assert.ok(revoked)
    const load = { revokedAt: Number.POSITIVE_INFINITY, isOver: false }
    const seen = new Set<string>()
    const keepAsking = async (_: unknown, reader: number) => {
      for (let count = reader; !load.isOver; count++) {
        const who = [...viewers, stranger][count % 5] ?? stranger
        const startedAt = performance.now()
        const { status, id } = await describe(second, count, who.token)
        if (who === stranger) assert.equal(status, 403)
        else if (who !== revoked) assert.equal(status, 200)
        else if (startedAt > load.revokedAt) assert.equal(status, 401)
        if (status === 200) assert.equal(id, people[count % 5]?.id)
        seen.add(`${who === revoked ? 'revoked' : 'other'} ${status}`)
      }
    }
    const readers = Promise.all(Array.from({ length: 24 }, keepAsking))
    await sleep(300)
    await until(() => seen.has('revoked 200'))
    await first.database.transaction(({ tx, now }) =>
      tx.updateTable('token').set({ revoked_at: now }).where('id', '=', revoked.tokenId).execute(),
    )
    load.revokedAt = performance.now()
    await sleep(300)
    await until(() => seen.has('revoked 401') && seen.has('other 403'))
    load.isOver = true
    await readers
    assert.deepEqual([...seen].sort(), ['other 200', 'other 403', 'revoked 200', 'revoked 401'])
    assert.equal(second.app.services.lease.isAlone(), false)
  })

  test('a client that goes away while its request is checked harms nobody', async () => {
    const port = Number(new URL(second.origin).port)
    for (const scheme of ['Bearer', 'bearer']) {
      await describe(second, 0, owner.token)
      await whileChecksWait(second.url, async () => {
        const socket = connect({ host: '127.0.0.1', port })
        socket.write(
          `GET /api/v1${path(0)} HTTP/1.1\r\nhost: a\r\nauthorization: ${scheme} ${owner.token}\r\n\r\n`,
        )
        await sleep(100)
        socket.destroy()
        await sleep(50)
      })
      await sleep(50)
      assert.equal((await describe(second, 0, owner.token)).status, 200)
    }
  })

  test('where the check fails, the failure is answered as any other is', async () => {
    assert.equal((await describe(second, 0, owner.token)).status, 200)
    await shared.query('revoke select on due_instant from muster_server')
    try {
      const { status, text } = await second.get(path(0), owner.token)
      assert.equal(status, 500)
      assert.match(text, /^\{"message":"/)
    } finally {
      await shared.query('grant select on due_instant to muster_server')
    }
    assert.equal((await describe(second, 0, owner.token)).status, 200)
  })

  test('a request that is being checked is finished while the server closes', async () => {
    const third = await testServer({ over: shared })
    await describe(third, 0, owner.token)
    let answer: ReturnType<typeof describe> | undefined
    let closed: Promise<void> | undefined
    await whileChecksWait(third.url, async () => {
      const arrived = once(third.app.server.server, 'request')
      answer = describe(third, 0, owner.token)
      await arrived
      await sleep(100)
      closed = third.app.close()
      await sleep(100)
    })
    assert.equal((await answer)?.status, 200)
    await closed
  })
})
