import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { hour, incidentsWorld, omit, staff } from '../../../test/incidents-world.ts'
import { auditRows, makeService, makeServiceToken } from './service-for-tests.ts'

const day = 24 * hour
const world = await incidentsWorld({
  ...staff,
  chief: {},
  head: { managerId: 'chief' },
  lead: { managerId: 'head' },
  dev: { managerId: 'lead' },
  solo: {},
})
const { server, token, pass, feed } = world
await server.query(
  `update policy_settings set removal_limit_people = 100000, account_limit_people = 100000, overall_limit_people = 100000`,
)

const call = (method: string, path: string, body?: object, as = token) =>
  server.call(method, path, { token: as, ...(body && { body }) })
async function idsOf(name: string) {
  const [person] = await server.query<{ id: string; uuid: string }>(
    `select encode_id('drusr', id) as id, id as uuid from directory_user where username = $1`,
    [name],
  )
  assert.ok(person)
  return person
}
const idOf = async (name: string) => (await idsOf(name)).id

await server.query(`update token set expires_at = created_at + interval '364 days'`)
/** Someone who signs in as that person of the directory. */
async function signedIn(name: string, permissions: readonly string[] = []): Promise<Person> {
  const person = await makeCaller(server, permissions)
  await server.query(
    `update token set expires_at = created_at + interval '300 days' where workspace_user_id = $1`,
    [person.uuid],
  )
  await server.query(`update workspace_user set directory_user_id = $2 where id = $1`, [
    person.uuid,
    (await idsOf(name)).uuid,
  ])
  return person
}

let made = 0
/** A service that this person answers for. */
async function serviceOf(sponsor: string, more: object = {}) {
  made += 1
  const body = { name: `S ${made}`, handle: `s-${made}`, sponsor_id: await idOf(sponsor), ...more }
  const answer = await call('POST', '/workspace/services', body)
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.sponsor.id, body.sponsor_id)
  return { id: answer.body.id, path: `/workspace/services/${answer.body.id}` }
}
const read = async ({ path }: { path: string }) => (await call('GET', path)).body
const sponsorOf = async (service: { path: string }) => (await read(service)).sponsor?.name ?? null
const leave = async (name: string) => {
  const answer = await call('POST', `/directory/users/${await idOf(name)}/deactivate`)
  assert.equal(answer.status, 200, answer.text)
}
const comeBack = async (name: string) => {
  const answer = await call('POST', `/directory/users/${await idOf(name)}/activate`)
  assert.equal(answer.status, 200, answer.text)
}
const inDays = (days: number) =>
  new Date(server.database.now().getTime() + days * day).toISOString()
const owned = async () => (await call('GET', '/workspace/summary')).body.decisions

