import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compare } from '../../bench/scim/compare.ts'
import { contradictions } from '../../bench/scim/contradictions.ts'

const program = fileURLToPath(new URL('../../bench/scim-collection.ts', import.meta.url))
const newman = fileURLToPath(new URL('newman.ts', import.meta.url))

type Request = { method?: string; path: string; body?: object; script: string[] }

/** A collection in Postman's format. */
function collectionOf(requests: Readonly<Record<string, Request>>): object {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return {
    info: { name: 'Made up', schema },
    item: Object.entries(requests).map(([name, { method = 'GET', path, body, script }]) => ({
      name,
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }],
      request: {
        method,
        url: `{{Protocol}}://{{Server}}{{Port}}/{{Api}}${path}`,
        auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
        header: [{ key: 'Content-Type', value: 'application/json' }],
        ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body) } }),
      },
    })),
  }
}

/** Runs the command; resolves to its exit code and what it printed. */
async function run(context: TestContext, requests: Readonly<Record<string, Request>>) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-collection-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'collection.json')
  await writeFile(file, JSON.stringify(collectionOf(requests)))
  return new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(process.execPath, [program, file, '--newman', newman], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr }),
    )
  })
}

const holds = (name: string, check: string) => `pm.test('${name}', () => ${check})`
const status = (code: number) =>
  holds(`Status code is ${code}`, `pm.expect(pm.response.code).to.eql(${code})`)

test('a collection runs against an empty endpoint, and what contradicts the RFCs may fail', async (context) => {
  const { code, printed } = await run(context, {
    'Get Token': { path: '/Token', script: ["pm.environment.set('token', 'none')"] },
    'Get empty Users': { path: '/users', script: [status(200)] },
    'Post user': {
      method: 'POST',
      path: '/Users',
      // Entra alone leaves schemas out.
      body: { userName: 'ada', active: 'True' },
      script: [status(201), "pm.environment.set('id', pm.response.json().id)"],
    },
    'Get user': {
      path: '/Users/{{id}}',
      script: [status(200), holds('Name', "pm.expect(pm.response.json().userName).to.eql('ada')")],
    },
  })
  assert.equal(code, 0, printed)
  assert.match(printed, /3 of 4 assertions hold/)
  assert.match(printed, /contradict the RFCs\s+Get empty Users +Status code is 200 +7644, 3\.2/)
})

test('the exit code is 1 if another assertion or a script fails, or a contradiction holds', async (context) => {
  const { code, printed } = await run(context, {
    'Get empty Users': { path: '/Users', script: [status(200)] },
    'Get user': { path: '/Users/nobody', script: [status(200), 'pm.response.json().name.length'] },
  })
  assert.equal(code, 1, printed)
  assert.match(printed, /1 of 3 assertions hold/)
  assert.match(printed, /These fail\s+Get user +Status code is 200 .*\s+Get user +TypeError/)
  assert.match(printed, /and hold\s+Get empty Users/)
})

test('of several assertions with one name, one that fails is the one that contradicts', () => {
  const [one] = contradictions
  assert.ok(one)
  const { request, assertion } = one
  const assertions = [undefined, 'wrong'].map((failure) => ({ request, assertion, failure }))
  const { contradicting, unexpected, failing } = compare(assertions)
  assert.deepEqual([contradicting, unexpected, failing], [[one], [], []])
})

test('docs/scim.md names every contradiction', async () => {
  const page = await readFile(new URL('../../docs/scim.md', import.meta.url), 'utf8')
  const [, after = ''] = page.split(
    '| Request | Assertion | It expects | RFC |\n|---|---|---|---|\n',
  )
  const rows = after.split('\n').filter((line) => line.startsWith('| '))
  assert.deepEqual(
    rows,
    contradictions.map(
      ({ request, assertion, expects, rfc }) =>
        `| ${request} | ${assertion} | ${expects} | ${rfc} |`,
    ),
  )
})
