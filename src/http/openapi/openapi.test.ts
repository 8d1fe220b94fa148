import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { permissionDescriptions, permissions } from '../../contract/permissions.ts'
import { version } from '../../contract/version.ts'
import { namedPermission } from '../callers/authorise.ts'
import { exampleOf } from './example.ts'
import { routes } from '../../routes.ts'
import { document } from '../../../test/conformance.ts'
import { testServer } from '../../../test/harness.ts'

const run = promisify(execFile)
const redocly = fileURLToPath(
  new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
)

test('every route stands in the document once, under an id of its own', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  assert.equal(operations.length, routes.length)
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, routes.length)
  for (const { operationId, summary, description, responses } of operations) {
    assert.ok(summary.length > 5 && description.length > 10, `${operationId} says too little`)
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith('2')),
      operationId,
    )
  }
})

test('what a person does with their own things is said to need scopes, and no role', () => {
  const own = [
    'createToken',
    'deleteSessions',
    'describeToken',
    'listServices',
    'listSessions',
    'listTokens',
  ]
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const shown = operations.filter(({ operationId }) => own.includes(operationId))
  assert.equal(shown.length, own.length)
  for (const { operationId, description } of shown) {
    assert.match(description, /A person needs no role for it, only scopes that hold/, operationId)
    assert.doesNotMatch(description, /on the record that it names/, operationId)
  }
})

test('a permission says so where nothing asks for it yet', () => {
  const named = new Set(routes.map(({ access }) => namedPermission(access)))
  // Raw profiles are left out of answers, or added to what a condition needs; no route is about them alone.
  named.add('directory.identity.profile.view')
  for (const permission of permissions)
    assert.equal(
      permissionDescriptions[permission].endsWith(': nothing asks for it yet'),
      !named.has(permission),
      permission,
    )
})

test('the document says which answers an Idempotency-Key does not bring back', () => {
  const notKept = /showed a secret, or named a person who was erased since, is not kept/
  const keys = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'Idempotency-Key'))
  assert.ok(keys.length > 0)
  for (const { description = '' } of keys) assert.match(description, notKept)
  assert.match(document.components.responses['Conflict']?.description ?? '', notKept)
})

test('the settings of a connection are described for each type of integration', () => {
  const { paths, components } = JSON.parse(JSON.stringify(document))
  const ajv = new Ajv2020({ strict: false })
  const bodies = [
    paths['/workspace/integrations'].post.requestBody,
    paths['/workspace/integrations/{integration}'].patch.requestBody,
  ]
  for (const { content } of bodies) {
    const [settings] = content['application/json'].schema.properties.connection.anyOf
    const shapes = settings.anyOf.map(
      ({ $ref }: { $ref: string }) => components.schemas[$ref.replace(/^.*\//, '')],
    )
    assert.deepEqual(shapes.map(({ title }: { title: string }) => title).sort(), [
      'GitHub',
      'GitLab',
      'Google Workspace',
      'LDAP directory',
      'Microsoft Entra',
      'Okta',
      'Slack',
    ])
    for (const { title, properties } of shapes)
      for (const [name, { description = '' }] of Object.entries<{ description?: string }>(
        properties,
      ))
        assert.ok(description.length > 10, `${title}: ${name}`)
    assert.ok(ajv.compile({ anyOf: shapes })(settings.examples[0]))
  }
})

test('every example is valid against its schema', () => {
  const ajv = new Ajv2020({ strict: false })
  const seen = new Set<string>()
  for (const route of routes) {
    const body = route.method === 'GET' ? null : route.body
    for (const [what, schema] of [
      ['body', body],
      ['answer', route.response],
    ] as const) {
      if (schema === null) continue
      const { $id: _id, ...plain } = schema
      const stripped = withoutIds(plain)
      const validate = ajv.compile(stripped)
      const example = exampleOf(schema)
      assert.ok(
        validate(example),
        `the example of the ${what} of ${route.id}: ${JSON.stringify(validate.errors)} ${JSON.stringify(example)}`,
      )
      seen.add(`${route.id} ${what}`)
    }
  }
  assert.ok(seen.size > routes.length / 2)
})

/** The same schema may occur in several places; a validator accepts each name only once. */
function withoutIds(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)),
  )
}

test('the document passes the recommended rules of Redocly', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'muster-openapi-'))
  try {
    const file = join(directory, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    await writeFile(join(directory, 'redocly.yaml'), 'extends: [recommended]\ntelemetry: off\n')
    const { stdout } = await run(process.execPath, [redocly, 'lint', '--format=json', file], {
      cwd: directory,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        CI: 'true',
      },
    }).catch((error: unknown) => {
      assert.ok(error instanceof Error && 'stdout' in error)
      return { stdout: String(error.stdout) }
    })
    const { totals, problems } = JSON.parse(stdout)
    const told = problems.map(
      (problem: { ruleId: string; message: string; location: { pointer: string }[] }) =>
        `${problem.ruleId}: ${problem.message} at ${problem.location[0]?.pointer}`,
    )
    assert.deepEqual(told, [])
    assert.equal(totals.errors + totals.warnings, 0)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('the document is served to anybody, with an ETag', async () => {
  const server = await testServer()
  const url = `${server.origin}/api/v1/openapi.json`
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  const served: unknown = await answer.json()
  assert.deepEqual(served, JSON.parse(JSON.stringify(document)))
  assert.equal(document.info.version, version)
  const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
})

test('the reference loads only files of this server, which browsers may keep', async () => {
  const server = await testServer()
  const answer = await fetch(`${server.origin}/docs`)
  const page = await answer.text()
  assert.equal(answer.status, 200)
  assert.equal(
    answer.headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  assert.match(answer.headers.get('cache-control') ?? '', /no-cache/)
  assert.ok(!/<style|style=|<script>| on[a-z]+=|<img/.test(page), page)
  const linked = [...page.matchAll(/(?:href|src)="([^"]*)"(?: integrity="([^"]*)")?/g)]
  const files = linked.filter(([, , integrity]) => integrity !== undefined)
  assert.deepEqual(
    linked.filter((each) => !files.includes(each)).map(([, url]) => url),
    ['api/v1/openapi.json'],
  )
  assert.equal(files.length, 4)
  for (const [, path = '', integrity] of files) {
    const file = await fetch(new URL(path, `${server.origin}/docs`))
    const text = await file.text()
    assert.equal(file.status, 200)
    assert.equal(file.headers.get('content-encoding'), 'gzip')
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(integrity, `sha256-${createHash('sha256').update(text).digest('base64')}`)
    if (path.endsWith('.css')) assert.ok(!/@import|url\("?(?!"?data:)/.test(text), path)
  }
})

test('a static file is sent as it is to a client that does not accept gzip', async () => {
  const { origin } = await testServer()
  const url = `${origin}/api/v1/openapi.json`
  for (const coding of ['identity', 'gzip;q=0', 'br, gzip; q=0.000']) {
    const plain = await fetch(url, { headers: { 'accept-encoding': coding } })
    assert.equal(plain.headers.get('content-encoding'), null, coding)
    assert.equal(plain.headers.get('vary'), 'accept-encoding')
    await plain.text()
  }
  const packed = await fetch(url, { headers: { 'accept-encoding': 'br, GZIP;q=0.5' } })
  assert.equal(packed.headers.get('content-encoding'), 'gzip')
  assert.ok(Number(packed.headers.get('content-length')) < 200_000)
  await packed.text()
})
