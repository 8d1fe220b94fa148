import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupLdif, personLdif } from '../../../test/directories/person-ldif.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { plainTable } from '../../../test/read-export-text.ts'
import { importByApi } from '../../../test/import-by-api.ts'

const server = await testServer()
const { token } = await makeOwner(server)

async function connect(handle: string, vendor: string, type: string) {
  const asked = { token, body: { name: handle, handle, vendor, type } }
  const { status, body, text } = await server.call('POST', '/workspace/integrations', asked)
  assert.equal(status, 201, text)
  return `/workspace/integrations/${body.id}`
}

const importFile = (path: string, file: string, query?: string) =>
  importByApi(server, { token, path, file, query })

test('an LDIF that is sent to a source of type ldap gives its people, and with shape=groups its groups', async () => {
  const path = await connect('ad', 'idp', 'ldap')
  const dn = 'uid=ada,ou=people,dc=acme'
  const computer = 'dn: cn=pc1,dc=acme\nobjectClass: user\nobjectClass: computer\ncn: pc1\n'
  const file = [computer, personLdif('dc=acme', 'ada'), groupLdif('dc=acme', 'devs', [dn])].join(
    '\n',
  )
  const people = await importFile(path, file, '?name=ad.ldif')
  assert.deepEqual([people.state, people.count.accounts_created], ['succeeded', 1])
  const groups = await importFile(path, file, '?name=ad.ldif&shape=groups')
  assert.deepEqual([groups.state, groups.count.groups_created], ['succeeded', 1])
})

test('the groups beside the people of a file are not imported as people', async () => {
  const path = await connect('hr', 'file', 'file')
  const mapping = plainTable
  const changed = await server.call('PATCH', path, { token, body: { mapping } })
  assert.equal(changed.status, 200, changed.text)
  const users = [{ id: 1, name: 'Ada Moreau', email: 'ada@acme.example' }]
  const groups = [{ id: 7, name: 'All staff', email: 'all@acme.example', members: [{ id: 1 }] }]
  const run = await importFile(path, JSON.stringify({ users, groups }))
  assert.deepEqual([run.state, run.count.accounts_created], ['succeeded', 1])
  const { body } = await server.call('POST', `${path}/imports?probe=true`, {
    token,
    raw: JSON.stringify({ users, groups }),
  })
  assert.deepEqual(body.left_out, [
    {
      reason: '7 is in the list "groups", which the mapping does not read',
      rows: 1,
      line: 2,
      shape: null,
    },
  ])
})
