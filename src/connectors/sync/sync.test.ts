import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { personLdif } from '../../../test/directories/person-ldif.ts'
import { settingsOf } from '../../../test/directories/read-directory.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { slapdPrograms, startSlapd } from '../../../test/directories/slapd.ts'
import { endedRun } from '../../../test/until.ts'
import { newKey } from '../../database/secrets/secret-keys.ts'
import { lockImports } from '../import/import-lock.ts'
import { runDueSyncs } from './run-due-syncs.ts'

const skip = missingServer('OpenLDAP', slapdPrograms)
const slapd = skip === undefined ? await startSlapd() : undefined
after(() => slapd?.close())

const ring = { current: newKey(), former: [] }
const server = await testServer({
  secretKeys: { load: async () => ring, file: null },
  connectorHosts: [{ host: '127.0.0.1', port: slapd?.port ?? 1 }],
})
const { token } = await makeOwner(server)

function directory() {
  if (slapd === undefined) throw new Error('no server')
  return slapd
}

const dn = (uid: string) => `uid=${uid},ou=people,${slapd?.baseDn}`

async function source(handle: string, { isPrimary = false, settings = {} } = {}) {
  const body = { handle, vendor: 'idp', type: 'ldap', is_primary: isPrimary }
  const made = await server.call('POST', '/workspace/integrations', { token, body })
  const path = `/workspace/integrations/${made.body.id}`
  const patch = (change: object) => server.call('PATCH', path, { token, body: change })
  const set = await patch({
    connection: { ...settingsOf(directory()), ...settings },
    credentials: { password: directory().password },
  })
  assert.equal(set.status, 200, set.text)
  const runs = async () => (await server.get(`${path}/runs`, token)).body.data
  const ended = (id: string) => endedRun(server, path, { id, token })
  const sync = async (query = '') => {
    const answer = await server.call('POST', `${path}/sync${query}`, { token })
    assert.equal(answer.status, 202, answer.text)
    return ended(answer.body.id)
  }
  return { path, patch, runs, ended, sync }
}

type Run = { id: string; is_complete: boolean; count: Record<string, number>; source: string }

const due = () => runDueSyncs(server.database, server.app.services)

/** Begins what is due, and waits for it. */
async function dueRun({ runs, ended }: Awaited<ReturnType<typeof source>>): Promise<Run> {
  await server.query(`update integration_sync set due_at = now() where due_at is not null`)
  assert.equal(await due(), 1)
  const [latest] = await runs()
  return ended(latest.id)
}

if (slapd !== undefined) {
  const { apply, baseDn } = slapd
  apply(['ada', 'bo', 'cy'].map((uid) => personLdif(baseDn, uid)).join('\n'))
}

test(
  'a sync reads everything, then only changes, and a full one shows what is gone',
  { skip },
  async () => {
    const { path, sync } = await source('primary', { isPrimary: true })
    const planned = await sync('?plan=true')
    assert.deepEqual([planned.state, planned.failure, planned.is_plan], ['succeeded', null, true])
    assert.deepEqual([planned.count.people_created, planned.plan.has_changes], [3, true])
    assert.equal((await server.get('/directory/users', token)).body.data.length, 0)
    assert.equal((await sync('?changes=true&plan=true')).is_complete, true, 'nothing was read yet')
    const first = await sync()
    assert.deepEqual([first.state, first.failure, first.is_complete], ['succeeded', null, true])
    assert.equal(first.count.people_created, 3)
    assert.equal(first.source, `ldap://127.0.0.1:${directory().port}`)
    directory().apply(`dn: ${dn('ada')}\nchangetype: modify\nreplace: title\ntitle: Head\n`)
    directory().apply(`dn: ${dn('cy')}\nchangetype: delete\n`)
    const changes = await sync('?changes=true')
    assert.deepEqual([changes.is_complete, changes.count.accounts_changed], [false, 1])
    assert.deepEqual([changes.count.accounts_deactivated, changes.left_alone], [0, null])
    const ending = await sync('?plan=true')
    assert.equal(ending.count.accounts_deactivated, 1)
    assert.equal((await sync()).count.accounts_deactivated, 1)
    const { body } = await server.get(
      `/directory/identities?filter[integration_id]=${path.split('/').at(-1)}&filter[state]=deactivated`,
      token,
    )
    assert.deepEqual(
      body.data.map(({ handle }: { handle: string }) => handle),
      ['cy'],
    )
  },
)

test('a schedule reads changes, and everything once its time has come', { skip }, async () => {
  const scheduled = await source('scheduled')
  assert.equal(await due(), 0)
  await scheduled.patch({ sync_every_seconds: 600 })
  assert.equal((await dueRun(scheduled)).is_complete, true, 'nothing has been read yet')
  assert.equal(await due(), 0, 'the next time is in ten minutes')
  const changes = await dueRun(scheduled)
  assert.deepEqual([changes.is_complete, changes.source.endsWith('(changes)')], [false, true])
  await server.query(`update integration_sync set full_due_at = now() where full_due_at > now()`)
  assert.equal((await dueRun(scheduled)).is_complete, true)
  const { body } = await server.get('/audit/logs?filter[event]=directory.identity.create', token)
  assert.equal(body.data[0].actor.type, 'integration')
  assert.equal(body.data[0].via ?? body.data[0].actor.via, 'sync')
  await scheduled.patch({ sync_every_seconds: null })
})

