import assert from 'node:assert/strict'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { makeCaller, makeOwner, testServer, type TestServer } from '../../../test/harness.ts'
import { startReceiver, type Received, type TestReceiver } from '../../../test/receiver.ts'
import { until } from '../../../test/until.ts'
import { decodeId } from '../../contract/ids.ts'
import { pruneAttempts } from './webhook-loop.ts'

const server = await testServer({ webhookHosts: [{ host: '127.0.0.1', port: null }] })
const owner = await makeOwner(server)

const makePerson = async (first: string) => {
  const { body } = await server.call('POST', '/directory/users', {
    token: owner.token,
    body: { first_name: first, last_name: 'Moreau', email: `${first.toLowerCase()}@acme.example` },
  })
  return String(body.id)
}
const act = (id: string, verb: string) =>
  server.call('POST', `/directory/users/${id}/${verb}`, { token: owner.token })

type Attempt = {
  id: string
  state: string
  tries: number
  status: number | null
  error: string | null
  subject: string
}

/** A webhook that sends to the receiver. */
async function connect(
  receiver: TestReceiver,
  {
    on = server,
    token = owner.token,
    ...body
  }: { on?: TestServer; token?: string; event_types?: string[] } = {},
) {
  const made = await on.call('POST', '/workspace/webhooks', {
    token,
    body: { name: 'Test', url: receiver.url, ...body },
  })
  assert.equal(made.status, 201, made.text)
  receiver.secret = made.body.secret
  const id = String(made.body.id)
  const path = `/workspace/webhooks/${id}`
  const call = (method: string, step: string, sent?: object) =>
    on.call(method, `${path}${step}`, { token: owner.token, body: sent })
  return {
    id,
    path,
    call,
    describe: async () => (await on.get(path, owner.token)).body,
    attempts: async (): Promise<Attempt[]> =>
      (await on.get(`${path}/attempts?sort=last_at`, owner.token)).body.data,
    /** Nothing waits for its time. */
    hurry: async () => {
      const uuid = decodeId('webhook', id)
      await on.query(`update webhook_progress set next_at = now() where webhook_id = $1`, [uuid])
      await on.query(
        `update webhook_attempt set next_at = now() where webhook_id = $1 and state = 'waiting'`,
        [uuid],
      )
    },
    end: async () => {
      assert.equal((await on.call('DELETE', path, { token: owner.token })).status, 204)
    },
  }
}

const short = ({ type, subject, sequence }: Received) => ({ type, subject, sequence })

test('events are sent in the order of each person, signed, with the ids and names that the maker may see', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  const ada = await makePerson('Ada')
  await act(ada, 'activate')
  await act(ada, 'suspend')
  await until(() => receiver.accepted.length >= 3)
  assert.deepEqual(receiver.accepted.map(short), [
    { type: 'muster.directory.user.create', subject: ada, sequence: 1 },
    { type: 'muster.directory.user.activate', subject: ada, sequence: 2 },
    { type: 'muster.directory.user.suspend', subject: ada, sequence: 3 },
  ])
  assert.equal(receiver.accepted[0]?.event.data.user.name, 'Ada Moreau')
  const { body } = await server.get(`/events?filter[user]=${ada}`, owner.token)
  assert.deepEqual(
    receiver.accepted.map(({ event }) => event),
    body.data,
    'the same as the feed has',
  )
  const attempts = await webhook.attempts()
  assert.deepEqual(
    attempts.map(({ state, tries, status }) => [state, tries, status]),
    [
      ['delivered', 1, 204],
      ['delivered', 1, 204],
      ['delivered', 1, 204],
    ],
  )
  await webhook.end()
  assert.equal(receiver.unsigned, 0)
})

test('a webhook gets the events of its filters', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver, { event_types: ['directory.user.suspend'] })
  const bea = await makePerson('Bea')
  await act(bea, 'activate')
  await act(bea, 'suspend')
  await until(() => receiver.accepted.length > 0)
  assert.deepEqual(receiver.accepted.map(short), [
    { type: 'muster.directory.user.suspend', subject: bea, sequence: 3 },
  ])
  await webhook.end()
})

