import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importAda } from '../../../test/ada.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { decodeId } from '../../contract/ids.ts'
import { followPeople } from '../../../test/manifests-follow.ts'

const server = await testServer()
const ids = await importAda(server)
const owner = await makeOwner(server)
const looking = ['directory.user.view', 'policy.rule.view']
const viewer = await makeCaller(server, looking)

async function read(path: string, caller = owner) {
  const answer = await server.get(path, caller.token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const rulesets = new Map<string, string>(
  (await read('/policy/rulesets')).data.map(
    (row: { id: string; policy_resource: { name: string } }) => [row.policy_resource.name, row.id],
  ),
)
const pathOf = (person: string, resource: string) =>
  `/directory/users/${ids[person]}/explain?ruleset=${rulesets.get(resource)}`
const explain = (person: string, resource: string, caller = owner) =>
  read(pathOf(person, resource), caller)

/** Writes as the owner of the schema would not: manifests follow. */
async function change(person: string, statement: string) {
  const uuid = decodeId('directoryUser', ids[person] ?? '') ?? ''
  await server.query(statement, [uuid])
  await server.database.transaction(({ tx }) => followPeople(tx, [uuid]))
}

type Rule = { is_met: boolean; description: string }
const verdicts = (rules: Rule[]) => rules.map((rule) => `${rule.is_met} ${rule.description}`)

test('a hit names the rule, and every other rule with its verdict, in admission order', async () => {
  const found = await explain('ada', 'Engine')
  assert.equal(found.verdict, 'in')
  assert.equal(found.why, 'is in as Member: department is Engineering')
  assert.deepEqual(verdicts(found.policy_rules), [
    'true department is Engineering',
    'true reports directly to Grace Hopper',
    'false is anywhere below Ada Lovelace',
  ])
  assert.equal(found.policy_user.policy_rule_id, found.policy_rules[0].id)
  assert.equal(found.nearest, null)
  assert.deepEqual(found.eligibility, {
    is_eligible: true,
    state: 'active',
    parent: null,
    reasons: [],
  })
  assert.deepEqual(found.grace, { expires_after_days: 9, until: null })
  assert.deepEqual(found.withheld, [])
  assert.equal(found.included.policy_resource.name, 'Engine')
})

test('a condition shows what it saw: the attribute with its rule, and there the value, its account and time', async () => {
  const { policy_rules: rules } = await explain('ada', 'Engine')
  const { attribute } = rules[0].conditions[0].saw
  assert.equal(attribute.holds, true)
  assert.equal(attribute.is_cut, false)
  assert.equal(attribute.rule.description, 'department of idp is Engineering')
  const [condition] = attribute.rule.conditions
  assert.deepEqual(
    [condition.profile_key, condition.profile_operator, condition.profile_value, condition.is_met],
    ['department', 'equals', 'Engineering', true],
  )
  const [seen] = condition.saw.identities
  assert.deepEqual([seen.integration_handle, seen.values], ['idp', ['Engineering']])
  const account = await read(`/directory/identities/${seen.id}`)
  assert.equal(seen.changed_at, account.timestamp.updated_at)
  assert.deepEqual(rules[1].conditions[0].saw.managers, [
    { id: ids['grace'], full_name: 'Grace Hopper' },
  ])
  assert.equal(rules[2].conditions[0].is_met, false)
})

test('a miss names the nearest rule and what would make it match', async () => {
  const found = await explain('adm-ada', 'Engine')
  assert.equal(found.verdict, 'out')
  assert.equal(found.why, 'would be in if department is Engineering')
  assert.deepEqual(found.nearest, {
    policy_rule_id: found.policy_rules[0].id,
    unmet_conditions: 1,
    would_match_if: ['department is Engineering'],
  })
  assert.equal(found.policy_user, null)
  const { rule, holds } = found.policy_rules[0].conditions[0].saw.attribute
  assert.equal(holds, false)
  assert.deepEqual(rule.conditions[0].saw.identities[0].values, [])
  const direct = await explain('adm-ada', 'Sales')
  assert.equal(direct.why, 'would be in if department of idp is Sales (there is no value)')
})

test('a staged rule is shown and admits nobody', async () => {
  const found = await explain('ada', 'Drafts')
  assert.equal(found.verdict, 'out')
  assert.equal(found.why, 'is out: no rule is in force')
  const [rule] = found.policy_rules
  assert.deepEqual([rule.state, rule.is_in_force, rule.is_met], ['staged', false, true])
  assert.deepEqual(rule.conditions[0].saw.identities[0].values, ['Principal'])
})

test('who may be in nowhere is told why: their own state, or that of whom they belong to', async () => {
  const joan = await explain('joan', 'Engine')
  assert.equal(joan.verdict, 'out')
  assert.equal(joan.eligibility.is_eligible, false)
  assert.deepEqual(joan.eligibility.reasons, ['is deactivated'])
  assert.equal(joan.why, 'qualifies (is anywhere below Ada Lovelace), but is deactivated')
  await change('ada', `update directory_user set base_state = 'suspended' where id = $1`)
  const second = await explain('adm-ada', 'Engine')
  assert.deepEqual(second.eligibility, {
    is_eligible: false,
    state: 'active',
    parent: { id: ids['ada'], full_name: 'Ada Lovelace', state: 'suspended' },
    reasons: ['belongs to Ada Lovelace, who is suspended'],
  })
  assert.equal(
    second.why,
    'belongs to Ada Lovelace, who is suspended; would qualify if department is Engineering',
  )
  await change('ada', `update directory_user set base_state = 'active' where id = $1`)
})

test('values of profiles, and what conditions want of them, are withheld from who may not see profiles', async () => {
  for (const [person, resource] of [
    ['ada', 'Engine'],
    ['ada', 'Drafts'],
    ['adm-ada', 'Sales'],
    ['ada', 'CC-1'],
  ] as const) {
    const closed = await explain(person, resource, viewer)
    assert.deepEqual(closed.withheld, ['profile_values'])
    const told = JSON.stringify([closed.why, closed.policy_rules, closed.nearest])
    assert.doesNotMatch(told, /princ|Principal|idp is (Sales|Engineering|CC)|no value/i)
    assert.doesNotMatch(told, /"type":"identity"[^}]*"is_met":(true|false)/)
    const open = await server.get(pathOf(person, resource), owner.token)
    const etag = open.headers.get('etag') ?? ''
    const again = (caller: typeof owner) =>
      server.get(pathOf(person, resource), caller.token, { 'if-none-match': etag })
    assert.equal((await again(owner)).status, 304)
    assert.equal((await again(viewer)).status, 200)
  }
  const { nearest } = await explain('adm-ada', 'Sales', viewer)
  assert.deepEqual(nearest.would_match_if, [
    'a condition on profiles, which you may not see, were met',
  ])
})

test('an explanation is never older than the names in it', async () => {
  const etagOf = async () =>
    (await server.get(pathOf('ada', 'Engine'), owner.token)).headers.get('etag')
  const before = await etagOf()
  assert.equal(await etagOf(), before)
  await server.query(
    `update directory_user set last_name = 'Clarke-Murray' where email = 'joan@acme.example'`,
  )
  assert.notEqual(await etagOf(), before, 'a report is in her body')
  const after = await etagOf()
  await server.query(
    `update directory_user set first_name = 'Amazing' where email = 'grace@acme.example'`,
  )
  assert.notEqual(await etagOf(), after)
  const { policy_rules: rules } = await explain('ada', 'Engine')
  assert.equal(rules[1].conditions[0].saw.managers[0].full_name, 'Amazing Hopper')
})

test('a role on the ruleset is enough to see it, without the rules of attributes that are not one’s to see', async () => {
  const stranger = await makeCaller(server, ['directory.user.view'])
  assert.equal((await server.get(pathOf('ada', 'Engine'), stranger.token)).status, 403)
  const delegate = await makeCaller(server, ['directory.user.view'])
  await server.database.transaction(({ tx }) =>
    tx
      .insertInto('ruleset_admin')
      .values({
        ruleset_id: decodeId('ruleset', rulesets.get('Engine') ?? '') ?? '',
        workspace_user_id: delegate.uuid,
        role: 'audit',
      })
      .execute(),
  )
  const found = await explain('ada', 'Engine', delegate)
  const [condition] = found.policy_rules[0].conditions
  assert.equal(condition.is_met, true)
  assert.deepEqual(condition.saw.attribute, {
    holds: true,
    rule: null,
    is_cut: true,
  })
  assert.equal((await server.get(pathOf('ada', 'Sales'), delegate.token)).status, 404)
})

test('without a ruleset, or with none that is one, it is 400; for nobody it is 404', async () => {
  const person = `/directory/users/${ids['ada']}/explain`
  for (const query of ['', '?ruleset=x', `?ruleset=${ids['ada']}`]) {
    const answer = await server.get(person + query, owner.token)
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /ruleset/)
  }
  const without = await server.get(person, owner.token)
  assert.equal(without.body.message, 'The query parameter ruleset is required.')
  const unknown = '01kaf7m2t4e8j9p3q5r7s9v1wx'
  const nobody = `/directory/users/drusr_${unknown}/explain?ruleset=${rulesets.get('Engine')}`
  assert.equal((await server.get(nobody, owner.token)).status, 404)
  assert.equal((await server.get(`${person}?ruleset=poset_${unknown}`, owner.token)).status, 404)
})

