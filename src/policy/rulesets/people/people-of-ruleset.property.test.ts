import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../../test/harness.ts'
import { testActor } from '../../../../test/people-fixture.ts'
import {
  emptyWorld,
  makeWorld,
  type StoredWorld,
  storeWorld,
  worldFacts,
} from '../../../../test/policy-world.ts'
import { decodeId, encodeId } from '../../../contract/ids.ts'
import { compilePolicy } from '../../../engine/compile-policy.ts'
import { directoryOf } from '../../../engine/directory.ts'
import { evaluatePerson, stagedRulesOf } from '../../../engine/evaluate-person.ts'
import { beginPolicyChange } from '../../changes/begin-change.ts'
import { followPolicyChange } from '../../changes/follow-change.ts'
import { carriedOut } from '../../limits/stopped.ts'

const start = Date.parse('2026-05-01T00:00:00Z')
const server = await testServer({ clock: () => new Date(start) })
let token = ''

/** The workspace users are deleted with the people of a world. */
async function beginWorld(): Promise<void> {
  await server.query(emptyWorld)
  token = (await makeOwner(server)).token
}

type Row = {
  id: string
  policy_rule_ids: string[]
  included: { directory_user: { id: string; full_name: string } }
}

/** Every row of a list, read forwards by pages of two and then backwards again: both must say the same. */
async function rowsOf(path: string): Promise<Row[]> {
  const forwards: Row[] = []
  let next: string | null = `${path}?page[size]=2`
  let last = next
  while (next !== null) {
    last = next
    const page = await read(next)
    forwards.push(...page.data)
    next = relative(page.links.next)
  }
  const end = await read(last)
  const backwards: Row[] = end.data
  let before = relative(end.links.prev)
  while (before !== null) {
    const page = await read(before)
    backwards.unshift(...page.data)
    before = relative(page.links.prev)
  }
  assert.deepEqual(backwards, forwards)
  return forwards
}

