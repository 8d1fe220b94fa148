import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { includeValues } from '../src/directory/users/include.ts'
import { familyKeys } from '../src/directory/users/schema.ts'
import { importAda } from './ada.ts'
import { afterEachStatement } from './between-statements.ts'
import { makeCaller, makeOwner, testServer } from './harness.ts'
import { makeDirectoryUser } from './people.ts'

const server = await testServer()
const owner = await makeOwner(server)
const ids = await importAda(server)
// Staged people meet rules that are shown for no other person.
await makeDirectoryUser(server, { base_state: 'staged', first_name: 'Not', last_name: 'Yet' })

type Row = {
  incidents?: unknown[]
  id: string
  full_name: string
  included?: Record<string, unknown>
}

const list = (query: string, token = owner.token) => server.get(`/directory/users?${query}`, token)
const rows = async (query: string): Promise<Row[]> => {
  const answer = await list(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
const names = async (query: string) => (await rows(query)).map((row) => row.full_name)

/** How many statements a list takes: the fewest of three times, because now and then the server looks for jobs. */
async function statements(query: string): Promise<number> {
  const counts: number[] = []
  for (let time = 0; time < 3; time += 1) {
    sent = 0
    await rows(query)
    counts.push(sent)
  }
  return Math.min(...counts)
}
let sent = 0
/** Those that add a member of `included`. */
// A row always has its state_source.
const families = includeValues.filter((value) => !['incidents', 'state-source'].includes(value))
afterEachStatement(server.database, async () => void (sent += 1))

suite('include on the list of people', () => {
  test('every row includes what describing that person includes', async () => {
    const found = await rows(`filter[trashed]=with&include=${includeValues.join(',')}`)
    assert.ok(found.length >= 6)
    const families: Record<string, number> = {}
    for (const row of found) {
      const { included } = (
        await server.get(
          `/directory/users/${row.id}?include=${includeValues.join(',')}`,
          owner.token,
        )
      ).body
      const expected = Object.entries(included).filter(([key]) =>
        familyKeys.some((family) => key.startsWith(family)),
      )
      assert.deepEqual(row.included, Object.fromEntries(expected), row.full_name)
      for (const [key, value] of expected)
        if (Array.isArray(value)) families[key] = (families[key] ?? 0) + value.length
    }
    for (const family of familyKeys) assert.ok((families[family] ?? 0) > 0, `no ${family} was seen`)
  })

  test('each value alone adds its own key, and none adds nothing', async () => {
    for (const value of families) {
      const key = value.replaceAll('-', '_')
      for (const { included } of await rows(`page[size]=2&include=${value}`))
        assert.deepEqual(Object.keys(included ?? {}), [key])
    }
    for (const row of await rows('include=incidents')) {
      assert.deepEqual(row.incidents, [])
      assert.ok(!('included' in row))
    }
    for (const row of await rows('include=')) assert.ok(!('included' in row || 'incidents' in row))
  })

  test('it stays on the links to other pages', async () => {
    const { body } = await list('page[size]=2&include=secondary-users-count, policy-users-exists')
    const next = await list(new URL(body.links.next).search.slice(1))
    assert.deepEqual(Object.keys(next.body.data[0].included), [
      'secondary_users_count',
      'policy_users_exists',
    ])
  })

  test('a whole page costs four statements more than without, in a snapshot, however many people it has', async () => {
    const plain = await statements('page[size]=500')
    const including = await statements(`page[size]=500&include=${includeValues.join(',')}`)
    const beginAndCommit = 2
    assert.equal(including, plain + beginAndCommit + 4)
  })

  test('policy values need policy.rule.view, and an unknown one is 400 before anything else', async () => {
    const viewer = await makeCaller(server, ['directory.user.view'])
    assert.equal((await list('include=secondary-users', viewer.token)).status, 200)
    const refused = await list('include=policy-users-count', viewer.token)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /policy\.rule\.view/)
    const stranger = await makeCaller(server, [])
    const unknown = await list('include=directory-accounts', stranger.token)
    assert.equal(unknown.status, 400)
    assert.match(unknown.body.message, /"directory-accounts": allowed are secondary-users, /)
  })

  test('values of profiles are withheld as they are when one person is described', async () => {
    const viewer = await makeCaller(server, ['directory.user.view', 'policy.rule.view'])
    const include = `include=${includeValues.join(',')}`
    const [row] = (await list(`filter[username]=ada&${include}`, viewer.token)).body.data
    const described = await server.get(`/directory/users/${ids['ada']}?${include}`, viewer.token)
    for (const key of ['policy_users', 'policy_rules_manifest', 'policy_rules_qualified'])
      assert.match(JSON.stringify(row.included[key]), /"department of idp is …"/, key)
    for (const [key, value] of Object.entries(row.included))
      assert.deepEqual(value, described.body.included[key], key)
  })
})

suite('filter[org]', () => {
  test('finds who has any of the values, for every dimension that is named', async () => {
    const expected: [string, string[]][] = [
      ['department:Engineering', ['Ada Lovelace', 'Grace Hopper']],
      ['department:Sales,department:Engineering', ['Ada Lovelace', 'Alan Turing', 'Grace Hopper']],
      ['department:Engineering,%20title:Principal', ['Ada Lovelace']],
      ['department:Sales,title:Principal', []],
      ['department:engineering', []],
      ['department:Sales, Inland', []],
    ]
    for (const [value, found] of expected)
      assert.deepEqual(await names(`filter[org]=${value}`), found, value)
    const [sales] = (
      await server.get('/directory/attributes?filter[name_search]=Sales', owner.token)
    ).body.data
    const renamed = await server.call('PATCH', `/directory/attributes/${sales.id}`, {
      token: owner.token,
      body: { name: 'Sales, Inland' },
    })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual(await names('filter[org]=department:Sales, Inland,department:x'), [
      'Alan Turing',
    ])
  })

  test('refuses by name what is no pair and what is no dimension', async () => {
    const refusals: [string, RegExp][] = [
      ['Sales', /takes <dimension>:<value>, such as department:Sales, not "Sales"/],
      ['department:', /not "department:"/],
      ['region:North', /no dimension "region": there are cost_center, department, /],
      [Array.from({ length: 101 }, () => 'department:a').join(','), /at most 100 values, not 101/],
    ]
    for (const [value, message] of refusals) {
      const answer = await list(`filter[org]=${value}`)
      assert.equal(answer.status, 400, value)
      assert.match(answer.body.message, message)
    }
  })
})

test('include is read in the same way everywhere: none, blanks, repeats and any order', async () => {
  const plain = await server.get('/policy/rulesets', owner.token)
  for (const include of ['', ',', '%20', 'count,%20abilities%20,count', 'abilities,%20count,']) {
    const { status, text, body } = await server.get(
      `/policy/rulesets?include=${include}`,
      owner.token,
    )
    assert.equal(status, 200, text)
    const [row] = body.data
    const [without] = plain.body.data
    const added = Object.keys(row).filter((key) => !(key in without))
    assert.deepEqual(added, include.includes('count') ? ['count', 'abilities'] : [], include)
  }
  const unknown = await server.get('/policy/rulesets?include=count,nope', owner.token)
  assert.deepEqual(
    [unknown.status, unknown.body.message],
    [400, 'The query parameter include must be any of count, abilities, separated by commas.'],
  )
})
