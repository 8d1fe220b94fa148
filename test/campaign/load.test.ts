import { test } from 'node:test'
import { onProfile, policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { makeCaller } from '../harness.ts'
import { besideOwner, isCampaign } from './beside.ts'

const people = isCampaign ? 3000 : 600
const drafts = isCampaign ? 195 : 20

const server = await policyServer(
  Array.from({ length: people }, (_, index) => ({
    email: `p${index}@x.example`,
    profile: { department: `D${index % 50}` },
  })),
)
const [ruleset, other] = [await server.rulesetId('12'), await server.rulesetId('13')]
const attacker = await makeCaller(server, [
  'directory.user.view',
  'directory.identity.profile.view',
  'policy.rule.view',
])
for (const each of [ruleset, other])
  await server.expect(201, 'POST', `/policy/rulesets/${each}/admins`, {
    user_id: attacker.id,
    role: 'create',
  })

const described = await Promise.all(
  Array.from({ length: 100 }, (_, at) => server.personId(`p${at}@x.example`)),
)

const draft = () => ({
  role: 'member',
  everyone_else: true,
  conditions: Array.from({ length: 50 }, (_, index) =>
    onProfile('department', `no ${index} ${Math.random()}`, 'not_equals'),
  ),
})

const from = (method: string, path: string, body?: object) => ({
  method,
  path: `/api/v1${path}`,
  token: attacker.token,
  ...(body !== undefined && { body }),
})

/** `other` has few drafts; `ruleset` is full of them. */
function requests() {
  const rule = draft()
  const plan = { operations: [{ op: 'create_rule', ruleset_id: other, ...rule }] }
  const planning = from('POST', '/policy/plans', plan)
  return {
    describe: from('GET', `/policy/rulesets/${ruleset}`),
    list: from('GET', `/policy/rulesets/${ruleset}/staged-users`),
    draft: from('POST', `/policy/rulesets/${ruleset}/rules`, rule),
    explain: from('GET', `/directory/users/${described[0]}/explain?ruleset=${ruleset}`),
    plan: planning,
    'plan again': planning,
    'and again': planning,
  }
}

test('one caller with many expensive requests does not slow down the others', async (context) => {
  for (let count = 0; count < drafts; count += 1)
    await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, draft())
  const beside = await besideOwner(server, described)
  await server.app.close()
  await beside(context, requests())
})
