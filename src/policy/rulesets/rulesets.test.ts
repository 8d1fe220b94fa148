import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from '../../../test/ada.ts'
import { makeCaller, makeOwner, testServer, type Person } from '../../../test/harness.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'

const server = await testServer()
const ids = await importAda(server)
const owner = await makeOwner(server)
const viewer = await makeCaller(server, ['policy.rule.view'])

async function read(path: string, caller = owner) {
  const answer = await server.get(path, caller.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

type Named = { id: string; policy_resource: { name: string }; links: Record<string, string> }
const rulesets = async (query: string, caller = owner): Promise<Named[]> =>
  (await read(`/policy/rulesets${query}`, caller)).data
const names = async (query: string) =>
  (await rulesets(query)).map(({ policy_resource }) => policy_resource.name)

async function named(name: string): Promise<Named> {
  const found = (await rulesets('')).find(({ policy_resource }) => policy_resource.name === name)
  assert.ok(found !== undefined, name)
  return found
}

test('rulesets are listed by the name of their resource, and page by page they are the same', async () => {
  const all = await names('')
  assert.deepEqual(all, ['CC-1', 'Drafts', 'Engine', 'Engineering', 'Principal', 'Sales'])
  assert.deepEqual(await names('?sort=-name'), all.toReversed())
  const paged: string[] = []
  let next: string | null = '/policy/rulesets?page[size]=2'
  while (next !== null) {
    const page: { data: Named[]; links: { next: string | null } } = await read(next)
    paged.push(...page.data.map(({ policy_resource }) => policy_resource.name))
    next = page.links.next?.replace('https://muster.example/api/v1', '') ?? null
  }
  assert.deepEqual(paged, all)
})

test('a list counts what is in each ruleset if it is asked to', async () => {
  const counted = (await read('/policy/rulesets?include=count,abilities')).data
  for (const { id, count, abilities } of counted) {
    const described = (await read(`/policy/rulesets/${id}`)).count
    assert.deepEqual(count, {
      manifest_users: described.manifest_users,
      expiring_users: described.expiring_users,
      active_rules: described.active_rules + described.expiring_rules,
      staged_rules: described.staged_rules,
    })
    assert.equal(abilities.update, true)
  }
  assert.ok(
    counted.some((row: { count: { manifest_users: number } }) => row.count.manifest_users > 0),
  )
  const [plain] = await rulesets('')
  assert.ok(plain !== undefined && !('count' in plain))
})

test('rulesets are found by type, state, resource, dimension, integration and name', async () => {
  const engine = await named('Engine')
  const sales = await named('Sales')
  const { policy_resource: department } = await read(`/policy/rulesets/${sales.id}`)
  const [codehost] = await server.query<{ id: string }>(
    `select id from integration where handle = 'codehost'`,
  )
  assert.deepEqual(await names('?filter[type]=codehost_group'), ['Drafts', 'Engine'])
  assert.deepEqual(await names('?filter[type]=idp_group,chat_group'), [])
  assert.deepEqual(await names('?filter[state]=monitored'), [])
  assert.deepEqual(await names('?filter[search]=ACME/eng'), ['Engine'])
  assert.deepEqual(await names(`?filter[dimension_id]=${department.parent}`), [
    'Engineering',
    'Sales',
  ])
  assert.deepEqual(
    await names(`?filter[integration_id]=${encodeId('integration', codehost?.id ?? '')}`),
    ['Drafts', 'Engine'],
  )
  const resources = await Promise.all(
    [engine, sales].map(({ id }) => read(`/policy/rulesets/${id}`)),
  )
  assert.deepEqual(
    await names(
      `?filter[resource_id]=${resources.map(({ resource_id }) => resource_id).join(',')}`,
    ),
    ['Engine', 'Sales'],
  )
  const wrong = await server.get(`/policy/rulesets?filter[resource_id]=${engine.id}`, owner.token)
  assert.equal(wrong.status, 400)
})

test('a ruleset tells its grace, its counts and where to go from it', async () => {
  const { id, links } = await named('Engine')
  const ruleset = await read(`/policy/rulesets/${id}`)
  assert.deepEqual(
    {
      state: ruleset.state,
      type: ruleset.type,
      is_authoritative: ruleset.is_authoritative,
      expires_after_days: ruleset.expires_after_days,
      expires_after_days_inherited: ruleset.expires_after_days_inherited,
    },
    {
      state: 'managed',
      type: 'codehost_group',
      is_authoritative: false,
      expires_after_days: 0,
      expires_after_days_inherited: true,
    },
  )
  assert.deepEqual(ruleset.count, {
    rules: 3,
    staged_rules: 0,
    active_rules: 3,
    expiring_rules: 0,
    expired_rules: 0,
    deactivated_rules: 0,
    manifest_users: 3,
    expiring_users: 0,
    qualified_users: 4,
    held_users: 0,
    staged_users: 0,
  })
  for (const [name, link] of Object.entries(links)) {
    const answer = await server.get(link.replace('https://muster.example/api/v1', ''), owner.token)
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
  }
})

test('rules are listed in admission order, and each with its conditions is one of them', async () => {
  const { id } = await named('Engine')
  const { data } = await read(`/policy/rulesets/${id}/rules`)
  assert.deepEqual(
    data.map((rule: Record<string, unknown>) => [
      rule['key'],
      rule['priority'],
      rule['role_handle'],
    ]),
    [
      ['engineers', 10, 'member'],
      ['reports', 20, 'owner'],
      ['everyone-below-ada', 30, 'developer'],
    ],
  )
  assert.deepEqual(
    data.map((rule: Record<string, unknown>) => [
      rule['expires_after_days'],
      rule['expires_after_days_inherited'],
    ]),
    [
      [9, true],
      [3, false],
      [0, true],
    ],
  )
  const filtered = await read(`/policy/rulesets/${id}/rules?filter[role_handle]=owner,developer`)
  assert.equal(filtered.data.length, 2)
  for (const row of data) {
    const { count, included, ...rule } = await read(`/policy/rules/${row.id}`)
    assert.deepEqual(rule, row)
    const conditions = await read(`/policy/rules/${row.id}/conditions`)
    assert.deepEqual(included.policy_conditions, conditions.data)
    assert.equal(count.policy_conditions, conditions.data.length)
    for (const condition of conditions.data)
      assert.deepEqual(await read(`/policy/conditions/${condition.id}`), condition)
  }
  const counts = await Promise.all(
    data.map(async ({ id: rule }: { id: string }) => (await read(`/policy/rules/${rule}`)).count),
  )
  const sum = (key: string) => counts.reduce((total, count) => total + count[key], 0)
  assert.equal(sum('manifest_users'), 3)
})

test('a rule that was deleted is gone from sight', async () => {
  const { id } = await named('Drafts')
  const [{ id: ruleId }] = (await read(`/policy/rulesets/${id}/rules`)).data
  const uuid = decodeId('rule', ruleId)
  await server.query(
    `update rule set state = 'deactivated', activated_at = now(), deleted_at = now() where id = $1`,
    [uuid],
  )
  assert.deepEqual((await read(`/policy/rulesets/${id}/rules`)).data, [])
  assert.equal((await read(`/policy/rulesets/${id}`)).count.rules, 0)
  for (const path of [`/policy/rules/${ruleId}`, `/policy/rules/${ruleId}/conditions`])
    assert.equal((await server.get(path, owner.token)).status, 404)
  await server.query(
    `update rule set deleted_at = null, state = 'staged', activated_at = null where id = $1`,
    [uuid],
  )
})

test('what conditions want of profiles is withheld from who may not see profiles', async () => {
  const { id } = await named('Drafts')
  const path = `/policy/rulesets/${id}/rules`
  const [open] = (await read(path)).data
  const [closed] = (await read(path, viewer)).data
  assert.equal(open.description, 'title of idp starts with princ')
  assert.equal(closed.description, 'title of idp starts with …')
  const conditions = `/policy/rules/${open.id}/conditions`
  assert.equal((await read(conditions)).data[0].profile_value, 'princ')
  assert.equal((await read(conditions, viewer)).data[0].profile_value, null)
  for (const single of [`/policy/rules/${open.id}`, (await read(conditions)).data[0].links.self]) {
    const at = single.replace('https://muster.example/api/v1', '')
    const whole = await server.get(at, owner.token)
    const etag = whole.headers.get('etag') ?? ''
    assert.match(whole.text, /princ/)
    const other = await server.get(at, viewer.token, { 'if-none-match': etag })
    assert.equal(other.status, 200)
    assert.doesNotMatch(other.text, /princ/)
    assert.equal((await server.get(at, owner.token, { 'if-none-match': etag })).status, 304)
  }
})

test('the people whom conditions name are ids to who may not see people', async () => {
  const { id } = await named('Engine')
  const said = async (caller: Person) =>
    (await read(`/policy/rulesets/${id}/rules`, caller)).data.map(
      (rule: { description: string }) => rule.description,
    )
  assert.deepEqual(await said(owner), [
    'department is Engineering',
    'reports directly to Grace Hopper',
    'is anywhere below Ada Lovelace',
  ])
  assert.deepEqual(await said(viewer), [
    'department is Engineering',
    `reports directly to ${ids['grace']}`,
    `is anywhere below ${ids['ada']}`,
  ])
})

async function giveRole(person: Person, rulesetId: string): Promise<void> {
  await server.database.transaction(({ tx }) =>
    tx
      .insertInto('ruleset_admin')
      .values({
        ruleset_id: decodeId('ruleset', rulesetId) ?? '',
        workspace_user_id: person.uuid,
        role: 'audit',
      })
      .execute(),
  )
}

test('a role on one ruleset shows that one: another is 404, and without any role all are 403', async () => {
  const engine = await named('Engine')
  const drafts = await named('Drafts')
  const stranger = await makeCaller(server, [])
  const unknown = 'poset_01kaf7m2t4e8j9p3q5r7s9v1wx'
  for (const id of [engine.id, unknown]) {
    const answer = await server.get(`/policy/rulesets/${id}`, stranger.token)
    assert.equal(answer.status, 403)
    assert.match(answer.body.message, /policy\.rule\.view/)
  }
  const delegate = await makeCaller(server, [])
  await giveRole(delegate, engine.id)
  assert.deepEqual(
    (await rulesets('', delegate)).map(({ id }) => id),
    [engine.id],
  )
  const { data: rules } = await read(`/policy/rulesets/${engine.id}/rules`, delegate)
  await read(`/policy/rulesets/${engine.id}`, delegate)
  await read(`/policy/rules/${rules[0].id}/conditions`, delegate)
  await read('/policy/roles', delegate)
  const [draft] = (await read(`/policy/rulesets/${drafts.id}/rules`)).data
  for (const path of [`/policy/rulesets/${drafts.id}`, `/policy/rules/${draft.id}`]) {
    const answer = await server.get(path, delegate.token)
    assert.equal(answer.status, 404, answer.text)
  }
  const people = await server.get(`/policy/rulesets/${engine.id}/manifest-users`, delegate.token)
  assert.equal(people.status, 403)
  assert.match(people.body.message, /directory\.user\.view/)
})
