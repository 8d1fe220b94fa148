import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, testServer } from '../../../test/harness.ts'
import {
  deleteDirectoryUser,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
} from '../../../test/people.ts'

const server = await testServer()
const viewer = await makeCaller(server, ['directory.user.view'])

type Row = { id: string; full_name: string; username: string | null }

async function list(query: string) {
  const answer = await server.get(`/directory/users?${query}`, viewer.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function ids(query: string): Promise<string[]> {
  return (await list(query)).data.map((row: Row) => row.id)
}

function queryOf(link: string): string {
  return new URL(link).search.slice(1)
}

test('a row is what describe shows, without counts and relations, with the parent, the dated start and who decides about the state', async () => {
  const primary = await makeIntegration(server, { is_primary: true, badge_id_profile_key: 'badge' })
  const person = await makeDirectoryUser(server, {
    username: 'row.shape',
    metadata: JSON.stringify({ shirt: 'M' }),
  })
  await makeIdentity(server, primary, person, {
    primary: true,
    profile: JSON.stringify({ badge: 'B-7' }),
  })
  const [row] = (await list('filter[username]=row.shape')).data
  const {
    count: _count,
    included: _included,
    ...described
  } = (await server.get(`/directory/users/${person.id}?include=state-source`, viewer.token)).body
  const { activates_at: start, ...timestamp } = row.timestamp
  const { parent_user_id: parent, ...shown } = row
  assert.deepEqual({ ...shown, timestamp }, described)
  assert.deepEqual([parent, start], [null, null])
  assert.equal(row.badge_id, 'B-7')
})

const odd = (review: string) => ids(`filter[review]=${review}&filter[search]=person%20odd`)

test('whom an administrator should look at is found by what is odd about them', async () => {
  const twins = [
    await makeDirectoryUser(server, { last_name: 'Odd 1', email: 'twin@acme.example' }),
    await makeDirectoryUser(server, { last_name: 'Odd 2', email: 'Twin@acme.example' }),
  ]
  const lone = await makeDirectoryUser(server, { last_name: 'Odd 3', email: 'lone@acme.example' })
  await deleteDirectoryUser(server, await makeDirectoryUser(server, { email: 'lone@acme.example' }))
  const recycled = await makeDirectoryUser(server, {
    last_name: 'Odd 4',
    review_reason: 'recycled_address',
  })
  const problems = ['unresolved', 'ambiguous', 'cycle'] as const
  const stray: string[] = []
  for (const manager_problem of problems)
    stray.push((await makeDirectoryUser(server, { last_name: 'Odd 5', manager_problem })).id)
  assert.deepEqual(
    await odd('shared_email'),
    twins.map(({ id }) => id),
  )
  assert.deepEqual(await odd('recycled_address'), [recycled.id])
  for (const [index, problem] of problems.entries())
    assert.deepEqual(await odd(`manager_${problem}`), [stray[index]])
  const all = 'shared_email,recycled_address,manager_unresolved,manager_ambiguous,manager_cycle'
  assert.deepEqual(
    new Set(await odd(all)),
    new Set([...twins.map(({ id }) => id), recycled.id, ...stray]),
  )
  assert.ok(!(await odd(all)).includes(lone.id), 'the other one is deleted')
})

const namesakes = async () =>
  new Set(await ids('filter[review]=shared_username&filter[search]=odd%20namesake'))

test('people with different addresses who share a username are found; those who share the address are not found again', async () => {
  const make = async (username: string | null, email: string | null) => {
    const override = username === null ? {} : { username, username_is_override: true }
    const last = { last_name: 'Odd namesake' }
    return (await makeDirectoryUser(server, { ...last, email, ...override })).id
  }
  await make(null, 'same@acme.example')
  await make(null, 'Same@acme.example')
  await make('rené', 'r1@acme.example')
  await make('rene', 'r2@acme.example')
  assert.deepEqual(await namesakes(), new Set())
  const several = [
    await make(null, 'grace@acme.example'),
    await make(null, 'GRACE@acme.example'),
    await make(null, 'Grace@other.example'),
    await make('hopper', null),
    await make('Hopper', null),
    await make('admin', 'root1@acme.example'),
    await make(null, 'admin@other.example'),
  ]
  assert.deepEqual(await namesakes(), new Set(several))
  const gone = await makeDirectoryUser(server, { email: 'alone@acme.example' })
  await make(null, 'alone@other.example')
  await deleteDirectoryUser(server, gone)
  assert.deepEqual(await namesakes(), new Set(several))
})

test('pages go forward and back over the same people, though others come and go', async () => {
  const people = []
  for (let index = 10; index < 20; index++)
    people.push(await makeDirectoryUser(server, { first_name: 'Paging', last_name: `${index}` }))
  const [, , third] = people
  const search = 'filter[full_name_search]=paging%201'
  const first = await list(`${search}&page[size]=4&page[total]=true`)
  assert.deepEqual(
    first.data.map((row: Row) => row.full_name),
    ['Paging 10', 'Paging 11', 'Paging 12', 'Paging 13'],
  )
  assert.deepEqual(first.meta, { page_size: 4, total: 10, total_is_capped: false })
  assert.equal(first.links.prev, null)

  await makeDirectoryUser(server, { first_name: 'Paging', last_name: '10a' })
  assert.ok(third)
  await deleteDirectoryUser(server, third)
  const second = await list(queryOf(first.links.next))
  assert.deepEqual(
    second.data.map((row: Row) => row.full_name),
    ['Paging 14', 'Paging 15', 'Paging 16', 'Paging 17'],
  )
  const last = await list(queryOf(second.links.next))
  assert.deepEqual(
    last.data.map((row: Row) => row.full_name),
    ['Paging 18', 'Paging 19'],
  )
  assert.equal(last.links.next, null)
  const back = await list(queryOf(second.links.prev))
  assert.deepEqual(
    back.data.map((row: Row) => row.full_name),
    ['Paging 10', 'Paging 10a', 'Paging 11', 'Paging 13'],
  )
  assert.equal(back.links.prev, null)
  assert.deepEqual((await list(queryOf(last.links.prev))).data, second.data)
})

test('a cursor is bound to its filters and its sort', async () => {
  const { links } = await list('page[size]=1')
  const cursor = new URL(links.next).searchParams.get('page[after]')
  for (const query of [
    `filter[is_manager]=false&page[after]=${cursor}`,
    `sort=-full_name&page[after]=${cursor}`,
    'page[after]=made-up',
  ]) {
    assert.equal((await server.get(`/directory/users?${query}`, viewer.token)).status, 400, query)
  }
  assert.equal((await list(`page[size]=2&page[after]=${cursor}`)).data.length, 2)
})

test('a cursor of one list leads nowhere in another of the same sort and filters', async () => {
  const { links } = await list('page[size]=1')
  const cursor = new URL(links.next).searchParams.get('page[after]')
  const both = await makeCaller(server, ['directory.user.view', 'directory.identity.view'])
  const statuses = await Promise.all(
    ['users', 'identities'].map((of) =>
      server.get(`/directory/${of}?page[after]=${cursor}`, both.token),
    ),
  )
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 400],
  )
})

