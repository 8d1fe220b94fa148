import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'node:test'
import { importAda } from '../../../../test/ada.ts'
import { makeCaller, makeOwner, testServer } from '../../../../test/harness.ts'
import { followPeople } from '../../../../test/manifests-follow.ts'
import { decodeId } from '../../../contract/ids.ts'
import type { Transaction } from '../../../database/database.ts'

const start = Date.parse('2026-05-01T00:00:00Z')
const day = 86_400_000
let now = start
const server = await testServer({ clock: () => new Date(now) })
const ids = await importAda(server)
const owner = await makeOwner(server)
const looker = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
await server.query(`update token set expires_at = '2027-01-01'`)
const ada = ids['ada'] ?? ''
const iso = (at: number) => new Date(at).toISOString()

async function read(path: string, caller = owner) {
  const answer = await server.get(path, caller.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function rulesetOf(name: string): Promise<string> {
  return (await read(`/policy/rulesets?filter[search]=${name}&page[size]=1`)).data[0].id
}
const engine = await rulesetOf('acme/engine')
const drafts = await rulesetOf('acme/drafts')

/** Changes Ada, and her manifests follow. */
async function changeAda(change: (tx: Transaction, uuid: string) => Promise<unknown>) {
  const uuid = decodeId('directoryUser', ada) ?? ''
  await server.database.transaction(async ({ tx }) => {
    await change(tx, uuid)
    await followPeople(tx, [uuid])
  })
}

type Stay = {
  state: string
  phase: { since: string; until: string | null }
  included: {
    directory_user: { full_name: string }
    policy_rule: { role_handle: string; description: string }
  }
}
type Qualified = {
  included: { directory_user: { full_name: string; state: string } }
  policy_rule_ids: string[]
  policy_user_id: string | null
}
type Access = { policy_resource: { name: string }; role_handle: string; state: string; why: string }
const lines = (stays: Stay[]) =>
  stays.map(
    ({ state, included }) =>
      `${included.directory_user.full_name} ${included.policy_rule.role_handle} ${state}`,
  )
const manifest = async (query = '') =>
  lines((await read(`/policy/rulesets/${engine}/manifest-users${query}`)).data)

test('the manifest is listed by name, with person, rule and state, and found by any of them', async () => {
  const all = [
    'Ada Lovelace member active',
    'Alan Turing developer active',
    'Grace Hopper member active',
  ]
  assert.deepEqual(await manifest(), all)
  assert.deepEqual(await manifest('?sort=-full_name'), all.toReversed())
  assert.deepEqual(await manifest('?filter[search]=TURING'), [all[1]])
  assert.deepEqual(await manifest('?filter[search]=grace@acme'), [all[2]])
  assert.deepEqual(await manifest('?filter[state]=expiring'), [])
  assert.deepEqual(await manifest('?filter[role_handle]=developer'), [all[1]])
  const [rule] = (await read(`/policy/rulesets/${engine}/rules`)).data
  assert.deepEqual(await manifest(`?filter[rule_id]=${rule.id}`), [all[0], all[2]])
  assert.deepEqual(await manifest(`?filter[user_id]=${ada}`), [all[0]])
  const qualified = async (query: string) =>
    (await read(`/policy/rulesets/${engine}/qualified-users?${query}`)).data.map(
      ({ included }: Qualified) => included.directory_user.full_name,
    )
  assert.deepEqual(await qualified(`filter[rule_id]=${rule.id}`), ['Ada Lovelace', 'Grace Hopper'])
  assert.deepEqual(await qualified(`filter[id]=${ada}`), ['Ada Lovelace'])
  assert.deepEqual(await qualified(`filter[manager_id]=${ada}`), ['Alan Turing', 'Joan Clarke'])
  const { data, links } = await read(`/policy/rulesets/${engine}/manifest-users?page[size]=1`)
  const next = await read(links.next.replace('https://muster.example/api/v1', ''))
  assert.deepEqual(lines([...data, ...next.data]), all.slice(0, 2))
})

test('what was so at an instant is told afterwards: who was in, by which rule, and what a person had', async () => {
  now = start + 2 * day
  await changeAda((tx, uuid) =>
    sql`update identity set profile = profile || '{"department": "Sales"}'
      where directory_user_id = ${uuid} and vendor_id = 'ada'`.execute(tx),
  )
  now = start + 4 * day
  await changeAda((tx, uuid) =>
    tx.updateTable('directory_user').set({ manager_id: null }).where('id', '=', uuid).execute(),
  )
  const rest = ['Alan Turing developer active', 'Grace Hopper member active']
  assert.deepEqual(await manifest(), ['Ada Lovelace owner expiring', ...rest])
  assert.deepEqual(await manifest('?filter[state]=expiring'), ['Ada Lovelace owner expiring'])
  const expiring = `/policy/rulesets/${engine}/manifest-users?filter[state]=expiring`
  const [inGrace] = (await read(expiring)).data
  assert.equal(inGrace.expires_by, 'grace')
  assert.equal((await read(`/policy/users/${inGrace.id}`)).expires_by, 'grace')
  const explained = await read(`/directory/users/${ada}/explain?ruleset=${engine}`)
  assert.equal(explained.policy_user.since, iso(start + 2 * day), 'owner since then')
  now = start + 10 * day
  assert.deepEqual(await manifest(), rest)
  const at = (days: number) => manifest(`?at=${iso(start + days * day)}`)
  assert.deepEqual(await at(-1), [])
  assert.deepEqual(await at(0), ['Ada Lovelace member active', ...rest])
  assert.deepEqual(await at(2), ['Ada Lovelace owner active', ...rest])
  assert.deepEqual(await at(5), ['Ada Lovelace owner expiring', ...rest])
  assert.deepEqual(await at(7), rest)
  assert.deepEqual(
    await manifest(`?at=${iso(start + day)}&filter[role_handle]=member&filter[search]=ada`),
    ['Ada Lovelace member active'],
  )

  const stays = `/policy/rulesets/${engine}/manifest-users?at=${iso(start)}&filter[search]=ada`
  const [{ id, phase }] = (await read(stays)).data
  assert.deepEqual(phase, { since: iso(start), until: iso(start + 2 * day) })
  const stay = await read(`/policy/users/${id}`)
  assert.equal(stay.state, 'expired')
  assert.equal(stay.timestamp.deleted_at, iso(start + 7 * day))
  assert.deepEqual(
    stay.phases.map(({ state, since, until }: Record<string, unknown>) => [state, since, until]),
    [
      ['expiring', iso(start + 4 * day), iso(start + 7 * day)],
      ['active', iso(start + 2 * day), iso(start + 4 * day)],
      ['active', iso(start), iso(start + 2 * day)],
    ],
  )

  const access = async (query: string) =>
    (await read(`/directory/users/${ada}/access${query}`)).data.map(
      (row: Access) => `${row.policy_resource.name} ${row.role_handle} ${row.state}: ${row.why}`,
    )
  assert.deepEqual(await access('?filter[type]=codehost_group'), [])
  assert.deepEqual(await access(`?filter[type]=codehost_group&at=${iso(start + 5 * day)}`), [
    'Engine owner expiring: was about to leave: reports directly to Grace Hopper',
  ])
  const sales = ['Sales member active: qualifies: department of idp is Sales']
  assert.deepEqual(await access(`?filter[since_after]=${iso(start + day)}`), sales)
  assert.equal((await access(`?filter[since_before]=${iso(start + day)}`)).length, 2)
  assert.equal((await access('?filter[role_handle]=member,owner')).length, 3)
  assert.deepEqual(await access('?filter[role_handle]=owner'), [])
  assert.deepEqual(await access(`?filter[ruleset_id]=${engine}`), [])
  const since = async (days: number) => {
    const path = `/directory/users/${ada}/access?filter[type]=codehost_group`
    return (await read(`${path}&at=${iso(start + days * day)}`)).data[0].since
  }
  assert.equal(await since(1), iso(start))
  assert.equal(await since(3), iso(start + 2 * day), 'owner since then')
  assert.equal(await since(5), iso(start + 2 * day), 'grace has the same role')
  assert.deepEqual(await access(`?filter[search]=engin&at=${iso(start)}`), [
    'Engine member active: qualified: department is Engineering',
    'Engineering member active: qualified: department of idp is Engineering',
  ])
  assert.deepEqual(await access('?filter[search]=sales'), [
    'Sales member active: qualifies: department of idp is Sales',
  ])
})

test('an instant that is to come, or none, is 400; a cursor of one instant is none at another', async () => {
  const path = `/policy/rulesets/${engine}/manifest-users`
  for (const at of [iso(now + 1000), 'yesterday', '2026-02-30T00:00:00Z'])
    for (const each of [path, `/directory/users/${ada}/access`])
      assert.equal((await server.get(`${each}?at=${at}`, owner.token)).status, 400, at)
  const { links } = await read(`${path}?page[size]=1&at=${iso(start)}`)
  const query = links.next.split('?')[1]
  const other = await server.get(`${path}?${query.replace('05-01', '05-02')}`, owner.token)
  assert.equal(other.status, 400)
  assert.match(other.body.message, /cursor/)
})

test('who qualifies is listed with the rules that they meet, whatever their state', async () => {
  const { data } = await read(`/policy/rulesets/${engine}/qualified-users`)
  assert.deepEqual(
    data.map((row: Qualified) => [
      row.included.directory_user.full_name,
      row.included.directory_user.state,
      row.policy_rule_ids.length,
      row.policy_user_id !== null,
    ]),
    [
      ['Alan Turing', 'active', 1, true],
      ['Grace Hopper', 'active', 1, true],
      ['Joan Clarke', 'deactivated', 1, false],
    ],
  )
  const found = await read(`/policy/rulesets/${engine}/qualified-users?filter[state]=deactivated`)
  assert.equal(found.data.length, 1)
  assert.equal((await read(`/policy/rulesets/${engine}`)).count.qualified_users, 3)
})

test('who is staged is evaluated as it is read', async () => {
  const list = async (id: string, query = '') =>
    (await read(`/policy/rulesets/${id}/staged-users${query}`)).data.map(
      (row: Qualified) => row.included.directory_user.full_name,
    )
  assert.deepEqual(await list(drafts), ['Ada Lovelace'])
  assert.deepEqual(await list(drafts, '?filter[search]=turing'), [])
  assert.equal((await read(`/policy/rulesets/${drafts}`)).count.staged_users, 1)
  assert.deepEqual(await list(engine), [])
  await server.query(
    `update directory_user set base_state = 'staged' where email = 'alan@acme.example'`,
  )
  assert.deepEqual(await list(engine), ['Alan Turing'])
  assert.equal((await read(`/policy/rulesets/${engine}`)).count.staged_users, 1)
  const total = await server.get(
    `/policy/rulesets/${engine}/staged-users?page[total]=true`,
    owner.token,
  )
  assert.equal(total.status, 400)
})

test('descriptions in a list of people withhold what the reader may not see', async () => {
  const sales = await rulesetOf('Sales')
  const descriptions = async (caller: typeof owner) => {
    const { data } = await read(`/policy/rulesets/${sales}/manifest-users`, caller)
    return new Set(data.map(({ included }: Stay) => included.policy_rule.description))
  }
  assert.deepEqual(await descriptions(owner), new Set(['department of idp is Sales']))
  assert.deepEqual(await descriptions(looker), new Set(['department of idp is …']))
})

test('nobody is staged by drafts of a deactivated attribute or dimension, on any server', async () => {
  const other = await testServer({ over: server, clock: () => new Date(now) })
  const send = async (status: number, path: string, body?: unknown) => {
    const answer = await other.call('POST', path, { token: owner.token, body })
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }
  const attribute = (await read('/directory/attributes?filter[name_search]=Sales')).data[0].id
  const dimension = (await read('/directory/dimensions')).data.find(
    ({ handle }: { handle: string }) => handle === 'department',
  ).id
  const sales = await rulesetOf('Sales')
  const draft = async (ruleset: string, condition: object): Promise<string> =>
    (
      await send(201, `/policy/rulesets/${ruleset}/rules`, {
        role: 'member',
        conditions: [condition],
      })
    ).id
  const ofGroup: string = (await read(`/directory/users/${ada}?include=policy-rules-staged`))
    .included.policy_rules_staged[0].id
  const joining = await draft(sales, { type: 'user', resource_id: ada })
  const holding = await draft(drafts, { type: 'attribute', resource_id: attribute })
  const notHolding = await draft(drafts, {
    type: 'attribute',
    resource_id: attribute,
    profile_operator: 'not_equals',
  })

  const staged = async () => {
    const told = await Promise.all([server, other].map((on) => stagedOn(on, [sales, drafts])))
    assert.deepEqual(told[0], told[1])
    return told[0]
  }
  const all = [ofGroup, joining, holding].toSorted()
  assert.deepEqual(await staged(), all)
  const apply = async (operation: object) => {
    const plan = await send(201, '/policy/plans', { operations: [operation] })
    await send(200, `/policy/plans/${plan.id}/apply`)
  }
  for (const [noun, of] of [
    ['attribute', { attribute_id: attribute }],
    ['dimension', { dimension_id: dimension }],
  ] as const) {
    await apply({ op: `deactivate_${noun}`, ...of })
    assert.deepEqual(await staged(), [ofGroup], noun)
    await apply({ op: `activate_${noun}`, ...of })
    assert.deepEqual(await staged(), all, noun)
  }
  assert.ok(!all.includes(notHolding))
})

const idsOf = (rules: { id: string }[]) => rules.map(({ id }) => id).toSorted()

/** The drafts by which Ada is staged, all of them in these rulesets: every read and every count says the same. */
async function stagedOn(on: typeof server, rulesets: readonly string[]): Promise<string[]> {
  const get = async (path: string) => (await on.get(path, owner.token)).body
  const include = 'include=policy-rules-staged,policy-rules-staged-count,policy-rules-staged-exists'
  const described = await get(`/directory/users/${ada}?${include}`)
  const { data } = await get(`/directory/users?${include}`)
  const listed = data.find(({ id }: { id: string }) => id === ada)
  const found = idsOf(described.included.policy_rules_staged)
  for (const { included } of [described, listed]) {
    assert.deepEqual(idsOf(included.policy_rules_staged), found)
    assert.equal(included.policy_rules_staged_count, found.length)
    assert.equal(included.policy_rules_staged_exists, found.length > 0)
  }
  assert.equal(described.count.staged_rules, found.length)
  const staged: string[][] = await Promise.all(
    rulesets.map(async (ruleset) => {
      const { data: rows } = await get(`/policy/rulesets/${ruleset}/staged-users`)
      return rows.flatMap((row: Qualified & { id: string }) =>
        row.id === ada ? row.policy_rule_ids : [],
      )
    }),
  )
  assert.deepEqual(staged.flat().toSorted(), found)
  return found
}
