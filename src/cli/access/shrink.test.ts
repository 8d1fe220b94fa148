import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { runCli } from '../../../test/run-cli.ts'
import { ageHeld, makeService } from '../../workspace/services/service-for-tests.ts'

const server = await testServer()
const owner = await makeOwner(server)
const [people, rules] = ['directory.user.view', 'policy.rule.view'] as const
const service = await makeService(server, { admin: [owner], permissions: [people, rules] })

const run = (...args: string[]) =>
  runCli(['service', 'shrink', service.id, ...args], {
    MUSTER_TOKEN: owner.token,
    MUSTER_URL: server.origin,
  })
const held = async () =>
  (await server.get(`${service.path}/permissions`, owner.token)).body.permissions

test('unused permissions are shown, taken away once someone says so, and put back by one command', async () => {
  assert.match((await run()).stdout, /^Nothing is unused/)
  await ageHeld(server, people)
  const shown = await run()
  assert.match(
    shown.stdout,
    /^PERMISSION +HELD SINCE +USED\ndirectory\.user\.view +20\S+ \S+ +–\n$/,
  )
  assert.match(shown.stderr, /^Nothing was removed\. Give --yes/)
  assert.deepEqual(await held(), [people, rules])
  const done = await run('--yes')
  assert.equal(done.code, 0, done.stderr)
  assert.match(
    done.stderr,
    new RegExp(`^Taken away\\. To put them back: muster service shrink ${service.id} --undo`),
  )
  assert.deepEqual(await held(), [rules])
  const back = await run('--undo', '--yes')
  assert.deepEqual([back.code, back.stdout], [0, `PERMISSION\n${people}\n`], back.stderr)
  assert.deepEqual(await held(), [people, rules])
  assert.match((await run('--undo')).stdout, /^Nothing to put back\./)
})