test('another connection is read in full again', { skip }, async () => {
  const changed = await source('changed')
  await changed.patch({ sync_every_seconds: 600 })
  assert.equal((await dueRun(changed)).is_complete, true)
  assert.equal((await dueRun(changed)).is_complete, false)
  await changed.patch({ connection: { ...settingsOf(directory()), people_filter: '(uid=ada)' } })
  const again = await dueRun(changed)
  assert.deepEqual([again.is_complete, again.count['accounts_deactivated']], [true, 1])
  await changed.patch({ sync_every_seconds: null })
})

test(
  'runs of one source never overlap, and one that is under way is not begun again',
  { skip },
  async (t) => {
    const { path, patch, ended } = await source('busy')
    await patch({ sync_every_seconds: 600 })
    const lock = await lockImports(server.database, 'busy')
    t.after(() => lock.release())
    const { body } = await server.call('POST', `${path}/sync`, { token })
    await sleep(100)
    assert.equal(await due(), 0)
    await lock.release()
    assert.equal((await ended(body.id)).state, 'succeeded')
    await patch({ sync_every_seconds: null })
  },
)

test(
  'a sync that fails says what to do, changes nothing, and shows no password',
  { skip },
  async () => {
    const { patch, sync } = await source('failing')
    const failure = async (change: object) => {
      const set = await patch(change)
      assert.equal(set.status, 200, set.text)
      const run = await sync()
      assert.equal(run.state, 'failed')
      assert.doesNotMatch(JSON.stringify(run), /secret/)
      return run.failure
    }
    const connection = settingsOf(directory())
    const wrong = { password: 'wrong-secret' }
    assert.match(await failure({ credentials: wrong }), /refuses the bind DN with this password/)
    assert.match(await failure({ credentials: null }), /`bind_dn` but no password/)
    const elsewhere = { ...connection, url: 'ldap://127.0.0.2' }
    assert.match(
      await failure({ connection: elsewhere }),
      /adds 127\.0\.0\.2:389 to MUSTER_CONNECTOR_HOSTS/,
    )
    const nobody = { ...connection, people_filter: '(uid=nobody)' }
    const found = await failure({
      connection: nobody,
      credentials: { password: directory().password },
    })
    assert.match(found, /Nobody was found below/)
    await server.query('update integration_secret set key_id = $1', ['0'.repeat(16)])
    assert.match(await failure({ connection }), /encrypted with the key 0{16}, which this process/)
  },
)

test('a preview shows people as they would be, or why there are none', { skip }, async () => {
  const { path, patch } = await source('previewed')
  const preview = async (as = token) => (await server.get(`${path}/preview`, as)).body
  const { failure, product, people } = await preview()
  assert.deepEqual([failure, product], [null, 'openldap'])
  const ada = people.find(({ handle }: { handle: string }) => handle === 'ada')
  assert.deepEqual([ada.email, ada.state, ada.profile.sn], ['ada@acme.test', 'active', 'Test'])
  const limited = await makeCaller(server, [
    'workspace.integration.sync',
    'directory.identity.view',
  ])
  assert.equal((await preview(limited.token)).people[0].profile, null)
  const sender = await makeCaller(server, ['workspace.integration.sync'])
  assert.equal((await server.get(`${path}/preview`, sender.token)).status, 403)
  await patch({ credentials: { password: 'wrong-secret' } })
  assert.match((await preview()).failure, /refuses the bind DN with this password/)
  await patch({ connection: null })
  assert.match((await preview()).failure, /has no connection/)
})

test('entries of a directory are tried with another mapping', { skip }, async () => {
  const { path } = await source('drafted')
  const { sample } = (await server.get(`${path}/preview?include=sample`, token)).body
  assert.equal(sample.product, 'openldap')
  const { mapping } = (await server.get(path, token)).body
  const account = { ...mapping.account, first_name: ['uid'] }
  const body = { mapping: { ...mapping, account }, sample }
  const tried = await server.call('POST', `${path}/preview`, { token, body })
  assert.equal(tried.status, 200, tried.text)
  const [person] = tried.body.people
  assert.deepEqual([person.first_name, person.email], [person.handle, `${person.handle}@acme.test`])
})

test('a sync needs its permission and a connection', { skip }, async () => {
  const { path } = await source('rights')
  const viewer = await makeCaller(server, ['workspace.integration.view'])
  const sent = (as: string, at = path) => server.call('POST', `${at}/sync`, { token: as })
  assert.equal((await sent(viewer.token)).status, 403)
  const body = { handle: 'files', vendor: 'file' }
  const files = await server.call('POST', '/workspace/integrations', { token, body })
  const refused = await sent(token, `/workspace/integrations/${files.body.id}`)
  assert.equal(refused.status, 422)
  assert.match(refused.body.errors.type[0], /Import a file/)
})
