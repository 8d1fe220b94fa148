import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readChains } from '../../../test/audit-chain.ts'
import { makeCaller, type Answer } from '../../../test/harness.ts'
import {
  accounts,
  hour,
  incidentsWorld,
  omit,
  staff,
  type Feed,
  type IncidentsWorld,
} from '../../../test/incidents-world.ts'
import { deleteDirectoryUser, makeDirectoryUser } from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'
import { encodeId } from '../../contract/ids.ts'
import { dryRun } from '../../database/dry-run.ts'
import { lockPolicy } from '../../database/policy-lock.ts'

const reason = 'HR confirmed it'

type Account = { id: string; person: string | null; state: string; by: string | null }

/** A world with what its tests ask of accounts, by the vendor id. */
async function world(first: Feed = staff) {
  const made = await incidentsWorld(first)
  const { server, token } = made
  const account = async (vendorId: string): Promise<Account> => {
    const path = `/directory/identities?filter[vendor_id]=${vendorId}`
    const [row] = (await server.get(path, token)).body.data
    return { id: row.id, person: row.directory_user_id, state: row.state, by: row.linked_by }
  }
  const post = (verb: 'link' | 'unlink', id: string, body: object, as = token) =>
    server.call('POST', `/directory/identities/${id}/${verb}`, { token: as, body })
  return {
    ...made,
    account,
    post,
    link: (id: string, person: string | null, more = {}) =>
      post('link', id, { directory_user_id: person, reason, ...more }),
    unlink: (id: string, more = {}) => post('unlink', id, { reason, ...more }),
    person: async (id: string | null) => (await server.get(`/directory/users/${id}`, token)).body,
  }
}

/** Applies the plan that an answer leads to. */
async function applyPlan(
  { server, token }: Pick<IncidentsWorld, 'server' | 'token'>,
  made: Answer,
) {
  const plan = made.headers.get('location')?.split('/').at(-1)
  const applied = await server.call('POST', `/policy/plans/${plan}/apply`, { token })
  assert.equal(applied.status, 200, applied.text)
}

/** A complete import of the same accounts writes nothing. */
async function assertSettled({ feed }: Pick<IncidentsWorld, 'feed'>, accounts: Feed = staff) {
  const { accounts: read, people } = await feed(accounts)
  const { created, changed, linked, deactivated, orphaned } = read
  assert.deepEqual([created, changed, linked, deactivated, orphaned], [0, 0, 0, 0, 0])
  const { activated, suspended } = people
  assert.deepEqual(
    [people.created, people.changed, people.deactivated, activated, suspended],
    [0, 0, 0, 0, 0],
  )
}

test('an account that is unlinked belongs to no one, and the next import leaves it so; a link restores everything', async () => {
  const made = await world()
  const { account, link, unlink, members, person, server, token } = made
  const before = await account('s01')
  const described = await person(before.person)
  const taken = await unlink(before.id)
  assert.equal(taken.status, 200, taken.text)
  assert.deepEqual(
    [
      taken.body.state,
      taken.body.directory_user_id,
      taken.body.linked_by,
      taken.body.link_evidence,
    ],
    ['orphan', null, null, reason],
  )
  assert.ok(!(await members('sellers')).includes('s01'))
  const left = await person(before.person)
  assert.deepEqual(
    [left.state, left.email, left.manager_id, left.included.integration, left.org],
    [described.state, described.email, described.manager_id, null, {}],
  )
  await assertSettled(made)
  assert.equal((await account('s01')).state, 'orphan')

  const given = await link(before.id, before.person)
  assert.equal(given.status, 200, given.text)
  assert.deepEqual(
    [given.body.state, given.body.linked_by, given.body.suggested_directory_user_id],
    ['active', 'administrator', null],
  )
  assert.ok((await members('sellers')).includes('s01'))
  const again = await person(before.person)
  for (const key of ['state', 'manager_id', 'org', 'email', 'full_name'])
    assert.deepEqual(again[key], described[key], key)
  await assertSettled(made)
  const { data } = (await server.get(`/audit/logs?filter[record]=${before.id}`, token)).body
  assert.deepEqual(
    data.map((row: any) => [row.event, row.parent.id]), // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
    [
      ['directory.identity.link', before.person],
      ['directory.identity.unlink', before.person],
      ['directory.identity.create', before.person],
    ],
  )
})

