import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import os, { hostname, userInfo } from 'node:os'
import { test } from 'node:test'
import { commandActor } from './command-actor.ts'

test('a command on the database says who ran it, where, which one and why', () => {
  const { requestId, ...actor } = commandActor('import', { reason: 'first import' })
  assert.match(requestId ?? '', /^cli-[0-9a-f]{12}$/)
  assert.deepEqual(actor, {
    type: 'system',
    id: null,
    via: 'cli',
    origin: {
      os_user: userInfo().username,
      host: hostname(),
      command: 'import',
      reason: 'first import',
    },
  })
})

test('a command without a reason has none, and each command an id of its own', () => {
  const [one, other] = [commandActor('import'), commandActor('import')]
  assert.equal('reason' in (one.origin ?? {}), false)
  assert.notEqual(one.requestId, other.requestId)
})

test('a user id without a name is told as the id', (t) => {
  t.mock.method(os, 'userInfo', () => {
    throw new Error('no such user')
  })
  t.mock.property(process, 'getuid', () => 1234)
  syncBuiltinESMExports()
  const { origin } = commandActor('import')
  t.mock.restoreAll()
  syncBuiltinESMExports()
  assert.equal(origin?.os_user, 'uid 1234')
})
