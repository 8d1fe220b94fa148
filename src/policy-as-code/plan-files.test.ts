import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCaller, makeOwner, testServer } from '../../test/harness.ts'
import { manifestOf, testActor } from '../../test/people-fixture.ts'
import type { Files } from '../../test/policy-folder.ts'
import { dryRun } from '../database/dry-run.ts'
import { carriedOut } from '../policy/limits/stopped.ts'
import { begin, builders, fill, group } from './folder-for-tests.ts'
import { readFiles } from './read-folder.ts'
import { everyRight, runSteps } from './run-steps.ts'

const server = await testServer()
await fill(server)
const { token: owner } = await makeOwner(server)

const filesOf = (files: Files) => Object.entries(files).map(([path, text]) => ({ path, text }))
const plan = (files: Files, token = owner) =>
  server.call('POST', '/policy/plans', { token, body: { files: filesOf(files) } })
const apply = (id: string, token = owner) =>
  server.call('POST', `/policy/plans/${id}/apply`, { token })

test('a plan of files has the operations that they come to, and applying it does them', async () => {
  const planned = await plan(begin())
  assert.equal(planned.status, 201, planned.text)
  const ops = planned.body.operations.map(({ op }: { op: string }) => op)
  assert.deepEqual(
    new Set(ops),
    new Set([
      'create_dimension',
      'create_attribute',
      'create_ruleset',
      'create_rule',
      'activate_rule',
    ]),
  )
  assert.deepEqual(await manifestOf(server, '12'), [], 'a plan changes nothing')
  assert.equal((await apply(planned.body.id)).status, 200)
  assert.deepEqual(await manifestOf(server, '12'), [
    'ada@acme.example developer active',
    'bob@acme.example developer active',
    'cy@acme.example owner active',
  ])
  const again = await plan(begin())
  assert.deepEqual([again.status, again.body.operations], [201, []], 'nothing is left to do')
})

test('errors of files name file, line and what is allowed, under the field of the file', async () => {
  const wrong = group()
    .replace('role: developer', 'role: king')
    .replace('Cy@acme.example', 'nobody@acme.example')
  const refused = await plan({ 'settings.yaml': 'dimensions: []', 'a/group.yaml': wrong })
  assert.equal(refused.status, 422, refused.text)
  assert.deepEqual(refused.body.errors, {
    'files.1.text': [
      'a/group.yaml:7:11: rules[0].role: "king" is no role of a codehost_group; allowed: developer, guest, maintainer, member, owner, reporter',
      'a/group.yaml:15:39: rules[1].conditions[0].email: no one has this address',
    ],
  })
  const unread = await plan({ 'a.yaml': 'resource: {', 'b.yaml': 'rules: []' })
  assert.deepEqual(Object.keys(unread.body.errors), ['files.0.text', 'files.1.text'])
  assert.match(unread.body.errors['files.1.text'][0], /^b\.yaml:1:1: unknown key rules; allowed: /)
  const long = await plan({ 'a.yaml': `${'# a comment\n'.repeat(1000)}rules: []` })
  assert.match(long.text, /a\.yaml:1001:1: unknown key rules/)
  const twice = { files: [...filesOf({ a: '' }), ...filesOf({ a: '' })] }
  for (const [body, field] of [
    [{}, 'operations'],
    [{ operations: [{ op: 'deactivate_rule', rule_id: '$x' }], ...twice }, 'operations'],
    [twice, 'files.1.path'],
    [{ files: [] }, 'files'],
    [{ files: [{ path: 'a', text: 'b\u0000' }] }, 'files.0.text'],
  ] as const) {
    const answer = await server.call('POST', '/policy/plans', { token: owner, body })
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(Object.keys(answer.body.errors), [field])
  }
})

const narrowed = () => group().replace('role: developer', 'role: maintainer')

test('a plan of files is stale once they would do something else, also something that moves no one', async () => {
  const planned = await plan({ 'group.yaml': narrowed() })
  assert.equal(planned.status, 201, planned.text)
  assert.equal(planned.body.totals.role_changed, 2)
  const described = group().replace('role: owner', 'role: owner\n    description: On call')
  const other = await plan({ 'group.yaml': described })
  assert.deepEqual([other.body.totals.people, other.body.operations.length], [0, 1])
  assert.equal((await apply(other.body.id)).status, 200)
  const refused = await apply(planned.body.id)
  assert.equal(refused.status, 409, refused.text)
  const { replaced_by_id: replacedBy } = (
    await server.get(`/policy/plans/${planned.body.id}`, owner)
  ).body
  const shown = await server.get(`/policy/plans/${replacedBy}`, owner)
  assert.equal(shown.body.operations.length, planned.body.operations.length + 1)
  assert.equal((await apply(replacedBy)).status, 200)
  assert.ok((await manifestOf(server, '12')).includes('bob@acme.example maintainer active'))
  assert.equal((await apply((await plan({ 'group.yaml': group() })).body.id)).status, 200)
})

