import type { Command } from 'commander'
import { filterFlags } from '../api/field-options.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { declare, type Declared } from '../command-line/declare.ts'
import { flagsOf, fullFlag } from '../command-line/flag.ts'
import { limitFlag } from '../command-line/options.ts'
import { integration, scimSecret } from '../nouns/workspace-nouns.ts'
import { connect } from './integration-connect.ts'
import type { VerbSpec } from '../nouns/noun.ts'

type Amend = NonNullable<VerbSpec['amend']>

const argument = ['<integration>', integration.argument] as const

export function integrationCommand(): Command {
  const verbs = {
    // A mapping is in a file, and to be the primary is a change of its own.
    create: {
      amend: async (...given: Parameters<Amend>) =>
        (await import('./read-mapping.ts')).withMapping(...given),
    },
    update: {
      load: async () => (await import('./run-integration-update.ts')).runIntegrationUpdate,
    },
  }
  const further = [...[runs, connect, sync].map(declare), nounCommand(scimSecret)]
  return nounCommand(integration, { verbs, further })
}

const runs: Declared = {
  name: 'runs',
  about:
    'the runs of a source: its imports, syncs and pushes. With a run, what it did, its refused rows (--csv prints only these) and, of a plan, who would change',
  arguments: [argument, ['[run]', 'a run id, wsrun_…']],
  options: [
    ...flagsOf('run', filterFlags('/workspace/integrations/{integration}/runs')),
    limitFlag(20, 'MUSTER_RUN_LIMIT'),
    fullFlag,
  ],
  examples: [
    'integration runs idp',
    'integration runs idp --state failed',
    'integration runs idp wsrun_01kaf7m2t4e8j9p3q5r7s9v1wx --csv > refused.csv',
    'integration runs idp $(muster integration runs idp --limit 1 -o id)',
  ],
  load: async () => (await import('./runs.ts')).runIntegrationRuns,
}

const sync: Declared = {
  name: 'sync',
  about: 'read a connected source now, and wait until that is done',
  arguments: [argument],
  options: [
    ['--changes', 'only what has changed since the last run', 'MUSTER_SYNC_CHANGES'],
    ['--plan', 'show what it would change, and whose access; change nothing'],
    fullFlag,
  ],
  examples: [
    'integration sync ldap',
    'integration sync ldap --changes',
    'integration sync ldap --plan --full',
  ],
  note: `It reads everything, and what the source no longer has is gone. With --changes it reads only what has changed since the last run,
and the rest stays as it is. An interruption ends the waiting, not the run. If the run would move more people or accounts than the
limits allow, it holds them in an incident, and the exit code is 3. It is 2 if entries could not be taken, and 1 if the run failed.
It is 4 before all others if the mapping does not have a state: its account stays as it is (a new one is staged), and may be of someone
who has left.
With --plan it reads everything too, shows what it would change, and changes nothing; then 2 also means that there are changes.`,
  load: async () => (await import('./runs.ts')).runSync,
}
