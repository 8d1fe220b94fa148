import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectOkta } from '../../../test/connect-okta.ts'
import { afterEachStatement } from '../../../test/between-statements.ts'
import { makeCaller, makeOwner, testServer } from '../../../test/harness.ts'
import { allPages, importByApi } from '../../../test/import-by-api.ts'
import { okta } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { makeResource } from '../../../test/people.ts'
import { runCli } from '../../../test/run-cli.ts'
import { policyOfGroups } from '../../../test/policy-text.ts'
import { encodeId } from '../../contract/ids.ts'
import { pruneEnded } from '../../jobs/prune-ended.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'

const server = await testServer()
const { token } = await makeOwner(server)
const uuid = await connectOkta(server.database, ['department'])
const integration = encodeId('integration', uuid)
await makeResource(server, { id: integration, uuid }, { vendor_id: 'sellers', name: 'Sellers' })
const condition = '{ type: identity, profile_key: department, operator: equals, value: Sales }'
const policy = policyOfGroups('idp_group', {
  sellers: [`key: sellers, role: member, conditions: [${condition}]`],
})
await importPolicy(server.database, policy, { actor: testActor })
const path = `/workspace/integrations/${integration}`

const account = (id: string, department: string, extra: object = {}) =>
  okta(id, { profile: { department, ...extra } })
const imported = (file: readonly object[], query?: string) =>
  importByApi(server, { token, path, file, query })
const planned = (file: readonly object[]) => imported(file, '?plan=true&complete=true')
const list = async (run: { id: string }, what: string, by = token) =>
  allPages(server, `${path}/runs/${run.id}/${what}`, by)

type Effect = {
  directory_user: { id: string | null; full_name: string; email: string | null }
  ruleset_id: string | null
  ruleset_name: string
  kinds: string[]
  before: { role: string } | null
  after: { role: string } | null
}
type Changed = Pick<Effect, 'directory_user'> & { change: string; state_after: string }

const movesOf = (effects: Effect[]) =>
  effects.map(
    ({ directory_user: { email }, ruleset_name: name, kinds, before, after }) =>
      `${email} ${kinds.join()} ${name}: ${before?.role ?? 'nothing'} → ${after?.role ?? 'nothing'}`,
  )
const changesOf = (people: Changed[]) =>
  people.map(
    ({ directory_user: { email }, change, state_after: state }) => `${email} ${change} ${state}`,
  )

const old = [account('ada', 'Sales'), account('bo', 'Sales'), account('cy', 'Legal')]
await imported(old)
const next = [
  account('ada', 'Sales', { firstName: 'Adele' }),
  account('cy', 'Legal'),
  account('dee', 'Sales', { firstName: 'Débora' }),
]
const run = await planned(next)

test('the plan of an import lists whose access would change, page by page, also of people who do not exist yet', async () => {
  const effects: Effect[] = await list(run, 'effects?page[size]=1')
  assert.deepEqual(
    movesOf(effects),
    [
      'dee@example.com added Sales: nothing → member',
      'dee@example.com added Sellers: nothing → member',
      'bo@example.com removed Sales: member → nothing',
      'bo@example.com removed Sellers: member → nothing',
    ].toSorted(inOrderOf(effects)),
  )
  assert.equal(run.plan.totals.people, 2)
  const [dee, , bo] = effects
  assert.deepEqual(dee?.directory_user, {
    id: null,
    full_name: 'Débora Last',
    email: 'dee@example.com',
  })
  assert.match(bo?.directory_user.id ?? '', /^drusr_/)
  const named = run.plan.resources.map(({ ruleset_id: id }: Effect) => id)
  assert.deepEqual(new Set(named), new Set(effects.map(({ ruleset_id: id }) => id)))
})

/** Those of one person are in the order of rulesets, whose ids differ from run to run. */
function inOrderOf(effects: Effect[]) {
  const order = movesOf(effects)
  return (a: string, b: string) => order.indexOf(a) - order.indexOf(b)
}