test('a plan whose files have become impossible is 409 and has failed', async () => {
  const text = group().replace('role: owner', 'role: guest')
  const planned = await plan({ 'group.yaml': text })
  await server.query(
    `update directory_user set base_state = 'deactivated', deleted_at = now() where email = 'cy@acme.example'`,
  )
  const changed = await plan({ 'group.yaml': text.replace('Cy@', 'cy@') })
  assert.match(changed.text, /group\.yaml:15:39: .*no one has this address/)
  const refused = await apply(planned.body.id)
  await server.query(
    `update directory_user set base_state = 'active', deleted_at = null where email = 'cy@acme.example'`,
  )
  assert.equal(refused.status, 409, refused.text)
})

const seeing = [
  'policy.rule.view',
  'directory.user.view',
  'directory.attribute.view',
  'directory.dimension.view',
] as const

test('someone who sees less than the author cannot spoil their plan', async () => {
  const planned = await plan({ 'g.yaml': group().replace('handle: platform', 'vendor_id: "13"') })
  assert.equal(planned.status, 201, planned.text)
  const other = await makeCaller(server, [...seeing, 'policy.rule.manage', 'policy.ruleset.manage'])
  const refused = await apply(planned.body.id, other.token)
  assert.equal(refused.status, 403, refused.text)
  assert.equal(refused.body.message, 'This needs the permission directory.resource.view.')
  const { body } = await server.get(`/policy/plans/${planned.body.id}`, owner)
  assert.deepEqual([body.state, body.failure], ['ready', null])
})

const managing = ['policy.rule.manage', 'policy.ruleset.manage', 'directory.resource.view'] as const

test('a plan of files needs the right to see what they name, and applying it what its operations need', async () => {
  const changed = group().replace('role: owner', 'role: guest')
  const all = [...managing, ...seeing]
  const full = await makeCaller(server, all)
  assert.equal((await plan({ 'group.yaml': changed }, full.token)).status, 201)
  for (const missing of ['directory.user.view', 'directory.attribute.view']) {
    const caller = await makeCaller(
      server,
      all.filter((permission) => permission !== missing),
    )
    const refused = await plan({ 'group.yaml': changed }, caller.token)
    assert.equal(refused.status, 403, `${missing}: ${refused.text}`)
    assert.ok(refused.body.message.includes(missing), refused.body.message)
  }
  const blind = await makeCaller(server, ['policy.rule.view'])
  const named = await plan({ 'group.yaml': changed }, blind.token)
  assert.equal(
    named.body.message,
    'This needs the permissions directory.attribute.view, directory.user.view.',
  )
  const auditor = await makeCaller(server, seeing)
  const planned = await plan({ 'group.yaml': changed }, auditor.token)
  assert.equal(planned.status, 201, planned.text)
  const refused = await apply(planned.body.id, auditor.token)
  assert.equal(refused.status, 403, refused.text)
  assert.equal(refused.body.message, 'This needs the permission policy.rule.manage.')
})

test('files are not told what the caller may not list', async () => {
  const caller = await makeCaller(server, [
    ...managing,
    ...seeing,
    'directory.identity.profile.view',
  ])
  const lister = await makeCaller(server, [
    ...managing,
    ...seeing,
    'directory.identity.profile.view',
    'workspace.integration.view',
  ])
  const blind = await makeCaller(
    server,
    [...managing, ...seeing].filter((permission) => permission !== 'directory.dimension.view'),
  )
  const identity = group().replace(
    /type: user, .*? }/,
    'type: identity, integration: nowhere, profile_key: team, operator: equals, value: a }',
  )
  const attribute = group().replace('dimension: department', 'dimension: nowhere')
  for (const [text, token, allowed] of [
    [identity, caller.token, false],
    [identity, lister.token, true],
    [attribute, blind.token, false],
    [attribute, caller.token, true],
  ] as const) {
    const refused = await plan({ 'group.yaml': text }, token)
    assert.equal(refused.status, 422, refused.text)
    assert.match(refused.text, /there is no (integration|dimension) \\"nowhere/)
    assert.equal(refused.text.includes('; allowed: '), allowed, refused.text)
  }
})

const about = (n: number) => `{ resource: { type: codehost_group, vendor_id: "${n}" }`

