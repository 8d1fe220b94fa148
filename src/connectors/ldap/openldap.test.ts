import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { missingIpv6 } from '../../../test/directories/has-ipv6.ts'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { readDirectory, settingsOf } from '../../../test/directories/read-directory.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { slapdPrograms, startSlapd } from '../../../test/directories/slapd.ts'

const skip = missingServer('OpenLDAP', slapdPrograms)
const slapd = skip === undefined ? await startSlapd() : undefined
after(() => slapd?.close())

/** The server, in a test that is skipped without one. */
function server() {
  if (slapd === undefined) throw new Error('no server')
  return slapd
}

const dn = (uid: string) => `uid=${uid},ou=people,${slapd?.baseDn}`
const groupDn = (cn: string) => `cn=${cn},ou=groups,${slapd?.baseDn}`

if (slapd !== undefined) {
  const { baseDn, apply } = slapd
  apply(
    [
      personLdif(baseDn, 'ada', {
        cn: 'Ada Moreau',
        sn: 'Moreau',
        givenName: 'Ada',
        displayName: 'Ada Moreau',
        mail: 'ada.moreau@acme.test',
        employeeNumber: '17',
        departmentNumber: 'Sales',
        title: 'Head of Sales',
        userPassword: 'not to be read',
      }),
      personLdif(baseDn, 'bo', { manager: `UID=ada , ou=People,${baseDn.toUpperCase()}` }),
      personLdif(baseDn, 'cy', { mail: 'not an address', manager: `uid=gone,${baseDn}` }),
      groupLdif(baseDn, 'inner', [dn('bo'), groupDn('outer')]),
      groupLdif(baseDn, 'outer', [dn('ada'), groupDn('inner'), `cn=printer,${baseDn}`]),
      `dn: cn=posix,ou=groups,${baseDn}\nobjectClass: posixGroup\ncn: posix\ngidNumber: 5\nmemberUid: CY\n`,
      `dn: cn=unique,ou=groups,${baseDn}\nobjectClass: groupOfUniqueNames\ncn: unique\nuniqueMember: ${dn('ada')}#'0101'B\n`,
    ].join('\n'),
  )
}