suite('who answers for a service', () => {
  test('is at first the directory user of who makes it, or whom they name', async () => {
    const maker = await signedIn('s01', ['workspace.service.create'])
    const own = await call(
      'POST',
      '/workspace/services',
      { name: 'Own', handle: 'own' },
      maker.token,
    )
    assert.equal(own.status, 201, own.text)
    assert.deepEqual(own.body.sponsor, { id: await idOf('s01'), name: null })
    assert.equal(own.body.is_unsponsored, false)
    const other = { name: 'Other', handle: 'other', sponsor_id: await idOf('s02') }
    const refused = await call('POST', '/workspace/services', other, maker.token)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['sponsor_id']])
    const service = await serviceOf('s02')
    await leave('s03')
    for (const sponsor_id of [await idOf('s03'), 'drusr_01kaf7m2t4e8j9p3q5r7s90002', 'x']) {
      const wrong = await call('PATCH', service.path, { sponsor_id })
      assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['sponsor_id']])
    }
    const moved = await call('PATCH', service.path, { sponsor_id: await idOf('s04') })
    assert.equal(moved.body.sponsor.id, await idOf('s04'), moved.text)
    const [row] = (await auditRows(server, 'workspace.service.sponsor')).slice(-1)
    assert.deepEqual(row?.changes, {
      sponsor_id: { old: await idOf('s02'), new: await idOf('s04') },
    })
  })

  test('is the nearest active manager above once they leave, in the same transaction', async () => {
    const service = await serviceOf('dev')
    await leave('lead')
    await leave('dev')
    const now = await read(service)
    assert.deepEqual([now.sponsor.id, now.is_unsponsored], [await idOf('head'), false])
    const [row] = (await auditRows(server, 'workspace.service.sponsor')).slice(-1)
    assert.deepEqual(
      [row?.related_id, row?.details, row?.changes],
      [
        (await idsOf('dev')).uuid,
        { because: 'sponsor_left' },
        { sponsor_id: { old: await idOf('dev'), new: await idOf('head') } },
      ],
    )
    const events = await call(
      'GET',
      `/events?filter[type]=workspace.service.sponsor&since=${inDays(-1)}`,
    )
    assert.equal(events.body.data.at(-1).subject, service.id, events.text)
    await comeBack('dev')
    assert.equal((await read(service)).sponsor.id, await idOf('head'))
    await comeBack('lead')
  })

  test('follows by whatever way they leave: by the clock, deleted, or gone from the source, by the edges before', async () => {
    const service = await serviceOf('dev')
    const end = `/directory/users/${await idOf('dev')}/expire`
    assert.equal((await call('POST', end, { at: inDays(1) })).status, 200)
    assert.equal((await read(service)).sponsor.id, await idOf('dev'))
    pass(day)
    assert.equal((await read(service)).sponsor.id, await idOf('lead'))
    assert.equal((await call('DELETE', `/directory/users/${await idOf('lead')}`)).status, 204)
    assert.equal((await read(service)).sponsor.id, await idOf('head'))
    await call('POST', `/directory/users/${await idOf('lead')}/restore`)
    await comeBack('lead')
    await comeBack('dev')
    await call('PATCH', service.path, { sponsor_id: await idOf('dev') })
    const without = omit(
      {
        ...staff,
        chief: {},
        head: { managerId: 'solo' },
        lead: { managerId: 'solo' },
        dev: {},
        solo: {},
      },
      ['dev', 'lead', 'head'],
    )
    await feed(without)
    assert.equal((await read(service)).sponsor.id, await idOf('chief'))
    await feed({
      ...without,
      head: { managerId: 'chief' },
      lead: { managerId: 'head' },
      dev: { managerId: 'lead' },
    })
    for (const name of ['head', 'lead', 'dev'])
      assert.equal((await call('GET', `/directory/users/${await idOf(name)}`)).body.state, 'active')
  })

  test('is no manager who leaves at the same time', async () => {
    const service = await serviceOf('dev')
    await leave('lead')
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const head = server.database.transaction(async ({ tx }) => {
      await sql`update directory_user set base_state = 'deactivated' where username = 'head'`.execute(
        tx,
      )
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const dev = leave('dev')
    await Promise.race([dev, sleep(500)])
    end.resolve()
    await Promise.all([head, dev])
    assert.equal((await read(service)).sponsor.id, await idOf('chief'))
    for (const name of ['head', 'lead', 'dev']) await comeBack(name)
  })

  test('is looked for by the index, not among everybody', async () => {
    const { uuid } = await idsOf('dev')
    const { above, read } = await server.database.transaction(async ({ tx }) => {
      const scans = async () => {
        const { rows } = await sql<{ scans: number }>`
          select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'directory_user'`.execute(
          tx,
        )
        return rows[0]?.scans ?? 0
      }
      const before = await scans()
      const { rows } = await sql<{ above: Record<string, string[]> }>`
        select managers_above(array[${uuid}::uuid], '{}') as above`.execute(tx)
      return { above: rows[0]?.above, read: (await scans()) - before }
    })
    const managers = await Promise.all(['lead', 'head', 'chief'].map(idsOf))
    assert.deepEqual(above, { [uuid]: managers.map((each) => each.uuid) })
    assert.equal(read, 0)
  })

  test('is represented while they are suspended, and not replaced', async () => {
    const service = await serviceOf('dev')
    await server.query(`update directory_user set base_state = 'suspended' where username = 'dev'`)
    const now = await read(service)
    assert.deepEqual(
      [now.sponsor.id, now.represented_by.id, now.is_unsponsored],
      [await idOf('dev'), await idOf('lead'), false],
    )
    const lead = await signedIn('lead')
    assert.equal((await call('POST', `${service.path}/confirm`, {}, lead.token)).status, 200)
    const manager = await makeCaller(server, ['workspace.service.manage', 'workspace.service.view'])
    const same = { sponsor_id: now.sponsor.id, notes: 'Runs at night' }
    const kept = await call('PATCH', service.path, same, manager.token)
    assert.deepEqual([kept.status, kept.body.sponsor.id], [200, now.sponsor.id], kept.text)
    await server.query(`update directory_user set base_state = 'active' where username = 'dev'`)
    assert.equal((await read(service)).represented_by, null)
    assert.equal((await call('POST', `${service.path}/confirm`, {}, lead.token)).status, 404)
  })

  test('is nobody where nobody is above them: a finding, and a missed confirmation', async () => {
    const service = await serviceOf('solo')
    const before = await owned()
    await leave('solo')
    const now = await read(service)
    assert.deepEqual(
      [now.sponsor, now.is_unsponsored, now.timestamp.confirm_by, now.state],
      [null, true, inDays(0), 'active'],
    )
    const after = await owned()
    for (const kind of ['unsponsored_services', 'unconfirmed_services'])
      assert.equal(after[kind].count, before[kind].count + 1, kind)
    const { data } = (await call('GET', '/workspace/services?filter[unsponsored]=true')).body
    assert.ok(data.some(({ id }: { id: string }) => id === service.id))
    await comeBack('solo')
    assert.equal(await sponsorOf(service), null)
    pass(30 * day)
    const ending = await read(service)
    assert.deepEqual([ending.state, ending.timestamp.expires_at], ['expiring', inDays(30)])
    const rows = await auditRows(server, 'workspace.service.unconfirmed')
    assert.deepEqual(rows.at(-1)?.changes, {
      state: { old: 'active', new: 'expiring' },
      expires_at: { old: null, new: inDays(30) },
    })
    await call('PATCH', service.path, { sponsor_id: await idOf('solo') })
    const solo = await signedIn('solo')
    const confirmed = await call('POST', `${service.path}/confirm`, {}, solo.token)
    assert.deepEqual(
      [
        confirmed.status,
        confirmed.body.state,
        confirmed.body.expires_at,
        confirmed.body.confirm_by,
      ],
      [200, 'active', null, inDays(180)],
    )
    pass(210 * day)
    assert.equal((await read(service)).state, 'expiring')
    pass(30 * day)
    assert.equal((await read(service)).state, 'expired')
    const late = await call('POST', `${service.path}/confirm`, {}, solo.token)
    assert.deepEqual(
      [late.status, Object.keys(late.body.errors ?? {})],
      [422, ['state']],
      late.text,
    )
    const back = await call('POST', `${service.path}/activate`)
    assert.deepEqual([back.body.state, back.body.timestamp.confirm_by], ['active', inDays(180)])
  })
})

