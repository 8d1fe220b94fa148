import { Command } from 'commander'
import { resourceTypes } from '../contract/states.ts'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { limitOption } from './noun-commands.ts'
import { resource } from './nouns.ts'
import { typeOption } from './options.ts'
import type { DriftOptions } from './run-drift.ts'

export function driftCommand(): Command {
  const command = withApiOptions(new Command('drift'))
    .description('what to change at the vendors: who to add, to remove, and to give another role')
    .argument('[resource]', `${resource.argument} (default: every resource with a managed ruleset)`)
    .addOption(typeOption(resourceTypes))
    .addOption(limitOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster drift engineering/backend\n  $ muster drift --limit all --csv > changes.csv\n  $ muster drift --exit-code   # 2 if anything differs, 1 if it failed',
    )
  return withFlag(command, {
    flags: '--exit-code',
    description: 'exit with 2 if there is something to change',
    variable: 'MUSTER_EXIT_CODE',
  }).action(async (named: string | undefined, options: DriftOptions) => {
    const { runDrift } = await import('./run-drift.ts')
    await runDrift(named, options)
  })
}
