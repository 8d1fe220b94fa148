import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCaller, makeOwner, testServer } from '../../test/harness.ts'
import type { Files } from '../../test/policy-folder.ts'
import { begin, fill, group } from './folder-for-tests.ts'

const server = await testServer()
await fill(server)
const { token: owner } = await makeOwner(server)
const call = (path: string, files: Files, token = owner) =>
  server.call('POST', path, {
    token,
    body: { files: Object.entries(files).map(([name, text]) => ({ path: name, text })) },
  })
const withTests = (tests: string): Files => ({
  ...begin(),
  'group.yaml': group({ rest: `tests:\n${tests}` }),
})
type Failure = { file: string; line: number; message: string }
const failures = async (tests: string, token = owner): Promise<string[]> => {
  const { status, body, text } = await call('/policy/test', withTests(tests), token)
  assert.equal(status, 200, text)
  return body.failures.map(({ message }: Failure) => message)
}

const aboutPlatform = (test: string) => ({
  'tests.yaml': `tests:\n  - { ${test}, resource: { type: codehost_group, integration: codehost, handle: platform } }\n`,
})
const shown = (findings: { kind: string; message: string }[]) =>
  findings.filter(({ kind }) => kind === 'test_failed').map((each) => each.message)

test('a test is about a person who is made up of values and a state', async () => {
  assert.deepEqual(
    await failures(`
  - { person: { department: Engineering }, role: developer }
  - { person: { department: " ENGINEERING ", userType: contractor, state: active } }
  - { person: { department: Engineering, state: suspended }, has: false }
  - { person: { department: Legal }, has: false }
  - { person: { state: active }, has: false }
`),
    [],
  )
  assert.deepEqual(
    await failures(`
  - { person: { department: Legal, userType: employee } }
  - { person: { department: Engineering }, has: false }
  - { person: { department: Engineering }, role: owner }
  - { person: { shoeSize: "44" } }
`),
    [
      'a person with department Legal and userType employee should have any role of codehost_group codehost/platform, but has nothing there',
      'a person with department Engineering should not have any role of codehost_group codehost/platform, but has developer',
      'a person with department Engineering should have owner of codehost_group codehost/platform, but has developer',
      '"shoeSize" is not among the policy_keys of idp, which policy may read; allowed: department, level, userType. Add it to the integration first',
    ],
  )
})

test('a test is about everyone or nobody with some values', async () => {
  assert.deepEqual(
    await failures(`
  - { everyone: { department: engineering }, role: developer }
  - { nobody: { userType: contractor }, role: owner }
  - { nobody: { department: Sales, userType: contractor } }
  - { nobody: { state: suspended } }
`),
    [],
  )
  assert.deepEqual(
    await failures(`
  - { nobody: { userType: contractor } }
  - { everyone: { userType: employee }, role: developer }
  - { nobody: { state: active } }
`),
    [
      'nobody with userType contractor should have any role of codehost_group codehost/platform, but 1 of 1 do: bob@acme.example',
      'everyone with userType employee should have developer of codehost_group codehost/platform, but 1 of 2 do not: cy@acme.example',
      'nobody with state active should have any role of codehost_group codehost/platform, but 3 of 3 do: ada@acme.example, bob@acme.example, cy@acme.example',
    ],
  )
})

test('a test names one subject, a known state, and `has` for a person only', async () => {
  const { status, body } = await call(
    '/policy/test',
    withTests(`
  - { role: developer }
  - { person: ada@acme.example, nobody: { department: Sales } }
  - { nobody: { department: Sales }, has: true }
  - { person: { state: asleep } }
  - { person: 7 }
`),
  )
  assert.equal(status, 422)
  const lines = body.errors['files.1.text'].map((line: string) => line.replace(/^[^ ]+ /, ''))
  assert.deepEqual(lines, [
    'tests[4].person: must be an e-mail address, or values by profile key; put numbers, true and false in quotes',
  ])
  const others = await call(
    '/policy/test',
    withTests(`
  - { role: developer }
  - { person: ada@acme.example, nobody: { department: Sales } }
  - { nobody: { department: Sales }, has: true }
  - { person: { state: asleep } }
`),
  )
  assert.deepEqual(
    others.body.errors['files.1.text'].map((line: string) => line.replace(/^[^ ]+ /, '')),
    [
      'tests[0]: names one of person, everyone and nobody',
      'tests[1]: names one of person, everyone and nobody',
      'tests[2].has: is for a person',
      'tests[3].person.state: "asleep" is unknown; allowed: staged, active, suspended, deactivated',
    ],
  )
})

