import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { StagedExport } from './stage-export.ts'

/** Nothing was written, and the message says why and how to go on. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

/**
 * A file without a usable row is never imported, see docs/decisions/0009-an-empty-file-is-never-believed.md.
 * @throws ImportRefused
 */
export function refuseEmptyExport(staged: StagedExport): void {
  if (staged.accounts + staged.groups + staged.memberships > 0) return
  throw new ImportRefused(
    staged.bad === 0
      ? 'The file lists no account, group or member. Such a file is never imported, not even with --complete or --allow-shrink.'
      : `None of the ${staged.bad} rows can be used. The report gives the reason for each.`,
  )
}

/**
 * A file whose pages say that there are more is not complete.
 * @throws ImportRefused
 */
export function refuseUnfinishedExport({ unfinished }: StagedExport): void {
  if (unfinished === null) return
  throw new ImportRefused(
    `The file does not list everything: ${unfinished}. Append the other pages to the file, or import it without --complete.`,
  )
}

/**
 * A complete file with less than half of what the source had is refused.
 * Accounts count while they are not deactivated, groups per type while they are active.
 * @throws ImportRefused
 */
export async function refuseShrunkenExport(
  tx: Transaction,
  integrationId: string,
  staged: StagedExport,
): Promise<void> {
  const kinds =
    staged.accounts > 0
      ? await compareAccounts(tx, integrationId)
      : await compareGroups(tx, integrationId)
  const shrunken = kinds.find(({ before, now }) => now * 2 < before)
  if (shrunken === undefined) return
  throw new ImportRefused(
    `The file lists ${shrunken.now} ${shrunken.kind}, less than half of the ${shrunken.before} that are known. If it lists only a part of the source, import it without --complete. If the others are gone, add --allow-shrink.`,
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
