import type { Command } from 'commander'
import { declare, type Declared } from '../command-line/declare.ts'
import { flagsOf } from '../command-line/flag.ts'
import { serverFlags } from '../command-line/options.ts'
import { auditLog } from '../nouns/audit-noun.ts'
import { filterFlags } from './field-options.ts'
import { nounCommand } from './noun-commands.ts'

export function auditCommand(): Command {
  return nounCommand(auditLog, { further: [declare(exporting)] })
}

const exporting: Declared = {
  name: 'export',
  about: 'all audit rows, the oldest first: a line of JSON each, or CSV',
  base: serverFlags(),
  options: [
    ...flagsOf('audit', filterFlags('/audit/export')),
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
}