test('an event that is refused is sent again, and later ones of its person wait, but not those of others', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  receiver.behave = ({ event }) => (event.data.user.name === 'Cleo Moreau' ? 500 : 204)
  const [cleo, dora] = [await makePerson('Cleo'), await makePerson('Dora')]
  await act(cleo, 'activate')
  await act(dora, 'activate')
  await until(() => receiver.accepted.length >= 2)
  await act(cleo, 'suspend')
  await act(dora, 'suspend')
  await until(() => receiver.accepted.length >= 3)
  assert.deepEqual([...new Set(receiver.accepted.map(({ subject }) => subject))], [dora])
  await until(async () => (await webhook.describe()).count.waiting === 3)
  const waiting = await webhook.attempts()
  const first = waiting.find(({ state, tries }) => state === 'waiting' && tries > 0)
  assert.deepEqual([first?.status, first?.error, first?.subject], [500, 'It answered 500', cleo])
  receiver.behave = () => 204
  await webhook.hurry()
  await until(() => receiver.accepted.length >= 6)
  const ofCleo = receiver.accepted.filter(({ subject }) => subject === cleo)
  assert.deepEqual(
    ofCleo.map(({ sequence }) => sequence),
    [1, 2, 3],
  )
  await webhook.end()
})

test('while nothing can be sent, nothing piles up: the webhook waits longer each time, and goes on where it was', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  receiver.behave = () => 503
  const eve = await makePerson('Eve')
  await until(async () => (await webhook.describe()).delivery.failures === 1)
  const { delivery, count } = await webhook.describe()
  assert.deepEqual(
    [delivery.status, delivery.error, count],
    [503, 'It answered 503', { waiting: 0, dead: 0 }],
  )
  assert.ok(Date.parse(delivery.next_at) > Date.now() + 1000)
  await webhook.hurry()
  await until(async () => (await webhook.describe()).delivery.failures === 2)
  await act(eve, 'activate')
  receiver.behave = () => 204
  await webhook.hurry()
  await until(() => receiver.accepted.length >= 2)
  assert.deepEqual(
    receiver.accepted.map(({ sequence }) => sequence),
    [1, 2],
  )
  await until(async () => (await webhook.describe()).delivery.failing_since === null)
  await webhook.end()
})

test('Retry-After is waited for, and 410 pauses the webhook', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  receiver.behave = (_, { response }) => {
    response.writeHead(429, { 'retry-after': '7200' }).end()
    return undefined
  }
  await makePerson('Fay')
  await until(async () => (await webhook.describe()).delivery.failures === 1)
  const { delivery } = await webhook.describe()
  assert.ok(Date.parse(delivery.next_at) > Date.now() + 7_000_000)
  receiver.behave = () => 410
  await webhook.hurry()
  await until(async () => (await webhook.describe()).state === 'paused')
  assert.equal((await webhook.describe()).paused_as, 'gone')
  const [row] = await server.query(
    `select actor_type, changes -> 'paused_as' as paused_as from audit_log where event = 'workspace.webhook.pause' and record_id = $1`,
    [decodeId('webhook', webhook.id)],
  )
  assert.deepEqual(row, { actor_type: 'system', paused_as: { old: null, new: 'gone' } })
  receiver.behave = () => 204
  assert.equal((await webhook.call('POST', '/resume')).status, 200)
  await until(() => receiver.accepted.length >= 1)
  await webhook.end()
})

test('after a day an event is dead and the later ones of its person go on; it can be sent again', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  receiver.behave = ({ event, sequence }) =>
    event.data.user.name === 'Gil Moreau' && sequence === 1 ? 400 : 204
  const [gil, hal] = [await makePerson('Gil'), await makePerson('Hal')]
  await act(gil, 'activate')
  await until(async () => (await webhook.describe()).count.waiting === 2)
  await server.query(
    `update webhook_attempt set first_at = now() - interval '25 hours' where state = 'waiting'`,
  )
  await webhook.hurry()
  await until(async () => (await webhook.describe()).count.dead === 1)
  await webhook.hurry()
  await until(() =>
    receiver.accepted.some(({ subject, sequence }) => subject === gil && sequence === 2),
  )
  assert.ok(receiver.accepted.some(({ subject }) => subject === hal))
  receiver.behave = () => 204
  const dead = (await webhook.attempts()).find(({ state }) => state === 'dead')
  assert.ok(dead !== undefined)
  const retried = await webhook.call('POST', `/attempts/${dead.id}/retry`)
  assert.equal(retried.status, 200)
  await until(() =>
    receiver.accepted.some(({ subject, sequence }) => subject === gil && sequence === 1),
  )
  await until(async () => (await webhook.describe()).count.dead === 0)
  await until(async () => (await webhook.describe()).count.waiting === 0)
  assert.equal((await webhook.call('POST', `/attempts/${dead.id}/retry`)).status, 422)
  await webhook.end()
})

