import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  type Made,
} from '../../../test/people.ts'
import { until } from '../../../test/until.ts'
import { encodeId } from '../../contract/ids.ts'

const mail = await startMailServer()
let ahead = 0
const day = 86_400_000
const server = await testServer({
  clock: () => new Date(Date.now() + ahead),
  publicOrigin: 'https://muster.example/base',
  consoleDirectory: 'console/dist',
  webhookHosts: [{ host: '127.0.0.1', port: null }],
  smtp: { url: mail.url, from: 'Muster <muster@acme.example>' },
  notices: { pauseMilliseconds: 20, gatherMilliseconds: 2500 },
})

/** Their token is valid on the days ahead too. */
async function lasting(made: Person): Promise<Person> {
  await server.query(`update token set expires_at = now() + interval '60 days' where id = $1`, [
    made.tokenId,
  ])
  return made
}
const member = async (permissions: string[], scopes?: string[]) =>
  lasting(await makeCaller(server, permissions, scopes))

async function openIncidents(sources: readonly Made[]): Promise<string[]> {
  const rows = await server.query<{ id: string }>(
    `insert into incident (integration_id, opened_by_run, opened_at)
     select unnest($1::uuid[]), new_id(), $2 returning id`,
    [sources.map(({ uuid }) => uuid), new Date(Date.now() + ahead)],
  )
  return rows.map(({ id }) => encodeId('incident', id))
}

let addresses = 0
async function withAddress(person: Person): Promise<Person & { email: string }> {
  const email = `person-${(addresses += 1)}@acme.example`
  await server.query('update workspace_user set email = $2 where id = $1', [person.uuid, email])
  return { ...person, email }
}
const owner = await withAddress(await lasting(await makeOwner(server)))
const settings = ({ id }: { id: string }) => `/workspace/notice-settings/${id}`
const change = (person: Person, body: object, token = person.token) =>
  server.call('PATCH', settings(person), { token, body })
const got = ({ email }: { email: string }) => mail.accepted.filter(({ to }) => to.includes(email))
const sentTo = async ({ id, token }: Person) =>
  (await server.get(`/workspace/notices?filter[workspace_user_id]=${id}`, token)).body.data

/** The time of everybody's next digest comes, and has been noticed. */
async function nextDay(): Promise<void> {
  await until(async () => {
    const [left] = await server.query<{ left: string }>(
      `select count(*) as left from workspace_user u where email is not null and base_state = 'active'
       and not exists (select from notice_digest d where d.workspace_user_id = u.id)
       and not exists (select from notice_setting s where s.workspace_user_id = u.id and s.digest_hour is null)`,
    )
    return Number(left?.left) === 0
  }, 'the time of each digest')
  ahead += day
  await until(async () => {
    const rows = await server.query(
      `select from notice_digest d join workspace_user u on u.id = d.workspace_user_id
       where u.base_state = 'active' and d.due_at <= $1`,
      [new Date(Date.now() + ahead)],
    )
    return rows.length === 0
  }, 'the digests of the day')
}

/** Nothing waits to be sent. */
const settled = () =>
  until(async () => {
    const rows = await server.query(`select from notice where state = 'waiting'`)
    return rows.length === 0
  }, 'the end of sending')

async function failRun(integration: Made, state = 'failed'): Promise<void> {
  await server.query(
    `insert into import_run (integration_id, source, state, finished_at) values ($1, 'users.csv', $2, $3)`,
    [integration.uuid, state, new Date(Date.now() + ahead)],
  )
}

/** Nothing waits for anybody. */
async function endAll(): Promise<void> {
  await server.query(
    `update incident set state = 'closed', closed_as = 'released', closed_at = now() where state = 'open'`,
  )
  await server.query(`update integration set state = 'deactivated'`)
  await server.query(`delete from service_admin`)
  await server.query(`update service set base_state = 'deactivated'`)
  mail.accepted.length = 0
}

