import { Command, InvalidArgumentError, Option } from 'commander'
import { jsonFlag, withFlag, type Flag } from './flag.ts'
import type { DemoOptions } from '../../demo/run-demo.ts'

const flags: readonly Flag[] = [
  {
    flags: '--keep',
    description: 'keep the generated exports and the database when it ends',
    variable: 'MUSTER_DEMO_KEEP',
  },
  {
    flags: '--once',
    description: 'end when it is ready, for measuring',
    variable: 'MUSTER_DEMO_ONCE',
  },
  jsonFlag,
]

export function demoCommand(): Command {
  const command = new Command('demo')
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
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster demo\n  $ muster demo --people 50000\n  $ muster demo --json | jq -r .token',
    )
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('../../demo/run-demo.ts')
      await runDemo(options)
    })
  return flags.reduce(withFlag, command)
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