test('people of OpenLDAP are read by their entryUUID, with their manager', { skip }, async () => {
  const { people, bad, unfinished } = await readDirectory(server())
  assert.deepEqual([bad, unfinished], [[], null])
  const [ada, bo] = [people.get('ada'), people.get('bo')]
  assert.match(ada?.vendorId ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.deepEqual(
    [ada?.email, ada?.firstName, ada?.lastName, ada?.state],
    ['ada.moreau@acme.test', 'Ada', 'Moreau', 'active'],
  )
  assert.equal(bo?.profile['managerId'], ada?.vendorId)
  assert.equal(ada?.profile['department'], 'Sales')
  assert.equal(ada?.profile['employeeNumber'], '17')
  assert.ok(ada?.createdAt?.startsWith('20'))
  assert.doesNotMatch(JSON.stringify([...people]), /not to be read/)
})

test('a value that is no address is left out, not the person', { skip }, async () => {
  const { people, notes } = await readDirectory(server())
  assert.equal(people.get('cy')?.email, null)
  assert.match(notes.join('\n'), /uid=cy.*email is not an address/)
  // A manager who is not among the people stays as a reference.
  assert.equal(people.get('cy')?.profile['managerId'], `uid=gone,${server().baseDn}`)
})

test('groups have everyone in them, also through cycles of groups', { skip }, async () => {
  const { members, notes } = await readDirectory(server())
  assert.deepEqual(members, {
    inner: ['ada', 'bo'],
    outer: ['ada', 'bo'],
    posix: ['cy'],
    unique: ['ada'],
  })
  assert.match(notes.join('\n'), /cn=outer.*: 1 member is neither a person nor a group/)
})

test('everything is read however small the pages are', { skip }, async () => {
  const { people, members } = await readDirectory(server(), { settings: { page_size: 1 } })
  assert.deepEqual([people.size, members['outer']], [3, ['ada', 'bo']])
})

test('filters, bases and further attributes choose what is read', { skip }, async () => {
  const { people, groups } = await readDirectory(server(), {
    settings: {
      people_filter: 'uid=ada',
      base_dns: [`ou=people,${server().baseDn}`, dn('ada')],
      attributes: ['objectClass'],
      reads_groups: false,
    },
  })
  assert.deepEqual([...people.keys()], ['ada'])
  assert.equal(people.get('ada')?.profile['objectClass'], 'inetOrgPerson')
  assert.deepEqual(groups, [])
})

test(
  'a later reading has what changed since, and groups with those that they are in',
  { skip },
  async () => {
    const { baseDn, apply } = server()
    const first = await readDirectory(server())
    assert.ok(first.mark?.kind === 'time')
    // As if the first reading were an hour old: changes of the last ten minutes are read again.
    const since = { ...first.mark, at: '20200101000000' }
    const old = await readDirectory(server(), { since })
    assert.equal(old.people.size, 3)
    const now = new Date(Date.now() + 3600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const none = await readDirectory(server(), { since: { ...first.mark, at: now } })
    assert.deepEqual([none.people.size, none.groups.length], [0, 0])
    apply(`dn: ${dn('bo')}\nchangetype: modify\nreplace: title\ntitle: Clerk\n`)
    const changed = await readDirectory(server(), { since: first.mark })
    assert.equal(changed.people.get('bo')?.profile['title'], 'Clerk')
    assert.equal(changed.people.get('bo')?.profile['managerId'], first.people.get('ada')?.vendorId)
    apply(personLdif(baseDn, 'dee'))
    assert.ok((await readDirectory(server(), { since: first.mark })).people.has('dee'))
    apply(`dn: ${dn('dee')}\nchangetype: delete\n`)
    // Another server, or other settings, have other changes: everything is read.
    const other = { ...first.mark, server: 'another' }
    assert.equal((await readDirectory(server(), { since: other })).people.size, 3)
  },
)

const refused = async (settings: object, password?: string) => {
  const options = { settings, ...(password !== undefined && { password }) }
  return assert.rejects(readDirectory(server(), options), (error: unknown) => {
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'ImportRefused')
    assert.doesNotMatch(error.message, /slapd-secret|wrong-secret/)
    refused.message = error.message
    return true
  })
}
refused.message = ''

test('an entry that only has a password is a service account', { skip }, async () => {
  const { baseDn, apply } = server()
  const service = `uid=backup,ou=people,${baseDn}`
  const classes = ['account', 'posixAccount', 'simpleSecurityObject']
  const ids = 'uidNumber: 9\ngidNumber: 9\nhomeDirectory: /nowhere\nuserPassword: x\n'
  apply(
    `dn: ${service}\n${classes.map((name) => `objectClass: ${name}\n`).join('')}uid: backup\ncn: Backup\n${ids}`,
  )
  apply(
    `dn: ${dn('bo')}\nchangetype: modify\nadd: objectClass\nobjectClass: simpleSecurityObject\n-\nadd: userPassword\nuserPassword: x\n`,
  )
  const { people, notes } = await readDirectory(server())
  apply(`dn: ${service}\nchangetype: delete\n`)
  const kinds = ['backup', 'bo', 'ada'].map((uid) => people.get(uid)?.profile['account_kind'])
  assert.deepEqual(kinds, ['service', undefined, undefined])
  assert.match(notes.join('\n'), /a service account, which makes no person/)
  assert.doesNotMatch(JSON.stringify([...people]), /simpleSecurityObject|serviceAccount/)
})

test('LDAPS and StartTLS verify the certificate', { skip }, async () => {
  const { ca, tlsPort, port, host } = server()
  const ldaps = { url: `ldaps://${host}:${tlsPort}`, allow_unencrypted: false }
  assert.equal((await readDirectory(server(), { settings: { ...ldaps, ca } })).people.size, 3)
  const startTls = { url: `ldap://${host}:${port}`, start_tls: true, allow_unencrypted: false }
  assert.equal((await readDirectory(server(), { settings: { ...startTls, ca } })).people.size, 3)
  for (const settings of [ldaps, startTls]) {
    await refused(settings)
    assert.match(
      refused.message,
      /certificate can’t be verified. Put the certificate of the authority/,
    )
  }
})

test(
  'a directory is read at its IPv6 address, encrypted or not',
  { skip: skip ?? missingIpv6 },
  async (t) => {
    const there = await startSlapd({ host: '::1' })
    t.after(() => there.close())
    there.apply(personLdif(there.baseDn, 'ada'))
    assert.equal((await readDirectory(there)).people.size, 1)
    const { ca, tlsPort } = there
    const settings = { url: `ldaps://[0:0::1]:${tlsPort}`, allow_unencrypted: false, ca }
    assert.equal((await readDirectory(there, { settings })).people.size, 1)
  },
)

test(
  'an address where no directory can be is refused before anything is sent',
  { skip },
  async () => {
    for (const address of ['[fe80::1]', '[::ffff:169.254.169.254]', '169.254.169.254']) {
      const { hostname } = new URL(`ldap://${address}`)
      const there = { ...server(), host: hostname }
      await assert.rejects(readDirectory(there), /no source can be/)
    }
  },
)

test('a failure says what to do, and not what the password is', { skip }, async () => {
  const { baseDn, host, port, tlsPort } = server()
  await refused({}, 'wrong-secret')
  assert.match(refused.message, /refuses the bind DN with this password/)
  await refused({}, '')
  assert.match(refused.message, /`bind_dn` but no password/)
  await refused({ base_dns: [`ou=nowhere,${baseDn}`] })
  assert.match(
    refused.message,
    /no entry "ou=nowhere.*Correct `base_dns`|no entry with this base DN/,
  )
  await refused({ url: `ldap://${host}:1` })
  assert.match(refused.message, /Nothing listens there/)
  await refused({ url: 'ldap://elsewhere.test' })
  assert.match(refused.message, /adds elsewhere\.test:389 to MUSTER_CONNECTOR_HOSTS/)
  await refused({ url: `ldaps://${host}:${port}` })
  assert.match(refused.message, /TLS/)
  await refused({ url: `ldap://${host}:${tlsPort}`, start_tls: true })
  assert.match(refused.message, /closed the connection|StartTLS/)
  await refused({ people_filter: '(uid=nobody)' })
  assert.match(
    refused.message,
    /Nobody was found below "dc=acme,dc=test" with the filter \(uid=nobody\)/,
  )
  assert.deepEqual(Object.keys(settingsOf(server())).includes('password'), false)
})

test(
  'a reader whose limit is lower than what is there reads nothing, and says why',
  { skip },
  async () => {
    const { baseDn, apply } = server()
    apply(personLdif(baseDn, 'reader', { userPassword: 'reader-secret' }))
    await refused({ bind_dn: dn('reader') }, 'reader-secret')
    assert.match(refused.message, /returns only so many entries to this bind DN/)
    apply(`dn: ${dn('reader')}\nchangetype: delete\n`)
  },
)

test('a part that is on another server makes a complete reading impossible', { skip }, async () => {
  const { baseDn, apply } = server()
  const away = `dn: ou=away,${baseDn}\nobjectClass: referral\nobjectClass: extensibleObject\nou: away\nref: ldap://elsewhere.test/ou=away\n`
  apply(away)
  await refused({})
  assert.match(refused.message, /refers to another server .*elsewhere\.test.* follows no referrals/)
})
