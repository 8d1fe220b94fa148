import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { startServer, untilSignalled, type RunningServer } from '../../main.ts'
import { createLogger } from '../../log.ts'
import { configOf, jsonOption } from '../options.ts'
import { bold, CommandFailed, dim, print, say } from '../output.ts'
import { buildDemo, type Demo } from './build-demo.ts'
import { findPort } from './find-port.ts'
import { generateOrganisation } from './organisation/organisation.ts'
import { writeExports } from './organisation/write-exports.ts'

/** The day of the organisation: fixed, so that the same seed gives the same people. */
const today = '2026-11-01'

type Options = {
  people: number
  seed: number
  port: number
  keep?: boolean
  once?: boolean
  json?: boolean
}

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'generate an organisation, import it like real vendor exports, and serve it until you press Ctrl-C',
    )
    .addOption(
      numberOption(
        '--people <number>',
        'how many people',
        'MUSTER_DEMO_PEOPLE',
        5000,
        50,
        1_000_000,
      ),
    )
    .addOption(
      numberOption(
        '--seed <number>',
        'another organisation of the same kind',
        'MUSTER_DEMO_SEED',
        1,
        0,
        2 ** 31,
      ),
    )
    .addOption(
      numberOption(
        '--port <number>',
        'where to listen, if it is free',
        'MUSTER_PORT',
        8600,
        0,
        65_535,
      ),
    )
    .addOption(
      new Option('--keep', 'keep the generated exports and the database when it ends').env(
        'MUSTER_DEMO_KEEP',
      ),
    )
    .addOption(new Option('--once', 'end when it is ready, for measuring').env('MUSTER_DEMO_ONCE'))
    .addOption(jsonOption)
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster demo\n  $ muster demo --people 50000\n  $ muster demo --json | jq -r .token',
    )
    .action(runDemo)
}

function numberOption(
  flags: string,
  description: string,
  variable: string,
  fallback: number,
  minimum: number,
  maximum: number,
): Option {
  return new Option(flags, description)
    .env(variable)
    .default(fallback)
    .argParser((text) => {
      const value = Number(text)
      if (Number.isInteger(value) && value >= minimum && value <= maximum) return value
      throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
    })
}

async function runDemo(options: Options): Promise<void> {
  const startedAt = performance.now()
  const directory = join(tmpdir(), `muster-demo-${process.pid}`)
  say(
    `Starting PostgreSQL and writing the exports of ${options.people.toLocaleString('en')} people in ${directory} …`,
  )
  const starting = start(options, join(directory, 'data'), directory)
  try {
    const org = generateOrganisation({ people: options.people, seed: options.seed, today })
    const [running, files] = await Promise.all([
      starting,
      writeExports(org, join(directory, 'exports')),
    ])
    const demo = await buildDemo(running, org, files, say)
    const seconds = (performance.now() - startedAt) / 1000
    print(options.json, { ...demo, seconds: Number(seconds.toFixed(1)), directory }, () =>
      describe(demo, seconds),
    )
    if (options.once !== true) await untilSignalled()
  } finally {
    const running = await starting
    await running.stop()
    if (options.keep !== true) await rm(directory, { recursive: true, force: true })
  }
}

async function start(
  options: Options,
  dataDirectory: string,
  directory: string,
): Promise<RunningServer> {
  const port = await findPort(options.port)
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

function describe(demo: Demo, seconds: number): string {
  const api = `${demo.url}/api/v1`
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

${dim('Ctrl-C stops it and removes everything it made.')}`
}
