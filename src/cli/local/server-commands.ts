import { InvalidArgumentError, type Command } from 'commander'
import { builtConsole } from '../../config.ts'
import { parts, type Part } from '../../doctor/parts.ts'
import { declare, group, type Declared } from '../command-line/declare.ts'
import { jsonFlag } from '../command-line/flag.ts'
import { outputFlags, serverFlags } from '../command-line/options.ts'
import { bootstrapFlags, configOf, databaseFlags, serveFlags } from './config-options.ts'
import type { DeepOptions } from './run-deep-check.ts'
import type { DoctorOptions } from './run-doctor.ts'

/** The commands that run a server, or work on its database. */
export function serverCommands(): Command[] {
  const secret = 'the key that encrypts the credentials of sources'
  return [
    ...[serve, init, signInLink, migrate].map(declare),
    group('secret', secret, [declare(rotate)]),
  ]
}

const onDatabase = [...databaseFlags, jsonFlag]

const serve: Declared = {
  name: 'serve',
  about:
    'run the server; its first start makes an owner, and prints once a link that signs them in, and their token',
  base: [...serveFlags, ...bootstrapFlags],
  examples: ['serve', 'serve --port 9000 --public-origin https://muster.acme.example'],
  note: 'MUSTER_DATABASE_URL=postgres://muster@db.acme.example/muster serves that database.',
  load: async () => async (options: object) => {
    const config = configOf(options)
    const { buildConsole } = await import('./build-console.ts')
    const [{ serve }] = await Promise.all([
      import('../../main.ts'),
      config.consoleDirectory === builtConsole ? buildConsole() : undefined,
    ])
    await serve(config)
  },
}

const init: Declared = {
  name: 'init',
  about: 'make the schema and the first owner, and print their token once',
  base: [...bootstrapFlags, ...onDatabase],
  examples: ['init', 'init --json | jq -r .token'],
  load: async () => (await import('./run-on-database.ts')).runInit,
}

const signInLink: Declared = {
  name: 'sign-in-link',
  about: 'print a link that signs a user in once, within ten minutes',
  base: onDatabase,
  options: [
    ['--user <user>', 'the user, wsusr_… (default: the first owner)'],
    ['--public-origin <url>', 'how browsers reach the server'],
  ],
  examples: ['sign-in-link', 'sign-in-link --user wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx --json'],
  load: async () => (await import('./run-sign-in-link.ts')).runSignInLink,
}

const migrate: Declared = {
  name: 'migrate',
  about: 'bring the schema up to date; the server does so itself when it starts',
  base: onDatabase,
  examples: ['migrate', 'migrate --database-url postgres://owner@db.acme.example/muster'],
  load: async () => (await import('./run-on-database.ts')).runMigrate,
}

const rotate: Declared = {
  name: 'rotate',
  about: 'encrypt all credentials with a new key',
  base: onDatabase,
  examples: ['secret rotate'],
  note: `With a key file it makes a new key and replaces the file; running servers go on with it. With MUSTER_SECRET_KEY, first start every
server with the new key there and the former one in MUSTER_FORMER_SECRET_KEYS, then run this with both, and then
remove the former key. What is cut short can be repeated.`,
  load: async () => (await import('./run-on-database.ts')).runRotate,
}

/** `program`: with the variables of all commands. */
export const doctor = (program: Command): Declared => ({
  name: 'doctor',
  about: 'check settings, database, disk, clock, server and token, and say what to do',
  base: [
    ...serveFlags,
    ...serverFlags('the server to ask (default: the one that `muster login` keeps)'),
    ...outputFlags,
  ],
  options: [
    [
      '--deep',
      'work out again what is derived, from the facts, and list what differs',
      'MUSTER_DOCTOR_DEEP',
    ],
    [
      '--only <parts>',
      `what --deep checks, separated by commas: ${parts.join(', ')}`,
      { variable: 'MUSTER_DOCTOR_ONLY', read: readParts },
    ],
  ],
  examples: [
    'doctor',
    'doctor --deep',
    'doctor --deep --only access,audit --json',
    'doctor --database-url postgres://muster@db.acme.example/muster',
    `doctor --json | jq '.[] | select(.result != "ok")'`,
  ],
  note: `Nothing is started or changed. Exit codes: 0 no check fails, 1 one does.
With --deep only the database is checked, beside a server where one runs. Exit codes: 0 nothing differs, 1 something does, 2 it could
not be checked. docs/operations.md says what is compared.`,
  load: async () => {
    const { runDoctor } = await import('./run-doctor.ts')
    const { runDeepCheck } = await import('./run-deep-check.ts')
    return (options: DoctorOptions & DeepOptions) =>
      options.deep === true ? runDeepCheck(options) : runDoctor(options, variablesOf(program))
  },
})

function readParts(text: string): Part[] {
  const given = text.split(',').map((each) => each.trim())
  const known = parts.filter((part) => given.includes(part))
  if (known.length === new Set(given).size) return known
  throw new InvalidArgumentError(`It must be some of ${parts.join(', ')}.`)
}

function variablesOf({ options, commands }: Command): string[] {
  return [...options.flatMap(({ envVar }) => envVar ?? []), ...commands.flatMap(variablesOf)]
}