test('a day without any success pauses the webhook', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  receiver.behave = () => 500
  await makePerson('Ida')
  await until(async () => (await webhook.describe()).delivery.failures === 1)
  await server.query(`update webhook_progress set failing_since = now() - interval '25 hours'`)
  await webhook.hurry()
  await until(async () => (await webhook.describe()).paused_as === 'failing')
  await webhook.end()
})

test('a replay sends events again from an instant or an event, with the same ids', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  const jo = await makePerson('Jo')
  await act(jo, 'activate')
  await until(() => receiver.accepted.length >= 2)
  const [created, activated] = receiver.accepted
  const again = await webhook.call('POST', '/replay', { event_id: activated?.id })
  assert.equal(again.status, 200, again.text)
  await until(() => receiver.accepted.length >= 3)
  assert.equal(receiver.accepted[2]?.id, activated?.id)
  await webhook.call('POST', '/replay', { since: created?.event.time })
  await until(() => receiver.accepted.length >= 5)
  assert.deepEqual(
    receiver.accepted.slice(3).map(({ id }) => id),
    [created?.id, activated?.id],
  )
  assert.equal((await webhook.call('POST', '/replay', {})).status, 422)
  await webhook.end()
})

test('after a rotation messages have both signatures until the former secret ends', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  const { secret } = receiver
  const rotated = await webhook.call('POST', '/rotate', { keep_hours: 1 })
  assert.equal(rotated.status, 200)
  assert.notEqual(rotated.body.secret, secret)
  assert.deepEqual(await placesOf([secret, rotated.body.secret]), [])
  await makePerson('Kim')
  await until(() => receiver.accepted.length >= 1)
  receiver.secret = rotated.body.secret
  await makePerson('Lea')
  await until(() => receiver.accepted.length >= 2)
  receiver.secret = secret
  await server.query(`update webhook set former_until = now() where former_until is not null`)
  await makePerson('Mia')
  await until(() => receiver.unsigned >= 1)
  await webhook.end()
})

/** The tables that have one of these secrets in clear, as text, base64 or bytes. */
async function placesOf(secrets: readonly string[]): Promise<string[]> {
  const forms = secrets.flatMap((secret) => {
    const base64 = secret.replace('whsec_', '')
    const bytes = [Buffer.from(base64), Buffer.from(base64, 'base64')]
    return [base64, ...bytes.map((each) => each.toString('hex'))]
  })
  const tables = await server.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found = []
  for (const { name } of tables) {
    const rows = await server.query(
      `select from ${name} t, unnest($1::text[]) form where strpos(t::text, form) > 0`,
      [forms],
    )
    if (rows.length > 0) found.push(name)
  }
  assert.ok(tables.some(({ name }) => name === 'webhook'))
  return found
}

test('a ping is sent once, also while the webhook is paused', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  await webhook.call('POST', '/pause')
  receiver.behave = () => 500
  await webhook.call('POST', '/test')
  await until(async () => (await webhook.describe()).count.dead === 1)
  receiver.behave = () => 204
  await makePerson('Ned')
  await webhook.call('POST', '/test')
  await until(() => receiver.accepted.length >= 1)
  assert.deepEqual(receiver.accepted.map(short), [
    { type: 'muster.workspace.webhook.test', subject: webhook.id, sequence: 0 },
  ])
  await webhook.end()
})

test('what is sent is what the maker may read now, and it pauses when they may not', async () => {
  const receiver = await startReceiver()
  const maker = await makeCaller(server, [
    'workspace.webhook.manage',
    'audit.log.view',
    'directory.user.view',
  ])
  const webhook = await connect(receiver, { token: maker.token })
  const setRights = (permissions: string[]) =>
    server.database.transaction(async ({ tx }) => {
      const { role_id } = await tx
        .selectFrom('workspace_user_role')
        .select('role_id')
        .where('workspace_user_id', '=', maker.uuid)
        .executeTakeFirstOrThrow()
      await tx.updateTable('role').set({ permissions }).where('id', '=', role_id).execute()
    })
  await makePerson('Oda')
  await until(() => receiver.accepted.length >= 1)
  await setRights(['audit.log.view', 'policy.rule.view'])
  await makePerson('Pia')
  await until(() => receiver.accepted.length >= 2)
  assert.deepEqual(
    receiver.accepted.map(({ event }) => event.data.user.name),
    ['Oda Moreau', null],
  )
  await setRights(['directory.user.view'])
  await makePerson('Quy')
  await until(async () => (await webhook.describe()).paused_as === 'owner')
  assert.equal(receiver.received.length, 2)
  await webhook.end()
})

