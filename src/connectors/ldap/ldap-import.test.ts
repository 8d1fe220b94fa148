import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { settingsOf } from '../../../test/directories/read-directory.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { slapdPrograms, startSlapd } from '../../../test/directories/slapd.ts'
import { testDatabase } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { connectVendor } from '../import/connect-vendor.ts'
import { importRecords } from '../import/import-records.ts'
import type { SyncMark } from '../pull/connector.ts'
import { storedRecords } from '../sync/stored-records.ts'
import { pulledSource } from '../sync/pulled-source.ts'
import { ldap } from './ldap.ts'

const skip = missingServer('OpenLDAP', slapdPrograms)
const slapd = skip === undefined ? await startSlapd() : undefined
after(() => slapd?.close())

const names = Array.from({ length: 120 }, (_, at) => `p${at}`)
const dn = (uid: string) => `uid=${uid},ou=people,${slapd?.baseDn}`
const group = (cn: string) => `cn=${cn},ou=groups,${slapd?.baseDn}`

async function world() {
  if (slapd === undefined) throw new Error('no server')
  const { apply, baseDn } = slapd
  const { database, query } = await testDatabase()
  await connectVendor(database, testActor, {
    handle: 'directory',
    vendor: 'idp',
    type: 'ldap',
    isPrimary: true,
  })
  const connection = ldap.connector?.connectionOf(settingsOf(slapd))
  assert.ok(connection)
  const hosts = [{ host: slapd.host, port: slapd.port }]
  const [integration] = await query<{ id: string }>('select id from integration')
  const known = storedRecords(database.read, integration?.id ?? '')
  const target = { connection, secret: slapd.password, hosts, known }
  const sync = async (since: SyncMark | null = null) => {
    const source = pulledSource({
      integrationHandle: 'directory',
      load: async () => target,
      since,
    })
    const outcome = await importRecords(database, source, { actor: testActor })
    assert.equal(outcome.refused, undefined)
    return { ...outcome, mark: source.mark() }
  }
  const membersOf = (name: string) =>
    query(
      `select i.handle from resource r join resource_member m on m.resource_id = r.id
        join identity i on i.id = m.identity_id where r.name = $1 order by 1`,
      [name],
    ).then((rows) => rows.map((row) => row['handle']))
  return { apply, baseDn, query, sync, membersOf }
}

test(
  'a sync makes people and groups, and what the directory lost is gone after a full one',
  { skip },
  async () => {
    const { apply, baseDn, query, sync, membersOf } = await world()
    const boss = { departmentNumber: 'Sales' }
    const staff = names.map((name) => personLdif(baseDn, name, { manager: dn('boss') }))
    apply([personLdif(baseDn, 'boss', boss), ...staff].join('\n'))
    apply(groupLdif(baseDn, 'sellers', [dn('p0'), dn('p1')]))
    const first = await sync()
    assert.deepEqual(
      [first.accounts.created, first.people.created, first.groups.created, first.memberships.added],
      [121, 121, 1, 2],
    )
    assert.equal(first.people.managersUnresolved, 0)
    const [reports] = await query(
      `select count(*) as reports from directory_user u join directory_user b on b.id = u.manager_id where b.username = 'boss'`,
    )
    assert.equal(Number(reports?.['reports']), 120)
    const attributes = await query('select profile_value from attribute')
    assert.deepEqual(attributes, [{ profile_value: 'Sales' }])

    const again = await sync()
    assert.deepEqual([again.accounts.unchanged, again.accounts.changed], [121, 0])

    // Few changes are merged at once, and judge nothing that is missing.
    apply(`dn: ${dn('p2')}\nchangetype: modify\nreplace: title\ntitle: Clerk\n`)
    apply(`dn: ${group('sellers')}\nchangetype: modify\nadd: member\nmember: ${dn('p2')}\n`)
    apply(`dn: ${dn('p3')}\nchangetype: delete\n`)
    const changes = await sync(again.mark)
    assert.deepEqual([changes.accounts.changed, changes.memberships.added], [1, 1])
    assert.deepEqual([changes.accounts.deactivated, changes.missing.keptBecause], [0, null])

    // A group that changed is read whole, so that who left it is seen at once.
    apply(`dn: ${group('sellers')}\nchangetype: modify\ndelete: member\nmember: ${dn('p1')}\n`)
    const left = await sync(changes.mark)
    assert.deepEqual([left.memberships.removed, left.accounts.deactivated], [1, 0])
    assert.deepEqual(await membersOf('sellers'), ['p0', 'p2'])

    // Nobody leaves a group by a reading of changes because the directory does not show them any more.
    apply(`dn: ${group('sellers')}\nchangetype: modify\nadd: member\nmember: ${dn('p4')}\n`)
    const joined = await sync(left.mark)
    apply(`dn: ${group('sellers')}\nchangetype: modify\ndelete: member\nmember: ${dn('p4')}\n`)
    apply(`dn: ${dn('p4')}\nchangetype: delete\n`)
    const unseen = await sync(joined.mark)
    assert.equal(unseen.memberships.removed, 0)
    assert.deepEqual(await membersOf('sellers'), ['p0', 'p2', 'p4'])

    apply(`dn: ${group('sellers')}\nchangetype: modify\ndelete: member\nmember: ${dn('p0')}\n`)
    const full = await sync()
    assert.deepEqual([full.accounts.deactivated, full.memberships.removed], [2, 2])
    assert.deepEqual(await membersOf('sellers'), ['p2'])
  },
)

test('the last group that is left without members loses them too', { skip }, async () => {
  const { apply, sync, membersOf } = await world()
  await sync()
  assert.deepEqual(await membersOf('sellers'), ['p2'])
  const outside = `uid=outside,${slapd?.baseDn}`
  apply(`dn: ${group('sellers')}\nchangetype: modify\nreplace: member\nmember: ${outside}\n`)
  const { memberships } = await sync()
  assert.equal(memberships.removed, 1)
  assert.deepEqual(await membersOf('sellers'), [])
})