test('the digest tells each person what waits of what they may read, with the page that ends it', async () => {
  const source = await makeIntegration(server)
  const [incident = ''] = await openIncidents([source])
  const broken = await makeIntegration(server)
  await server.query(
    `update integration set name = 'HR <b>at</b> https://evil.example' where id = $1`,
    [broken.uuid],
  )
  await failRun(broken)
  await makeIdentity(server, source, null)
  const service = await server.call('POST', '/workspace/services', {
    token: owner.token,
    body: { name: 'Left alone', handle: 'left-alone' },
  })
  await server.query('delete from service_admin')
  const [sources, nobody] = [
    await withAddress(await member(['workspace.integration.view'])),
    await withAddress(await member([])),
  ]
  await until(async () => {
    const [told] = await server.query<{ count: string }>('select count(*) from notice_told')
    return Number(told?.count) === 2
  }, 'what is told at once')
  await settled()
  mail.accepted.length = 0
  await nextDay()
  const digest = await until(() => got(owner)[0])
  assert.equal(
    digest.subject,
    'Muster: 1 incident, 1 source, 1 service, 1 service without a sponsor waiting for you',
  )
  const base = 'https://muster.example/base'
  const [handle] = await server.query<{ handle: string }>(
    'select handle from integration where id = $1',
    [source.uuid],
  )
  assert.equal(
    digest.text.replaceAll('\u2060', '').trim(),
    `1 incident, 1 source, 1 service, 1 service without a sponsor waiting for you

1. An incident of “${handle?.handle}” holds people until someone decides.
   ${base}/incidents/${incident}

2. The last run of “HR <b>at</b> https://evil.example” failed.
   ${base}/sources/${broken.id}

3. The service “Left alone” has no admin who is an active person.
   ${base}/services/${service.body.id}

4. Nobody answers for the service “Left alone”: name a sponsor.
   ${base}/services/${service.body.id}

You get this on days when something is waiting for you. To change that: ${base}/settings/notices`,
  )
  assert.equal(digest.text.includes('https://evil'), false, 'no client makes a link of a name')
  assert.match(digest.html, /“HR &lt;b&gt;at&lt;\//)
  assert.deepEqual(digest.html.match(/<a href="[^"]*">/g), [
    `<a href="${base}/incidents/${incident}">`,
    `<a href="${base}/sources/${broken.id}">`,
    `<a href="${base}/services/${service.body.id}">`,
    `<a href="${base}/services/${service.body.id}">`,
  ])
  assert.match(digest.headers, /^From: Muster <muster@acme\.example>\r$/m)
  assert.match(digest.headers, /^Auto-Submitted: auto-generated\r$/m)
  await settled()
  assert.deepEqual(
    got(sources).map(({ subject }) => subject),
    ['Muster: 1 source waiting for you'],
  )
  assert.deepEqual(got(nobody), [])
  assert.deepEqual(await sentTo(nobody), [])
  const [listed] = await sentTo(owner)
  assert.deepEqual(
    [listed.kind, listed.channel, listed.state, listed.told, listed.tries, listed.error],
    [
      'digest',
      'email',
      'sent',
      ['incidents', 'failing_sources', 'unattended_services', 'unsponsored_services'],
      1,
      null,
    ],
  )

  await nextDay()
  await until(() => got(owner).length === 2, 'the digest of the next day')
  await settled()
  await endAll()
  await nextDay()
  await settled()
  assert.deepEqual(mail.accepted, [], 'nothing waits, so nothing is sent')
})

test('fifty incidents in a moment are one message at once, and a source that goes on failing is told once', async () => {
  await endAll()
  await settled()
  mail.accepted.length = 0
  const sources = await Promise.all(Array.from({ length: 50 }, () => makeIntegration(server)))
  await openIncidents(sources.slice(0, 20))
  await sleep(200)
  await openIncidents(sources.slice(20))
  await until(() => got(owner).length > 0)
  await settled()
  const [message, ...others] = got(owner)
  assert.deepEqual([message?.subject, others], ['Muster: new: 50 incidents', []])
  assert.match(message?.text ?? '', /6\. 45 more incidents hold people/)
  assert.match(message?.text ?? '', /\/incidents\?state=open/)

  const [first] = sources
  assert.ok(first)
  await failRun(first)
  await until(() => got(owner).length === 2)
  assert.equal(got(owner)[1]?.subject, 'Muster: new: 1 source')
  await failRun(first)
  await sleep(4000)
  assert.equal(got(owner).length, 2, 'the second failure is not news')
  await failRun(first, 'succeeded')
  await until(async () => {
    const rows = await server.query(`select from notice_told where kind = 'failing_sources'`)
    return rows.length === 0
  })
  await failRun(first)
  await until(() => got(owner).length === 3, 'it failed again after it had recovered')
  await endAll()
})

