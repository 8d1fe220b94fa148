import type { Command } from 'commander'
import { aboutUrl, withServerChoice } from './api-options.ts'
import { auditLog } from './audit-noun.ts'
import { declare } from './declare.ts'
import { addField } from './field-options.ts'
import { filtersAmong } from './field-flags.ts'
import { nounCommand } from './noun-commands.ts'
import { operationAt } from './operations.ts'

export function auditCommand(): Command {
  const exporting = declare({
    name: 'export',
    about: 'all audit rows, the oldest first: a line of JSON each, or CSV',
    base: withFilters,
    options: [
      ['--csv', 'as CSV, for spreadsheets', 'MUSTER_CSV'],
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
  withServerChoice(command, aboutUrl)
  for (const filter of filtersAmong(operationAt('get', '/audit/export')?.query ?? []))
    addField(command, filter, {
      variable: (flag) => `MUSTER_AUDIT_${flag.replaceAll('-', '_').toUpperCase()}`,
      isFilter: true,
    })
  return command
}
