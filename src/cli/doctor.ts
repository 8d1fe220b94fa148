import { Command } from 'commander'
import { withServerChoice } from './api-options.ts'
import { withServerOptions } from './options.ts'
import { withOutput } from './output-options.ts'
import type { DoctorOptions } from './run-doctor.ts'

export function doctorCommand(): Command {
  const about = 'the server to ask (default: the one that `muster login` keeps)'
  return withOutput(withServerChoice(withServerOptions(new Command('doctor')), about))
    .description('check settings, database, disk, clock, server and token, and say what to do')
    .addHelpText(
      'after',
      `
Examples:
  $ muster doctor
  $ muster doctor --database-url postgres://muster@db.acme.example/muster
  $ muster doctor --json | jq '.[] | select(.result != "ok")'

Nothing is started or changed. Exit codes: 0 no check fails, 1 one does.`,
    )
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./run-doctor.ts')
      await runDoctor(options)
    })
}