test('an account that moves takes its values along, and its audit row names both people', async () => {
  const made = await world()
  const { account, link, unlink, person, members, server, token } = made
  const other = await makeDirectoryUser(server, { first_name: 'Sue', last_name: 'New' })
  const { id, person: former } = await account('s01')
  const moved = await link(id, other.id)
  assert.equal(moved.status, 200, moved.text)
  assert.equal(moved.body.directory_user_id, other.id)
  const [now, before] = [await person(other.id), await person(former)]
  assert.deepEqual([now.full_name, now.email], ['First s01 Last', 's01@example.com'])
  assert.deepEqual([now.manager_id, now.org.department], [before.manager_id, 'Sales'])
  assert.deepEqual([before.included.integration, before.org], [null, {}])
  assert.equal((await members('sellers')).filter((name) => name === 's01').length, 1)
  const { data } = (await server.get(`/audit/logs?filter[record]=${id}`, token)).body
  assert.deepEqual(
    [data[0].event, data[0].parent.id, data[0].related.id],
    ['directory.identity.link', other.id, former],
  )
  assert.deepEqual(data[0].changes.directory_user_id, { old: former, new: other.id })
  const history = async (user: string | null, query = '') =>
    (
      await server.get(`/audit/logs?filter[history]=${user}${query}&page[size]=1`, token)
    ).body.data.map((row: { event: string; record: { id: string } }) => [row.event, row.record.id])
  const links = '&filter[event]=directory.identity.link,directory.identity.unlink'
  for (const user of [former, other.id])
    assert.deepEqual(await history(user, links), [['directory.identity.link', id]], 'both see it')
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token }
  const printed = await runCli(['user', 'history', String(former), '--limit', '5'], env)
  assert.match(printed.stdout, /directory\.identity\.link/, printed.stderr)

  const left = await unlink(id)
  assert.equal(left.status, 200, left.text)
  assert.deepEqual(await history(other.id, links), [['directory.identity.unlink', id]])
  assert.deepEqual(await history(former, links), [['directory.identity.link', id]])
  const wrong = await server.get(`/audit/logs?filter[history]=${id}`, token)
  assert.equal(wrong.status, 400)
  assert.deepEqual((await readChains(server, token)).breaks, [])
  await assertSettled(made)
})

test('a link that moves more people than the limits allow is a plan first', async () => {
  const made = await world()
  const { account, link, unlink, members } = made
  const { id, person } = await account('boss')
  const refused = await unlink(id)
  assert.equal(refused.status, 409, refused.text)
  assert.equal((await members('team')).length, 20)
  assert.equal((await account('boss')).state, 'active')
  await applyPlan(made, refused)
  assert.deepEqual([await members('team'), (await account('boss')).state], [[], 'orphan'])
  await assertSettled(made)
  const back = await link(id, person)
  if (back.status === 409) await applyPlan(made, back)
  else assert.equal(back.status, 200, back.text)
  assert.equal((await members('team')).length, 20)
  await assertSettled(made)
})

test('with `plan` nothing changes until the plan is applied', async () => {
  const made = await world()
  const { account, unlink, server } = made
  const { id } = await account('s02')
  const planned = await unlink(id, { plan: true })
  assert.equal(planned.status, 202, planned.text)
  assert.deepEqual(
    [planned.body.state, planned.body.totals.people, planned.body.operations[0].op],
    ['ready', 1, 'unlink_identity'],
  )
  assert.equal((await account('s02')).state, 'active')
  const stranger = await makeCaller(server, ['directory.identity.view'])
  const wanted = { reason, plan: true }
  assert.equal((await made.post('unlink', id, wanted, stranger.token)).status, 403)
  const nobody = encodeId('directoryUser', '01900000-0000-7000-8000-000000000000')
  assert.equal((await made.link(id, nobody, { plan: true })).status, 422)
  await applyPlan(made, planned)
  assert.equal((await account('s02')).state, 'orphan')
})

test('If-Match of `apply` is about the plan, not about the account of its operation', async () => {
  const { account, unlink, server, token } = await world()
  const planned = await unlink((await account('s02')).id, { plan: true })
  const path = `/policy/plans/${planned.body.id}`
  const apply = (etag: string) =>
    server.call('POST', `${path}/apply`, { token, headers: { 'if-match': etag } })
  assert.equal((await apply('"7.0"')).status, 412)
  const applied = await apply((await server.get(path, token)).headers.get('etag') ?? '')
  assert.deepEqual([applied.status, applied.body.state], [200, 'applied'], applied.text)
})

test('a plan of a link that was asked for with If-Match is of that version of the account', async () => {
  const { account, server, token } = await world()
  const { id, person: owner } = await account('s02')
  const path = `/directory/identities/${id}`
  const etag = async () => (await server.get(path, token)).headers.get('etag') ?? ''
  const plan = (tag: string) =>
    server.call('POST', `${path}/unlink`, {
      token,
      body: { reason, plan: true },
      headers: { 'if-match': tag },
    })
  const apply = ({ body }: Answer) =>
    server.call('POST', `/policy/plans/${body.id}/apply`, { token })
  for (const tag of ['"999.0"', '"of another server"', ''])
    assert.equal((await plan(tag)).status, 412, tag)

  const [seen, other] = [
    await plan(await etag()),
    await plan(`"of another server", ${await etag()}`),
  ]
  assert.equal(seen.body.operations[0].if_match, await etag())
  // Who applies it sees the plan only, whose effect is the same.
  await server.query(`update identity set version = version + 1 where vendor_id = 's02'`)
  for (const made of [seen, other]) {
    const refused = await apply(made)
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.body.message, /the record was changed since. Plan again/)
    const failed = await server.get(`/policy/plans/${made.body.id}`, token)
    assert.equal(failed.body.state, 'failed')
  }
  assert.equal((await account('s02')).person, owner)
  const again = await apply(await plan(await etag()))
  assert.equal(again.status, 200, again.text)
  assert.equal((await account('s02')).person, null)
})

