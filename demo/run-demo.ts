import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '../src/log.ts'
import { prepareEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts'
import type { RunningServer } from '../src/main.ts'
import { configOf } from '../src/cli/options.ts'
import { bold, CommandFailed, dim, print, say } from '../src/cli/output.ts'
import type { Demo } from './build-demo.ts'
import { findPort } from './find-port.ts'
import { generateOrganisation } from './organisation/organisation.ts'
import { writeExports } from './organisation/write-exports.ts'

export type DemoOptions = {
  people: number
  seed: number
  port: number
  keep?: boolean
  once?: boolean
  json?: boolean
}

/** The day of the organisation: fixed, so that the same seed generates the same people. */
const today = '2026-11-01'

/** Generates, imports and serves the organisation until it is interrupted, and removes what it created. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const startedAt = performance.now()
  const directory = join(tmpdir(), `muster-demo-${process.pid}`)
  say(
    `Starting PostgreSQL and writing the exports of ${options.people.toLocaleString('en')} people in ${directory} …`,
  )
  const starting = start(options, join(directory, 'data'), directory)
  try {
    const org = generateOrganisation({ people: options.people, seed: options.seed, today })
    const [running, files, { buildDemo }, { untilSignalled }] = await Promise.all([
      starting,
      writeExports(org, join(directory, 'exports')),
      import('./build-demo.ts'),
      import('../src/main.ts'),
    ])
    const demo = await buildDemo(running, org, files, say)
    const seconds = (performance.now() - startedAt) / 1000
    print(options.json, { ...demo, seconds: Number(seconds.toFixed(1)), directory }, () =>
      describe(demo, seconds, directory),
    )
    if (options.once !== true) await untilSignalled()
  } finally {
    const running = await starting
    await running.stop()
    if (options.keep !== true) await rm(directory, { recursive: true, force: true })
  }
}

async function start(
  options: DemoOptions,
  dataDirectory: string,
  directory: string,
): Promise<RunningServer> {
  // A second each, at the same time: initdb in its own process, and reading the server's modules in this one.
  const [{ startServer }, port] = await Promise.all([
    import('../src/main.ts'),
    findPort(options.port),
    prepareEmbeddedPostgres({ dataDirectory }),
  ])
  // The demo is its own: it never touches a database that the environment names, and nothing limits its guest.
  const config = {
    ...configOf({ port: String(port) }),
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    host: '127.0.0.1',
    publicOrigin: undefined,
    bootstrapToken: undefined,
    rateLimit: null,
    dataDirectory,
  }
  const running = await startServer(config, createLogger('warn'))
  if (running.ownerToken === undefined)
    throw new CommandFailed(`${directory} holds a database already. Remove it and try again.`)
  return running
}

function describe(demo: Demo, seconds: number, directory: string): string {
  const api = `${demo.url}/api/v1`
  const { move } = demo
  const exports = `${directory}/exports`
  const authorization = `-H 'Authorization: Bearer ${demo.token}'`
  return `
${bold(`Muster is ready at ${demo.url}`)} ${dim(`(${demo.people.toLocaleString('en')} people in ${seconds.toFixed(1)} s; reference at ${demo.url}/docs)`)}

The owner's token:
  ${demo.token}

${bold('Describe a person, with who should have what and why:')}
  curl -s ${authorization} '${api}/directory/users/${demo.user_id}?include=policy-users,policy-rules-manifest,policy-rulesets-count'

${bold('Change a service admin’s role:')}
  curl -s -X PATCH ${authorization} -H 'Content-Type: application/json' -d '{"admin_role":"audit"}' '${api}/workspace/services/${demo.service_id}/admins/${demo.admin_user_id}'

${bold('See the audit row of that:')}
  curl -s ${authorization} '${api}/audit/logs?filter%5Bevent%5D=workspace.service_admin.update&page%5Bsize%5D=1'

${bold(`Move somebody from ${move.from} to ${move.to} at the source: what they have, the change, what they have then, and why:`)}
  curl -s ${authorization} '${api}/directory/users/${move.userId}/access'
  sed '/"email":"${move.email}"/s/"department":"${move.from}"/"department":"${move.to}"/' ${exports}/idp-users.jsonl > ${exports}/moved.jsonl && MUSTER_DATA_DIRECTORY=${directory}/data bin/muster import ${exports}/moved.jsonl --integration idp
  curl -s ${authorization} '${api}/directory/users/${move.userId}/access'
  curl -s ${authorization} '${api}/directory/users/${move.userId}/explain?ruleset=${move.rulesetId}'

${dim('Ctrl-C stops it and removes everything it made.')}`
}
