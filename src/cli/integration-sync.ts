import { Command } from 'commander'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag, type Flag } from './flag.ts'
import { integration } from './nouns.ts'
import type { SyncOptions } from './run-integration-sync.ts'

const flags: readonly Flag[] = [
  {
    flags: '--changes',
    description: 'only what has changed since the last run',
    variable: 'MUSTER_SYNC_CHANGES',
  },
  {
    flags: '--plan',
    description: 'show what it would change, and whose access; change nothing',
    variable: 'MUSTER_PLAN',
  },
  fullFlag,
]

export function syncCommand(): Command {
  const command = withApiOptions(new Command('sync'))
    .description('read a connected source now, and wait until that is done')
    .argument('<integration>', integration.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration sync ldap
  $ muster integration sync ldap --changes
  $ muster integration sync ldap --plan
  $ muster integration sync ldap --plan --full

It reads everything, and what the source no longer has is gone. With --changes it reads only what has changed since the last run,
and the rest stays as it is. An interruption ends the waiting, not the run. If the run would move more people or accounts than the
limits allow, it holds them in an incident, and the exit code is 3. It is 2 if entries could not be taken, and 1 if the run failed.
With --plan it reads everything too, shows what it would change, and changes nothing; then 2 also means that there are changes.`,
    )
    .action(async (named: string, options: SyncOptions) => {
      const { runSync } = await import('./run-integration-sync.ts')
      await runSync(named, options)
    })
  return flags.reduce(withFlag, command)
}