test('tests of a server need the right to read what they are about', async () => {
  const base = ['directory.dimension.view', 'directory.attribute.view', 'directory.user.view']
  const profiles = 'directory.identity.profile.view'
  const all = [...base, profiles, 'policy.rule.view', 'directory.resource.view']
  const person = '- { person: ada@acme.example }'
  const madeUp = '- { person: { department: Engineering } }'
  const nobody = '- { nobody: { department: Sales }, role: developer }'
  const cases: [string, string][] = [
    [person, 'directory.user.view'],
    [madeUp, profiles],
    [nobody, profiles],
  ]
  for (const [one, missing] of cases) {
    const granted = await makeCaller(server, all)
    assert.deepEqual(await failures(one, granted.token), [])
    const caller = await makeCaller(
      server,
      all.filter((permission) => permission !== missing),
    )
    for (const path of ['/policy/test', '/policy/plans']) {
      const refused = await call(path, withTests(one), caller.token)
      assert.equal(refused.status, 403, refused.text)
      assert.equal(refused.body.message, `This needs the permission ${missing}.`)
    }
  }
  const blind = await makeCaller(server, ['policy.rule.view'])
  const { body } = await call('/policy/test', withTests(`${madeUp}\n${person}`), blind.token)
  assert.equal(
    body.message,
    'This needs the permissions directory.attribute.view, directory.user.view, directory.dimension.view, directory.identity.profile.view.',
  )
})

test('someone with a role on one ruleset cannot try out with made-up people what decides attributes', async () => {
  const applied = await call('/policy/plans', begin())
  await server.call('POST', `/policy/plans/${applied.body.id}/apply`, { token: owner })
  const profiles = 'directory.identity.profile.view'
  const person = await makeCaller(server, [profiles, 'directory.user.view'])
  const { body } = await server.get('/policy/rulesets?page[size]=100', owner)
  const platform = body.data.find((each: { type: string }) => each.type === 'codehost_group').id
  const role = { user_id: person.id, role: 'audit' }
  await server.call('POST', `/policy/rulesets/${platform}/admins`, { token: owner, body: role })
  const own = await call('/policy/test', aboutPlatform('person: ada@acme.example'), person.token)
  assert.deepEqual([own.status, own.body], [200, { passed: 1, failures: [] }])
  const refused = await call(
    '/policy/test',
    aboutPlatform('person: { department: Sales }'),
    person.token,
  )
  assert.equal(refused.body.message, 'This needs the permission policy.rule.view.')
  const hidden = await call(
    '/policy/test',
    {
      'tests.yaml':
        'tests:\n  - { person: ada@acme.example, has: false, resource: { type: directory_attribute, dimension: team, value: builders } }\n',
    },
    person.token,
  )
  assert.deepEqual(
    hidden.body.failures.map(({ message }: Failure) => message),
    ['there is no directory_attribute team/builders'],
  )
})

test('a plan of files shows which tests fail, names nobody else, and hides values from who may not see them', async () => {
  const planned = await call('/policy/plans', withTests('- { nobody: { userType: contractor } }'))
  const message =
    'group.yaml:17:3: tests[0]: nobody with userType contractor should have any role of codehost_group codehost/platform, but 1 of 1 do'
  assert.deepEqual(shown(planned.body.findings), [message])
  const reader = await makeCaller(server, [
    'policy.rule.view',
    'directory.user.view',
    'directory.attribute.view',
    'directory.dimension.view',
  ])
  const read = await server.get(`/policy/plans/${planned.body.id}`, reader.token)
  assert.equal(read.status, 200, read.text)
  assert.deepEqual(shown(read.body.findings), [])
})
