import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { shortLeaseMilliseconds, underLease } from '../../jobs/work-lease.ts'
import { sendNotices } from './send-notices.ts'

test('while a mail server is down nothing more is tried, though a message that was on its way is accepted later', async () => {
  let logins = 0
  let accepted = 0
  const mail = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    // The first connection is refused at once; the other one is slow.
    onAuth: (_auth, _session, done) =>
      (logins += 1) === 1 ? done(new Error('wrong')) : done(null, { user: 'muster' }),
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => {
        accepted += 1
        setTimeout(done, 500)
      })
    },
  })
  mail.on('error', () => undefined)
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', () => resolve()))
  after(() => mail.close())
  const address = mail.server.address()
  const port = typeof address === 'object' ? address?.port : 0

  const server = await testServer({ onlyAnswers: true })
  const { uuid } = await makeOwner(server)
  await server.query(`update workspace_user set email = 'owner@acme.example' where id = $1`, [uuid])
  await server.query(
    `insert into notice (workspace_user_id, kind, channel, state, next_at)
     select $1, 'test', 'email', 'waiting', now() from generate_series(1, 60)`,
    [uuid],
  )
  const tools = {
    ...server.app.services,
    smtp: { url: `smtp://muster:secret@127.0.0.1:${port}`, from: 'muster@acme.example' },
    hasConsole: false,
    pauseMilliseconds: 0,
    gatherMilliseconds: 0,
  }
  const { signal } = new AbortController()
  const done = await underLease(server.database, 'notices', (lease) => sendNotices(tools, lease), {
    signal,
    leaseMilliseconds: shortLeaseMilliseconds,
  })
  assert.equal(done?.result, false, 'the next round is not begun at once')
  assert.equal(accepted, 1)
  const states = await server.query(
    'select state, tries, count(*)::int as count from notice group by 1, 2 order by 3, 1',
  )
  assert.deepEqual(states, [
    { state: 'failed', tries: 1, count: 1 },
    { state: 'sent', tries: 1, count: 1 },
    { state: 'waiting', tries: 0, count: 58 },
  ])
})