test('every sort walks through everybody once, in both directions', async () => {
  await makeDirectoryUser(server, { username: null, email: null })
  await makeDirectoryUser(server, { username: null, email: null })
  const everybody = (await ids('page[size]=500')).toSorted()
  for (const sort of ['full_name', 'created_at', 'updated_at', 'username']) {
    const forward: string[] = []
    for (let query = `sort=${sort}&page[size]=3`; query !== '';) {
      const page = await list(query)
      forward.push(...page.data.map((row: Row) => row.id))
      query = page.links.next === null ? '' : queryOf(page.links.next)
    }
    assert.deepEqual(forward.toSorted(), everybody, sort)
    assert.deepEqual((await ids(`sort=-${sort}&page[size]=500`)).toReversed(), forward, sort)
  }
})

test('a search is blind to case and accents, and takes wildcards as they are', async () => {
  const zoe = await makeDirectoryUser(server, {
    first_name: 'Zoë',
    last_name: 'Ångström',
    email: 'z.a@accents.example',
    username: 'zoe_a',
  })
  for (const text of ['zoe', 'ZOË ANG', 'ångst', 'Z.A@ACCENTS', 'zoe_a']) {
    assert.deepEqual(await ids(`filter[search]=${encodeURIComponent(text)}`), [zoe.id], text)
  }
  for (const text of ['z%a', 'zoe%', 'zo__', '\\zoe'])
    assert.deepEqual(await ids(`filter[search]=${encodeURIComponent(text)}`), [], text)
  assert.deepEqual(await ids('filter[full_name_search]=angstrom'), [zoe.id])
  assert.deepEqual(await ids('filter[full_name_search]=accents'), [])
  const short = await server.get('/directory/users?filter[full_name_search]=zo', viewer.token)
  assert.equal(short.status, 400)
})

