import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChains } from '../../../test/audit-chain.ts'
import { incidentsWorld, minute, staff, type Feed } from '../../../test/incidents-world.ts'
import { encodeId } from '../../contract/ids.ts'

const reason = 'HR confirmed it'

/** A world with a person that no source governs. */
async function world() {
  const made = await incidentsWorld(staff)
  const { server, token } = made
  const account = async (vendorId: string): Promise<{ id: string; person: string | null }> => {
    const path = `/directory/identities?filter[vendor_id]=${vendorId}`
    const [row] = (await server.get(path, token)).body.data
    return { id: row.id, person: row.directory_user_id }
  }
  const post = async (verb: 'link' | 'unlink', vendorId: string, body: object) => {
    const { id } = await account(vendorId)
    const path = `/directory/identities/${id}/${verb}`
    const answer = await server.call('POST', path, { token, body: { reason, ...body } })
    assert.equal(answer.status, 200, answer.text)
  }
  const create = async (body: object): Promise<string> =>
    (await server.call('POST', '/directory/users', { token, body })).body.id
  return {
    ...made,
    account,
    byHand: await create({
      first_name: 'By',
      last_name: 'Hand',
      email: 'hand@example.com',
      state: 'active',
    }),
    link: (vendorId: string, person: string) =>
      post('link', vendorId, { directory_user_id: person }),
    unlink: (vendorId: string, body = {}) => post('unlink', vendorId, body),
    person: async (id: string) => (await server.get(`/directory/users/${id}`, token)).body,
  }
}

for (const byHand of [true, false])
  test(`an undone link takes back the parent that the account names${byHand ? ', and gives back the one that was set before' : ''}`, async () => {
    const made = await world()
    const { server, token, integration, feed, account, byHand: id, link, unlink, person } = made
    const path = `/workspace/integrations/${encodeId('integration', integration)}`
    const body = { parent_profile_key: 'parentId' }
    assert.equal((await server.call('PATCH', path, { token, body })).status, 200)
    const all: Feed = { ...staff, s02: { ...staff['s02'], parentId: 'deputy' } }
    await feed({ ...all, s02: {} })
    await unlink('s02')
    const chief = (await account('l01')).person
    if (byHand) {
      const url = `/directory/users/${id}`
      const set = await server.call('PATCH', url, { token, body: { parent_user_id: chief } })
      assert.equal(set.status, 200, set.text)
    }
    const parent = async () => (await person(id)).included.parent_user?.id ?? null
    const before = await parent()
    assert.equal(before, byHand ? chief : null)
    await link('s02', id)
    await feed(all)
    assert.equal(await parent(), (await account('deputy')).person)
    await unlink('s02', { undo: true })
    assert.equal(await parent(), before)
    await feed(all)
    assert.equal(await parent(), before)
    assert.deepEqual((await readChains(server, token)).breaks, [])
  })

for (const undo of [true, false])
  test(`a person is as before all links once the last one is undone, after an earlier one was ${undo ? 'undone' : 'ended'}`, async () => {
    const { server, token, pass, byHand, link, unlink, person } = await world()
    for (const each of ['s02', 's03']) await unlink(each)
    const now = async () => {
      const { full_name: name, email, username, manager_id: manager } = await person(byHand)
      return { name, email, username, manager }
    }
    const before = await now()
    await link('s02', byHand)
    pass(minute)
    await link('s03', byHand)
    await unlink('s02', { undo })
    assert.equal((await now()).name, 'First s03 Last')
    await unlink('s03', { undo: true })
    assert.deepEqual(await now(), before)
    assert.deepEqual((await readChains(server, token)).breaks, [])
  })

test('the undone link of an account gives back what the person was, after the account that governed them before is gone', async () => {
  const { server, token, pass, account, link, unlink, person } = await world()
  const { person: id } = await account('s02')
  assert.ok(id !== null)
  await unlink('s03')
  const now = async () => {
    const { full_name: name, email, username } = await person(id)
    return { name, email, username }
  }
  const before = await now()
  assert.equal(before.name, 'First s02 Last')
  await link('s03', id)
  pass(minute)
  await unlink('s02')
  assert.equal((await now()).name, 'First s03 Last')
  await unlink('s03', { undo: true })
  assert.deepEqual(await now(), before)
  assert.deepEqual((await readChains(server, token)).breaks, [])
})

test('an undone link that says nothing of a manager, as those of former versions, leaves the present one', async () => {
  const { server, feed, byHand, link, unlink, person } = await world()
  await unlink('s02')
  await link('s02', byHand)
  await feed(staff)
  const { manager_id: manager } = await person(byHand)
  assert.notEqual(manager, null)
  await server.query(
    `update identity set before_link = before_link #- '{person,manager_id}' where vendor_id = 's02'`,
  )
  await unlink('s02', { undo: true })
  assert.equal((await person(byHand)).manager_id, manager)
})
