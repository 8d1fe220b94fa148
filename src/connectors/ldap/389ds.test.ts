import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { nsSlapdPrograms, startNsSlapd } from '../../../test/directories/ns-slapd.ts'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { readDirectory } from '../../../test/directories/read-directory.ts'
import { missingServer } from '../../../test/directories/running-server.ts'

const skip = missingServer('389 Directory Server', nsSlapdPrograms)
const server = skip === undefined ? await startNsSlapd() : undefined
after(() => server?.close())

function directory() {
  if (server === undefined) throw new Error('no server')
  return server
}

const dn = (uid: string) => `uid=${uid},ou=people,${server?.baseDn}`

if (server !== undefined) {
  const { baseDn, apply } = server
  const people = Array.from({ length: 12 }, (_, at) => personLdif(baseDn, `p${at}`))
  apply(
    [
      personLdif(baseDn, 'ada', { employeeNumber: '17' }),
      personLdif(baseDn, 'bo', { manager: dn('ada') }),
      ...people,
      groupLdif(baseDn, 'inner', [dn('bo')]),
      groupLdif(baseDn, 'outer', [dn('ada'), `cn=inner,ou=groups,${baseDn}`]),
      `dn: cn=empty,ou=groups,${baseDn}\nobjectClass: groupOfNames\ncn: empty\n`,
    ].join('\n'),
  )
  apply(`dn: ${dn('p0')}\nchangetype: modify\nadd: nsAccountLock\nnsAccountLock: true\n`)
}

test(
  'people of 389 Directory Server are read by their nsUniqueId, and locked ones are suspended',
  { skip },
  async () => {
    const { people, bad } = await readDirectory(directory(), { settings: { page_size: 5 } })
    assert.deepEqual([bad, people.size], [[], 14])
    const ada = people.get('ada')
    assert.match(ada?.vendorId ?? '', /^[0-9a-f]{8}(-[0-9a-f]{8}){3}$/)
    assert.equal(people.get('bo')?.profile['managerId'], ada?.vendorId)
    assert.deepEqual([people.get('p0')?.state, people.get('p1')?.state], ['suspended', 'active'])
  },
)

test('its groups have the people of the groups in them', { skip }, async () => {
  const { members } = await readDirectory(directory())
  assert.deepEqual(members, { inner: ['bo'], outer: ['ada', 'bo'], empty: [] })
})

test('it tells what changed since by modifyTimestamp', { skip }, async () => {
  const first = await readDirectory(directory())
  assert.equal(first.mark?.kind, 'time')
  const at = new Date(Date.now() + 3600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  assert.ok(first.mark?.kind === 'time')
  const none = await readDirectory(directory(), { since: { ...first.mark, at } })
  assert.equal(none.people.size, 0)
  directory().apply(`dn: ${dn('bo')}\nchangetype: modify\nreplace: title\ntitle: Clerk\n`)
  const { people } = await readDirectory(directory(), { since: first.mark })
  assert.equal(people.get('bo')?.profile['title'], 'Clerk')
  assert.equal(people.get('bo')?.profile['managerId'], first.people.get('ada')?.vendorId)
})

test('a person keeps the id through a rename', { skip }, async () => {
  const before = (await readDirectory(directory())).people.get('p1')?.vendorId
  directory().apply(`dn: ${dn('p1')}\nchangetype: modrdn\nnewrdn: uid=renamed\ndeleteoldrdn: 1\n`)
  assert.equal((await readDirectory(directory())).people.get('renamed')?.vendorId, before)
})