test('it lists who would be created, changed and deactivated', async () => {
  assert.deepEqual(changesOf(await list(run, 'people?page[size]=1')), [
    'dee@example.com created active',
    'ada@example.com changed active',
    'bo@example.com deactivated deactivated',
  ])
  const { count } = run
  assert.deepEqual(
    [count.people_created, count.people_changed, count.people_deactivated],
    [1, 1, 1],
  )
  const ended = await list(run, 'people?filter[change]=deactivated,suspended')
  assert.deepEqual(changesOf(ended), ['bo@example.com deactivated deactivated'])
})

test('both are searched by name and address, those of new people without accents too', async () => {
  const found = async (text: string) =>
    changesOf(await list(run, `people?filter[search]=${encodeURIComponent(text)}`))
  assert.deepEqual(await found('debora'), ['dee@example.com created active'])
  assert.deepEqual(await found('BO@example'), ['bo@example.com deactivated deactivated'])
  assert.deepEqual(await found('cy@'), [])
  const effects: Effect[] = await list(run, 'effects?filter[search]=dee@')
  assert.equal(effects.length, 2)
  const sellers = effects.find(({ ruleset_name: name }) => name === 'Sellers')?.ruleset_id
  const removed = await list(run, `effects?filter[ruleset_id]=${sellers}&filter[kind]=removed`)
  assert.deepEqual(movesOf(removed), ['bo@example.com removed Sellers: member → nothing'])
  const { id } = removed[0].directory_user
  assert.equal((await list(run, `effects?filter[user_id]=${id}`)).length, 2)
})

test('a ruleset that the run would make has no id, and who may see no values of profiles does not see it', async () => {
  const opened = await planned([...old, account('eve', 'Secret')])
  const [made] = await list(opened, 'effects')
  assert.deepEqual([made.ruleset_id, made.ruleset_name], [null, 'Secret'])
  assert.equal(opened.plan.resources[0].ruleset_id, null)
  const reader = await makeCaller(server, [
    'workspace.integration.view',
    'directory.user.view',
    'policy.rule.view',
  ])
  assert.deepEqual(await list(opened, 'effects', reader.token), [])
  assert.equal((await list(opened, 'people', reader.token)).length, 1)
  const described = await server.get(`${path}/runs/${opened.id}`, reader.token)
  assert.deepEqual([described.body.plan.resources, described.body.plan.totals.people], [[], 1])
})

test('a run names the resources of its plan to those who may see rulesets', async () => {
  const seen = async (...permissions: string[]) => {
    const caller = await makeCaller(server, ['workspace.integration.view', ...permissions])
    const described = await server.get(`${path}/runs/${run.id}`, caller.token)
    const listed = await server.get(`${path}/runs`, caller.token)
    const same = listed.body.data.find(({ id }: { id: string }) => id === run.id)
    assert.deepEqual(same.plan, described.body.plan)
    return described.body.plan.resources
  }
  assert.deepEqual(await seen(), [])
  assert.deepEqual(await seen('policy.rule.view'), run.plan.resources)
})

test('people are named to those who may see people, and rulesets to those who may see them', async () => {
  const status = async (permissions: string[], what: string) => {
    const caller = await makeCaller(server, permissions)
    return (await server.get(`${path}/runs/${run.id}/${what}`, caller.token)).status
  }
  const [sources, people, rules] = [
    'workspace.integration.view',
    'directory.user.view',
    'policy.rule.view',
  ]
  assert.equal(await status([sources, rules], 'people'), 403)
  assert.equal(await status([sources, rules], 'effects'), 403)
  assert.equal(await status([people, rules], 'people'), 403)
  assert.equal(await status([people, rules], 'effects'), 403)
  assert.equal(await status([sources, people], 'people'), 200)
  assert.equal(await status([sources, people], 'effects'), 403)
  assert.equal(await status([sources, people, rules], 'effects'), 200)
  const [ruleset] = await server.query<{ id: string }>(
    'select s.id from ruleset s join resource o on o.id = s.resource_id',
  )
  const delegated = await makeCaller(server, [sources, people])
  await server.call('POST', `/policy/rulesets/${encodeId('ruleset', ruleset?.id ?? '')}/admins`, {
    token,
    body: { user_id: delegated.id, role: 'audit' },
  })
  const seen: Effect[] = await list(run, 'effects', delegated.token)
  assert.deepEqual(new Set(seen.map(({ ruleset_name: name }) => name)), new Set(['Sellers']))
})

