import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { StagedExport } from './stage-export.ts'

/** Nothing was written, and the message says why and how to go on. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

/**
 * A source that answers with nothing, or with less than half of what it had, is not believed;
 * nothing never, see docs/decisions/0009-an-empty-file-is-never-believed.md.
 * Accounts count while they are not deactivated, groups per type while they are active.
 * @throws ImportRefused
 */
export async function refuseShrunkenExport(
  tx: Transaction,
  integrationId: string,
  staged: StagedExport,
): Promise<void> {
  if (staged.accounts + staged.groups + staged.memberships === 0) {
    throw new ImportRefused(
      staged.bad === 0
        ? 'The file has no rows, and a source that answers with nothing is not believed, with --allow-shrink neither.'
        : `Not one of the ${staged.bad} rows can be used; the report says why for each.`,
    )
  }
  const kinds =
    staged.accounts > 0
      ? await compareAccounts(tx, integrationId)
      : await compareGroups(tx, integrationId)
  const shrunken = kinds.find(({ before, now }) => now * 2 < before)
  if (shrunken === undefined) return
  throw new ImportRefused(
    `The file tells of ${shrunken.now} ${shrunken.kind}, less than half of the ${shrunken.before} that are known. If that is right, import it again with --allow-shrink.`,
  )
}

type Comparison = { kind: string; before: number; now: number }

async function compareAccounts(tx: Transaction, integrationId: string): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    select 'accounts in use' as kind,
      (select count(*) from identity where integration_id = ${integrationId} and vendor_state <> 'deactivated') as before,
      (select count(*) from staged_account where state <> 'deactivated') as now`.execute(tx)
  return rows
}

async function compareGroups(tx: Transaction, integrationId: string): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    select 'resources of type ' || s.type as kind, s.now,
      (select count(*) from resource r
       where r.integration_id = ${integrationId} and r.type = s.type and r.state = 'active') as before
    from (select type, count(*) as now from staged_resource group by type) s
    order by s.type`.execute(tx)
  return rows
}
