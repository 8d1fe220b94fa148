import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

// Stands in for newman where there is no network: its command line and its report, for collections as simple as those of the tests.

type Collection = {
  item: {
    name: string
    event: { script: { exec: string[] } }[]
    request: { method: string; url: string; body?: { raw: string } }
  }[]
}
type Failure = { at: string; error: { name: string; message: string }; source: { name: string } }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'env-var': { type: 'string', multiple: true, default: [] },
    reporters: { type: 'string' },
    'reporter-json-export': { type: 'string', default: '' },
    'suppress-exit-code': { type: 'boolean' },
  },
})
const variables = new Map(
  values['env-var'].map((each) => {
    const [key = '', ...rest] = each.split('=')
    return [key, rest.join('=')] as const
  }),
)
const [command, file = ''] = positionals
assert.equal(command, 'run')
const collection: Collection = JSON.parse(await readFile(file, 'utf8'))
const executions: object[] = []
const failures: Failure[] = []
for (const { name, request, event } of collection.item) {
  // One after the other, as newman does.
  const { status, text } = await send(request)
  const assertions: { assertion: string; error?: { message: string } }[] = []
  const pm = {
    response: { code: status, json: () => JSON.parse(text) },
    environment: { set: (key: string, value: string) => variables.set(key, value) },
    expect: (found: unknown) => ({
      to: { eql: (wanted: unknown) => assert.deepEqual(found, wanted) },
    }),
    test: (assertion: string, check: () => void) => {
      const error = failureOf(check)
      if (error !== undefined)
        failures.push({ at: `assertion:${assertions.length}`, error, source: { name } })
      assertions.push({ assertion, ...(error !== undefined && { error }) })
    },
  }
  for (const { script } of event) {
    // The scripts are the test's own.
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
    const run = new Function('pm', script.exec.join('\n'))
    const error = failureOf(() => run(pm))
    if (error !== undefined) failures.push({ at: 'test-script', error, source: { name } })
  }
  executions.push({ item: { name }, assertions })
}
await writeFile(values['reporter-json-export'], JSON.stringify({ run: { executions, failures } }))

async function send({ method, url, body }: Collection['item'][number]['request']) {
  const answer = await fetch(filled(url), {
    method,
    headers: {
      authorization: `Bearer ${variables.get('token')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: filled(body.raw) }),
  })
  return { status: answer.status, text: await answer.text() }
}

function filled(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => variables.get(key) ?? '')
}

function failureOf(check: () => void): { name: string; message: string } | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error
      ? { name: error.name, message: error.message }
      : { name: 'Error', message: String(error) }
  }
}
