import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectOkta } from '../../../test/connect-okta.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { encodeId } from '../../contract/ids.ts'
import type { BodyTimes } from './slow-bodies.ts'

const never = 600_000

async function serverWith(times: BodyTimes) {
  const server = await testServer({ bodyTimes: times })
  const { token } = await makeOwner(server)
  const source = encodeId('integration', await connectOkta(server.database, []))
  return {
    file: `/workspace/integrations/${source}/imports?probe=true&name=okta.json`,
    /** Sends pieces with a pause after each, until there is an answer, and gives its status. */
    async send(path: string, pieces: Iterable<string>, { pause = 0, ends = true } = {}) {
      const answer = Promise.withResolvers<number>()
      let isAnswered = false
      const outgoing = request(`${server.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      outgoing.on('response', ({ statusCode = 0 }) => answer.resolve(statusCode))
      outgoing.on('error', answer.reject)
      const answered = answer.promise.finally(() => (isAnswered = true))
      for (const piece of pieces) {
        outgoing.write(piece)
        await Promise.race([sleep(pause), answered])
        if (isAnswered) break
      }
      if (ends) outgoing.end()
      return answered.finally(() => outgoing.destroy())
    },
  }
}

const user = ['{"provider": "x", ', '"provider_id": "y", ', '"name": ', '"Y"}']
const people = ['[', '{"id": "slow", "status": "ACTIVE", "profile": {"login": "slow"}}', ']']
const spaces = (count: number) => Array.from({ length: count }, () => ' ')

test('a body that comes in pieces is one body', async () => {
  const server = await serverWith({ whole: never, piece: never })
  assert.equal(await server.send('/workspace/users', user, { pause: 10 }), 201)
})

test('a body that is no file has to arrive in its time, however many pieces it has', async () => {
  const server = await serverWith({ whole: 500, piece: never })
  assert.equal(await server.send('/workspace/users', [...spaces(200), ...user], { pause: 50 }), 408)
})

test('a file may take longer, as long as something of it arrives', async () => {
  const server = await serverWith({ whole: 4000, piece: never })
  assert.equal(await server.send(server.file, [...people, ...spaces(9)], { pause: 400 }), 200)
})

test('a file of which nothing more arrives is refused', async () => {
  const server = await serverWith({ whole: never, piece: 500 })
  assert.equal(await server.send(server.file, people.slice(0, 2), { ends: false }), 408)
})