test('the command line names the people of a plan, and with --full everybody', async () => {
  const env = { MUSTER_URL: server.origin, MUSTER_TOKEN: token }
  const text = await runCli(['integration', 'runs', 'okta', run.id], env)
  assert.match(
    text.stdout,
    /\nPeople\n {2}\+ 1 created: Débora Last\n {2}~ 1 changed: First ada Last\n {2}- 1 deactivated: First bo Last\n/,
    text.stderr,
  )
  assert.match(
    text.stdout,
    /\nidp_group okta\/sellers “Sellers”\n {2}\+ 1 added: Débora Last \(member\)\n {2}- 1 removed: First bo Last \(member\)\n/,
  )
  const full = await runCli(['integration', 'runs', 'okta', run.id, '--full', '--json'], env)
  const { people, effects } = JSON.parse(full.stdout)
  assert.deepEqual([people.length, effects.length], [3, 4])
  const clerk = await makeCaller(server, ['workspace.integration.view'])
  const withheld = await runCli(['integration', 'runs', 'okta', run.id], {
    ...env,
    MUSTER_TOKEN: clerk.token,
  })
  assert.equal(withheld.code, 0, withheld.stderr)
  assert.doesNotMatch(withheld.stdout, /Débora|Sellers/)
})

test('an import, which is no plan, lists nobody', async () => {
  const done = await imported(old)
  assert.deepEqual([await list(done, 'people'), await list(done, 'effects')], [[], []])
})

test('erasing a person takes them out of plans, also of those from before they existed', async () => {
  const before = await planned([...old, account('zoe', 'Only Zoe', { firstName: 'Zephyrine' })])
  await imported([...old, account('zoe', 'Only Zoe', { firstName: 'Zephyrine' })])
  const leaving = await planned(old)
  assert.equal((await list(leaving, 'people')).length, 1)
  const { data } = (await server.get('/directory/users?filter[email]=zoe@example.com', token)).body
  const user = `/directory/users/${data[0].id}`
  assert.equal((await server.call('DELETE', user, { token })).status, 204)
  assert.equal((await server.call('POST', `${user}/erase`, { token })).status, 200)
  for (const one of [before, leaving])
    assert.deepEqual([await list(one, 'people'), await list(one, 'effects')], [[], []])
  const rulesets = await server.query(
    `select name from import_run_ruleset where name = 'Only Zoe' and is_new`,
  )
  assert.deepEqual(rulesets, [])
  const { plan } = (await server.get(`${path}/runs/${before.id}`, token)).body
  assert.deepEqual([plan.resources, plan.totals.people], [[], 1])
})

test('names change while a plan is worked out: its people are in the order of their names when it ends', async () => {
  const names: string[] = []
  afterEachStatement(server.database, async ({ text }) => {
    if (text !== 'rollback' || names.length === 2) return
    names.push(names.length === 0 ? 'Zoe' : 'Aaron')
    await server.query(
      `update directory_user set first_name = $1 where email = 'bo@example.com'`,
      names.slice(-1),
    )
  })
  const meanwhile = await planned(next)
  assert.deepEqual(names, ['Zoe', 'Aaron'])
  assert.deepEqual(changesOf(await list(meanwhile, 'people')), [
    'bo@example.com deactivated deactivated',
    'dee@example.com created active',
    'ada@example.com changed active',
  ])
})

test('the people of a plan go with its run', async () => {
  const { id } = await planned(next)
  await server.query(
    `update import_run set finished_at = now() - interval '91 days' where id = (select max(id::text)::uuid from import_run)`,
  )
  await pruneEnded(server.database)
  assert.equal((await server.get(`${path}/runs/${id}/people`, token)).status, 404)
})
