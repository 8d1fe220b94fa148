import { Command, Option } from 'commander'
import { withApiOptions, type ApiOptions } from './api-options.ts'
import { limitOption } from './noun-commands.ts'
import { dateOption } from './options.ts'
import type { AuditOptions } from './run-audit.ts'

export function auditCommand(): Command {
  return new Command('audit')
    .description('the audit log')
    .addCommand(listCommand())
    .addCommand(showCommand())
}

function listCommand(): Command {
  return withApiOptions(new Command('list'))
    .description('the newest audit rows')
    .addOption(new Option('--event <list>', 'only these events').env('MUSTER_AUDIT_EVENT'))
    .addOption(
      new Option(
        '--subject <user>',
        'only rows about this person: an id, e-mail address, username or name',
      ).env('MUSTER_AUDIT_SUBJECT'),
    )
    .addOption(
      new Option('--record <id>', 'only changes of this record').env('MUSTER_AUDIT_RECORD'),
    )
    .addOption(
      new Option(
        '--actor <user>',
        'only what this workspace user did: an id, e-mail address, handle or name',
      ).env('MUSTER_AUDIT_ACTOR'),
    )
    .addOption(instantOption('after'))
    .addOption(instantOption('before'))
    .addOption(limitOption(20, 'MUSTER_AUDIT_LIMIT'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster audit list\n  $ muster audit list --event workspace.service_admin.update --json\n  $ muster audit list --subject ada.moreau@acme.example --after 2026-03-01',
    )
    .action(async (options: AuditOptions) => {
      const { runAuditList } = await import('./run-audit.ts')
      await runAuditList(options)
    })
}

function showCommand(): Command {
  return withApiOptions(new Command('show'))
    .description('one audit row in full')
    .argument('<log>', 'an audit log id, audlg_…')
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster audit show audlg_01kaf7m2t4e8j9p3q5r7s9v1wx\n  $ muster audit show $(muster audit list --limit 1 -o id)',
    )
    .action(async (log: string, options: ApiOptions) => {
      const { runAuditShow } = await import('./run-audit.ts')
      await runAuditShow(log, options)
    })
}

function instantOption(name: 'after' | 'before'): Option {
  return dateOption(
    `--${name} <date>`,
    `only rows ${name} then`,
    `MUSTER_AUDIT_${name.toUpperCase()}`,
  )
}
