import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../src/contract/ids.ts'
import { wholeRows } from './audit-rows.ts'
import { makeCaller } from './harness.ts'
import { hour, incidentsWorld, omit, staff } from './incidents-world.ts'

// Each change with every column of its audit rows, so that none of them is lost or turned round unseen.
const { server, token, ruleset, pass, feed } = await incidentsWorld(staff)
const [owner = ''] = (
  await server.query<{ workspace_user_id: string }>(
    `select workspace_user_id from token order by id limit 1`,
  )
).map((row) => encodeId('workspaceUser', row.workspace_user_id))
const byOwner = { actor: owner, via: 'api', details: {} }
const byClock = { actor: null, via: 'sync', details: {} }
const byImport = { actor: null, via: 'cli', details: {} }

const idOf = async (name: string): Promise<string> =>
  (await server.get(`/directory/users?filter[username]=${name}`, token)).body.data[0].id
const call = async (method: string, path: string, body?: object) => {
  const answer = await server.call(method, path, { token, ...(body !== undefined && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const inHours = (hours: number) =>
  new Date(server.database.now().getTime() + hours * hour).toISOString()

/** The stay of a person in `sellers`, as the positions of its rows. */
async function stayOf(person: string) {
  const rows = await wholeRows(
    server,
    token,
    `filter[event]=policy.user.create&filter[subject]=${person}&filter[parent]=${await ruleset('sellers')}`,
  )
  const [created] = rows
  assert.ok(created !== undefined && rows.length === 1)
  const { record, parent, related, subject } = created
  assert.deepEqual(created, {
    ...byImport,
    event: 'policy.user.create',
    record,
    parent: await ruleset('sellers'),
    related,
    subject: person,
    changes: { state: { old: null, new: 'active' }, rule_id: { old: null, new: related } },
  })
  return { record, parent, related, subject }
}

test('a person who is deactivated: their row, and that of each stay', async () => {
  const person = await idOf('s01')
  const stay = await stayOf(person)
  await call('POST', `/directory/users/${person}/deactivate`)
  assert.deepEqual(await wholeRows(server, token, `filter[record]=${person}&filter[via]=api`), [
    {
      ...byOwner,
      event: 'directory.user.deactivate',
      record: person,
      parent: null,
      related: null,
      subject: person,
      changes: {
        state: { old: 'active', new: 'deactivated' },
        base_state: { old: 'active', new: 'deactivated' },
      },
    },
  ])
  assert.deepEqual(
    await wholeRows(server, token, `filter[record]=${stay.record}&filter[via]=api`),
    [
      {
        ...byOwner,
        event: 'policy.user.end',
        ...stay,
        changes: { state: { old: 'active', new: 'deactivated' } },
      },
    ],
  )
})

test('a person who expires: their end, then the clock, and the stay', async () => {
  const person = await idOf('s02')
  const stay = await stayOf(person)
  const at = inHours(1)
  await call('POST', `/directory/users/${person}/expire`, { at })
  pass(2 * hour)
  await call('GET', `/directory/users/${person}`)
  const positions = { record: person, parent: null, related: null, subject: person }
  const [, ...rows] = await wholeRows(server, token, `filter[record]=${person}`)
  assert.deepEqual(rows, [
    {
      ...byOwner,
      event: 'directory.user.expire',
      ...positions,
      changes: { state: { old: 'active', new: 'expiring' }, expires_at: { old: null, new: at } },
    },
    {
      ...byClock,
      event: 'directory.user.expired',
      ...positions,
      changes: { state: { old: 'expiring', new: 'expired' } },
    },
  ])
  const [, ...ofStay] = await wholeRows(server, token, `filter[record]=${stay.record}`)
  assert.deepEqual(ofStay, [
    {
      ...byClock,
      event: 'policy.user.end',
      ...stay,
      changes: { state: { old: 'active', new: 'expired' } },
    },
  ])
})

test('a person whose account is gone from a complete list', async () => {
  const person = await idOf('s03')
  const stay = await stayOf(person)
  const at = inHours(0)
  await feed(omit(staff, ['s03']))
  const [, row] = await wholeRows(server, token, `filter[record]=${person}`)
  assert.deepEqual(row, {
    ...byImport,
    event: 'directory.user.deactivate',
    record: person,
    parent: null,
    related: null,
    subject: person,
    changes: {
      state: { old: 'active', new: 'deactivated' },
      base_state: { old: 'active', new: 'deactivated' },
      deprovisioned_at: { old: null, new: at },
    },
  })
  const [, ended] = await wholeRows(server, token, `filter[record]=${stay.record}`)
  const changes = { state: { old: 'active', new: 'deactivated' } }
  assert.deepEqual(ended, { ...byImport, event: 'policy.user.end', ...stay, changes })
})

test('a person made by hand, given a manager and another name', async () => {
  const manager = await idOf('boss')
  const at = inHours(0)
  const made = await call('POST', '/directory/users', { first_name: 'Ada', last_name: 'Moreau' })
  const positions = { record: made.id, parent: null, subject: made.id }
  await call('PATCH', `/directory/users/${made.id}`, { manager_id: manager, first_name: 'Eda' })
  const rows = await wholeRows(server, token, `filter[record]=${made.id}`)
  assert.deepEqual(rows, [
    {
      ...byOwner,
      event: 'directory.user.create',
      ...positions,
      related: null,
      changes: {
        state: { old: null, new: 'staged' },
        base_state: { old: null, new: 'staged' },
        provisioned_at: { old: null, new: at },
        first_name: { old: null, new: 'Ada' },
        last_name: { old: null, new: 'Moreau' },
      },
    },
    {
      ...byOwner,
      event: 'directory.user.change',
      ...positions,
      related: manager,
      changes: {
        manager_id: { old: null, new: manager },
        first_name: { old: 'Ada', new: 'Eda' },
      },
    },
  ])
})

test('a role on a service that becomes a lower one, of somebody tied to a person', async () => {
  const service = await call('POST', '/workspace/services', { name: 'S', handle: 'whole-rows' })
  const admin = await makeCaller(server, [])
  const path = `/workspace/services/${service.id}/admins`
  await call('POST', path, { user_id: admin.id, admin_role: 'admin' })
  await call('PATCH', `${path}/${admin.id}`, { admin_role: 'audit' })
  await call('DELETE', `${path}/${admin.id}`)
  const rows = await wholeRows(server, token, `filter[related]=${admin.id}`)
  const record = rows[0]?.record ?? ''
  assert.match(record, /^wssad_/)
  const row = (verb: string, old: string | null, now: string | null) => ({
    ...byOwner,
    event: `workspace.service_admin.${verb}`,
    record,
    parent: service.id,
    related: admin.id,
    subject: null,
    changes: { admin_role: { old, new: now } },
  })
  assert.deepEqual(rows, [
    row('create', null, 'admin'),
    row('update', 'admin', 'audit'),
    row('delete', 'audit', null),
  ])
})
