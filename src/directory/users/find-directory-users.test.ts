import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import {
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  type Made,
} from '../../../test/people.ts'

const server = await testServer()
const owner = await makeOwner(server)
const viewer = await makeCaller(server, ['directory.user.view'])

async function list(query: string, token = viewer.token) {
  const answer = await server.get(`/directory/users?${query}`, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function ids(query: string): Promise<string[]> {
  return (await list(query)).data.map(({ id }: { id: string }) => id)
}

const idOf = (people: readonly Made[]) => people.map(({ id }) => id)

const primary = await makeIntegration(server, {
  is_primary: true,
  employee_id_profile_key: 'work.number',
  badge_id_profile_key: 'badge',
})

async function employee(name: string, profile: object) {
  const person = await makeDirectoryUser(server, { first_name: name, last_name: 'Numbered' })
  const account = await makeIdentity(server, primary, person, {
    primary: true,
    profile: JSON.stringify(profile),
  })
  return { person, account }
}

test('the numbers of a person find them, under the keys that the integration names now', async () => {
  const long = 'L'.repeat(300)
  const ada = await employee('Ada', { work: { number: 'E-1' }, badge: 7, former: 'F-1' })
  const bo = await employee('Bo', { 'work.number': 'E-2', badge: 'E-1' })
  const cy = await employee('Cy', { work: { number: long } })
  assert.deepEqual(await ids('filter[employee_id]=E-1'), [ada.person.id])
  assert.deepEqual(await ids('filter[employee_id]=E-1,E-2'), idOf([ada.person, bo.person]))
  assert.deepEqual(await ids('filter[badge_id]=E-1'), [bo.person.id])
  assert.deepEqual(await ids('filter[badge_id]=7'), [ada.person.id])
  assert.deepEqual(await ids(`filter[employee_id]=${long}`), [cy.person.id])
  assert.deepEqual(await ids(`filter[employee_id]=${long}x`), [])
  assert.deepEqual(await ids('filter[employee_id]=e-1'), [])
  assert.deepEqual(await ids('filter[employee_alt_id]=F-1'), [])
  const changed = await server.call('PATCH', `/workspace/integrations/${primary.id}`, {
    token: owner.token,
    body: { employee_alt_id_profile_key: 'former', badge_id_profile_key: null },
  })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(await ids('filter[employee_alt_id]=F-1'), [ada.person.id])
  assert.deepEqual(await ids('filter[badge_id]=7'), [])
  await server.query('update identity set profile = $2 where id = $1', [
    ada.account.uuid,
    JSON.stringify({ work: { number: 'E-9' } }),
  ])
  assert.deepEqual(await ids('filter[employee_id]=E-1'), [])
  assert.deepEqual(await ids('filter[employee_id]=E-9'), [ada.person.id])
})

test('a number of which nothing is left in a profile is left nowhere', async () => {
  const { person } = await employee('Erased', { work: { number: 'E-gone' } })
  const left = () => server.query('select from account_number where value = $1', ['E-gone'])
  assert.equal((await left()).length, 1)
  await server.call('DELETE', `/directory/users/${person.id}`, { token: owner.token })
  const erased = await server.call('POST', `/directory/users/${person.id}/erase`, {
    token: owner.token,
  })
  assert.ok(erased.status < 300, erased.text)
  assert.equal((await left()).length, 0)
})

test('names find people whatever their case and accents, and only where the whole name is so', async () => {
  const zoe = await makeDirectoryUser(server, { first_name: 'Zoé', last_name: 'Van Dam' })
  const zoella = await makeDirectoryUser(server, { first_name: 'Zoella', last_name: 'van damme' })
  const only = await makeDirectoryUser(server, { first_name: '', last_name: 'Zoe' })
  assert.deepEqual(await ids('filter[first_name]=zoe'), [zoe.id])
  assert.deepEqual(await ids('filter[first_name]=ZOE,zoella'), idOf([zoella, zoe]))
  assert.deepEqual(await ids('filter[last_name]=VAN%20DAM'), [zoe.id])
  assert.deepEqual(await ids('filter[full_name]=zoe'), [only.id])
  assert.deepEqual(await ids('filter[full_name]=zoe%20van%20dam&filter[last_name]=van%20dam'), [
    zoe.id,
  ])
  assert.deepEqual(await ids(`filter[id]=${zoe.id},${only.id}`), idOf([only, zoe]))
})

test('a search in one field leaves out those who have the text in another', async () => {
  const name = await makeDirectoryUser(server, {
    first_name: 'Quill',
    last_name: 'One',
    email: 'one@field.example',
  })
  const last = await makeDirectoryUser(server, {
    first_name: 'Two',
    last_name: 'Quillon',
    email: 'two@field.example',
  })
  const address = await makeDirectoryUser(server, {
    first_name: 'Three',
    last_name: 'Three',
    email: 'a.quill@field.example',
    username: 'three',
  })
  const username = await makeDirectoryUser(server, {
    first_name: 'Four',
    last_name: 'Four',
    email: 'four@field.example',
    username: 'xquill',
  })
  assert.deepEqual(await ids('filter[first_name_search]=quill'), [name.id])
  assert.deepEqual(await ids('filter[last_name_search]=QUILL'), [last.id])
  assert.deepEqual(await ids('filter[full_name_search]=quill'), idOf([name, last]))
  assert.deepEqual(await ids('filter[email_search]=quill'), [address.id])
  assert.deepEqual(await ids('filter[username_search]=quill'), [username.id])
  assert.equal(
    (await server.get('/directory/users?filter[email_search]=qu', viewer.token)).status,
    400,
  )
})

const make = (first_name: string, last_name: string, email: string) =>
  makeDirectoryUser(server, { first_name, last_name, email: `${email}@exact.example` })

test('a search lists exact matches first, then people whose name begins with the text, unless the request sorts', async () => {
  const contains = await make('Aa Perc', 'ival', 'p1')
  const longer = await make('Bb', 'Perceval', 'p2')
  const exact = await make('Perc', '', 'p3')
  const handle = await make('Zz', 'Zz', 'perc')
  const expected = idOf([exact, handle, longer, contains])
  assert.deepEqual(await ids('filter[search]=PERC'), expected)
  assert.deepEqual(await ids('filter[full_name_search]=perc'), idOf([exact, contains, longer]))
  assert.deepEqual(
    await ids('filter[search]=perc&sort=full_name'),
    idOf([contains, longer, exact, handle]),
  )
  // Page by page there and back.
  const walked: string[] = []
  let page = await list('filter[search]=perc&page[size]=1&page[total]=true')
  assert.equal(page.meta.total, 4)
  for (;;) {
    walked.push(...page.data.map(({ id }: { id: string }) => id))
    if (page.links.next === null) break
    page = await list(new URL(page.links.next).search.slice(1))
  }
  assert.deepEqual(walked, expected)
  const back: string[] = []
  while (page.links.prev !== null) {
    page = await list(new URL(page.links.prev).search.slice(1))
    back.unshift(...page.data.map(({ id }: { id: string }) => id))
  }
  assert.deepEqual(back, expected.slice(0, 3))
})

const makeWith = (metadata: object) =>
  makeDirectoryUser(server, { metadata: JSON.stringify(metadata) })

test('metadata finds people by keys and by values, to the letter', async () => {
  const medium = await makeWith({ shirt: 'M', 'desk.no': '4, by the window', note: 'a:b' })
  const large = await makeWith({ shirt: 'L' })
  const none = await makeWith({ shirts: 'M' })
  assert.deepEqual(await ids('filter[metadata]=shirt:M'), [medium.id])
  assert.deepEqual(await ids('filter[metadata]=shirt:M,shirt:L'), idOf([medium, large]))
  assert.deepEqual(await ids('filter[metadata]=shirt:M,desk.no:4, by the window,note:a:b'), [
    medium.id,
  ])
  assert.deepEqual(await ids('filter[metadata]=shirt:M,note:b'), [])
  assert.deepEqual(await ids('filter[metadata]=shirt:m'), [])
  assert.deepEqual(await ids('filter[metadata_key]=shirts,desk.no'), idOf([medium, none]))
  const refused = await server.get('/directory/users?filter[metadata]=shirt', viewer.token)
  assert.equal(refused.status, 400)
  assert.match(refused.body.message, /takes <key>:<value>/)
})

test('accounts find their people: by integration, by vendor id, and by both of one account', async () => {
  const [chat, code] = [await makeIntegration(server), await makeIntegration(server)]
  const both = await makeDirectoryUser(server, { first_name: 'Both' })
  const one = await makeDirectoryUser(server, { first_name: 'One' })
  await makeIdentity(server, chat, both, { vendor_id: 'U-1' })
  await makeIdentity(server, code, both, { vendor_id: 'U-2' })
  await makeIdentity(server, code, one, { vendor_id: 'U-1' })
  await makeIdentity(server, code, null, { vendor_id: 'U-3' })
  assert.deepEqual(await ids(`filter[integration_id]=${chat.id}`), [both.id])
  assert.deepEqual(await ids(`filter[integration_id]=${chat.id},${code.id}`), idOf([both, one]))
  assert.deepEqual(await ids('filter[vendor_id]=U-1'), idOf([both, one]))
  assert.deepEqual(await ids(`filter[vendor_id]=U-2&filter[integration_id]=${chat.id}`), [])
  assert.deepEqual(await ids('filter[vendor_id]=U-3'), [])
})

const at = (day: number) => `2031-01-0${day}T00:00:00.000Z`

test('every instant of a person has its filters', async () => {
  const moved = await makeDirectoryUser(server, {
    first_name: 'Instant',
    provisioned_at: at(2),
    deprovisioned_at: at(3),
    expires_at: at(4),
  })
  for (const [field, day] of [
    ['provisioned', 2],
    ['deprovisioned', 3],
    ['expires', 4],
  ] as const) {
    const between = `filter[${field}_after]=${at(day)}&filter[${field}_before]=${at(day + 1)}`
    assert.deepEqual(await ids(between), [moved.id], field)
    assert.deepEqual(await ids(`filter[${field}_after]=${at(day + 1)}`), [], field)
  }
  const gone = await server.call('DELETE', `/directory/users/${moved.id}`, { token: owner.token })
  assert.equal(gone.status, 204, gone.text)
  const deleted = `filter[trashed]=only&filter[deleted_after]=2020-01-01T00:00:00.000Z&filter[first_name]=instant`
  assert.deepEqual(await ids(deleted), [moved.id])
})

test('relations are included on request, in the form that describe has', async () => {
  const boss = await makeDirectoryUser(server, { first_name: 'Boss', last_name: 'Related' })
  const person = await makeDirectoryUser(server, {
    first_name: 'Main',
    last_name: 'Related',
    manager_id: boss.uuid,
  })
  const admin = await makeDirectoryUser(server, {
    first_name: 'Admin',
    last_name: 'Related',
    parent_user_id: person.uuid,
  })
  await makeIdentity(server, primary, person, { primary: true })
  await makeIdentity(server, await makeIntegration(server), person)
  await server.query('update workspace_user set directory_user_id = $1 where id = $2', [
    person.uuid,
    viewer.uuid,
  ])
  const include =
    'user-manager,parent-user,workspace-user,integration,direct-report-users,directory-identities'
  for (const token of [viewer.token, owner.token]) {
    const { data } = await list(`filter[last_name]=related&include=${include}`, token)
    assert.equal(data.length, 3)
    for (const row of data) {
      const { body } = await server.get(`/directory/users/${row.id}`, token)
      assert.deepEqual(row.included, body.included)
    }
    const parents = data.map((row: { id: string; parent_user_id: string }) => row.parent_user_id)
    assert.deepEqual(parents, [person.id, null, null])
  }
  const some = await list(`filter[id]=${admin.id}&include=parent-user,secondary-users-count`)
  assert.deepEqual(Object.keys(some.data[0].included).sort(), [
    'parent_user',
    'secondary_users_count',
  ])
  const alone = await server.get(`/directory/users/${admin.id}?include=parent-user`, viewer.token)
  assert.equal(alone.status, 400)
  const unknown = await server.get('/directory/users?include=parent', viewer.token)
  assert.match(unknown.body.message, /allowed are .*parent-user/)
})

test('what is included is written into exports too', async () => {
  const csv = await server.get(
    '/directory/users?filter[first_name]=main&include=user-manager',
    viewer.token,
    { accept: 'text/csv' },
  )
  const [head = '', row = ''] = csv.text.split('\r\n')
  assert.ok(head.includes('included.user_manager.full_name'), head)
  assert.ok(row.includes('Boss Related'), row)
})
