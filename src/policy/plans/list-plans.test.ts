import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, type Person } from '../../../test/harness.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import { noTotals } from './effect.ts'
import { activate, planServer } from './plans-for-tests.ts'

const server = await planServer()
const { expect, groups, create, plan, apply, owner, giveRole } = server

const profiles: Permission = 'directory.identity.profile.view'

type Row = {
  id: string
  kind: string
  exceeds_limits: boolean
  ops: string[]
  ruleset_names: string[]
  abilities?: { apply: boolean }
}

async function list(query = '', as: Person = owner): Promise<Row[]> {
  return (await expect(200, 'GET', `/policy/plans${query}`, undefined, as)).body.data
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const uuidOf = (kind: 'ruleset', id: string) => decodeId(kind, id) ?? ''

test('plans are listed with how much they change, the newest first, without what they name', async () => {
  const first = (await plan([create(12), activate])).body
  const second = (await plan([create(13)])).body
  const rows = await list()
  assert.deepEqual(idsOf(rows).slice(0, 2), [second.id, first.id])
  assert.deepEqual(idsOf(await list('?sort=created_at')).slice(-2), [first.id, second.id])
  const {
    kind,
    exceeds_limits: isBeyond,
    ops,
    ruleset_names: names,
    ...shared
  } = rows[1] ?? assert.fail()
  assert.deepEqual([kind, isBeyond, ops], ['change', false, ['activate_rule', 'create_rule']])
  assert.deepEqual(names, [first.rulesets[0].name])
  assert.deepEqual(shared, Object.fromEntries(Object.keys(shared).map((key) => [key, first[key]])))
  assert.equal(first.totals.added, 2)
  assert.ok(!('operations' in shared))
  const page = (await expect(200, 'GET', '/policy/plans?page[size]=1')).body
  const next = page.links.next.replace('https://muster.example/api/v1', '')
  assert.deepEqual(idsOf((await expect(200, 'GET', next)).body.data), [first.id])
  await server.query(`update plan set operations = '[]' where description is null`)
  assert.deepEqual((await list())[1]?.ops, [], 'what is forgotten is not listed either')
})

test('a plan in the list says whether the caller may apply it', async () => {
  const { id } = (await plan([create(12), activate])).body
  const viewer = await makeCaller(server, ['policy.rule.view', 'directory.user.view', profiles])
  const may = async (as: Person) =>
    (await list('?include=abilities', as)).find((row) => row.id === id)?.abilities
  assert.deepEqual(
    [await may(owner), await may(viewer)],
    [
      { apply: true, revert: false, approve: false },
      { apply: false, revert: false, approve: false },
    ],
  )
})

test('plans are found by author, state, kind, ruleset, limit and time', async () => {
  const author = await makeCaller(server, [
    'policy.rule.view',
    'policy.rule.manage',
    'directory.identity.profile.view',
  ])
  const { id } = (await plan([create(13), activate], author)).body
  const by = `?filter[author_id]=${author.id}`
  assert.deepEqual(idsOf(await list(by)), [id])
  const found = async (filter: string) => (await list(`${by}&${filter}`)).length
  assert.equal(await found('filter[state]=ready,stale'), 1)
  assert.equal(await found('filter[state]=expired'), 0)
  assert.equal(await found('filter[kind]=change'), 1)
  assert.equal(await found('filter[kind]=job,incident'), 0)
  assert.equal(await found(`filter[ruleset_id]=${groups[13]}`), 1)
  assert.equal(await found(`filter[ruleset_id]=${groups[12]}`), 0)
  assert.equal(await found('filter[exceeds_limits]=true'), 0)
  assert.equal(await found(`filter[created_before]=2026-05-01T00:00:00Z`), 0)
  assert.equal(await found(`filter[created_after]=2026-05-01T00:00:00Z`), 1)
  assert.equal(await found(`filter[expires_before]=2026-05-03T00:00:00Z`), 1)
  assert.equal(await found(`filter[expires_after]=2026-05-03T00:00:00Z`), 0)
  await server.query(
    `update plan set exceeds = '[{"rulesetId": null}]', created_at = '2026-04-01', expires_at = '2026-04-02'
     where author_id = $1`,
    [author.uuid],
  )
  assert.equal(await found('filter[exceeds_limits]=true'), 1)
  assert.equal(await found('filter[state]=expired'), 1)
  await apply(id, 422, author)
  await expect(400, 'GET', '/policy/plans?filter[author_id]=poset_01kaf7m2t4e8j9p3q5r7s9v1wx')
})

const profileRule = { op: 'create_rule', conditions: [{ type: 'identity', profile_value: 'x' }] }
const noProfile = { op: 'create_rule', conditions: [{ type: 'user', profile_value: null }] }

/** What a plan can be about: its operations, the group of a ruleset that it moves, one that it makes, and one with a finding. */
const subjects: { operations: object[]; moves?: 12 | 13; makes?: string; finds?: 12 | 13 }[] = [
  { operations: [] },
  { operations: [noProfile], moves: 12 },
  { operations: [noProfile], moves: 13 },
  { operations: [profileRule], moves: 12 },
  { operations: [{ op: 'change_rule' }], moves: 12, finds: 12 },
  { operations: [{ op: 'change_rule' }], moves: 12, finds: 13 },
  { operations: [{ op: 'create_ruleset' }], makes: 'codehost_group' },
  { operations: [{ op: 'create_attribute', profile_value: 'x' }], makes: 'directory_attribute' },
  { operations: [{ op: 'deactivate_dimension' }], moves: 12 },
  { operations: [{ op: 'apply_policy_files', files: [], operations: [noProfile] }], moves: 12 },
  { operations: [{ op: 'apply_policy_files', files: [], operations: [profileRule] }], moves: 12 },
  {
    operations: [
      { op: 'apply_policy_files', files: [], operations: [{ op: 'deactivate_attribute' }] },
    ],
    moves: 12,
  },
  { operations: [{ op: 'update_directory_user' }], moves: 12 },
  { operations: [{ op: 'approve_incident' }], moves: 12 },
  { operations: [{ op: 'accept_pending_facts' }], moves: 12 },
]

const findingAbout = (group: string) => ({
  kind: 'matches_nobody',
  ruleId: null,
  operation: null,
  rulesetId: uuidOf('ruleset', group),
  by: null,
  conditions: [],
  message: 'No one meets this rule now.',
})

/** Stores a plan about each subject. @returns their ids */
async function storePlans(type: 'user' | 'service' | 'system', author: string | null) {
  return Promise.all(
    subjects.map(async ({ operations, moves, makes, finds }) => {
      const finding = finds === undefined ? [] : [findingAbout(groups[finds])]
      const [row] = await server.query<{ id: string }>(
        `insert into plan (state, operations, findings, author_type, author_id, expires_at)
         values ('ready', $1, $2, $3, $4, '2026-05-02') returning id`,
        [JSON.stringify(operations), JSON.stringify(finding), type, author],
      )
      const id = row?.id ?? ''
      const named =
        moves === undefined ? [] : [[uuidOf('ruleset', groups[moves]), 'codehost_group', false]]
      const made = makes === undefined ? [] : [[id, makes, true]]
      for (const [at, [ruleset, kind, isNew]] of [...named, ...made].entries())
        await server.query(
          `insert into plan_ruleset (plan_id, ruleset_id, position, name, type, is_new, totals)
           values ($1, $2, $3, 'x', $4, $5, $6)`,
          [id, ruleset, at, kind, isNew, JSON.stringify(noTotals())],
        )
      return encodeId('plan', id)
    }),
  )
}

const callers: { permissions: Permission[]; role?: 12 | 13; scopes?: string[] }[] = [
  { permissions: [] },
  { permissions: [], role: 12 },
  { permissions: ['directory.user.view'] },
  { permissions: ['directory.user.view'], role: 12 },
  { permissions: ['directory.user.view', profiles], role: 12 },
  { permissions: ['directory.user.view', profiles, 'directory.dimension.view'], role: 13 },
  { permissions: ['directory.user.view'], role: 12, scopes: ['directory.*'] },
  { permissions: ['directory.user.manage'], scopes: ['directory.user.*'] },
  { permissions: ['policy.change.approve'], scopes: ['policy.change.approve'] },
  { permissions: ['policy.rule.view'] },
  { permissions: ['policy.rule.view', 'directory.user.view'] },
  { permissions: ['policy.rule.view', 'directory.user.view', profiles] },
  { permissions: ['policy.rule.view', 'directory.user.view', 'directory.attribute.view'] },
  {
    permissions: ['policy.rule.view', 'directory.user.view', profiles, 'directory.attribute.view'],
  },
  { permissions: ['policy.rule.view', 'directory.user.view', 'policy.change.approve'] },
  { permissions: ['policy.rule.view', 'directory.user.view', 'directory.user.manage'] },
  { permissions: ['policy.rule.view', 'directory.user.view'], scopes: ['audit.log.view'] },
]

test('a caller sees in the list exactly the plans that they can open', async () => {
  await server.query('delete from plan')
  const others = [...(await storePlans('user', owner.uuid)), ...(await storePlans('system', null))]
  const counts: number[] = []
  for (const { permissions, role, scopes } of callers) {
    const caller = await makeCaller(server, permissions, scopes)
    if (role !== undefined) await giveRole(caller, role, 'audit')
    const own = await storePlans('user', caller.uuid)
    const statuses = await Promise.all(
      [...others, ...own].map(async (id) => {
        const { status } = await server.send('GET', `/policy/plans/${id}`, undefined, caller)
        return { id, status }
      }),
    )
    const open = statuses.filter(({ status }) => status === 200).map(({ id }) => id)
    const label = JSON.stringify({ permissions, role, scopes })
    const listed = await server.send('GET', '/policy/plans?page[size]=500', undefined, caller)
    if (listed.status === 403) assert.deepEqual(open, [], label)
    else assert.deepEqual(idsOf(listed.body.data).toSorted(), open.toSorted(), label)
    counts.push(open.length)
    await server.query('delete from plan where author_id = $1', [caller.uuid])
  }
  assert.ok(new Set(counts).size > 8, counts.join())
})

test('the list tells the author nothing about a ruleset that they may not see', async () => {
  const author = await makeCaller(server, ['directory.user.view'])
  await giveRole(author, 12)
  await storePlans('user', author.uuid)
  const found = async (group: 12 | 13) =>
    (await list(`?filter[ruleset_id]=${groups[group]}&filter[author_id]=${author.id}`, author))
      .length
  assert.ok((await found(12)) > 0)
  assert.equal(await found(13), 0)
  const rows = await list(`?filter[author_id]=${author.id}`, author)
  assert.ok(rows.length > (await found(12)))
  assert.equal(rows.filter((row) => row.ruleset_names.length > 0).length, await found(12))
})
