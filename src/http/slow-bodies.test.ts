import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectOkta } from '../../test/connect-okta.ts'
import { makeOwner, testServer } from '../../test/harness.ts'
import { encodeId } from '../contract/ids.ts'

const server = await testServer({ bodyTimes: { whole: 1500, piece: 1500 } })
const { token } = await makeOwner(server)
const source = encodeId('integration', await connectOkta(server.database, []))

/** Sends pieces with a pause before each, and gives the status of the answer. */
async function trickle(path: string, pieces: readonly string[], pause: number): Promise<number> {
  const answer = Promise.withResolvers<number>()
  const outgoing = request(`${server.origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(pieces.join(''))),
    },
  })
  outgoing.on('response', ({ statusCode = 0 }) => answer.resolve(statusCode))
  outgoing.on('error', answer.reject)
  for (const piece of pieces) {
    await sleep(pause)
    outgoing.write(piece)
  }
  return answer.promise.finally(() => outgoing.destroy())
}

const person = JSON.stringify({ id: 'slow', status: 'ACTIVE', profile: { login: 'slow' } })

test('a body that is no file has to arrive in its time, however many pieces it has', async () => {
  const pieces = ['{"provider": "x", ', '"provider_id": "y", ', '"name": ', '"Y"}']
  assert.equal(await trickle('/workspace/users', pieces, 10), 201)
  assert.equal(await trickle('/workspace/users', pieces, 500), 408)
})

test('a file may take longer, as long as something of it arrives', async () => {
  const path = `/workspace/integrations/${source}/imports?probe=true&name=okta.json`
  const pieces = ['[', person, ...Array.from({ length: 4 }, () => '\n'), ']']
  assert.equal(await trickle(path, pieces, 300), 200)
  assert.equal(await trickle(path, ['[', person, ']'], 2000), 408)
})