test('one or two characters are the beginning of a name, an address or a username', async () => {
  const person = await makeDirectoryUser(server, {
    first_name: 'Quirin',
    last_name: 'Ýrsson',
    email: 'xavier@beginnings.example',
    username: 'Wq',
  })
  const gone = await makeDirectoryUser(server, { first_name: 'Quark', last_name: 'Gone' })
  await deleteDirectoryUser(server, gone)
  for (const text of ['q', 'QU', 'y', 'ýr', 'x', 'wq'])
    assert.deepEqual(await ids(`filter[search]=${encodeURIComponent(text)}`), [person.id], text)
  for (const text of ['uq', 'q_', '%', '\\'])
    assert.deepEqual(await ids(`filter[search]=${encodeURIComponent(text)}`), [], text)
  assert.deepEqual(await ids('filter[search]=q&filter[trashed]=only'), [gone.id])
  assert.deepEqual(await ids('filter[search]=q&filter[state]=staged'), [])
})

test('deleted people are listed where the filter asks for them', async () => {
  const gone = await makeDirectoryUser(server, {
    first_name: 'Trashed',
    last_name: 'Gone',
    email: 'Gone@Trash.example',
  })
  const here = await makeDirectoryUser(server, {
    first_name: 'Trashed',
    last_name: 'Here',
    email: 'gone@trash.example',
  })
  await deleteDirectoryUser(server, gone)
  const expected: [string, string[]][] = [
    ['', [here.id]],
    ['&filter[trashed]=without', [here.id]],
    ['&filter[trashed]=with', [gone.id, here.id]],
    ['&filter[trashed]=only', [gone.id]],
  ]
  for (const [trashed, found] of expected) {
    assert.deepEqual(await ids(`filter[search]=trashed${trashed}`), found, trashed)
    assert.deepEqual(await ids(`filter[email]=GONE@trash.example${trashed}`), found, trashed)
  }
})

test('filters on state, manager, parent, username and times find exactly their people', async () => {
  const boss = await makeDirectoryUser(server, { first_name: 'Filter', last_name: 'Boss' })
  const staged = await makeDirectoryUser(server, {
    first_name: 'Filter',
    last_name: 'Staged',
    base_state: 'staged',
    manager_id: boss.uuid,
  })
  const second = await makeDirectoryUser(server, {
    first_name: 'Filter',
    last_name: 'Second',
    parent_user_id: boss.uuid,
    username: 'filter.second',
  })
  const [made] = await server.query<{ created_at: Date }>(
    'select created_at from directory_user where id = $1',
    [staged.uuid],
  )
  const at = made?.created_at.toISOString() ?? ''
  const expected: [string, string[]][] = [
    ['filter[state]=staged', [staged.id]],
    ['filter[state]=staged,active', [boss.id, second.id, staged.id]],
    ['filter[state]=expired', []],
    [`filter[manager_id]=${boss.id}`, [staged.id]],
    ['filter[is_manager]=true', [boss.id]],
    [`filter[parent_user_id]=${boss.id},${staged.id}`, [second.id]],
    ['filter[username]=filter.second,nobody', [second.id]],
    [`filter[created_after]=${at}&filter[state]=staged`, [staged.id]],
    [`filter[created_before]=${at}`, [boss.id]],
    [`filter[updated_before]=2020-01-01T00:00:00Z`, []],
  ]
  for (const [query, found] of expected)
    assert.deepEqual(await ids(`filter[full_name_search]=filter&${query}`), found, query)
})

test('what the list does not know is refused by name', async () => {
  const refusals: [string, RegExp][] = [
    ['filter[colour]=red', /filter\[colour\].*allowed are.*filter\[state\]/],
    ['sort=badge_id', /sort must be one of full_name, -full_name/],
    ['include=secondary_users', /Unknown include "secondary_users"/],
    ['filter[state]=asleep', /filter\[state\]/],
    ['filter[manager_id]=wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx', /filter\[manager_id\].*drusr_/],
    [`filter[username]=${'a,'.repeat(100)}a`, /at most 100 values/],
    ['page[size]=501', /at most 500/],
    ['page[size]=0', /page\[size\]/],
  ]
  for (const [query, message] of refusals) {
    const answer = await server.get(`/directory/users?${query}`, viewer.token)
    assert.equal(answer.status, 400, query)
    assert.match(answer.body.message, message)
  }
  const stranger = await makeCaller(server, ['audit.log.view'])
  const refused = await server.get('/directory/users', stranger.token)
  assert.equal(refused.status, 403)
  assert.match(refused.body.message, /directory\.user\.view/)
})