suite('a sponsorship', () => {
  test('gives no right but to confirm, by a token that may change services', async () => {
    const service = await serviceOf('s05', { confirm_every_days: 30 })
    const sponsor = await signedIn('s05')
    const other = await signedIn('s06')
    assert.equal((await call('GET', service.path, undefined, sponsor.token)).status, 404)
    assert.equal((await call('PATCH', service.path, { notes: 'x' }, sponsor.token)).status, 404)
    const confirm = (as: string, body: object = {}) =>
      call('POST', `${service.path}/confirm`, body, as)
    assert.equal((await confirm(other.token)).status, 404)
    const manager = await signedIn('s07', ['workspace.service.manage', 'workspace.service.view'])
    assert.deepEqual(Object.keys((await confirm(manager.token)).body.errors), ['reason'])
    const viewer = await signedIn('s08', ['workspace.service.view'])
    assert.equal((await confirm(viewer.token, { reason: 'I say so' })).status, 403)
    pass(17 * day)
    const { services } = (await call('GET', '/workspace/summary', undefined, sponsor.token)).body
      .decisions.services_to_confirm
    assert.deepEqual(
      services.map(({ service_id: id }: { service_id: string }) => id),
      [service.id],
    )
    const confirmed = await confirm(sponsor.token)
    assert.deepEqual([confirmed.status, confirmed.body.confirm_by], [200, inDays(30)])
    const kept = await confirm(manager.token, { reason: 'Payroll runs on it' })
    assert.equal(kept.status, 200, kept.text)
    const rows = await auditRows(server, 'workspace.service.confirm')
    assert.deepEqual(rows.at(-1)?.details, { as: 'admin', reason: 'Payroll runs on it' })
    await server.query(`update token set scopes = '{*.view}' where workspace_user_id = $1`, [
      sponsor.uuid,
    ])
    assert.equal((await confirm(sponsor.token)).status, 403)
  })

  test('is confirmed by no service', async () => {
    const service = await serviceOf('s05')
    const permissions = ['workspace.service.manage', 'workspace.service.view']
    const { token: machine } = await makeServiceToken(
      server,
      await makeService(server, { permissions }),
    )
    await server.query(
      `update token set expires_at = created_at + interval '364 days' where service_id is not null`,
    )
    const body = { reason: 'I say so' }
    const refused = await call('POST', `${service.path}/confirm`, body, machine)
    assert.deepEqual(
      [refused.status, refused.body.message],
      [403, 'Only a person can confirm that a service is still needed.'],
    )
  })

  test('has 14 days left to confirm where fewer days are set', async () => {
    const service = await serviceOf('s05')
    pass(20 * day)
    const set = async (confirm_every_days: number) =>
      (await call('PATCH', service.path, { confirm_every_days })).body.timestamp.confirm_by
    assert.equal(await set(7), inDays(14))
    pass(day)
    assert.equal(await set(8), inDays(13))
    assert.equal(await set(180), inDays(180 - 21))
  })

  test('is nobody whose end a process has settled whose clock is ahead', async () => {
    const service = await serviceOf('s06')
    const before = server.database.now()
    const behind = await testServer({ over: server, clock: () => before })
    const user = `/directory/users/${await idOf('s07')}`
    const at = new Date(before.getTime() + 1000).toISOString()
    assert.equal((await call('POST', `${user}/expire`, { at })).status, 200)
    pass(2000)
    assert.equal((await call('GET', user)).body.state, 'expired')
    const body = { sponsor_id: await idOf('s07') }
    const named = await behind.call('PATCH', service.path, { token, body })
    assert.deepEqual([named.status, Object.keys(named.body.errors ?? {})], [422, ['sponsor_id']])
  })

  test('is suggested where there is none: the active admin who has been one longest', async () => {
    const [unknown, known] = [await makeOwner(server), await signedIn('s09')]
    const service = await makeService(server, { admin: [unknown, known] })
    const now = await read(service)
    assert.deepEqual(
      [now.sponsor, now.is_unsponsored, now.suggested_sponsor.id],
      [null, true, await idOf('s09')],
    )
    const set = await call('PATCH', service.path, { sponsor_id: now.suggested_sponsor.id })
    assert.deepEqual([set.body.sponsor.id, set.body.suggested_sponsor], [await idOf('s09'), null])
  })
})
