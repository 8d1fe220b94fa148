import type { ServerChoice } from '../command-line/options.ts'
import type { OutputOptions } from '../output/present.ts'
import { unknownVariables, type Config } from '../../config.ts'
import { checkDatabase } from './check-database.ts'
import { checkServer, checkTokenFile } from './check-server.ts'
import { failed, fine, warned, type Check } from './check.ts'
import { explainError } from '../api/explain-error.ts'
import { configOf } from './config-options.ts'
import { build, describeBuild } from '../../database/build.ts'
import { printText, coloured, terminalWidth } from '../output/output.ts'
import { columns, printList } from '../output/present.ts'
import { showWork } from '../output/progress.ts'
import { wrapped } from '../output/table-text.ts'

export type DoctorOptions = OutputOptions & ServerChoice & Record<string, unknown>

/** Runs every check, and prints a line for each with what to do. `variables`: those of the flags of all commands. */
export async function runDoctor(
  options: DoctorOptions,
  variables: readonly string[],
): Promise<void> {
  const checks = await showWork('Checking', () => allChecks(options, variables))
  if (options.output === 'table') printText(checks.map(lineOf).join('\n'))
  else
    printList(options, {
      rows: checks,
      fields: columns('check, result, message, next'),
      idOf: ({ check }) => check,
      json: checks,
      none: '',
      hasMore: false,
    })
  if (checks.some(({ result }) => result === 'fail')) process.exitCode = 1
}

function lineOf({ check, result, message, next }: Check): string {
  const lines = [message, ...(next === null ? [] : [`→ ${next}`])].flatMap((line) =>
    wrapped(line, terminalWidth() - 24),
  )
  return `${coloured(result)}${' '.repeat(6 - result.length)}${check.padEnd(18)}${lines.join(`\n${' '.repeat(24)}`)}`
}

async function allChecks(options: DoctorOptions, variables: readonly string[]): Promise<Check[]> {
  const config = configFrom(options)
  const own = fine('version', `Muster ${describeBuild(build())} on Node ${process.versions.node}`)
  return [
    own,
    ...checkVariables(variables),
    ...('check' in config
      ? [config]
      : [fine('settings', 'are valid'), ...(await ofConfig(config))]),
    ...(await checkTokenFile(options)),
    ...(await checkServer(options)),
  ]
}

/** A variable that was renamed, or written wrongly, has no effect. */
function checkVariables(known: readonly string[]): Check[] {
  const unknown = unknownVariables(known)
  if (unknown.length === 0) return []
  const message = `Nothing reads ${unknown.join(', ')}`
  return [warned('variables', message, 'Look for the name in docs/cli.md or docs/operations.md.')]
}

function configFrom(options: DoctorOptions): Config | Check {
  try {
    return configOf(options)
  } catch (error) {
    return failed('settings', explainError(error), 'Correct the variable or the flag.')
  }
}

async function ofConfig(config: Config): Promise<Check[]> {
  return [...(await checkDatabase(config)), publicOrigin(config)]
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

function publicOrigin({ publicOrigin: origin, host }: Config): Check {
  const name = 'public origin'
  if (origin === undefined)
    return loopback.has(host)
      ? fine(name, 'is the address that it listens on, for this machine only')
      : warned(
          name,
          `is not set, and ${host} is not loopback: links lead to the address that it listens on`,
          'Give --public-origin or set MUSTER_PUBLIC_ORIGIN to how browsers reach it.',
        )
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || loopback.has(hostname.replace(/^\[|\]$/g, ''))
    ? fine(name, origin)
    : warned(
        name,
        `${origin} is not encrypted: everybody on the way can read tokens`,
        'Put a proxy with TLS before it, and set MUSTER_PUBLIC_ORIGIN to its https address.',
      )
}
