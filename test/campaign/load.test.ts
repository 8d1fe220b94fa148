import { test } from 'node:test'
import { scimEndpoint } from '../../src/connectors/scim/scim-for-tests.ts'
import { onProfile, policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { makeCaller } from '../harness.ts'
import { besideOwner, isCampaign } from './beside.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { packedProbes } from './packed-probes.ts'
import { longValue, patternAttack, patternRule } from './patterns.ts'
import { wideExports } from './wide-exports.ts'

const people = isCampaign ? 3000 : 600
const drafts = isCampaign ? 195 : 20

const server = await policyServer(
  Array.from({ length: people }, (_, index) => ({
    email: `p${index}@x.example`,
    profile: { department: index % 50 === 7 ? longValue : `D${index % 50}` },
  })),
)
const [ruleset, other] = [await server.rulesetId('12'), await server.rulesetId('13')]
const third = await scimEndpoint(server, { handle: 'pushing', is_primary: false })
const scim = { scimSecret: third.secret, scimPath: new URL(third.integration.scim_url).pathname }
const emails = Array.from({ length: 100 }, (_, at) => ({
  value: `e${at}@x.example`,
  type: `t${at}`,
}))
const scimUser: string = (await third.user('someone', { emails })).body.id
const attacker = await makeCaller(server, [
  'audit.log.export',
  'audit.log.view',
  'directory.identity.profile.view',
  'directory.identity.view',
  'directory.resource.view',
  'directory.user.view',
  'policy.rule.view',
  'workspace.integration.manage',
  'workspace.integration.sync',
  'workspace.integration.view',
])
const nobody = await makeCaller(server, [])
for (const each of [ruleset, other])
  await server.expect(201, 'POST', `/policy/rulesets/${each}/admins`, {
    user_id: attacker.id,
    role: 'create',
  })
const firstOf = async (path: string): Promise<string> =>
  (await server.expect(200, 'GET', path)).body.data[0].id
const integration = await firstOf('/workspace/integrations?filter[handle]=idp')
const resource = await firstOf('/directory/resources')

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
function expensiveRequests() {
  const rule = draft()
  const plan = { operations: [{ op: 'create_rule', ruleset_id: other, ...rule }] }
  const planning = from('POST', '/policy/plans', plan)
  return {
    describe: from('GET', `/policy/rulesets/${ruleset}`),
    list: from('GET', `/policy/rulesets/${ruleset}/staged-users`),
    draft: from('POST', `/policy/rulesets/${ruleset}/rules`, rule),
    explain: from('GET', `/directory/users/${described[0]}/explain?ruleset=${ruleset}`),
    // More than are taken on of one caller.
    plan: { ...planning, clients: 8 },
  }
}

/** Each by the same caller. */
function attacks() {
  const { token } = attacker
  const [person = ''] = described
  const each = {
    'expensive requests': expensiveRequests(),
    'hostile bodies': hostileBodies({
      ...scim,
      nobody: nobody.token,
      sender: token,
      scimUser,
      integration,
      person,
      resource,
    }),
    'packed probes': packedProbes({ ...scim, viewer: token, person }),
    'wide exports': wideExports({ viewer: token, ruleset }),
    patterns: patternAttack({ drafter: token, integration, ruleset, other, person }),
  }
  const all = Object.entries(each).flatMap(([name, requests]) =>
    Object.entries(requests).map(([kind, request]) => [`${name}: ${kind}`, request] as const),
  )
  return { ...each, 'all of them': Object.fromEntries(all) }
}

test('one caller with many expensive requests does not slow down the others', async (context) => {
  for (let count = 0; count < drafts; count += 1) {
    const rule = count % 10 === 0 ? patternRule() : draft()
    await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, rule)
  }
  const beside = await besideOwner(server, described, attacks())
  await server.app.close()
  await beside(context)
})