test('a token gives a webhook no more than its scopes, and another address needs what the webhook has', async () => {
  const receiver = await startReceiver()
  const narrow = await makeCaller(
    server,
    ['workspace.webhook.manage', 'audit.log.view', 'directory.user.view'],
    ['workspace.webhook.manage', 'audit.log.view'],
  )
  const webhook = await connect(receiver, { token: narrow.token })
  assert.deepEqual((await webhook.describe()).permissions, ['audit.log.view'])
  await webhook.end()
  const wide = await connect(receiver)
  const refused = await server.call('PATCH', wide.path, {
    token: narrow.token,
    body: { url: `${receiver.url}/other` },
  })
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /directory\.user\.view/)
  const renamed = await server.call('PATCH', wide.path, {
    token: narrow.token,
    body: { name: 'Other' },
  })
  assert.equal(renamed.status, 200)
  await wide.end()
  const without = await makeCaller(server, ['workspace.webhook.manage'])
  const none = await server.call('POST', '/workspace/webhooks', {
    token: without.token,
    body: { name: 'x', url: receiver.url },
  })
  assert.equal(none.status, 403)
})

test('an address is https to a listed host, or http to loopback', async () => {
  const refusals: [string, RegExp][] = [
    ['https://elsewhere.example/', /MUSTER_WEBHOOK_HOSTS/],
    ['http://hooks.acme.example/', /https/],
    ['ftp://127.0.0.1/', /https/],
    ['https://user:secret@127.0.0.1/', /password/],
    ['nothing', /no address/],
  ]
  for (const [url, why] of refusals) {
    const { status, body } = await server.call('POST', '/workspace/webhooks', {
      token: owner.token,
      body: { name: 'x', url },
    })
    assert.equal(status, 422)
    assert.match(body.errors.url[0], why)
  }
})

test('hostile receivers hold up nobody else, and what they answer is not kept', async () => {
  const good = await startReceiver()
  const redirecting = await startReceiver()
  const chatty = await startReceiver()
  const endless = await startReceiver()
  redirecting.behave = (_, { response }) => {
    response.writeHead(307, { location: good.url }).end('Ada Moreau')
    return undefined
  }
  chatty.behave = (_, { response }) => {
    response.writeHead(500).end('Ada Moreau '.repeat(1000))
    return undefined
  }
  endless.behave = (_, { response }) => {
    response.writeHead(200)
    const writing = setInterval(() => response.write('x'.repeat(65_536)), 1)
    response.on('close', () => clearInterval(writing))
    response.on('error', () => clearInterval(writing))
    return undefined
  }
  // Takes connections, and says nothing, nonsense, or one byte a second.
  const strange = await Promise.all(
    [
      () => undefined,
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.end('nonsense\r\n\r\n'),
      (socket: Socket) => {
        const writing = setInterval(() => socket.write('H'), 500)
        socket.on('close', () => clearInterval(writing))
      },
    ].map(
      (serve) =>
        new Promise<string>((resolve) => {
          const tcp = createTcpServer((socket) => {
            socket.on('error', () => undefined)
            serve(socket)
          })
          after(() => tcp.close())
          tcp.listen(0, '127.0.0.1', () => {
            const address = tcp.address()
            resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
          })
        }),
    ),
  )
  const hooks = [
    await connect(redirecting),
    await connect(chatty),
    await connect(endless),
    ...(await Promise.all(strange.map((url) => connect({ ...good, url })))),
  ]
  const webhook = await connect(good)
  const rex = await makePerson('Rex')
  const begun = Date.now()
  await until(() => good.accepted.length >= 1)
  assert.ok(Date.now() - begun < 5000)
  assert.deepEqual(
    good.accepted.map(({ subject }) => subject),
    [rex],
  )
  await until(async () => {
    const described = await Promise.all(hooks.map(({ describe }) => describe()))
    return described.every(
      ({ delivery }) => delivery.failures > 0 || delivery.succeeded_at !== null,
    )
  })
  const errors = await Promise.all(
    hooks.map(async ({ describe }) => (await describe()).delivery.error),
  )
  assert.deepEqual(errors, [
    'It answered 307, a redirect, which is not followed',
    'It answered 500',
    null,
    'It did not answer within 10 s',
    'The connection failed (ECONNRESET)',
    'The answer is no HTTP',
    'The answer is no HTTP',
  ])
  assert.equal(good.received.length, 1, 'no redirect was followed')
  for (const hook of [...hooks, webhook]) await hook.end()
})

