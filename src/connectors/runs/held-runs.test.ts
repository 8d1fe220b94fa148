import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectOkta } from '../../../test/connect-okta.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { okta } from '../../../test/import-world.ts'
import { runCli } from '../../../test/run-cli.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { makeResource } from '../../../test/people.ts'
import { policyOfGroups } from '../../../test/policy-text.ts'
import { encodeId } from '../../contract/ids.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const uuid = await connectOkta(server.database, ['department'])
const integration = encodeId('integration', uuid)
await makeResource(server, { id: integration, uuid }, { vendor_id: 'sellers', name: 'sellers' })
const condition = '{ type: identity, profile_key: department, operator: equals, value: Sales }'
const policy = policyOfGroups('idp_group', {
  sellers: [`key: sellers, role: member, conditions: [${condition}]`],
})
await importPolicy(server.database, policy, { actor: testActor })
const path = `/workspace/integrations/${integration}`

const sellers = (count: number, department = 'Sales') =>
  Array.from({ length: count }, (_, at) => okta(`p${at}`, { profile: { department } }))

const imported = (file: readonly object[], query?: string) =>
  importByApi(server, { token, path, file, query })

await imported(sellers(12))

type Reason = { scope: string; direction: string; ruleset_name: string | null; people: number }
const reasonsOf = ({ incident }: { incident: { reasons: Reason[] } }) =>
  incident.reasons.map(({ scope, direction, ruleset_name, people }) => [
    scope,
    direction,
    ruleset_name,
    people,
  ])

const toDecide = ['policy.change.approve', 'policy.rule.view', 'directory.user.view']

test('a plan that would open an incident says what it would hold, and why', async () => {
  const run = await imported(sellers(2), '?complete=true&plan=true')
  assert.equal(run.plan.has_changes, true)
  const { id, people, accounts, account_ends, decision_permissions } = run.incident
  assert.deepEqual([id, people, accounts, account_ends], [null, 10, 10, 10])
  assert.deepEqual(reasonsOf(run), [['source', 'accounts', null, 10]])
  assert.deepEqual(decision_permissions, toDecide)
  assert.equal(run.links.incident, null)
  const moved = await imported(sellers(12, 'Legal'), '?plan=true')
  assert.equal(moved.plan.has_changes, true)
  assert.deepEqual([moved.incident.people, moved.incident.account_ends], [12, 0])
  assert.deepEqual(reasonsOf(moved), [['ruleset', 'lose', 'sellers', 12]])
  const profiles = [...toDecide, 'directory.identity.profile.view']
  assert.deepEqual(moved.incident.decision_permissions, profiles)
})

test('a run that opens an incident says which limit it exceeds and what a decision takes', async () => {
  const run = await imported(sellers(12, 'Legal'))
  assert.deepEqual([run.incident.people, run.incident.closed_as], [12, null])
  assert.deepEqual(reasonsOf(run), [['ruleset', 'lose', 'sellers', 12]])
  const { body } = await server.get(`/policy/incidents/${run.incident.id}`, token)
  assert.deepEqual(run.incident.reasons, body.reasons)
  assert.deepEqual(run.incident.decision_permissions, body.decision_permissions)
  assert.match(body.decision_permissions.join(), /policy\.change\.approve.*profile\.view/)

  const viewer = await makeCaller(server, ['workspace.integration.view'])
  const seen = (await server.get(`${path}/runs/${run.id}`, viewer.token)).body
  assert.deepEqual(reasonsOf(seen), [['ruleset', 'lose', null, 12]])
  assert.equal(seen.incident.reasons[0].ruleset_id, null)
  const [listed] = (await server.get(`${path}/runs`, viewer.token)).body.data
  assert.deepEqual(listed.incident, seen.incident)

  const corrected = await imported(sellers(12), '?complete=true')
  assert.deepEqual([corrected.incident.closed_as, corrected.incident.people], ['released', 0])
})

const cli = (args: string[], input = '') =>
  runCli(args, { MUSTER_URL: server.origin, MUSTER_TOKEN: token, TZ: 'UTC' }, input)

test('the command line says who may decide what a run holds', async () => {
  const input = sellers(12, 'Legal')
    .map((record) => JSON.stringify(record))
    .join('\n')
  const why = /because +12 people would lose access in sellers within 24 hours, of 12: more than/
  const who =
    /decided by +holders of policy\.change\.approve, .* and directory\.identity\.profile\.view/
  const planned = await cli(['import', '-', '--integration', 'okta', '--plan'], input)
  assert.equal(planned.code, 3, planned.stderr)
  assert.match(planned.stdout, /held +12 accounts of 12 people, in a new incident/)
  assert.match(planned.stdout, why)
  const sent = await cli(['import', '-', '--integration', 'okta'], input)
  assert.equal(sent.code, 3, sent.stderr)
  for (const pattern of [why, who]) assert.match(sent.stdout, pattern)
  assert.match((await cli(['incident', 'show', 'okta'])).stdout, who)
})
