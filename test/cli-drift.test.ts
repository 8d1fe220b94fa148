import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from './harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from './people.ts'
import { makeRule, makeRuleset, makeStay } from './policy-records.ts'
import { runCli } from './run-cli.ts'

const server = await testServer()
const owner = await makeOwner(server)
const idp = await makeIntegration(server, { handle: 'idp' })
const person = (first_name: string) =>
  makeDirectoryUser(server, { first_name, last_name: 'Doe', email: `${first_name}@acme.example` })

const group = await makeResource(server, idp, { name: 'Platform', vendor_id: 'g1' })
const ruleset = await makeRuleset(server, group, { is_authoritative: true })
const rule = await makeRule(server, ruleset, { state: 'active' })
const joiner = await person('Ada')
await makeIdentity(server, idp, joiner, { vendor_id: 'u1', handle: 'ada' })
await makeStay(server, { ruleset, rule, person: joiner })
const other = await person('Bob')
const account = await makeIdentity(server, idp, other, { vendor_id: 'u2', handle: 'bob' })
await makeMember(server, group, account, 'owner')
await makeStay(server, { ruleset, rule, person: other })
const leaver = await person('Cleo')
for (const vendor_id of ['u3', 'u4'])
  await makeMember(server, group, await makeIdentity(server, idp, leaver, { vendor_id }))

const settled = await makeResource(server, idp, { name: 'Settled', vendor_id: 'g2' })
await makeRuleset(server, settled)
const unruled = await makeResource(server, idp, { name: 'Unruled', vendor_id: 'g3' })
await makeMember(server, unruled, account)

const run = (...args: string[]) =>
  runCli(['drift', ...args], { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token })

test('the work list has a line for each change, with what a script needs', async () => {
  const { code, stdout, stderr } = await run('--csv')
  assert.equal(code, 0, stderr)
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'change,resource,role,has,name,account,username,e-mail,held,source,type,resource_id',
    'add,Platform,member,,Ada Doe,u1,ada,Ada@acme.example,false,idp,idp_group,g1',
    'change_role,Platform,member,owner,Bob Doe,u2,bob,Bob@acme.example,false,idp,idp_group,g1',
    'remove,Platform,,member,Cleo Doe,u3,,Cleo@acme.example,false,idp,idp_group,g1',
    'remove,Platform,,member,Cleo Doe,u4,,Cleo@acme.example,false,idp,idp_group,g1',
  ])
})

test('one resource is compared by its name, in every form', async () => {
  const { data } = JSON.parse((await run('Platform', '--json')).stdout)
  assert.deepEqual(
    data.map(
      (row: { change: string; resource: { id: string }; account: { vendor_id: string } }) => [
        row.change,
        row.resource.id,
        row.account.vendor_id,
      ],
    ),
    [
      ['add', group.id, 'u1'],
      ['change_role', group.id, 'u2'],
      ['remove', group.id, 'u3'],
      ['remove', group.id, 'u4'],
    ],
  )
  const ids = (await run('Platform', '-o', 'id', '--limit', '2')).stdout
  assert.deepEqual(ids.trimEnd().split('\n'), [joiner.id, other.id])
})

test('the exit code tells of drift only where it is asked to', async () => {
  assert.equal((await run('Platform')).code, 0)
  assert.equal((await run('Platform', '--exit-code')).code, 1)
  const { code, stdout } = await run('Settled', '--exit-code')
  assert.equal(code, 0)
  assert.match(stdout, /^Nothing to change/)
  assert.equal((await run('Unruled', '--exit-code')).code, 0)
})