test('a plan of a link waits for no one, and no one for it', async () => {
  const { account, unlink, server, token } = await world()
  const { id, person } = await account('s02')
  await dryRun(server.database, async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await tx.updateTable('directory_user').set({ metadata: '{}' }).execute()
    await tx.updateTable('identity').set({ link_evidence: 'x' }).execute()
    const planned = await unlink(id, { plan: true })
    assert.deepEqual([planned.status, planned.body.totals?.people], [202, 1], planned.text)
  })
  const described = await server.get(`/directory/users/${person}`, token)
  assert.equal(described.body.state, 'active')
})

test('an account that ended and one that an administrator puts in its place', async () => {
  const made = await world()
  const { account, link, unlink, feed, members, person } = made
  const { id: endedId, person: owner } = await account('s03')
  const renewed: Feed = { ...omit(staff, ['s03']), 's03-new': { department: 'Sales' } }
  await feed(renewed)
  assert.equal((await person(owner)).state, 'deactivated')
  const fresh = await account('s03-new')
  const linked = await link(fresh.id, owner)
  assert.equal(linked.status, 200, linked.text)
  assert.equal((await person(owner)).state, 'active')
  assert.equal((await members('sellers')).filter((name) => name === 's03-new').length, 1)
  assert.equal((await account('s03')).person, owner)
  await assertSettled(made, renewed)
  assert.equal((await unlink(fresh.id)).status, 200)
  assert.deepEqual(
    [(await person(owner)).state, (await account('s03')).id],
    ['deactivated', endedId],
  )
  await assertSettled(made, renewed)
})

for (const [said, by] of [
  [{ firstName: 'First s04' }, 'evidence'],
  [{ firstName: 'Another', email: 'renamed@example.com' }, 'created'],
] as const)
  test(`a waiting account is ${by === 'created' ? 'a new person' : 'linked'} once its source says more`, async () => {
    const { account, feed } = await world()
    const { person } = await account('s04')
    const again = { ...staff['s04'], firstName: 'Another', email: 's04@example.com' }
    await feed({ again }, { isComplete: false })
    assert.equal((await account('again')).state, 'orphan', 'only a word of the name is the same')
    await feed({ again: { ...again, ...said } }, { isComplete: false })
    const { state, by: linkedBy, person: owner } = await account('again')
    assert.deepEqual([state, linkedBy, owner === person], ['active', by, by === 'evidence'])
  })

test('a person follows their other account once the one that governs them has ended', async () => {
  const both: Feed = { ...staff, 's03-new': { department: 'Sales' } }
  const made = await world(both)
  const { account, link, feed, members, person } = made
  const { person: owner } = await account('s03')
  const linked = await link((await account('s03-new')).id, owner)
  assert.equal(linked.status, 200, linked.text)
  await assertSettled(made, both)

  const left = omit(both, ['s03'])
  await feed({ ...left, s03: { department: 'Sales', status: 'SUSPENDED' } })
  assert.deepEqual(
    [(await person(owner)).state, (await person(owner)).email],
    ['active', 's03-new@example.com'],
    'an active account leads before a suspended one',
  )
  const { reportPath } = await feed(left)
  assert.equal((await person(owner)).state, 'active')
  assert.equal((await person(owner)).email, 's03-new@example.com')
  assert.match(await readFile(String(reportPath), 'utf8'), /1 of the people follow another account/)
  assert.equal((await members('sellers')).filter((name) => name === 's03-new').length, 1)
  await assertSettled(made, left)

  await feed(omit(left, ['s03-new']))
  assert.equal((await person(owner)).state, 'deactivated')
})

