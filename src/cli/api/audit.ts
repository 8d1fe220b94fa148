import type { Command } from 'commander'
import { withServerChoice } from '../command-line/options.ts'
import { auditLog } from '../nouns/audit-noun.ts'
import { declare } from '../command-line/declare.ts'
import { addFilters, variableFor } from './field-options.ts'
import { nounCommand } from './noun-commands.ts'

export function auditCommand(): Command {
  const exporting = declare({
    name: 'export',
    about: 'all audit rows, the oldest first: a line of JSON each, or CSV',
    base: withFilters,
    options: [
      ['--csv', 'as CSV, for spreadsheets'],
      ['--out <file>', 'write to this file, which must not be there yet', 'MUSTER_AUDIT_OUT'],
    ],
    examples: [
      'audit export --after 2026-01-01 --out audit.jsonl',
      'audit export --subject ada.moreau@acme.example --csv > ada.csv',
      'audit export --event workspace.token.create | jq -r .actor.id | sort | uniq -c',
    ],
    note: `The rows are printed as the server reads them. If the connection ends before the last one, the command fails, and leaves no
file behind. It needs audit.log.export, and is itself recorded in the log.`,
    load: async () => (await import('./run-audit-export.ts')).runAuditExport,
  })
  return nounCommand(auditLog).addCommand(exporting)
}

function withFilters(command: Command): Command {
  withServerChoice(command)
  addFilters(command, '/audit/export', (flag) => variableFor('audit', flag))
  return command
}