test('an answer counts by its status, though its body never ends', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  receiver.behave = (_, { response }) => {
    response.writeHead(200).write('x')
    return undefined
  }
  await makePerson('Sue')
  await until(async () => (await webhook.attempts()).length > 0, 'the attempt')
  assert.deepEqual(
    (await webhook.attempts()).map(({ state, tries, status, error }) => [
      state,
      tries,
      status,
      error,
    ]),
    [['delivered', 1, 200, null]],
  )
  const { delivery } = await webhook.describe()
  assert.deepEqual([delivery.failures, delivery.error], [0, null])
  assert.equal(receiver.received.length, 1)
  await webhook.end()
})

test('two processes send each event once between them', async () => {
  const other = await testServer({
    over: server,
    webhookHosts: [{ host: '127.0.0.1', port: null }],
  })
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  const people = await Promise.all(['Sam', 'Tom', 'Uma'].map(makePerson))
  await Promise.all(
    people.map((id) =>
      other.call('POST', `/directory/users/${id}/activate`, { token: owner.token }),
    ),
  )
  await until(() => receiver.accepted.length >= 6)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  assert.equal(receiver.received.length, 6)
  await webhook.end()
})

const prune = () => pruneAttempts(server.database, new AbortController().signal)

test('accepted attempts are kept for a week, and dead ones for 90 days', async () => {
  const receiver = await startReceiver()
  const webhook = await connect(receiver)
  const uuid = decodeId('webhook', webhook.id)
  await server.query(
    `insert into webhook_attempt (webhook_id, audit_log_id, position, subject, event, state, tries, last_at, next_at)
     select $1, new_id(), position, 'drusr_1', 'directory.user.change', state, 1, now() - age::interval,
       case when state = 'waiting' then now() + interval '1 day' end
     from (values (1, 'delivered', '6 days 23 hours'), (2, 'delivered', '7 days 1 hour'), (3, 'dead', '89 days 23 hours'),
       (4, 'dead', '90 days 1 hour'), (5, 'waiting', '91 days')) as made (position, state, age)`,
    [uuid],
  )
  await prune()
  const left = await server.query<{ position: number }>(
    'select position::int from webhook_attempt where webhook_id = $1 order by 1',
    [uuid],
  )
  assert.deepEqual(
    left.map(({ position }) => position),
    [1, 3, 5],
  )
  await webhook.end()
})

test('of each webhook at most the last 1000 accepted attempts are kept, and 10,000 dead ones', async () => {
  const receiver = await startReceiver()
  const [webhook, other] = [await connect(receiver), await connect(receiver)]
  const fill = (id: string, state: string, count: number) =>
    server.query(
      `insert into webhook_attempt (webhook_id, audit_log_id, position, subject, event, state, tries, last_at)
       select $1, new_id(), n, 'drusr_1', 'directory.user.change', $2, 1, now() - n * interval '1 minute' from generate_series(1, $3::int) n`,
      [decodeId('webhook', id), state, count],
    )
  await fill(webhook.id, 'delivered', 1001)
  await fill(webhook.id, 'dead', 10_001)
  await fill(other.id, 'delivered', 1000)
  await prune()
  const left = await server.query(
    `select state, count(*)::int as left, max(position)::int as oldest from webhook_attempt
     where webhook_id = any ($1) group by webhook_id, state order by 2, state`,
    [[webhook, other].map(({ id }) => decodeId('webhook', id))],
  )
  assert.deepEqual(left, [
    { state: 'delivered', left: 1000, oldest: 1000 },
    { state: 'delivered', left: 1000, oldest: 1000 },
    { state: 'dead', left: 10_000, oldest: 10_000 },
  ])
  await webhook.end()
  await other.end()
})