test('an undone link leaves the account as it was before, with its suggestion', async () => {
  const made = await world()
  const { account, link, unlink, feed, server, token } = made
  const waiting: Feed = {
    again: { ...staff['s06'], firstName: 'Another', email: 's06@example.com' },
  }
  await feed(waiting, { isComplete: false })
  const { id } = await account('again')
  const described = async () => {
    const { body } = await server.get(`/directory/identities/${id}`, token)
    return [
      body.state,
      body.suggested_directory_user_id,
      body.link_evidence,
      body.directory_user_id,
    ]
  }
  const before = await described()
  assert.deepEqual([before[0], before[2], before[3]], ['orphan', null, null])
  assert.notEqual(before[1], null)
  const { person: other } = await account('s07')
  assert.deepEqual(
    Object.keys((await unlink((await account('s07')).id, { undo: true })).body.errors),
    ['undo'],
  )
  for (const owner of [before[1], other]) {
    assert.equal((await link(id, owner)).status, 200)
    const planned = await unlink(id, { undo: true, plan: true })
    assert.equal(planned.body.operations[0].undo, true, planned.text)
    if (owner === other) await applyPlan(made, planned)
    else assert.equal((await unlink(id, { undo: true })).status, 200)
    assert.deepEqual(await described(), before)
    await feed({ other: {} }, { isComplete: false })
    assert.deepEqual(await described(), before)
  }
  assert.equal((await link(id, before[1])).status, 200)
  assert.equal((await link(id, other)).status, 200)
  assert.equal((await unlink(id, { undo: true })).status, 422, 'it was someone else’s before')

  assert.equal((await unlink(id)).status, 200)
  const rejected = await described()
  assert.deepEqual(rejected, ['orphan', null, reason, null])
  assert.equal((await link(id, other, { reason: 'A mistake' })).status, 200)
  assert.equal((await unlink(id, { undo: true })).status, 200)
  assert.deepEqual(await described(), rejected)
  assert.deepEqual((await readChains(server, token)).breaks, [])
})

test('a link confirms a match, and ends the review of a person', async () => {
  const { account, link, server, token } = await world()
  const { id, person } = await account('s04')
  await server.query(
    `update directory_user set review_reason = 'recycled_address' where email = 's04@example.com'`,
  )
  const flagged = async () =>
    (await server.get('/directory/users?filter[review]=recycled_address', token)).body.data.length
  assert.equal(await flagged(), 1)
  assert.equal((await link(id, person)).body.linked_by, 'administrator')
  assert.equal(await flagged(), 0)
  const etag = (await server.get(`/directory/identities/${id}`, token)).headers.get('etag')
  assert.equal((await link(id, person)).headers.get('etag'), etag, 'nothing is left to confirm')
})

test('what is held of an account stays held with any person', async () => {
  const { account, link, unlink, feed, server, token } = await world()
  const legal = Object.fromEntries(
    Object.entries(staff).map(([id, each]) => [
      id,
      id.startsWith('s') ? { ...each, department: 'Legal' } : each,
    ]),
  )
  const { incident } = await feed(legal)
  const { id, person } = await account('s05')
  const pending = async () =>
    (await server.get(`/directory/identities/${id}`, token)).body.pending?.profile.department
  assert.equal(await pending(), 'Legal')
  assert.equal((await unlink(id)).status, 200)
  assert.equal(await pending(), 'Legal')
  const planned = await link(id, person, { plan: true })
  const plan = planned.headers.get('location')?.split('/').at(-1)
  const { findings } = (await server.get(`/policy/plans/${plan}`, token)).body
  assert.equal(findings[0].kind, 'facts_pending')
  assert.match(findings[0].message, new RegExp(`approve them in ${incident?.id}\\.$`))
  assert.equal((await link(id, person)).status, 200)
  assert.equal(await pending(), 'Legal')
})

test('a plan counts nothing that the incident holds no longer once the account is moved', async () => {
  const led: Feed = {
    ...staff,
    ...accounts('m', 3, { managerId: 'lead' }),
    lead: { managerId: 'boss' },
  }
  const { account, unlink, members, feed, server, token, pass } = await world(led)
  const { id, person } = await account('lead')
  for (const first_name of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) {
    const body = {
      first_name,
      last_name: 'Hand',
      email: `${first_name}@x.example`,
      manager_id: person,
      state: 'active',
    }
    const made = await server.call('POST', '/directory/users', { token, body })
    assert.equal(made.status, 201, made.text)
  }
  pass(25 * hour)
  assert.equal((await members('team')).length, 30)
  const { incident } = await feed({ ...led, lead: { managerId: 'deputy' } })
  assert.deepEqual([incident?.accounts, incident?.state], [1, 'open'])
  const planned = await unlink(id, { plan: true })
  assert.equal(planned.body.totals.people, 3, planned.text)
  assert.deepEqual(planned.body.exceeds, [])
  assert.equal((await unlink(id)).status, 200)
  assert.equal((await members('team')).length, 27)
})