test('what aliases repeat is bounded over all files of a plan', async () => {
  const roles = Array.from({ length: 400 }, () => '{ role: developer, conditions: [] }').join(', ')
  const text = (n: number) =>
    `rulesets:\n- ${about(n)}, rules: &a [${roles}] }\n` +
    Array.from({ length: 5 }, (_, index) => `- ${about(n + index + 1)}, rules: *a }\n`).join('')
  const one = await plan({ 'a.yaml': text(100) })
  assert.deepEqual([one.status, Object.keys(one.body.errors)], [422, ['files.0.text']], one.text)
  const refused = await plan(
    Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.yaml`, text(n * 10)])),
  )
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [422, { files: ['are too long with all that aliases repeat; write it out'] }],
  )
})

test('files that come to more operations than a plan may have are refused', async () => {
  const shift = `{ handle: shift, name: Shift, integration: idp, profile_key: level, attributes_enabled: false, attributes: [{ value: early }, { value: late }] }`
  const folder = readFiles([['a.yaml', `dimensions: [${shift}]`]])
  const run = (atMost: number) =>
    dryRun(server.database, ({ tx }) =>
      runSteps({ tx, actor: testActor, ...everyRight }, { ...folder, isWhole: false }, atMost),
    )
  assert.equal(carriedOut(await run(3)).steps.length, 3)
  await assert.rejects(run(2), /files come to more than 2 operations; plan a part of them/)
})

test('an admin of one ruleset plans its file; others are not there for them', async () => {
  const admin = await makeCaller(server, ['directory.attribute.view', 'directory.user.view'])
  const [ruleset] = await server.query<{ id: string }>(
    `select s.id from ruleset s join resource r on r.id = s.resource_id where r.vendor_id = '12'`,
  )
  const own = (await server.get('/policy/rulesets?page[size]=500', owner)).body.data.find(
    ({ type }: { type: string }) => type === 'codehost_group',
  )
  assert.ok(ruleset)
  const given = await server.call('POST', `/policy/rulesets/${own.id}/admins`, {
    token: owner,
    body: { user_id: admin.id, role: 'admin' },
  })
  assert.equal(given.status, 201, given.text)
  const planned = await plan({ 'group.yaml': narrowed() }, admin.token)
  assert.equal(planned.status, 201, planned.text)
  assert.equal((await apply(planned.body.id, admin.token)).status, 200)
  const there = group().replace('handle: platform', 'vendor_id: "13"')
  const nowhere = group().replace('handle: platform', 'vendor_id: "99"')
  const texts = await Promise.all(
    [there, nowhere].map(async (text) => (await plan({ 'g.yaml': text }, admin.token)).text),
  )
  assert.match(texts[0] ?? '', /g\.yaml:2:\d+: .*codehost has no codehost_group \\"13\\"/)
  assert.equal(texts[0]?.replaceAll('13', '99'), texts[1])
  const hidden = await makeCaller(server, ['directory.user.view'])
  await server.call('POST', `/policy/rulesets/${own.id}/admins`, {
    token: owner,
    body: { user_id: hidden.id, role: 'admin' },
  })
  const ofAttribute = (value: string) =>
    plan(
      {
        'b.yaml': builders
          .replace('value: Builders', `value: ${value}`)
          .replace(/conditions: .*/, 'conditions: []')
          .replace('state: active', 'state: staged'),
      },
      hidden.token,
    )
  const [builder, stranger] = [await ofAttribute('Builders'), await ofAttribute('Strangers')]
  assert.equal(builder.status, 422, builder.text)
  assert.equal(builder.text.replaceAll('Builders', 'Strangers'), stranger.text)
})

test('a plan of files that moves very many is worked out, and applied, by a job', async () => {
  const small = await testServer({ rowsAtOnce: 2 })
  await fill(small)
  const { token } = await makeOwner(small)
  const settled = async (id: string) => {
    for (;;) {
      const { body } = await small.get(`/policy/plans/${id}`, token)
      if (body.state !== 'planning' && body.state !== 'applying') return body
      await sleep(50)
    }
  }
  const body = { files: filesOf(begin()) }
  const planned = await small.call('POST', '/policy/plans', { token, body })
  assert.deepEqual([planned.status, planned.body.operations], [202, []], planned.text)
  const ready = await settled(planned.body.id)
  assert.equal(ready.state, 'ready', ready.failure)
  assert.ok(ready.operations.length > 5)
  const applying = await small.call('POST', `/policy/plans/${ready.id}/apply`, { token })
  assert.equal(applying.status, 202, applying.text)
  const applied = await settled(ready.id)
  assert.equal(applied.state, 'applied', applied.failure)
  assert.equal((await manifestOf(small, '12')).length, 3)
})
