import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, testServer } from '../../test/harness.ts'

test('a server stops, and lets its lease go, when its last uses can not be written down', async () => {
  const server = await testServer()
  const person = await makeCaller(server, [])
  assert.equal((await server.get('/auth/test', person.token)).status, 200)
  await server.query('alter table token rename column last_used_at to was_used_at')
  await server.app.close()
  const [lease] = await server.query(`select valid_until > now() as is_held from cache_lease`)
  assert.equal(lease?.['is_held'], false)
})

test('uses that could not be written down are written down next time', async () => {
  const server = await testServer()
  const person = await makeCaller(server, [])
  assert.equal((await server.get('/auth/test', person.token)).status, 200)
  const { authenticator } = server.app.services
  await server.query('alter table token rename column last_used_at to was_used_at')
  await assert.rejects(authenticator.noteUses(), /last_used_at/)
  await server.query('alter table token rename column was_used_at to last_used_at')
  await authenticator.noteUses()
  const used = await server.query('select from token where last_used_at is not null')
  assert.equal(used.length, 1)
})