test('linking asks for its permission, and names what is wrong with a person', async () => {
  const { account, post, link, unlink, server } = await world()
  const { id, person } = await account('s01')
  const stranger = await makeCaller(server, ['directory.identity.view', 'directory.user.manage'])
  const body = { directory_user_id: person, reason }
  const unknown = encodeId('identity', '01900000-0000-7000-8000-000000000000')
  assert.equal((await post('link', unknown, body)).status, 404)
  assert.equal((await post('link', unknown, {})).status, 404)
  for (const verb of ['link', 'unlink'] as const) {
    const refused = await post(verb, id, {}, stranger.token)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /directory\.identity\.link/)
  }
  const gone = await makeDirectoryUser(server)
  await deleteDirectoryUser(server, gone)
  const nobody = encodeId('directoryUser', '01900000-0000-7000-8000-000000000000')
  for (const wrong of [gone.id, nobody, null, 'x']) {
    const answer = await link(id, wrong)
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['directory_user_id']])
  }
  assert.equal((await post('unlink', id, { reason: ' ' })).status, 422)
  assert.equal((await unlink(id)).status, 200)
  assert.deepEqual(Object.keys((await unlink(id)).body.errors), ['state'])
})

test('erasing a person erases the reasons of planned links', async () => {
  const { account, unlink, server, token } = await world()
  const { id, person } = await account('s07')
  const planned = await unlink(id, { plan: true })
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/erase'],
  ] as const)
    await server.call(method, `/directory/users/${person}${path}`, { token })
  const plan = await server.get(`/policy/plans/${planned.body.id}`, token)
  assert.deepEqual(plan.body.operations, [{ op: 'unlink_identity', identity_id: id }])
})

test('two links of one account at once leave it with one person', async () => {
  const { account, link, server, token } = await world()
  const { id } = await account('s06')
  const people = await Promise.all([makeDirectoryUser(server), makeDirectoryUser(server)])
  const answers = await Promise.all(people.map((one) => link(id, one.id)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const { person } = await account('s06')
  const rows = await server.query<{ id: string }>(
    `select id from directory_user where primary_identity_id = (select id from identity where vendor_id = 's06')`,
  )
  assert.deepEqual(
    rows.map((row) => encodeId('directoryUser', row.id)),
    [person],
  )
  const etag = (await server.get(`/directory/identities/${id}`, token)).headers.get('etag') ?? ''
  const others = await Promise.all([makeDirectoryUser(server), makeDirectoryUser(server)])
  const conditional = await Promise.all(
    others.map((one) =>
      server.call('POST', `/directory/identities/${id}/link`, {
        token,
        body: { directory_user_id: one.id, reason },
        headers: { 'if-match': etag },
      }),
    ),
  )
  assert.deepEqual(
    conditional.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412],
  )
})

test('unlinking and linking again restores every manifest, for any account', async () => {
  const made = await world()
  const { account, link, unlink, members } = made
  const manifests = async () => [
    await members('sellers'),
    await members('team'),
    await members('Sales'),
  ]
  const before = await manifests()
  const vendorId = fc.constantFrom(...Object.keys(omit(staff, ['boss'])))
  await fc.assert(
    fc.asyncProperty(vendorId, async (each) => {
      const { id, person } = await account(each)
      assert.equal((await unlink(id)).status, 200)
      assert.equal((await link(id, person)).status, 200)
      assert.deepEqual(await manifests(), before)
    }),
    { numRuns: 10 },
  )
  await assertSettled(made)
  assert.deepEqual((await readChains(made.server, made.token)).breaks, [])
})

test('a link gives the account what its person has there: it takes the right to give exceptions, and counts as a gain', async () => {
  const { server, account, unlink, link, post, person } = await world()
  const other = await account('s01')
  const { id, person: owner } = await account('s11')
  assert.equal((await unlink(id)).status, 200)
  const permissions = ['directory.identity.view', 'directory.identity.link'] as const
  const body = { directory_user_id: other.person, reason }
  const linker = await makeCaller(server, [...permissions])
  const blind = await post('link', id, body, linker.token)
  assert.equal(blind.status, 403)
  assert.match(blind.body.message, /directory\.user\.view/)
  const seeing = await makeCaller(server, [...permissions, 'directory.user.view'])
  const refused = await post('link', id, body, seeing.token)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /policy\.rule\.manage/)
  assert.equal((await account('s11')).person, null)
  const { token } = await makeCaller(server, [
    ...permissions,
    'directory.user.view',
    'policy.rule.manage',
  ])
  assert.equal((await post('link', id, body, token)).status, 200)
  assert.equal((await person(owner)).count.directory_identities, 0)
  const gains = () =>
    server.query<{ name: string }>(
      `select o.name from movement m join ruleset s on s.id = m.ruleset_id join resource o on o.id = s.resource_id
       where m.gains order by 1`,
    )
  assert.deepEqual(await gains(), [{ name: 'sellers' }, { name: 'team' }])
  assert.equal((await link((await account('l01')).id, (await account('l02')).person)).status, 200)
  assert.equal((await gains()).length, 2)
})