test('what is over before it is sent, and what a person may not read any more, is not sent', async () => {
  await endAll()
  const reader = await withAddress(await member(['policy.rule.view']))
  const gone = await withAddress(await member(['policy.rule.view']))
  const stays = await withAddress(await member(['policy.rule.view']))
  const ofSources = await withAddress(await member(['workspace.integration.view']))
  const told = [reader, gone, stays, ofSources]
  mail.behave = () => 451
  const [open, over, recovering] = [
    await makeIntegration(server),
    await makeIntegration(server),
    await makeIntegration(server),
  ]
  const [incident = ''] = await openIncidents([open, over])
  await failRun(recovering)
  for (const person of told) await until(async () => (await sentTo(person))[0]?.tries > 0)
  const asked = mail.received.find(({ to }) => to.includes(stays.email))
  assert.match(asked?.subject ?? '', /new: 2 incidents/)
  await server.query(
    `update incident set state = 'closed', closed_as = 'released', closed_at = now() where integration_id = $1`,
    [over.uuid],
  )
  await failRun(recovering, 'succeeded')
  await server.query('delete from workspace_user_role where workspace_user_id = $1', [reader.uuid])
  await server.query(`update workspace_user set base_state = 'deactivated' where id = $1`, [
    gone.uuid,
  ])
  mail.behave = () => 250
  await server.query(`update notice set next_at = now() where state = 'waiting'`)
  await settled()
  const [message, ...others] = got(stays)
  assert.deepEqual([message?.subject, others], ['Muster: new: 1 incident', []])
  assert.match(message?.text ?? '', new RegExp(`/incidents/${incident}\\n`))
  assert.deepEqual([...got(reader), ...got(gone), ...got(ofSources)], [])
  const rows = await server.query('select from notice where workspace_user_id = any ($1)', [
    [reader.uuid, gone.uuid, ofSources.uuid],
  ])
  assert.deepEqual(rows, [])
  await endAll()
})

test('an e-mail is tried again with the same id, later each time, for a day, and not after a lasting refusal', async () => {
  await endAll()
  const person = await withAddress(await member(['policy.rule.view']))
  mail.received.length = 0
  mail.behave = ({ to }) => (to.includes(person.email) ? 451 : 250)
  await openIncidents([await makeIntegration(server)])
  const [tried] = await until(async () => {
    const rows = await sentTo(person)
    return rows[0]?.tries === 1 && rows
  })
  assert.deepEqual([tried.state, tried.error], ['waiting', 'The mail server refused it (451)'])
  const waits = Date.parse(tried.next_at) - Date.parse(tried.timestamp.last_at)
  assert.ok(waits >= 8000 && waits <= 12_000, `${waits} ms`)
  const hurry = () => server.query(`update notice set next_at = now() where state = 'waiting'`)
  await hurry()
  await until(async () => (await sentTo(person))[0].tries === 2)
  const ids = mail.received.filter(({ to }) => to.includes(person.email)).map(({ id }) => id)
  assert.equal(ids.length, 2)
  assert.deepEqual(new Set(ids), new Set([`<${tried.id}@muster.example>`]))
  await server.query(
    `update notice set created_at = now() - interval '25 hours', next_at = now() where state = 'waiting'`,
  )
  const [failed] = await until(async () => {
    const rows = await sentTo(person)
    return rows[0].state === 'failed' && rows
  })
  assert.deepEqual([failed.tries, failed.next_at], [3, null])

  mail.behave = ({ to }) => (to.includes(person.email) ? 550 : 250)
  await openIncidents([await makeIntegration(server)])
  const [refused] = await until(async () => {
    const rows = await sentTo(person)
    return rows.length === 2 && rows[0].state === 'failed' && rows
  })
  assert.deepEqual([refused.tries, refused.error], [1, 'The mail server refused it (550)'])
  mail.behave = () => 250
  await endAll()
})

type Chat = { url: string; bodies: any[]; status: number } // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape

async function startChat(): Promise<Chat> {
  const chat: Chat = { url: '', bodies: [], status: 200 }
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      chat.bodies.push(JSON.parse(text))
      response.writeHead(chat.status, { location: 'http://127.0.0.1:1/' }).end('ok')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  chat.url = `http://127.0.0.1:${port}/services/T0/very-secret`
  after(() => void receiver.close())
  return chat
}

test('a chat gets its own form of message, and its address is encrypted and never shown', async () => {
  await endAll()
  const chat = await startChat()
  const person = await member(['workspace.integration.view'])
  const source = await makeIntegration(server)
  await server.query(`update integration set name = '<!channel> [x](y) @here' where id = $1`, [
    source.uuid,
  ])
  const set = await change(person, { chat_type: 'slack', chat_url: chat.url })
  assert.equal(set.status, 200, set.text)
  assert.equal(set.body.chat_host, new URL(chat.url).host)
  await failRun(source)
  await until(() => chat.bodies.length === 1)
  const [slack] = chat.bodies
  assert.equal(slack.text, 'new: 1 source')
  assert.deepEqual(slack.blocks[1], {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: `The last run of “&lt;!channel&gt; [x](y) @\u2060here” failed.\n<https://muster.example/base/sources/${source.id}|Open>`,
      verbatim: true,
    },
  })
  const test = async (type: string) => {
    const changed = await change(person, { chat_type: type })
    assert.equal(changed.body.chat_type, type, changed.text)
    return server.call('POST', `${settings(person)}/test`, { token: person.token })
  }
  assert.equal((await test('teams')).status, 200)
  await until(() => chat.bodies.length === 2)
  assert.equal(chat.bodies[1].attachments[0].content.type, 'AdaptiveCard')
  assert.equal((await test('mattermost')).status, 200)
  await until(() => chat.bodies.length === 3)
  assert.match(
    chat.bodies[2].text,
    /^\*\*test message\*\*\n\n- Notices arrive here\..*\[Open\]\(<https:/,
  )

  chat.status = 307
  await settled()
  assert.equal((await test('slack')).status, 200)
  const [redirected] = await until(async () => {
    const rows = await sentTo(person)
    return rows[0]?.state === 'failed' && rows
  })
  assert.equal(redirected.error, 'It answered 307, a redirect, which is not followed')

  const dump = JSON.stringify([
    (await server.get(settings(person), owner.token)).body,
    await server.query('select * from notice_setting'),
    await server.query('select * from audit_log'),
    await server.query('select * from notice'),
  ])
  assert.equal(dump.includes('very-secret'), false)
  await change(person, { chat_url: null })
  await endAll()
})

