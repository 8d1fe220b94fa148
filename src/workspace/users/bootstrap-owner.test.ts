import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { createTokenSecret } from '../../access/token-secret.ts'
import type { AuditActor } from '../../audit/record.ts'
import { auditRows } from '../services/service-for-tests.ts'
import { bootstrapOwner } from './bootstrap-owner.ts'

const actor: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }

test('the first start makes an owner and shows the token once; later ones change nothing', async () => {
  const server = await testServer()
  const starts = await Promise.all([1, 2].map(() => bootstrapOwner(server.database, { actor })))
  const [secret, ...others] = starts.filter((token) => token !== undefined)
  assert.deepEqual(others, [])
  const answer = await server.get('/auth/test', secret)
  assert.deepEqual(
    [answer.status, answer.body.roles, answer.body.scopes],
    [200, ['workspace.owner'], ['*']],
  )
  assert.equal(Math.round((Date.parse(answer.body.expires_at) - Date.now()) / 86_400_000), 365)
  assert.equal(await bootstrapOwner(server.database, { actor }), undefined)
  assert.equal((await auditRows(server, 'workspace.user.create')).length, 1)
  assert.equal((await auditRows(server, 'workspace.token.create')).length, 1)
})

test('a preset token is taken as it is, and refused when it is malformed', async () => {
  const server = await testServer()
  const preset = createTokenSecret('user')
  for (const bad of [
    'secret',
    preset.slice(0, -1),
    `${preset.slice(0, -1)}${preset.endsWith('a') ? 'b' : 'a'}`,
    createTokenSecret('service'),
    '',
  ]) {
    await assert.rejects(
      bootstrapOwner(server.database, { presetToken: bad, actor }),
      /malformed. A token reads mst_u/,
    )
  }
  assert.equal(await bootstrapOwner(server.database, { presetToken: preset, actor }), preset)
  assert.equal((await server.get('/auth/test', preset)).status, 200)
  assert.equal(
    await bootstrapOwner(server.database, { presetToken: createTokenSecret('user'), actor }),
    undefined,
  )
})