test('links into a sensitive resource stop at its limit, with a plan', async () => {
  const made = await world()
  const { server, token, account, unlink, link, ruleset } = made
  const sellers = `/policy/rulesets/${await ruleset('sellers')}`
  await server.call('PATCH', sellers, { token, body: { is_sensitive: true } })
  const statuses = []
  let last: Answer | undefined
  for (const at of ['1', '2', '3']) {
    const { id } = await account(`s1${at}`)
    await unlink(id)
    last = await link(id, (await account(`s0${at}`)).person)
    statuses.push(last.status)
  }
  assert.deepEqual(statuses, [200, 200, 409])
  assert.ok(last)
  await applyPlan(made, last)
  assert.equal((await account('s13')).person, (await account('s03')).person)
})

test('links where access moves count among the people that one caller may name', async () => {
  const { server, token, account, unlink, link } = await world()
  const set = (named_people_limit: number) =>
    server.call('PATCH', '/policy/settings', { token, body: { named_people_limit } })
  await set(2)
  const s01 = await account('s01')
  const s02 = await account('s02')
  assert.equal((await unlink(s01.id)).status, 200)
  assert.equal((await link(s01.id, s02.person)).status, 200)
  const s03 = await account('s03')
  assert.equal((await unlink(s03.id)).status, 409)
  assert.equal((await link(s02.id, s02.person)).status, 200)
})

test('without rights, 404 says nothing about which accounts exist', async () => {
  const { server, account, post } = await world()
  const { id, person } = await account('s01')
  const unknown = encodeId('identity', '01900000-0000-7000-8000-000000000000')
  const { token } = await makeCaller(server, ['directory.user.view'])
  for (const verb of ['link', 'unlink'] as const)
    for (const each of [id, unknown])
      for (const body of [{ directory_user_id: person, reason }, {}])
        assert.equal((await post(verb, each, body, token)).status, 404)
})

/** Lets an orphan wait for a decision between its candidates. */
async function waiting() {
  const made = await world()
  const { account, unlink, server } = made
  const { id, person } = await account('s01')
  await unlink(id)
  const other = (await account('s02')).person
  await server.query(
    `insert into identity_candidate (identity_id, directory_user_id, agrees, contradicts)
     select i.id, u.id, case u.username when 's01' then array['address', 'name'] else array['address'] end,
       case u.username when 's01' then array[]::text[] else array['name'] end
     from identity i, directory_user u where i.vendor_id = 's01' and u.username in ('s01', 's02')`,
  )
  return { ...made, id, person, other }
}

test('an account that waits is listed with its candidates and what agrees and contradicts', async () => {
  const { server, token, id, person, other } = await waiting()
  const { data } = (await server.get('/directory/identities?filter[waits]=true', token)).body
  assert.deepEqual(
    data.map((row: { id: string; waiting_for: object }) => [row.id, row.waiting_for]),
    [
      [
        id,
        [
          { directory_user_id: person, agrees: ['address', 'name'], contradicts: [] },
          { directory_user_id: other, agrees: ['address'], contradicts: ['name'] },
        ],
      ],
    ],
  )
  const described = (await server.get(`/directory/identities/${id}`, token)).body
  assert.equal(described.waiting_for.length, 2)
  const { decisions } = (await server.get('/workspace/summary', token)).body
  assert.deepEqual(decisions.waiting_accounts, { count: 1, is_capped: false })
})

test('a waiting account is of the same person, which can be undone', async () => {
  const { server, token, id, person, link, unlink, account } = await waiting()
  assert.equal((await link(id, person)).status, 200)
  const waits = async () =>
    (await server.get('/directory/identities?filter[waits]=true', token)).body.data.length
  assert.equal(await waits(), 0)
  assert.equal((await account('s01')).person, person)
  const isUndoable = async () =>
    (await server.get(`/directory/identities/${id}`, token)).body.is_undoable
  assert.equal(await isUndoable(), true)
  assert.equal((await unlink(id, { undo: true })).status, 200)
  assert.equal((await account('s01')).person, null)
  assert.equal(await isUndoable(), false)
  const planned = await link(id, person, { plan: true })
  assert.equal(planned.status, 202, planned.text)
})

