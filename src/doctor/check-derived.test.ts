import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hour, incidentsWorld, omit, staff, type Feed } from '../../test/incidents-world.ts'
import { RolledBack } from '../database/database.ts'
import { checkDerived, type CheckOptions } from './check-derived.ts'
import { corruptions, type Corruption } from './corruptions-for-tests.ts'
import type { Difference } from './difference.ts'

const day = 24 * hour

/** With numbers, and someone who has left, by which people can be found. */
const first: Feed = Object.fromEntries(
  Object.entries(staff).map(([id, account], at) => [
    id,
    { ...account, employeeNumber: `4${String(at + 3).padStart(3, '0')}7` },
  ]),
)

/**
 * A workspace with what can be derived: rules that rest, grace, exceptions, ends, a dated start, a secondary user, managers, a movement
 * that counts, and an incident that holds people.
 */
async function fullWorld() {
  const world = await incidentsWorld(first)
  const { server, token, ruleset, feed } = world
  const call = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, path, { token, ...(body && { body }) })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const idOf = async (name: string): Promise<string> =>
    (await call('GET', `/directory/users?filter[username]=${name}`)).data[0].id
  const inDays = (days: number) =>
    new Date(server.database.now().getTime() + days * day).toISOString()
  await call('PATCH', '/policy/settings', { expires_after_days: 5 })
  for (const name of ['l01', 'l02'])
    await call('POST', `/policy/rulesets/${await ruleset('sellers')}/exceptions`, {
      user_id: await idOf(name),
      expires_at: inDays(100),
      reason: 'covers for a colleague',
    })
  await call('POST', `/directory/users/${await idOf('l03')}/expire`, { at: inDays(30) })
  const made = await call('POST', '/directory/users', { first_name: 'New', last_name: 'Comer' })
  await call('POST', `/directory/users/${made.id}/activate`, { at: inDays(20) })
  await call('POST', `/policy/rulesets/${await ruleset('team')}/rules`, {
    role: 'member',
    conditions: [{ type: 'direct_reports_of', resource_id: await idOf('boss') }],
  })
  await call('PATCH', `/directory/users/${await idOf('l04')}`, {
    parent_user_id: await idOf('l05'),
    metadata: { desk: '12' },
  })
  const now = { ...omit(first, ['l01']), s01: { ...first['s01'], department: 'Legal' } }
  await feed(now)
  const others = Object.keys(now).filter((id) => /^l(1|20)/.test(id))
  assert.ok((await feed(omit(now, others))).incident !== null)
  return world
}

const { server, token, pass } = await fullWorld()

async function check(options: CheckOptions = {}) {
  const found: Difference[] = []
  const onDifference = (difference: Difference) => void found.push(difference)
  return { checked: await checkDerived(server.database, { ...options, onDifference }), found }
}

test('nothing differs in a workspace that only the product has written', async () => {
  const { checked, found } = await check()
  assert.deepEqual(found, [])
  const { people, memberships, auditRows } = checked
  assert.ok(people === 43 && Number(memberships) > 40 && Number(auditRows) > 150)
  assert.deepEqual([checked.differences, checked.due], [0, 0])
})

/** As the owner of the schema, past all triggers. */
const past = (statements: string) =>
  server.query(
    `set session_replication_role = replica; ${statements}; reset session_replication_role`,
  )

/** What it did is taken back after `work`. */
async function corrupted({ table, by }: Corruption, work: () => Promise<void>): Promise<void> {
  await past(`create table kept_rows as table ${table}; ${by}`)
  try {
    await work()
  } finally {
    await past(`delete from ${table};
      insert into ${table} overriding system value select * from kept_rows; drop table kept_rows`)
  }
}

for (const corruption of corruptions) {
  const { name, says } = corruption
  test(`${name} is found, and nothing else`, async () => {
    await corrupted(corruption, async () => {
      const { found } = await check()
      const said = found.map(({ part, what }) =>
        `${part} ${what}`.replace(/ for porul_\w+/, '').replace(/moved by .*:/, 'moved:'),
      )
      assert.deepEqual(said.toSorted(), says)
    })
  })
}

test('a difference has ids, handles and a command, and no values of people', async () => {
  const membership = corruptions[0]
  assert.ok(membership !== undefined)
  await corrupted(membership, async () => {
    const { found } = await check({ only: ['access'] })
    const [{ username, resource, stored, follows, see, person: of, ruleset: inRuleset } = {}] =
      found
    assert.deepEqual([username, resource, stored], ['s02', 'idp_group sellers', null])
    assert.match(follows ?? '', /^active by porul_\w{26}$/)
    assert.equal(see, `muster user why ${of} ${inRuleset}`)
  })
  const name = corruptions.find(({ says }) => says[0] === 'people full_name')
  assert.ok(name !== undefined)
  await corrupted(name, async () => {
    const { found } = await check({ only: ['people'] })
    assert.doesNotMatch(JSON.stringify(found), /Somebody|Last/)
  })
})

test('parts are checked apart, with their progress', async () => {
  const seen: string[] = []
  await check({
    only: ['audit', 'access'],
    onProgress: ({ part, done, total }) => seen.push(`${part} ${done === total}`),
  })
  assert.deepEqual(seen, ['access true', 'audit true'])
})

test('a write does not wait for the check, nor the check for a write', async () => {
  await server.database.transaction(async ({ tx }) => {
    await sql`select from directory_user for update`.execute(tx)
    await sql`lock table policy_user, qualification in row exclusive mode`.execute(tx)
    const { checked } = await check()
    assert.equal(checked.differences, 0)
    return new RolledBack(undefined)
  })
})

test('what has fallen due and is not settled is no difference', async () => {
  pass(40 * day)
  const { checked, found } = await check()
  assert.deepEqual(found, [])
  assert.ok(checked.due >= 4)
  await server.get('/policy/rulesets', token)
  const settled = await check()
  assert.deepEqual([settled.found, settled.checked.due], [[], 0])
})
