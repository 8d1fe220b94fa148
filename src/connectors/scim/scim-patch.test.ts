import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testServer } from '../../../test/harness.ts'
import { core, scimEndpoint, type ScimEndpoint } from './scim-for-tests.ts'

const server = await testServer()
let scim: ScimEndpoint

before(async () => {
  scim = await scimEndpoint(server)
})

test('parts of members are immutable: a PATCH of them is refused, and changes nothing', async () => {
  const { body: user } = await scim.user('member')
  const made = await scim.send('POST', '/Groups', {
    body: { schemas: [core.group], displayName: 'Fixed', members: [{ value: user.id }] },
  })
  const address = `/Groups/${made.body.id}`
  const one = `members[value eq "${user.id}"]`
  const targets = ['members.value', 'members.type', 'members.$ref', 'MEMBERS.Value']
    .concat([`${core.group}:members.value`, 'members.display'])
    .concat([`${one}.value`, `${one}.type`, `${one}.display`])
  for (const path of targets)
    for (const op of ['add', 'replace', 'remove']) {
      const operation = { op, path, ...(op !== 'remove' && { value: 'x' }) }
      const { status, body } = await scim.patch(address, operation)
      assert.deepEqual([status, body.scimType], [400, 'mutability'], JSON.stringify(operation))
    }
  const key = { op: 'replace', value: { [`${core.group}:members.value`]: 'x' } }
  assert.equal((await scim.patch(address, key)).status, 400)
  const after = await scim.send('GET', address)
  assert.deepEqual([after.body, after.headers.get('etag')], [made.body, made.headers.get('etag')])
  const stored = await server.query<{ document: object }>(
    `select document from scim_resource where id = '${made.body.id}'`,
  )
  assert.deepEqual(stored[0]?.document, { displayName: 'Fixed' })
})

test('a value is added once: one with its value and type takes what else is sent', async () => {
  const work = { value: 'ada@x.example', type: 'work', primary: true }
  const home = { value: 'ada@home.example', type: 'home' }
  const address = { formatted: 'Main street', type: 'work', primary: true }
  const made = await scim.user('once', { emails: [work, home], addresses: [address] })
  const path = `/Users/${made.body.id}`
  const add = async (attribute: string, value: unknown) => {
    const { status, body } = await scim.patch(path, { op: 'add', path: attribute, value })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const same = [
    await add('emails', [{ value: 'ada@x.example', type: 'work' }]),
    await add('emails', { value: 'ADA@x.example', type: 'Work' }),
    await add('emails', [work, home, work]),
    await add('addresses', { formatted: 'Main street', type: 'work' }),
    (await scim.patch(path, { op: 'add', value: { emails: [home] } })).body,
  ]
  for (const body of same) assert.deepEqual(body, made.body)

  const preferred = await add('emails', [{ ...home, primary: true, display: 'Home' }])
  assert.deepEqual(preferred.emails, [
    { ...work, primary: false },
    { ...home, primary: true, display: 'Home' },
  ])
  const other = await add('emails', [{ value: work.value, type: 'other' }, { value: work.value }])
  assert.deepEqual(other.emails.slice(2), [
    { value: work.value, type: 'other' },
    { value: work.value },
  ])
  const twice = { value: 'x@x.example', type: 'work' }
  const added = await add('emails', [twice, { ...twice, display: 'X' }])
  assert.deepEqual(added.emails.slice(4), [{ ...twice, display: 'X' }])
  const chosen = 'emails[type eq "home" and primary eq false].value'
  const again = await add(chosen, home.value)
  assert.equal(again.emails.length, 5)
})
