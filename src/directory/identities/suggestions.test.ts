import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  type Made,
} from '../../../test/people.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const primary = await makeIntegration(server, {
  is_primary: true,
  employee_id_profile_key: 'number',
})
const chat = await makeIntegration(server, { employee_id_profile_key: 'employee' })

async function list(query: string) {
  const answer = await server.get(`/directory/identities?${query}`, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const vendorIds = async (query: string) =>
  (await list(query)).map((row: { vendor_id: string }) => row.vendor_id)

async function suggestionOf(vendorId: string) {
  const [row] = await list(`filter[vendor_id]=${vendorId}`)
  return [row.suggested_directory_user_id, row.suggestion_evidence]
}

test('an account of no one has a suggestion, and what it has in common with that person', async () => {
  const ada = await makeDirectoryUser(server, {
    first_name: 'Ada',
    last_name: 'Moreau',
    email: 'ada@acme.example',
  })
  await makeIdentity(server, primary, ada, { primary: true, profile: '{"number": "7"}' })
  const account = (vendor_id: string, more: object) =>
    makeIdentity(server, chat, null, { vendor_id, full_name: '', ...more })
  await account('all', {
    full_name: 'Ada MOREAU',
    email: 'Ada@acme.example',
    profile: '{"employee": " 7 "}',
    suggested_directory_user_id: ada.uuid,
  })
  await account('name', { full_name: 'ada moréau', profile: '{"employee": "8"}' })
  await account('none', { full_name: 'Ada M.' })
  await account('rejected', { full_name: 'Ada Moreau', link_evidence: 'Of a namesake' })
  assert.deepEqual(await suggestionOf('all'), [ada.id, ['email', 'employee_id', 'full_name']])
  assert.deepEqual(await suggestionOf('name'), [ada.id, ['full_name']])
  assert.deepEqual(await suggestionOf('none'), [null, []])
  assert.deepEqual(await suggestionOf('rejected'), [null, []])
  await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Moreau' })
  assert.deepEqual(await suggestionOf('name'), [null, []], 'two people have the name')
})

test('accounts of no one are found by whether they have a suggestion', async () => {
  const withOne = ['all', 'of-di']
  const di = await makeDirectoryUser(server, { first_name: 'Di', last_name: 'Sato' })
  const account = { vendor_id: 'of-di', full_name: 'Di Sato' }
  const other = await makeIntegration(server)
  await makeIdentity(server, other, null, account)
  await makeIdentity(server, chat, di, { ...account, vendor_id: 'linked' })
  const found = await vendorIds('filter[has_suggestion]=true')
  assert.deepEqual(found.toSorted(), withOne)
  const without = await vendorIds('filter[has_suggestion]=false&filter[state]=orphan')
  assert.deepEqual(without.toSorted(), ['name', 'none', 'rejected'])
  assert.ok((await vendorIds('filter[has_suggestion]=false')).includes('linked'))
  const ofOther = `filter[has_suggestion]=true&filter[integration_id]=${other.id}`
  assert.deepEqual(await vendorIds(ofOther), ['of-di'])
})

test('matches to look at are found by their reason', async () => {
  for (const first_name of ['Bo', 'Beatrice'])
    await makeDirectoryUser(server, { first_name, email: 'bo@acme.example' })
  await makeIdentity(server, chat, null, { vendor_id: 'conflict', email: 'bo@acme.example' })
  const cy = await makeDirectoryUser(server, { review_reason: 'recycled_address' })
  await makeIdentity(server, primary, cy, { vendor_id: 'recycled', primary: true })
  for (const vendor_id of ['shared-1', 'shared-2'])
    await makeIdentity(server, chat, await makeDirectoryUser(server), {
      vendor_id,
      full_name: vendor_id,
      email: 'team@acme.example',
    })
  assert.deepEqual(await vendorIds('filter[review]=conflict'), ['conflict'])
  assert.deepEqual(await vendorIds('filter[review]=recycled_address'), ['recycled'])
  assert.deepEqual(await vendorIds('filter[review]=shared_email'), ['shared-1', 'shared-2'])
  assert.equal((await vendorIds('filter[review]=conflict,recycled_address')).length, 2)
  const wrong = await server.get('/directory/identities?filter[review]=other', token)
  assert.equal(wrong.status, 400)
})

test('accounts that have ended or are of one person share no address', async () => {
  const source = await makeIntegration(server)
  const shared = () => vendorIds(`filter[review]=shared_email&filter[integration_id]=${source.id}`)
  const email = 'eve@acme.example'
  const account = (vendor_id: string, person: Made | null, more: object = {}) =>
    makeIdentity(server, source, person, { vendor_id, full_name: vendor_id, email, ...more })
  const ended = { state: 'deactivated', vendor_state: 'deactivated' }
  const eve = await makeDirectoryUser(server)
  await account('a-now', eve)
  await account('b-second', eve)
  await account('c-former', await makeDirectoryUser(server), ended)
  assert.deepEqual(await shared(), [])
  await account('e-of-no-one', null)
  assert.deepEqual(await shared(), ['a-now', 'b-second', 'e-of-no-one'])
})

test('an account has a suggestion by an employee number that only one person has', async () => {
  const one = await makeDirectoryUser(server, { first_name: 'Fay' })
  await makeIdentity(server, primary, one, { primary: true, profile: '{"number": "E0012"}' })
  const fromHr = (vendor_id: string, more: object = {}) =>
    makeIdentity(server, chat, null, {
      vendor_id,
      full_name: 'Ms F.',
      email: 'f@other.example',
      profile: '{"employee": "E0012"}',
      ...more,
    })
  await fromHr('numbered')
  assert.deepEqual(await suggestionOf('numbered'), [one.id, ['employee_id']])
  assert.ok((await vendorIds('filter[has_suggestion]=true')).includes('numbered'))
  await fromHr('namesake', { full_name: 'Di Sato' })
  assert.deepEqual(await suggestionOf('namesake'), [one.id, ['employee_id']])
  const two = await makeDirectoryUser(server)
  await makeIdentity(server, primary, two, { primary: true, profile: '{"number": "E0012"}' })
  assert.deepEqual(await suggestionOf('numbered'), [null, []], 'two people have the number')
})

test('the employee number of a new account that waits is one of its own', async () => {
  const one = await makeDirectoryUser(server, { first_name: 'Gia' })
  await makeIdentity(server, primary, one, { primary: true, profile: '{"number": "E0013"}' })
  const { uuid } = await makeIdentity(server, chat, null, { vendor_id: 'waits', full_name: 'G.' })
  await server.query(
    `insert into held_account (identity_id, integration_id, is_new_account, first_name, last_name, full_name, state, is_new, profile, rejected)
     values ($1, $2, true, '', 'G.', 'G.', 'active', false, '{"employee": "E0013"}', '{"state": "active"}')`,
    [uuid, chat.uuid],
  )
  assert.deepEqual(await suggestionOf('waits'), [one.id, ['employee_id']])
})

test('everyone whose an account may be is shown with what they have in common with it', async () => {
  const email = 'ivo@acme.example'
  const person = async (profile: string, more: object) => {
    const made = await makeDirectoryUser(server, { first_name: 'Ivo', last_name: 'Lund', ...more })
    await makeIdentity(server, primary, made, { primary: true, profile })
    return made
  }
  const active = await person('{}', { email })
  const former = await person('{"number": "77"}', { email, base_state: 'deactivated' })
  const other = await person('{}', { email, last_name: 'Berg' })
  const more = { full_name: 'IVO Lund', email, profile: '{"employee": "77"}' }
  const account = await makeIdentity(server, chat, null, { vendor_id: 'ivo', ...more })
  const { body } = await server.get(`/directory/identities/${account.id}`, token)
  assert.deepEqual(body.candidates, [
    { directory_user_id: former.id, evidence: ['email', 'employee_id', 'full_name'] },
    { directory_user_id: active.id, evidence: ['email', 'full_name'] },
    { directory_user_id: other.id, evidence: ['email'] },
  ])
  const etag = async () =>
    (await server.get(`/directory/identities/${account.id}`, token)).headers.get('etag')
  const before = await etag()
  const newest = await makeDirectoryUser(server, { first_name: 'Ivo', email })
  assert.notEqual(await etag(), before)
  const linked = await makeIdentity(server, chat, other, { vendor_id: 'of-ivo', ...more })
  const described = await server.get(`/directory/identities/${linked.id}`, token)
  assert.deepEqual(
    described.body.candidates.map((each: { directory_user_id: string }) => each.directory_user_id),
    [active.id, former.id, newest.id],
    'also the former holder of a recycled address',
  )
})

test('of an account whose address another one of its source has, the other person is shown', async () => {
  const [one, other] = [await makeDirectoryUser(server), await makeDirectoryUser(server)]
  const email = 'shared@acme.example'
  const account = await makeIdentity(server, chat, one, { vendor_id: 'one-inbox', email })
  await makeIdentity(server, chat, other, { vendor_id: 'other-inbox', email })
  const list = await server.get('/directory/identities?filter[review]=shared_email', token)
  assert.ok(list.body.data.some(({ id }: { id: string }) => id === account.id))
  const { body } = await server.get(`/directory/identities/${account.id}`, token)
  assert.deepEqual(body.candidates, [{ directory_user_id: other.id, evidence: [] }])
})