async function read(path: string) {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

function relative(link: string | null): string | null {
  return link?.replace('https://muster.example/api/v1', '') ?? null
}

/** By id: people here have no names. */
function expected(
  { people }: StoredWorld,
  rulesOf: ReadonlyMap<string, readonly string[]>,
  ofRuleset: ReadonlySet<string>,
): [string, string[]][] {
  const sorted = people.map(({ id }) => id).toSorted()
  return sorted.flatMap((id) => {
    const rules = (rulesOf.get(id) ?? []).filter((rule) => ofRuleset.has(rule))
    return rules.length === 0
      ? []
      : [[encodeId('directoryUser', id), rules.map((rule) => encodeId('rule', rule))]]
  })
}

test('the lists of a ruleset are what the engine says of everybody, and its counts are theirs', async () => {
  await fc.assert(
    fc.asyncProperty(worldFacts, async (facts) => {
      const world = makeWorld(facts, start)
      await beginWorld()
      await server.database.transaction(async ({ tx }) => {
        const context = { tx, actor: testActor }
        const begun = await beginPolicyChange(context)
        await storeWorld(tx, world)
        carriedOut(await followPolicyChange(context, begun, { reach: 'all' }))
      })
      const setting = {
        policy: compilePolicy(world.policy),
        directory: directoryOf(world.people),
        now: start,
      }
      const verdicts = new Map(world.people.map((each) => [each.id, evaluatePerson(setting, each)]))
      const qualified = new Map([...verdicts].map(([id, verdict]) => [id, verdict.qualified]))
      const staged = new Map(world.people.map((each) => [each.id, stagedRulesOf(setting, each)]))
      for (const { id } of world.policy.rulesets) {
        const path = `/policy/rulesets/${encodeId('ruleset', id)}`
        const rules = world.policy.rules.filter(({ rulesetId }) => rulesetId === id)
        const ofRuleset = new Set(rules.map((rule) => rule.id))
        const shown = (rows: Row[]) => rows.map((row) => [row.id, row.policy_rule_ids])
        const stagedRows = await rowsOf(`${path}/staged-users`)
        assert.deepEqual(shown(stagedRows), expected(world, staged, ofRuleset))
        const qualifiedRows = await rowsOf(`${path}/qualified-users`)
        assert.deepEqual(shown(qualifiedRows), expected(world, qualified, ofRuleset))
        const inManifest = (await rowsOf(`${path}/manifest-users`)).map(
          ({ included }) => included.directory_user.id,
        )
        const admitted = world.people.filter((each) => verdicts.get(each.id)?.admitted.has(id))
        assert.deepEqual(
          inManifest,
          admitted.map((each) => encodeId('directoryUser', each.id)).toSorted(),
        )
        const { count } = await read(path)
        assert.deepEqual(
          [count.staged_users, count.qualified_users, count.manifest_users, count.rules],
          [stagedRows.length, qualifiedRows.length, inManifest.length, rules.length],
        )
      }
    }),
    { numRuns: 15 },
  )
})

test('a page that would have to look at too many is short, and the next one goes on', async () => {
  await beginWorld()
  await server.query(`
    with vendor as (
      insert into integration (vendor, type, handle, name, is_primary) values ('idp', 'okta', 'idp', 'Idp', true) returning id
    ), person as (
      insert into directory_user (base_state, first_name) select 'active', 'Person ' || lpad(n::text, 6, '0')
      from generate_series(1, 20500) n returning id, first_name
    ), account as (
      insert into identity (integration_id, vendor_id, directory_user_id, state, vendor_state, linked_by, profile)
      select v.id, p.id, p.id, 'active', 'active', 'created', '{"team": "a"}' from vendor v, person p
      where p.first_name in ('Person 000001', 'Person 015000', 'Person 020499')
    ), object as (
      insert into resource (integration_id, type, vendor_id, name) select id, 'idp_group', '1', 'Group' from vendor returning id
    ), policy as (
      insert into ruleset (type, resource_id, state) select 'idp_group', id, 'managed' from object returning id
    ), draft as (
      insert into rule (ruleset_id, policy_role_id)
      select s.id, r.id from policy s, policy_role r where r.resource_type = 'idp_group' returning id
    )
    insert into condition (rule_id, type, profile_key, profile_operator, profile_value)
    select id, 'identity', 'team', 'equals', 'a' from draft`)
  const [{ id }] = (await read('/policy/rulesets')).data
  assert.equal((await read(`/policy/rulesets/${id}`)).count.staged_users, null)
  const names: string[][] = []
  let next: string | null = `/policy/rulesets/${id}/staged-users`
  let last = ''
  while (next !== null) {
    last = next
    const page = await read(next)
    names.push(page.data.map(({ included }: Row) => included.directory_user.full_name))
    next = relative(page.links.next)
  }
  assert.deepEqual(names, [['Person 000001'], ['Person 015000'], ['Person 020499']])
  const { links } = await read(last)
  const before = await read(relative(links.prev) ?? '')
  assert.equal(before.data.length, 1)
  const [{ included }] = before.data
  assert.equal(included.directory_user.full_name, 'Person 015000')
})

test('many people are listed as few are: those who report to somebody, and those who qualify', async () => {
  const [{ id: ruleset }] = (await read('/policy/rulesets')).data
  const uuid = decodeId('ruleset', ruleset)
  await server.query(
    `insert into condition (rule_id, type, directory_user_id)
     select r.id, 'direct_reports_of', (select id from directory_user where first_name = 'Person 000001')
     from rule r where r.ruleset_id = $1`,
    [uuid],
  )
  await server.query(`
    update directory_user set manager_id = (select id from directory_user where first_name = 'Person 000001')
    where first_name between 'Person 012000' and 'Person 018000'`)
  await server.query(
    `insert into qualification (directory_user_id, rule_id)
     select u.id, r.id from directory_user u, rule r where u.first_name >= 'Person 014000' and r.ruleset_id = $1`,
    [uuid],
  )
  const { count } = await read(`/policy/rulesets/${ruleset}`)
  assert.deepEqual([count.staged_users, count.qualified_users], [1, 6501])
  const firstOf = async (list: string) => {
    const { data, links } = await read(`/policy/rulesets/${ruleset}/${list}?page[size]=1`)
    return [data.length, data[0].included.directory_user.full_name, links.next !== null]
  }
  assert.deepEqual(await firstOf('staged-users'), [1, 'Person 015000', false])
  assert.deepEqual(await firstOf('qualified-users'), [1, 'Person 014000', true])
  const found = await read(`/policy/rulesets/${ruleset}/qualified-users?filter[search]=01500`)
  assert.equal(found.data.length, 10)
})
