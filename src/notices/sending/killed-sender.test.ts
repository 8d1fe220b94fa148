import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testDatabase } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startServers } from '../../../test/server-process.ts'
import { until } from '../../../test/until.ts'

test('what a killed process was sending is sent by one of the others, with the same id', async () => {
  const mail = await startMailServer()
  const own = await testDatabase({ writesBeside: true })
  const owner = await makeOwner(own)
  await own.query(`update workspace_user set email = 'owner@acme.example' where id = $1`, [
    owner.uuid,
  ])
  const servers = startServers(own.url, 'off', {
    MUSTER_SMTP_URL: mail.url,
    MUSTER_SMTP_FROM: 'muster@acme.example',
  })
  const first = await servers.start()
  // It never gets an answer.
  mail.behave = () => new Promise(() => undefined)
  const path = `${first.origin}/api/v1/workspace/notice-settings/${owner.id}/test`
  const headers = { authorization: `Bearer ${owner.token}` }
  assert.equal((await fetch(path, { method: 'POST', headers })).status, 200)
  await until(() => mail.received.length === 1)
  first.signal('SIGKILL')
  await first.ended
  mail.behave = () => 250
  await Promise.all([servers.start(), servers.start()])
  await until(async () => {
    const rows = await own.query(`select from notice where state = 'sent'`)
    return rows.length === 1
  })
  assert.equal(mail.accepted.length, 1)
  assert.deepEqual(new Set(mail.received.map(({ id }) => id)).size, 1)
})
