import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOwner } from '../../../../test/harness.ts'
import { encodeId } from '../../../contract/ids.ts'
import { onProfile, policyServer } from '../../rules/policy-for-tests.ts'

/** People × conditions is more than the event loop evaluates itself. */
const people = 1200
const drafts = 3
const emailOf = (index: number) => `p${String(index).padStart(4, '0')}@x.example`

const server = await policyServer(
  Array.from({ length: people }, (_, index) => ({
    email: emailOf(index),
    profile: { department: `D${index % 100}`, level: String(index % 9) },
    // One who is staged waits for the rule in force; p0001 is everyone's manager above.
    ...(index === 7 ? { baseState: 'staged' } : {}),
    ...(index > 1 ? { manager: emailOf(index < 40 ? 1 : (index % 38) + 2) } : {}),
  })),
)
const { expect } = server
const ruleset = await server.rulesetId('12')

/** Conditions that everyone meets but those of the departments D0 to D<count - 1>. */
const notIn = (count: number) =>
  Array.from({ length: count }, (_, index) => onProfile('department', `D${index}`, 'not_equals'))

async function draftRule(conditions: unknown): Promise<string> {
  const body = { role: 'member', everyone_else: true, conditions }
  return (await expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, body)).body.id
}

type Row = { policy_rule_ids: string[]; included: { directory_user: { email: string } } }

async function stagedList(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  let path: string | null = `/policy/rulesets/${ruleset}/staged-users?page[size]=500`
  while (path !== null) {
    const { body } = await expect(200, 'GET', path)
    const rows: Row[] = body.data
    for (const row of rows) found.set(row.included.directory_user.email, row.policy_rule_ids)
    path = body.links.next?.replace('https://muster.example/api/v1', '') ?? null
  }
  return found
}

const bySet = (list: Map<string, string[]>) =>
  [...list].map(([email, met]) => `${email} ${met.toSorted().join()}`).sort()

type StagedUser = { email: string; included: { policy_rules_staged: { id: string }[] } }

test('a thread finds the same people staged by many drafts as the event loop', async () => {
  const inForce = await draftRule([onProfile('level', '7')])
  await expect(200, 'POST', `/policy/rules/${inForce}/activate`, {})
  const rules: string[] = []
  for (let index = 0; index < drafts; index += 1) rules.push(await draftRule(notIn(20 + index)))
  const managed = await server.personId(emailOf(1))
  const below = { type: 'all_reports_of', resource_id: managed, profile_operator: 'equals' }
  rules.push(await draftRule([below, ...notIn(49).slice(20)]))

  const wanted = new Map<string, string[]>()
  for (let index = 0; index < people; index += 1) {
    const department = index % 100
    const met = rules.slice(0, drafts).filter((_, rule) => department >= 20 + rule)
    if (index > 1 && (department < 20 || department >= 49)) met.push(rules[drafts] ?? '')
    if (index === 7) met.unshift(inForce)
    if (met.length > 0) wanted.set(emailOf(index), met)
  }
  const listed = await stagedList()
  assert.deepEqual(bySet(listed), bySet(wanted))
  const described = await expect(200, 'GET', `/policy/rulesets/${ruleset}`)
  assert.equal(described.body.count.staged_users, wanted.size)

  const page = await expect(
    200,
    'GET',
    '/directory/users?page[size]=500&include=policy-rules-staged&filter[state]=active,staged',
  )
  const rows: StagedUser[] = page.body.data
  for (const row of rows) {
    const met = row.included.policy_rules_staged.map(({ id }) => id).toSorted()
    assert.deepEqual(met, (wanted.get(row.email) ?? []).toSorted(), row.email)
  }
})

test('descriptions of a ruleset that wait for a heavy place keep no connection from others, and changes of it need none', async () => {
  const { heavy } = server.app.services
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const others = ['ada', 'bob', 'cy', 'dan'].map((caller) => heavy.run(caller, () => end))
  const callers = await Promise.all([1, 2, 3].map(() => makeOwner(server)))
  const described = callers.flatMap((each) =>
    [1, 2].map(() => expect(200, 'GET', `/policy/rulesets/${ruleset}`, undefined, each)),
  )
  const person = `/directory/users/${await server.personId(emailOf(3))}`
  await expect(200, 'PATCH', person, { metadata: { desk: '7' } })
  assert.equal((await expect(200, 'GET', person)).body.metadata.desk, '7')
  const changed = await expect(200, 'PATCH', `/policy/rulesets/${ruleset}`, {
    expires_after_days: 4,
  })
  assert.equal(changed.body.count.staged_users, null)
  finish()
  await Promise.all(others)
  for (const { body } of await Promise.all(described)) assert.ok(body.count.staged_users > 0)
})

test('the event loop answers others while many drafts are evaluated', async () => {
  await server.query(
    `insert into rule (ruleset_id, state, policy_role_id, description, everyone_else)
     select r.ruleset_id, 'staged', r.policy_role_id, 'many', true
     from rule r cross join generate_series(1, 150) where r.state = 'active'`,
  )
  await server.query(
    `insert into condition (rule_id, type, profile_key, profile_operator, profile_value, description)
     select r.id, 'identity', 'department', 'not_equals', 'no ' || r.id || number, 'not'
     from rule r cross join generate_series(1, 50) number where r.description = 'many'`,
  )
  const one = encodeId(
    'directoryUser',
    (await server.query<{ id: string }>('select id from directory_user limit 1'))[0]?.id ?? '',
  )
  const heavy = { isDone: false }
  const described = expect(200, 'GET', `/policy/rulesets/${ruleset}`).finally(() => {
    heavy.isDone = true
  })
  let answers = 0
  for (; !heavy.isDone; answers += 1) await expect(200, 'GET', `/directory/users/${one}`)
  await described
  assert.ok(answers > 3, `${answers} answers`)
})