test('a waiting account of the primary is a new person, with a plan, and undoing that deletes the person', async () => {
  const made = await waiting()
  const { server, token, id, person: former, other, post, unlink, account, members } = made
  const body = { new_person: true, reason: 'another person with that address' }
  assert.equal((await post('link', id, { ...body, directory_user_id: former })).status, 422)
  assert.equal((await post('link', (await account('s03')).id, body)).status, 422)
  const planned = await post('link', id, { ...body, plan: true })
  assert.equal(planned.status, 202, planned.text)
  assert.equal((await account('s01')).person, null)
  await applyPlan(made, planned)
  const created = (await account('s01')).person
  assert.ok(created !== null && created !== former && created !== other)
  const described = (await server.get(`/directory/users/${created}`, token)).body
  assert.deepEqual(
    [described.state, described.full_name, described.email, described.org.department],
    ['active', 'First s01 Last', 's01@example.com', 'Sales'],
  )
  assert.equal((await members('sellers')).filter((name) => name === 's01').length, 1)
  const logged = (await server.get(`/audit/logs?filter[record]=${created}`, token)).body.data
  assert.ok(logged.some(({ event }: { event: string }) => event === 'directory.user.create'))
  assert.deepEqual((await readChains(server, token)).breaks, [])

  const undone = await unlink(id, { undo: true })
  assert.equal(undone.status, 200, undone.text)
  assert.equal((await account('s01')).person, null)
  const gone = (await server.get(`/directory/users/${created}`, token)).body
  assert.deepEqual([gone.state, typeof gone.timestamp.deleted_at], ['deactivated', 'string'])
  assert.deepEqual((await readChains(server, token)).breaks, [])
})

const waits = (made: Awaited<ReturnType<typeof world>>, vendorId: string) =>
  made.server.query<{ full_name: string }>(
    `select u.full_name from identity_candidate c join identity i on i.id = c.identity_id
     join directory_user u on u.id = c.directory_user_id where i.vendor_id = $1 order by u.full_name`,
    [vendorId],
  )

test('an undone new person is gone with all that was matched with them, and the next import lets the account wait again', async () => {
  const w1 = { department: 'Legal', email: 's01@example.com', firstName: 'First', lastName: 'New' }
  const all = { ...staff, w1 }
  const made = await world()
  const { feed, post, unlink, account, person } = made
  await feed(all)
  const { id } = await account('w1')
  assert.deepEqual(await waits(made, 'w1'), [{ full_name: 'First s01 Last' }])
  assert.equal((await post('link', id, { new_person: true, reason })).status, 200)
  const created = (await account('w1')).person
  const w2 = { ...w1, lastName: 'NEW' }
  await feed({ ...all, w2 })
  assert.equal((await account('w2')).person, created)
  assert.equal((await unlink(id, { undo: true })).status, 200)
  const gone = await person(created)
  assert.deepEqual([gone.state, typeof gone.timestamp.deleted_at], ['deactivated', 'string'])
  assert.deepEqual(await waits(made, 'w1'), [])
  for (let n = 0; n < 2; n += 1) {
    const { people } = await feed({ ...all, w2 })
    assert.deepEqual([people.created, people.activated], [0, 0])
    for (const each of ['w1', 'w2']) {
      assert.equal((await account(each)).person, null)
      assert.ok((await waits(made, each)).some(({ full_name: name }) => name === 'First s01 Last'))
    }
    assert.deepEqual(await waits(made, 'w1'), [{ full_name: 'First s01 Last' }])
  }
})

test('a person has their names, address and state again once a wrong link is undone, so that no import finds them by these', async () => {
  const made = await world()
  const { server, feed, account, link, unlink, person } = made
  const { id: byHand } = await makeDirectoryUser(server, {
    first_name: 'By',
    last_name: 'Hand',
    email: 'hand@example.com',
  })
  const w1 = { department: 'Legal', email: 'hand@example.com', firstName: 'By', lastName: 'New' }
  for (const status of ['SUSPENDED', 'ACTIVE']) {
    const all = { ...staff, w1: { ...w1, status } }
    await feed(all)
    const before = await person(byHand)
    const { id } = await account('w1')
    assert.equal((await link(id, byHand)).status, 200)
    assert.equal((await person(byHand)).full_name, 'By New')
    assert.equal((await unlink(id, { undo: true })).status, 200)
    const after = await person(byHand)
    for (const key of ['full_name', 'first_name', 'last_name', 'email', 'username', 'state'])
      assert.deepEqual(after[key], before[key], key)
    await feed(all)
    assert.equal((await account('w1')).person, null)
    assert.deepEqual(await waits(made, 'w1'), [{ full_name: 'By Hand' }])
  }
})

