import { readFile, writeFile } from 'node:fs/promises'
import { departments } from '../../../demo/organisation/structure.ts'
import type { ImportOutcome } from '../../../src/connectors/import/outcome.ts'
import { readJson } from '../../processes/conversation.ts'
import type { Findings, Line } from '../line.ts'
import { count } from '../timing.ts'
import type { System } from './system.ts'

/** One person in each hundred changes. */
const every = 100

/** The export of the people again as it was, and with one person in a hundred in another department. */
export async function measureReimport({ child, peopleExport }: System): Promise<Findings> {
  const same = await child.ask<ImportOutcome>('import', peopleExport)
  const changed = await child.ask<ImportOutcome>('import', await writeChanged(peopleExport))
  return {
    lines: [...toLines('re-import, the same', same), ...toLines('re-import, 1 % changed', changed)],
    notes: [],
  }
}

function toLines(
  what: string,
  { accounts, manifests, seconds, rowsPerSecond, rowsRead }: ImportOutcome,
): Line[] {
  const moved = manifests.entered + manifests.changed + manifests.ended
  return [
    {
      what,
      side: 'Muster',
      value: seconds,
      unit: 's',
      detail: `${count(accounts.changed)} of ${count(rowsRead)} accounts differ, ${count(moved)} rows of manifests moved`,
    },
    { what, side: 'Muster', value: rowsPerSecond, unit: 'rows/s', detail: 'rows read' },
  ]
}

async function writeChanged(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const changed = lines.map((line, at) =>
    at % every === every - 1 ? inNextDepartment(line) : line,
  )
  const changedPath = path.replace('.jsonl', '-changed.jsonl')
  await writeFile(changedPath, `${changed.join('\n')}\n`, { mode: 0o600 })
  return changedPath
}

type Account = { profile: { department: string } }

function inNextDepartment(line: string): string {
  const account = readJson<Account>(line)
  const at = departments.findIndex(({ name }) => name === account.profile.department)
  const department = departments[(at + 1) % departments.length]?.name
  return JSON.stringify({ ...account, profile: { ...account.profile, department } })
}