test('settings are a person’s own; of others they can only be turned off, and each change is in the audit log', async () => {
  const chat = { chat_type: 'slack', chat_url: 'https://127.0.0.1/hook' }
  const person = await member(['policy.rule.view'])
  const usual = await server.get(settings(person), person.token)
  assert.deepEqual(
    [usual.body.by_email, usual.body.at_once, usual.body.digest_hour, usual.body.muted],
    [true, true, 8, ['orphans', 'due_people']],
  )
  const own = await change(person, { digest_hour: 7, time_zone: 'Europe/Berlin', ...chat })
  assert.equal(own.status, 200, own.text)
  const [row] = await server.query<{ changes: object }>(
    `select changes from audit_log where event = 'workspace.notice_setting.update' and record_id = $1`,
    [person.uuid],
  )
  assert.deepEqual(row?.changes, {
    digest_hour: { old: 8, new: 7 },
    time_zone: { old: 'UTC', new: 'Europe/Berlin' },
    chat_type: { old: null, new: 'slack' },
    chat_host: { old: null, new: '127.0.0.1' },
    chat_address: { old: null, new: 'replaced' },
  })
  assert.equal((await change(person, { time_zone: 'Mars/Base' })).status, 422)
  const elsewhere = await change(person, { chat_url: 'https://evil.example/hook' })
  assert.match(elsewhere.body.errors.chat_url[0], /MUSTER_WEBHOOK_HOSTS/)

  const narrow = await member(['policy.rule.view'], ['workspace.user.*'])
  const refused = await change(narrow, chat)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /policy\.rule\.view/)

  assert.equal((await server.get(settings(person), narrow.token)).status, 403)
  assert.equal((await change(person, { at_once: false }, narrow.token)).status, 403)
  const more = await change(person, { digest_hour: 9, muted: [], ...chat }, owner.token)
  assert.deepEqual(Object.keys(more.body.errors).sort(), [
    'chat_type',
    'chat_url',
    'digest_hour',
    'muted',
  ])
  const off = { by_email: false, at_once: false, digest_hour: null, chat_type: null }
  const turnedOff = await change(person, off, owner.token)
  assert.deepEqual(
    [turnedOff.status, turnedOff.body.digest_hour, turnedOff.body.chat_host],
    [200, null, null],
  )
  const none = await server.call('POST', `${settings(person)}/test`, { token: person.token })
  assert.equal(none.status, 422)
  const others = await server.call('POST', `${settings(owner)}/test`, { token: person.token })
  assert.equal(others.status, 403)
})

test('a person lists their own notices, and everybody’s with the right to the audit log', async () => {
  const [mine, auditor] = [await member([]), await member(['audit.log.view'])]
  const [row] = await server.query<{ id: string }>(
    `insert into notice (workspace_user_id, kind, channel, state, next_at) values ($1, 'digest', 'chat', 'sent', null) returning id`,
    [mine.uuid],
  )
  const id = encodeId('notice', row?.id ?? '')
  const seen = async (person: Person) => [
    (await server.get('/workspace/notices?page[size]=500', person.token)).body.data.some(
      (each: { id: string }) => each.id === id,
    ),
    (await server.get(`/workspace/notices/${id}`, person.token)).status,
  ]
  assert.deepEqual(await seen(mine), [true, 200])
  assert.deepEqual(await seen(auditor), [true, 200])
  assert.deepEqual(await seen(await member([])), [false, 404])
})

test('people are told of what falls due if they want to be', async () => {
  await endAll()
  const person = await withAddress(await member(['directory.user.view']))
  await makeDirectoryUser(server, { expires_at: new Date(Date.now() + ahead + 4 * day) })
  await nextDay()
  await settled()
  assert.deepEqual(got(person), [], 'it is muted at first')
  await change(person, { muted: [] })
  await nextDay()
  await until(() => got(person).length === 1)
  assert.equal(got(person)[0]?.subject, 'Muster: 1 person waiting for you')
})
