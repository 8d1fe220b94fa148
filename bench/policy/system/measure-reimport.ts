import { cliActor, onDatabase } from '../../../src/cli/local/direct.ts'
import { readConfig } from '../../../src/config.ts'
import { importExport } from '../../../src/connectors/import/import-export.ts'
import type { ImportOutcome } from '../../../src/connectors/import/outcome.ts'
import { count, type Findings, type Line } from '../../figures.ts'
import { changeAccounts } from '../../import/change-accounts.ts'
import type { System } from './measure-patch.ts'

/** The export of the people again as it was, and with one person in a hundred in another department. */
export async function measureReimport(system: System): Promise<Findings> {
  const same = await importPeople(system)
  await changeAccounts(system.peopleExport, 0.01)
  const changed = await importPeople(system)
  return {
    lines: [...toLines('re-import, the same', same), ...toLines('re-import, 1 % changed', changed)],
    notes: [],
  }
}

async function importPeople({ databaseUrl, peopleExport }: System): Promise<ImportOutcome> {
  const config = readConfig({ MUSTER_DATABASE_URL: databaseUrl }, {})
  const outcome = await onDatabase(config, (database) =>
    importExport(database, {
      integrationHandle: 'idp',
      path: peopleExport,
      isComplete: true,
      actor: cliActor,
    }),
  )
  if (outcome.refused !== undefined) throw new Error(outcome.refused)
  return outcome
}

function toLines(
  what: string,
  { accounts, manifests, seconds, rowsPerSecond, rowsRead }: ImportOutcome,
): Line[] {
  const moved = manifests.entered + manifests.changed + manifests.ended
  const detail = `${count(accounts.changed)} of ${count(rowsRead)} accounts differ, ${count(moved)} rows of manifests moved`
  return [
    { what, side: 'Muster', value: seconds, unit: 's', detail },
    { what, side: 'Muster', value: rowsPerSecond, unit: 'rows/s', detail: 'rows read' },
  ]
}
