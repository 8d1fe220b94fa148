import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, testServer } from '../../test/harness.ts'
import { secretKey } from './authenticator.ts'

test('a server stops, and lets its lease go, when its last uses can not be written down', async () => {
  const server = await testServer()
  const person = await makeCaller(server, [])
  assert.equal((await server.get('/auth/test', person.token)).status, 200)
  await server.query('alter table token rename column last_used_at to was_used_at')
  await server.app.close()
  const [lease] = await server.query(`select valid_until > now() as is_held from cache_lease`)
  assert.equal(lease?.['is_held'], false)
})

const use = { address: '127.0.0.1' }

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

test('a use from a link-local address is noted without its zone, and those beside it are noted too', async () => {
  const server = await testServer()
  const { authenticator } = server.app.services
  const [linkLocal, other] = [await makeCaller(server, []), await makeCaller(server, [])]
  await authenticator.find(linkLocal.token, { address: 'fe80::1%eth0' })
  await authenticator.find(other.token, use)
  await authenticator.noteUses()
  const used = await server.query<{ id: string; address: string }>(
    'select id, host(last_used_address) as address from token where last_used_at is not null',
  )
  assert.deepEqual(
    new Map(used.map(({ id, address }) => [id, address])),
    new Map([
      [linkLocal.tokenId, 'fe80::1'],
      [other.tokenId, use.address],
    ]),
  )
})

test('no caller is answered from memory while a change of access commits, nor one that was found before it', async () => {
  const server = await testServer()
  const { token } = await makeCaller(server, [])
  const { authenticator } = server.app.services
  const isRemembered = () => authenticator.remembered(secretKey(token), use) !== undefined
  const [ofAccess, ofOthers] = [
    { touched: [], access: true },
    { touched: [], access: false },
  ] as const
  await authenticator.find(token, use)
  assert.equal(isRemembered(), true)
  authenticator.hold(ofOthers)
  assert.equal(isRemembered(), true, 'another change is no reason to forget')
  authenticator.release(ofOthers)
  assert.equal(isRemembered(), true)

  authenticator.hold(ofAccess)
  await authenticator.find(token, use)
  assert.equal(isRemembered(), false, 'what is read meanwhile may be from before the commit')
  authenticator.release(ofAccess)
  assert.equal(isRemembered(), false)
  await authenticator.find(token, use)
  assert.equal(isRemembered(), true)

  const finding = authenticator.find(token, use)
  authenticator.hold(ofAccess)
  authenticator.release(ofAccess)
  await finding
  assert.equal(isRemembered(), false, 'it was read before the change')
})
