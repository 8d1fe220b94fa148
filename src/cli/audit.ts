import { Command, Option } from 'commander'
import { aboutUrl, withApiOptions, withServerChoice, type ApiOptions } from './api-options.ts'
import { limitOption } from './noun-commands.ts'
import { dateOption } from './options.ts'
import type { AuditOptions } from './run-audit.ts'
import type { AuditExportOptions } from './run-audit-export.ts'

export function auditCommand(): Command {
  return new Command('audit')
    .description('the audit log')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(exportCommand())
}

function listCommand(): Command {
  return withFilters(withApiOptions(new Command('list')))
    .description('the newest audit rows')
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

function exportCommand(): Command {
  return withFilters(withServerChoice(new Command('export'), aboutUrl))
    .description('all audit rows, the oldest first: a line of JSON each, or CSV')
    .addOption(new Option('--csv', 'as CSV, for spreadsheets').env('MUSTER_CSV'))
    .addOption(
      new Option('--out <file>', 'write to this file, which must not be there yet').env(
        'MUSTER_AUDIT_OUT',
      ),
    )
    .addHelpText(
      'after',
      `
The rows are printed as the server reads them. If the connection ends before the last one, the command fails, and leaves no
file behind. It needs audit.log.export, and is itself recorded in the log.

Examples:
  $ muster audit export --after 2026-01-01 --out audit.jsonl
  $ muster audit export --subject ada.moreau@acme.example --csv > ada.csv
  $ muster audit export --event workspace.token.create | jq -r .actor.id | sort | uniq -c`,
    )
    .action(async (options: AuditExportOptions) => {
      const { runAuditExport } = await import('./run-audit-export.ts')
      await runAuditExport(options)
    })
}

/** The options that choose rows. */
function withFilters(command: Command): Command {
  return command
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
}

function instantOption(name: 'after' | 'before'): Option {
  return dateOption(
    `--${name} <date>`,
    `only rows ${name} then`,
    `MUSTER_AUDIT_${name.toUpperCase()}`,
  )
}
