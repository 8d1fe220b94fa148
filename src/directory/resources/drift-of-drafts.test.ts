import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onProfile, policyServer } from '../../policy/rules/policy-for-tests.ts'
import { makeCaller } from '../../../test/harness.ts'
import { makeIdentity, makeMember } from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'
import { decodeId } from '../../contract/ids.ts'

const sales = { profile: { department: 'Sales' } }
const server = await policyServer([
  { email: 'ada@x.example', ...sales },
  { email: 'bo@x.example', ...sales },
  { email: 'cy@x.example', profile: { department: 'Legal' } },
  { email: 'di@x.example', ...sales },
])
const { expect, owner } = server
const ruleset = await server.rulesetId('12')
const [place] = await server.query<{ id: string; integration: string; name: string }>(
  `select id, integration_id as integration, name from resource where vendor_id = '12'`,
)
const resource = { id: '', uuid: place?.id ?? '' }
const vendor = { id: '', uuid: place?.integration ?? '' }
const ids = new Map<string, string>()
for (const name of ['ada', 'bo', 'cy', 'di'])
  ids.set(name, await server.personId(`${name}@x.example`))
const person = (name: string) => {
  const id = ids.get(name) ?? ''
  return { id, uuid: decodeId('directoryUser', id) ?? '' }
}
const join = async (name: string | null, role = 'developer') =>
  makeMember(
    server,
    resource,
    await makeIdentity(server, vendor, name === null ? null : person(name), {
      full_name: name ?? '',
    }),
    role,
  )
await join('ada')
await join('cy')
await join('di', 'owner')
await join(null)
await server.query(`update directory_user set base_state = 'suspended' where id = $1`, [
  person('di').uuid,
])
const rule = { role: 'developer', conditions: [onProfile('department', 'Sales')] }
const draft = (await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, rule)).body
const { resource_id: id } = (await expect(200, 'GET', `/policy/rulesets/${ruleset}`)).body
const path = `/directory/resources/${id}/drift?rules=staged`

type Row = {
  id: string
  status: string
  enters: boolean
  outside: string | null
  should: { why: string; policy_rule_id: string; since: null; policy_user_id: null } | null
}

test('drafts are compared with the members: who enters, who is one already, and who is left out, each with the reason', async () => {
  const { data, count } = (await expect(200, 'GET', `${path}&include=counts`)).body
  const rows = new Map<string, Row>(data.map((row: Row) => [row.id, row]))
  const lineOf = (name: string) => {
    const row = rows.get(person(name).id)
    return [row?.status, row?.enters, row?.outside, row?.should?.why]
  }
  assert.deepEqual(lineOf('ada'), ['in_sync', true, null, draft.description])
  assert.deepEqual(lineOf('bo'), ['missing', true, null, draft.description])
  assert.deepEqual(lineOf('cy'), ['unmanaged', false, 'meets none of its rules', undefined])
  assert.deepEqual(lineOf('di'), ['unmanaged', false, 'is suspended', undefined])
  const strangers = data.filter((row: Row) => row.id.startsWith('dridt'))
  assert.deepEqual(
    strangers.map(({ outside }: Row) => outside),
    ['belongs to no person'],
  )
  const should = rows.get(person('bo').id)?.should
  assert.deepEqual(
    [should?.policy_rule_id, should?.since, should?.policy_user_id],
    [draft.id, null, null],
  )
  assert.deepEqual(count, {
    missing: 1,
    extra: 0,
    role_differs: 0,
    unmanaged: 3,
    in_sync: 1,
    entering_members: 1,
    entering_others: 1,
  })
})

test('every row can be had as CSV and as NDJSON', async () => {
  for (const [accept, lines] of [
    ['text/csv', 6],
    ['application/x-ndjson', 5],
  ] as const) {
    const answer = await server.get(path, owner.token, { accept })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.text.trimEnd().split('\n').length, lines)
  }
})

test('muster drift --drafts says it in numbers and by name', async () => {
  const environment = { MUSTER_URL: server.origin, MUSTER_TOKEN: owner.token }
  const run = (...args: string[]) => runCli(['drift', '--drafts', ...args], environment)
  const { code, stdout, stderr } = await run(id, '--csv')
  assert.equal(code, 0, stderr)
  const lines = stdout.trimEnd().split('\n')
  assert.equal(lines[0], 'drafts,resource,role,has,name,account,username,e-mail,why')
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]),
    ['add', 'leave out', 'leave out', 'leave out', 'admit a member'],
  )
  const table = await run()
  assert.match(
    table.stderr,
    /2 people would enter: 1 members already, and 1 others\. 3 members would be left out\./,
  )
  assert.equal((await run('--exit-code')).code, 2)
})

const addedOf = ({ rulesets }: { rulesets: { added_members: number | null }[] }) =>
  rulesets.map((each) => each.added_members)

test('a plan says how many of those whom it adds are members already, to who may see members', async () => {
  const body = { operations: [{ op: 'activate_rule', rule_id: draft.id }] }
  const plan = (await expect(201, 'POST', '/policy/plans', body)).body
  assert.deepEqual([plan.totals.added, addedOf(plan)], [2, [1]])
  const blind = await makeCaller(server, ['policy.rule.view', 'directory.user.view'])
  const read = await expect(200, 'GET', `/policy/plans/${plan.id}`, undefined, blind)
  assert.deepEqual(addedOf(read.body), [null])
  await expect(200, 'POST', `/policy/plans/${plan.id}/apply`)
  const applied = await expect(200, 'GET', `/policy/plans/${plan.id}`)
  assert.deepEqual(addedOf(applied.body), [null])
})