for (const byHand of [true, false])
  test(`an undone link leaves no manager behind${byHand ? ', and gives the one back that was set by hand' : ''}`, async () => {
    const made = await world()
    const { server, token, feed, account, link, unlink, person } = made
    const chief = await makeDirectoryUser(server, { first_name: 'Chief', email: 'c@example.com' })
    const body = {
      first_name: 'By',
      last_name: 'Hand',
      email: 'hand@example.com',
      state: 'active',
      manager_id: byHand ? chief.id : null,
    }
    const { id } = (await server.call('POST', '/directory/users', { token, body })).body
    const w1 = { email: 'hand@example.com', firstName: 'By', lastName: 'New', managerId: 'boss' }
    const all: Feed = { ...staff, w1: { department: 'Legal', ...w1 }, r1: { managerId: 'w1' } }
    await feed(all)
    const { id: accountId } = await account('w1')
    const report = (await account('r1')).person
    const managers = async () => [
      (await person(id)).manager_id,
      (await person(report)).manager_id,
      (await person(id)).count.direct_report_users,
    ]
    const before = await managers()
    assert.deepEqual(before, [byHand ? chief.id : null, null, 0])
    const boss = (await account('boss')).person
    for (let n = 0; n < 2; n += 1) {
      assert.equal((await link(accountId, id)).status, 200)
      assert.deepEqual(await managers(), [boss, id, 1])
      const planned = await unlink(accountId, { undo: true, plan: true })
      assert.equal(planned.status, 202, planned.text)
      assert.deepEqual(await managers(), [boss, id, 1])
      if (n === 0) await applyPlan(made, planned)
      else assert.equal((await unlink(accountId, { undo: true })).status, 200)
      assert.deepEqual(await managers(), before)
      await feed(all)
      assert.deepEqual(await managers(), before)
    }
    assert.deepEqual((await readChains(server, token)).breaks, [])
    if (!byHand) return
    // Who is below the person meanwhile is not above them again.
    assert.equal((await link(accountId, id)).status, 200)
    const below = await server.call('PATCH', `/directory/users/${chief.id}`, {
      token,
      body: { manager_id: id },
    })
    assert.equal(below.status, 200, below.text)
    assert.equal((await unlink(accountId, { undo: true })).status, 200)
    assert.equal((await person(id)).manager_id, null)
  })

test('a reference to an address leads to who has it once a link is undone', async () => {
  const few: Feed = { boss: {}, deputy: {}, ...accounts('s', 3, { department: 'Sales' }) }
  const made = await world(few)
  const { server, token, integration, feed, account, link, unlink, person } = made
  const body = { first_name: 'By', last_name: 'Hand', email: 'hand@example.com', state: 'active' }
  const { id } = (await server.call('POST', '/directory/users', { token, body })).body
  const path = `/workspace/integrations/${encodeId('integration', integration)}`
  const keys = { manager_profile_key: 'managerId', manager_profile_holds: 'email' }
  assert.equal((await server.call('PATCH', path, { token, body: keys })).status, 200)
  const w1 = { email: 'new@example.com', firstName: 'By', lastName: 'New' }
  const reports = {
    r1: { managerId: 'hand@example.com' },
    r2: { managerId: 'new@example.com' },
  }
  const all: Feed = { ...few, ...reports, w1: { department: 'Legal', ...w1 } }
  await feed({ ...few, ...reports })
  const managers = async () => {
    const people = await Promise.all(['r1', 'r2'].map(async (each) => (await account(each)).person))
    return Promise.all(people.map(async (each) => (await person(each)).manager_id))
  }
  assert.deepEqual(await managers(), [id, null])
  await feed({ ...all, w1: { ...w1, email: 'hand@example.com' } })
  const { id: accountId, person: owner } = await account('w1')
  assert.equal(owner, null)
  assert.equal((await link(accountId, id)).status, 200)
  await feed(all)
  assert.deepEqual(await managers(), [null, id])
  assert.equal((await unlink(accountId, { undo: true })).status, 200)
  assert.deepEqual(await managers(), [id, null])
})

test('what was decided of a waiting account stays so at the next imports, also once its values change', async () => {
  const lastNames = { s04: { lastName: 'Lowe' }, s05: { lastName: 'Berg' } }
  const others = Object.fromEntries(
    Object.entries(lastNames).map(([id, names]) => [
      `${id}-other`,
      { department: 'Legal', email: `${id}@example.com`, ...names },
    ]),
  )
  const made = await world()
  const { account, link, post, feed, server, token } = made
  await feed({ ...staff, ...others })
  const waits = (await server.get('/directory/identities?filter[waits]=true', token)).body.data
  assert.deepEqual(waits.map(({ vendor_id }: { vendor_id: string }) => vendor_id).toSorted(), [
    's04-other',
    's05-other',
  ])
  const same = (await account('s04')).person
  assert.equal((await link((await account('s04-other')).id, same)).status, 200)
  const decided = { new_person: true, reason }
  assert.equal((await post('link', (await account('s05-other')).id, decided)).status, 200)
  const owners = async () => {
    const all = await Promise.all(['s04', 's04-other', 's05', 's05-other'].map(account))
    return all.map(({ person, state }) => [person, state])
  }
  const before = await owners()
  assert.equal(new Set(before.map(([person]) => person)).size, 3)
  await assertSettled(made, { ...staff, ...others })
  assert.deepEqual(await owners(), before)
  const changed = Object.entries(others).map(([id, row]) => [id, { ...row, department: 'Sales' }])
  const { people } = await feed({ ...staff, ...Object.fromEntries(changed) })
  assert.equal(people.created, 0)
  assert.deepEqual(await owners(), before)
})
