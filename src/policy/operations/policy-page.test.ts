import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { makeIntegration, makeResource } from '../../../test/people.ts'
import { policyServer } from '../rules/policy-for-tests.ts'

const page = await readFile(new URL('../../../docs/policy.md', import.meta.url), 'utf8')
const engineer = { department: 'Engineering', userType: 'employee' }
const server = await policyServer([
  { email: 'ada@x.example', profile: engineer },
  { email: 'bob@x.example', profile: engineer, manager: 'ada@x.example' },
])
await server.expect(201, 'POST', '/directory/dimensions', {
  handle: 'department',
  name: 'Department',
  profile_key: 'department',
  attributes_enabled: true,
})
const attributes = await server.expect(200, 'GET', '/directory/attributes')
const names = new Map<string, string>([
  ['resource', (await makeResource(server, await makeIntegration(server))).id],
  ['ruleset', await server.rulesetId('12')],
  ['attribute', attributes.body.data[0].id],
  ['person', await server.personId('ada@x.example')],
  ['colleague', (await makeCaller(server, [])).id],
])

/** What the manifest is after each request of the page that moves it. */
const expected: Record<string, string[]> = {
  'POST /policy/rules/{rule}/activate': [
    'ada@x.example developer active',
    'bob@x.example developer active',
  ],
  'POST /policy/rules/{copy}/activate': [
    'ada@x.example maintainer active',
    'bob@x.example maintainer active',
  ],
  'POST /policy/rules/{copy}/deprecate': [
    'ada@x.example maintainer expiring',
    'bob@x.example maintainer expiring',
  ],
  'POST /policy/rules/{copy}/deactivate': [],
  'POST /policy/rulesets/{ruleset}/exceptions': ['ada@x.example guest expiring'],
  'POST /policy/plans': ['ada@x.example guest expiring'],
  'POST /policy/plans/{plan}/apply': ['ada@x.example maintainer active'],
}

const examples = [...page.matchAll(/^```http\n(\w+) (\S+)(?: → \{(\w+)\})?\n([\s\S]*?)```$/gm)]

test('the page shows requests', () => assert.ok(examples.length >= 10))

for (const [, method = '', path = '', result, body = ''] of examples) {
  test(`the page's ${method} ${path} does what it says`, async () => {
    const filled = (text: string) =>
      text.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => names.get(name) ?? assert.fail(`{${name}} is not known`),
      )
    const sent: unknown = body === '' ? undefined : JSON.parse(filled(body))
    const answer = await server.send(method, filled(path), sent)
    assert.ok(answer.status < 300, answer.text)
    if (result !== undefined) names.set(result, answer.body.id)
    const manifest = expected[`${method} ${path}`]
    if (manifest !== undefined) assert.deepEqual(await server.manifest('12'), manifest)
  })
}