test('grace is told with its end', async () => {
  await change('ada', `update directory_user set manager_id = null where id = $1`)
  await change(
    'ada',
    `update identity set profile = profile - 'department' where directory_user_id = $1 and vendor_id = 'ada'`,
  )
  const found = await explain('ada', 'Engine')
  assert.equal(found.verdict, 'in_grace')
  assert.equal(found.policy_user.state, 'expiring')
  assert.deepEqual(found.grace, { expires_after_days: 9, until: found.policy_user.until })
  assert.equal(
    found.why,
    `no longer qualifies (department is Engineering) and stays as Member until ${found.policy_user.until}`,
  )
  assert.equal(found.nearest.would_match_if.length, 1)
})

test('many conditions, which a thread explains, change nothing in the explanation of the other rules', async () => {
  const people = ['ada', 'grace'] as const
  const viewers = [owner, viewer]
  const all = () =>
    Promise.all(people.flatMap((one) => viewers.map((each) => explain(one, 'Engine', each))))
  const before = await all()
  const draft = {
    role: 'member',
    conditions: Array.from({ length: 50 }, (_, index) => ({
      type: 'identity',
      profile_key: 'department',
      profile_operator: 'not_equals',
      profile_value: `no ${index}`,
    })),
  }
  const path = `/policy/rulesets/${rulesets.get('Engine')}/rules`
  const drafts = new Set<string>()
  for (let count = 0; count < 5; count++) {
    const answer = await server.call('POST', path, { token: owner.token, body: draft })
    assert.equal(answer.status, 201, answer.text)
    drafts.add(answer.body.id)
  }
  const after = await all()
  for (const [index, { policy_rules: rules, ...rest }] of after.entries()) {
    const { policy_rules: rulesBefore, ...restBefore } = before[index]
    assert.deepEqual(rest, restBefore)
    const isDraft = ({ id }: { id: string }) => drafts.has(id)
    assert.deepEqual(
      rules.filter((rule: { id: string }) => !isDraft(rule)),
      rulesBefore,
    )
    const shown = rules.filter(isDraft)
    assert.deepEqual(
      shown.map(({ conditions }: { conditions: unknown[] }) => conditions.length),
      Array.from(drafts, () => 50),
    )
  }
})
