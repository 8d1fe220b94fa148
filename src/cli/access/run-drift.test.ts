import assert from 'node:assert/strict'
import { test } from 'node:test'
import { core, scimEndpoint } from '../../connectors/scim/scim-for-tests.ts'
import { encodeId } from '../../contract/ids.ts'
import { makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from '../../../test/people.ts'
import { makeRule, makeRuleset, makeStay } from '../../../test/policy-records.ts'
import { runCli } from '../../../test/run-cli.ts'

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
    'change,resource,role,has,name,account,username,e-mail,held,source,type,resource_id,external_id,resource_external_id',
    'add,Platform,member,,Ada Doe,u1,ada,Ada@acme.example,false,idp,idp_group,g1,,',
    'change_role,Platform,member,owner,Bob Doe,u2,bob,Bob@acme.example,false,idp,idp_group,g1,,',
    'remove,Platform,,member,Cleo Doe,u3,,Cleo@acme.example,false,idp,idp_group,g1,,',
    'remove,Platform,,member,Cleo Doe,u4,,Cleo@acme.example,false,idp,idp_group,g1,,',
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

test('each account in another role has a line of its own, and one as it should be has none', async () => {
  const twice = await makeResource(server, idp, { name: 'Twice', vendor_id: 'g4' })
  const both = await makeRuleset(server, twice)
  const admitting = await makeRule(server, both, { state: 'active' })
  const accounts = { Dan: ['member', 'owner'], Eve: ['owner', 'maintainer'], Fay: ['member'] }
  for (const [name, roles] of Object.entries(accounts)) {
    const made = await person(name)
    await makeStay(server, { ruleset: both, rule: admitting, person: made })
    for (const role of roles) {
      const vendor_id = `${name}-${role}`
      await makeMember(server, twice, await makeIdentity(server, idp, made, { vendor_id }), role)
    }
  }
  const lines = (await run('Twice', '--csv')).stdout.trimEnd().split('\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(0, 6).join(',')),
    [
      'change_role,Twice,member,owner,Dan Doe,Dan-owner',
      'change_role,Twice,member,owner,Eve Doe,Eve-owner',
      'change_role,Twice,member,maintainer,Eve Doe,Eve-maintainer',
    ],
  )
  const { data } = JSON.parse((await run('Twice', '--json')).stdout)
  assert.deepEqual(
    data.map((row: { account: { vendor_id: string } }) => row.account.vendor_id),
    ['Dan-owner', 'Eve-owner', 'Eve-maintainer'],
  )
  await server.query(`update resource_member set role_handle = 'member' where resource_id = $1`, [
    twice.uuid,
  ])
  assert.equal((await run('Twice', '--exit-code')).code, 0)
})

test('the exit code tells of drift only where it is asked to', async () => {
  assert.equal((await run('Platform')).code, 0)
  assert.equal((await run('Platform', '--exit-code')).code, 2)
  const { code, stdout } = await run('Settled', '--exit-code')
  assert.equal(code, 0)
  assert.match(stdout, /^Nothing to change/)
  assert.equal((await run('Unruled', '--exit-code')).code, 0)
})

test('a failure has another exit code than drift', async () => {
  const wrong = { MUSTER_URL: server.origin, MUSTER_TOKEN: `${owner.token.slice(0, -1)}!` }
  assert.equal((await runCli(['drift', 'Platform', '--exit-code'], wrong)).code, 1)
  assert.equal((await run('Nowhere', '--exit-code')).code, 1)
  assert.equal((await run('--exit-code', '--type', 'nothing')).code, 1)
  // An attribute has no members at a vendor.
  const attributes = await run('--type', 'directory_attribute')
  assert.equal(attributes.code, 1)
  assert.match(attributes.stderr, /Allowed choices are codehost_group/)
})

test('of a source that pushes by SCIM it has the ids of the client', async () => {
  const { send } = await scimEndpoint(server, { handle: 'scim', is_primary: true })
  const user = await send('POST', '/Users', {
    body: {
      schemas: [core.user],
      externalId: 'obj-dora',
      userName: 'dora@acme.example',
      emails: [{ primary: true, value: 'dora@acme.example' }],
      name: { givenName: 'Dora', familyName: 'Doe' },
    },
  })
  assert.equal(user.status, 201, JSON.stringify(user.body))
  const pushed = (externalId?: string) => ({
    schemas: [core.group],
    displayName: 'Pushed',
    members: [{ value: user.body.id }],
    ...(externalId !== undefined && { externalId }),
  })
  const made = await send('POST', '/Groups', { body: pushed() })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const find = 'select id from resource where vendor_id = $1'
  const [{ id: uuid } = { id: '' }] = await server.query<{ id: string }>(find, [made.body.id])
  await makeRuleset(server, { uuid, id: encodeId('resource', uuid) }, { is_authoritative: true })
  const path = `/directory/resources/${encodeId('resource', uuid)}`
  const before = await server.get(path, owner.token)
  assert.equal(before.body.external_id, null)
  await send('PUT', `/Groups/${made.body.id}`, { body: pushed('obj-pushed') })
  const after = await server.get(path, owner.token)
  assert.equal(after.body.external_id, 'obj-pushed')
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  const { stdout } = await run('Pushed', '--csv')
  assert.match(
    stdout,
    /\nremove,Pushed,,member,Dora Doe,[^,]+,dora@acme\.example,dora@acme\.example,false,scim,idp_group,[^,]+,obj-dora,obj-pushed\r?\n/,
  )
})
