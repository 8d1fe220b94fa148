import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'

test('requests in one packet are answered in many turns of the event loop, so that other clients are answered between them', async () => {
  const { app, origin } = await testServer()
  let [ofTurn, mostOfTurn] = [0, 0]
  app.server.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (ofTurn === 0) setImmediate(() => (ofTurn = 0))
      ofTurn += 1
      mostOfTurn = Math.max(mostOfTurn, ofTurn)
    })
  })
  const count = 300
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write('GET /api/v1/directory/users HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
  let text = ''
  const answers = () => text.split('HTTP/1.1 401').length - 1
  for await (const chunk of socket) {
    text += String(chunk)
    if (answers() >= count) break
  }
  assert.equal(answers(), count)
  assert.ok(mostOfTurn >= 1 && mostOfTurn <= 5, `${mostOfTurn} answers in one turn`)
})
