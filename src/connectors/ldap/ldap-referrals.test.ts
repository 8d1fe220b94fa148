import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { settingsOf } from '../../../test/directories/read-directory.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { slapdPrograms, startSlapd } from '../../../test/directories/slapd.ts'
import { testDatabase } from '../../../test/harness.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { connectVendor } from '../import/connect-vendor.ts'
import { importRecords } from '../import/import-records.ts'
import { pulledSource } from '../sync/pulled-source.ts'
import { storedRecords } from '../sync/stored-records.ts'
import { ldap } from './ldap.ts'

const skip = missingServer('OpenLDAP', slapdPrograms)

async function world(t: { after: (end: () => Promise<void>) => void }) {
  const slapd = await startSlapd()
  t.after(() => slapd.close())
  const { database, query } = await testDatabase()
  const integrationHandle = 'directory'
  const made = { handle: integrationHandle, vendor: 'idp', type: 'ldap', isPrimary: true } as const
  await connectVendor(database, testActor, made)
  const [integration] = await query<{ id: string }>('select id from integration')
  const known = storedRecords(database.read, integration?.id ?? '')
  const sync = async (settings: object = {}) => {
    const connection = ldap.connector?.connectionOf({ ...settingsOf(slapd), ...settings })
    assert.ok(connection)
    const hosts = [{ host: slapd.host, port: slapd.port }]
    const target = { connection, secret: slapd.password, hosts, known }
    const source = pulledSource({ integrationHandle, load: async () => target, since: null })
    return importRecords(database, source, { actor: testActor })
  }
  const states = async () => {
    const rows = await query<{ handle: string; state: string }>(
      'select handle, vendor_state as state from identity order by handle',
    )
    return Object.fromEntries(rows.map(({ handle, state }) => [handle, state]))
  }
  const members = async () => {
    const rows = await query<{ name: string; handles: string }>(
      `select r.name, string_agg(i.handle, ' ' order by i.handle) as handles
        from resource r join resource_member m on m.resource_id = r.id join identity i on i.id = m.identity_id
        where r.state = 'active' group by r.name`,
    )
    return Object.fromEntries(rows.map(({ name, handles }) => [name, handles]))
  }
  return { ...slapd, query, sync, states, members }
}

const elsewhere = (ldif: string) =>
  ldif.replaceAll('ou=people', 'ou=away').replaceAll('ou=groups', 'ou=away')

test(
  'a part on another server is passed over where that is set: who is there stays, and others leave',
  { skip },
  async (t) => {
    const { apply, baseDn, query, sync, states, members } = await world(t)
    const away = `ou=away,${baseDn}`
    const dn = (uid: string) => `uid=${uid},ou=people,${baseDn}`
    apply(`dn: ${away}\nobjectClass: organizationalUnit\nou: away\n`)
    apply(
      [
        ...['ada', 'bo', 'cy'].map((uid) =>
          personLdif(baseDn, uid, { manager: `uid=eve,${away}` }),
        ),
        ...['eve', 'fay'].map((uid) => elsewhere(personLdif(baseDn, uid))),
        groupLdif(baseDn, 'mixed', [dn('ada'), dn('bo'), `uid=eve,${away}`]),
        elsewhere(groupLdif(baseDn, 'theirs', [`uid=fay,${away}`])),
        `dn: cn=posix,ou=groups,${baseDn}\nobjectClass: posixGroup\ncn: posix\ngidNumber: 5\nmemberUid: ada\nmemberUid: fay\n`,
      ].join('\n'),
    )
    await sync()
    const before = { mixed: 'ada bo eve', theirs: 'fay', posix: 'ada fay' }
    assert.deepEqual(await members(), before)

    for (const name of [`uid=eve,${away}`, `uid=fay,${away}`, `cn=theirs,${away}`, away, dn('bo')])
      apply(`dn: ${name}\nchangetype: delete\n`)
    apply(
      `dn: ${away}\nobjectClass: referral\nobjectClass: extensibleObject\nou: away\nref: ldap://elsewhere.test/ou=other\n`,
    )
    const refused = await sync()
    assert.match(
      refused.refused ?? '',
      /refers to another server .*elsewhere\.test.*`skips_referrals`/,
    )
    assert.equal((await states())['bo'], 'active')

    for (let times = 0; times < 2; times += 1) {
      const { accounts, leftOut, people, missing } = await sync({ skips_referrals: true })
      assert.equal(accounts.deactivated, times === 0 ? 1 : 0)
      assert.deepEqual([missing.keptBecause, people.managersUnresolved], [null, 0])
      assert.match(leftOut[0]?.reason ?? '', /on another server: it was not read/)
      assert.equal(
        leftOut.reduce((sum, { rows }) => sum + rows, 0),
        2,
      )
      const active = { ada: 'active', cy: 'active', eve: 'active', fay: 'active' }
      assert.deepEqual(await states(), { ...active, bo: 'deactivated' })
      assert.deepEqual(await members(), { ...before, mixed: 'ada eve' })
    }
    const [{ reports } = {}] = await query(
      `select count(*)::integer as reports from directory_user u join directory_user b on b.id = u.manager_id where b.username = 'eve'`,
    )
    assert.equal(reports, 3)

    apply(
      `dn: cn=posix,ou=groups,${baseDn}\nchangetype: modify\ndelete: memberUid\nmemberUid: fay\n`,
    )
    await sync({ skips_referrals: true })
    assert.equal((await members())['posix'], 'ada')
  },
)
