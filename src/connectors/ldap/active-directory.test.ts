import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readDirectory, settingsOf } from '../../../test/directories/read-directory.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { sambaPrograms, startSamba } from '../../../test/directories/samba.ts'

const skip = missingServer('Samba’s Active Directory', sambaPrograms)
const server = skip === undefined ? await startSamba() : undefined
after(() => server?.close())

function directory() {
  if (server === undefined) throw new Error('no server')
  return server
}

/** TLS is what a domain controller demands for a simple bind. */
const encrypted = () => ({
  url: `ldaps://${directory().host}`,
  allow_unencrypted: false,
  ca: directory().ca,
})

const dn = (name: string) => `CN=${name},CN=Users,${server?.baseDn}`
const user = (name: string, more = '') =>
  `dn: ${dn(name)}\nobjectClass: user\nsAMAccountName: ${name}\ngivenName: ${name}\nsn: Test\nmail: ${name}@acme.test\nuserAccountControl: 544\n${more}`
const group = (name: string, members: readonly string[]) =>
  `dn: ${dn(name)}\nobjectClass: group\nsAMAccountName: ${name}\n${members.map((member) => `member: ${member}\n`).join('')}`

const many = 1510

if (server !== undefined) {
  const contacts = Array.from({ length: many }, (_, at) => `c${at}`)
  server.apply(
    [
      user('ada', 'department: Sales\nemployeeID: 17\n'),
      user('bo', `manager: ${dn('ada')}\n`),
      user('cy').replace('544', '546'),
      user('dee', 'accountExpires: 132223104000000000\n'),
      group('inner', [dn('bo')]),
      group('outer', [dn('ada'), dn('inner')]),
      ...contacts.map((name) => `dn: ${dn(name)}\nobjectClass: contact\n`),
      group('everybody', [...contacts.map(dn), dn('ada')]),
    ].join('\n'),
  )
}

test(
  'people of Active Directory are read by their objectGUID, without built-in accounts',
  { skip },
  async () => {
    const { people, bad, unfinished } = await readDirectory(directory(), { settings: encrypted() })
    assert.deepEqual([bad, unfinished], [[], null])
    assert.deepEqual([...people.keys()].toSorted(), ['ada', 'bo', 'cy', 'dee'])
    const ada = people.get('ada')
    assert.match(ada?.vendorId ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.equal(people.get('bo')?.profile['managerId'], ada?.vendorId)
    assert.deepEqual([ada?.profile['employeeNumber'], ada?.profile['department']], ['17', 'Sales'])
    assert.ok(ada?.createdAt?.startsWith('20'))
  },
)

test('disabled accounts are suspended, and expired ones have ended', { skip }, async () => {
  const { people } = await readDirectory(directory(), { settings: encrypted() })
  assert.deepEqual(
    ['ada', 'cy', 'dee'].map((name) => people.get(name)?.state),
    ['active', 'suspended', 'deactivated'],
  )
  assert.equal(people.get('dee')?.profile['accountExpires'], '2020-01-01T00:00:00.000Z')
  assert.equal(people.get('dee')?.given?.lastDay, '2019-12-31')
})

test(
  'groups have nested members, members beyond the first range, and those whose primary group they are',
  { skip },
  async () => {
    const { members, notes } = await readDirectory(directory(), { settings: encrypted() })
    assert.deepEqual(members['inner'], ['bo'])
    assert.deepEqual(members['outer'], ['ada', 'bo'])
    assert.deepEqual(members['everybody'], ['ada'])
    assert.match(notes.join('\n'), new RegExp(`everybody.*: ${many} members are neither`))
    assert.deepEqual(members['Domain Users'], ['ada', 'bo', 'cy', 'dee'])
  },
)

test('it tells what changed since by uSNChanged', { skip }, async () => {
  const first = await readDirectory(directory(), { settings: encrypted() })
  assert.equal(first.mark?.kind, 'usn')
  const none = await readDirectory(directory(), { settings: encrypted(), since: first.mark })
  assert.deepEqual([none.people.size, none.groups.length], [0, 0])
  directory().apply(`dn: ${dn('bo')}\nchangetype: modify\nreplace: title\ntitle: Clerk\n`)
  const { people, groups, mark } = await readDirectory(directory(), {
    settings: encrypted(),
    since: first.mark,
  })
  assert.deepEqual([[...people.keys()], groups.length], [['bo'], 0])
  assert.equal(people.get('bo')?.profile['managerId'], first.people.get('ada')?.vendorId)
  directory().apply(`dn: ${dn('inner')}\nchangetype: modify\nadd: member\nmember: ${dn('cy')}\n`)
  const later = await readDirectory(directory(), { settings: encrypted(), since: mark })
  // The group that has the changed one in it is read too.
  assert.deepEqual(
    later.groups
      .map(({ name }) => name)
      .filter((name) => /^(in|out)/.test(name))
      .toSorted(),
    ['inner', 'outer'],
  )
})

test('a sign-in without encryption is refused before the password is sent', { skip }, async () => {
  await assert.rejects(
    readDirectory(directory(), { settings: settingsOf(directory()) }),
    /demands encryption: use ldaps/,
  )
  await assert.rejects(
    readDirectory(directory(), { settings: { ...encrypted(), bind_dn: 'nobody@acme.test' } }),
    /refuses the bind DN with this password/,
  )
})
