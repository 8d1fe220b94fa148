import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ScimEndpoint } from './open-endpoint.ts'

export const newmanVersion = '6.2.2'

/** An assertion of a collection. `failure` says what went wrong; undefined where it holds. */
export type Assertion = { request: string; assertion: string; failure: string | undefined }

type Item = { name?: string; item?: Item[] }

type Report = {
  run: {
    executions: {
      item: { name: string }
      assertions?: { assertion: string; error?: { message: string } }[]
    }[]
    failures: { at: string; error: { name: string; message: string }; source?: { name?: string } }[]
  }
}

/** A program with newman's command line, and what stands before it. */
export type Newman = readonly [command: string, ...args: string[]]

/** Run by npx: newman and its 150 packages are 66 MB, and some of them have no releases any more. */
export const newmanByNpx: Newman = ['npx', '--yes', `newman@${newmanVersion}`]

/**
 * Runs a Postman collection against an endpoint, without the requests in `leftOut`, as newman does: it goes on after failures. Its
 * variables `Protocol`, `Server`, `Port`, `Api` and `token` are those of Microsoft's collection.
 */
export async function runCollection(
  file: string,
  { url, secret }: Pick<ScimEndpoint, 'url' | 'secret'>,
  { newman, leftOut }: { newman: Newman; leftOut: readonly string[] },
): Promise<Assertion[]> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-newman-'))
  try {
    const collection: Item = JSON.parse(await readFile(file, 'utf8'))
    const kept = join(directory, 'collection.json')
    await writeFile(kept, JSON.stringify(without(collection, leftOut)))
    const { protocol, hostname, port, pathname } = new URL(url)
    const variables = {
      Protocol: protocol.replace(':', ''),
      Server: hostname,
      Port: `:${port}`,
      Api: pathname.slice(1),
      token: secret,
    }
    const out = join(directory, 'report.json')
    const [command, ...before] = newman
    await promisify(execFile)(
      command,
      [
        ...before,
        'run',
        kept,
        ...Object.entries(variables).flatMap(([key, value]) => ['--env-var', `${key}=${value}`]),
        '--reporters=json',
        `--reporter-json-export=${out}`,
        '--suppress-exit-code',
      ],
      { maxBuffer: 2 ** 26 },
    )
    return readReport(JSON.parse(await readFile(out, 'utf8')))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function without(collection: Item, names: readonly string[]): Item {
  const { item } = collection
  if (item === undefined) return collection
  const kept = item.filter(({ name = '' }) => !names.includes(name))
  return { ...collection, item: kept.map((each) => without(each, names)) }
}

/** A request that fails, or a script that throws, is an assertion that fails: those after it were not made. */
function readReport({ run: { executions, failures } }: Report): Assertion[] {
  const made = executions.flatMap(({ item, assertions = [] }) =>
    assertions.map(({ assertion, error }) => ({
      request: item.name,
      assertion,
      failure: error?.message,
    })),
  )
  const broken = failures.filter(({ at }) => !at.startsWith('assertion:'))
  return [
    ...made,
    ...broken.map(({ error, source }) => ({
      request: source?.name ?? '',
      assertion: error.name,
      failure: error.message,
    })),
  ]
}
