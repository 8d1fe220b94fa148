import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectOkta } from '../../../test/connect-okta.ts'
import { testDatabase } from '../../../test/harness.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { newKey, secretKeysOf } from '../../database/secrets/secret-keys.ts'
import { seal, unseal } from '../../database/secrets/seal.ts'
import { readCredentials, writeCredentials } from './stored-credentials.ts'
import { rotateKeys } from './rotate-keys.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-keys-'))
after(() => rm(folder, { recursive: true }))
const keysIn = (name: string) =>
  secretKeysOf({ secretKey: undefined, formerSecretKeys: [] }, join(folder, name))
const keysOf = (secretKey: string, ...formerSecretKeys: string[]) =>
  secretKeysOf({ secretKey, formerSecretKeys }, folder)

const { database, query } = await testDatabase()
const integrationId = await connectOkta(database, ['department'])
const actor = commandActor('secret rotate', { reason: 'A laptop was lost' })
const credentials = { password: 'secret' }
const write = (keys: ReturnType<typeof keysIn>) =>
  database.transaction(({ tx }) => writeCredentials(tx, keys, { integrationId, credentials }))
const read = (keys: ReturnType<typeof keysIn>) =>
  readCredentials(database.read, keys, integrationId)

test('the key file is made once, for its owner only', async () => {
  const keys = keysIn('made')
  const [one, two] = await Promise.all([keys.load(), keysIn('made').load()])
  assert.equal(one.current.id, two.current.id)
  const path = join(folder, 'made', 'secret.key')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  await chmod(path, 0o640)
  await assert.rejects(keys.load(), /Others can read the key file .*chmod 600/)
  await chmod(path, 0o600)
  await writeFile(path, 'no key\n')
  await assert.rejects(keys.load(), /is damaged/)
})

test('what is encrypted for one integration can’t be decrypted for another, nor altered', () => {
  const ring = { current: newKey(), former: [] }
  const owner = { kind: 'integration', id: randomUUID() } as const
  const sealed = seal(ring, owner, 'secret')
  assert.equal(unseal(ring, owner, sealed), 'secret')
  assert.throws(
    () => unseal(ring, { ...owner, id: randomUUID() }, sealed),
    /belongs to another integration/,
  )
  assert.throws(() => unseal(ring, { ...owner, kind: 'webhook' }, sealed), /another webhook/)
  const altered = Buffer.from(sealed.ciphertext)
  altered[0] = (altered[0] ?? 0) ^ 1
  assert.throws(() => unseal(ring, owner, { ...sealed, ciphertext: altered }), /altered/)
  const other = { current: newKey(), former: [] }
  assert.throws(() => unseal(other, owner, sealed), /Give every process the same MUSTER_SECRET_KEY/)
})

test('rotating the key file encrypts everything again and drops the former key', async () => {
  const keys = keysIn('rotated')
  await write(keys)
  const before = await keys.load()
  const done = await rotateKeys(database, keys, actor)
  assert.deepEqual([done.credentials, done.former], [1, [before.current.id]])
  assert.deepEqual(await read(keys), credentials)
  const [row] = await query('select key_id from integration_secret')
  assert.equal(row?.['key_id'], done.key)
  const file = await readFile(join(folder, 'rotated', 'secret.key'), 'utf8')
  assert.equal(file.trim().split('\n').length, 1)
  const rows = await query(
    `select record_type, record_id, actor_type, via, changes, personal, details - 'origin' as details,
       details -> 'origin' ->> 'command' as command, details -> 'origin' ->> 'reason' as reason
     from audit_log where event = 'workspace.secret_key.rotate'`,
  )
  const { key, former } = done
  assert.deepEqual(rows, [
    {
      record_type: 'wskey',
      record_id: `${key.slice(0, 8)}-${key.slice(8, 12)}-${key.slice(12)}-0000-000000000000`,
      actor_type: 'system',
      via: 'cli',
      changes: {},
      personal: null,
      details: { key, former_keys: former, credentials: 1 },
      command: 'secret rotate',
      reason: 'A laptop was lost',
    },
  ])
})

test('a rotation that begins during another one waits for it, and loses no key', async () => {
  const keys = keysIn('twice')
  await write(keys)
  let other: Promise<unknown> | undefined
  const load = async () => {
    const ring = await keys.load()
    other ??= rotateKeys(database, keys, actor)
    await sleep(200)
    return ring
  }
  await rotateKeys(database, { ...keys, load }, actor)
  await other
  assert.deepEqual(await read(keys), credentials)
  assert.deepEqual((await keys.load()).former, [])
})

test('a rotation by the environment needs the former key, until it is done', async () => {
  const [old, fresh] = [newKey(), newKey()].map(({ bytes }) => bytes.toString('base64'))
  assert.ok(old !== undefined && fresh !== undefined)
  await write(keysOf(old))
  await assert.rejects(
    rotateKeys(database, keysOf(fresh), actor),
    /which this process doesn't have/,
  )
  const { credentials: count, file } = await rotateKeys(database, keysOf(fresh, old), actor)
  assert.deepEqual([count, file], [1, null])
  assert.deepEqual(await read(keysOf(fresh)), credentials)
})
