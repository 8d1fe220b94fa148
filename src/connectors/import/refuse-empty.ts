import type { Transaction } from '../../database/database.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { StagedExport } from './read-records.ts'

/**
 * A complete file without a usable row is never imported, and a file without a readable row isn't either, nor is all of a source
 * without a usable account; see docs/decisions/0049-incidents-hold-people.md. @throws ImportRefused
 */
export function refuseEmptyExport(staged: StagedExport, isComplete: boolean): void {
  if (isComplete && staged.listsAccounts && staged.accounts === 0)
    throw new ImportRefused(
      `The source lists no account that can be taken, so nothing was written. Let the credentials read people, or correct what the mapping leaves out.${staged.bad > 0 ? ' The rows of the run give the reasons.' : ''}`,
    )
  if (staged.accounts + staged.groups + staged.memberships > 0) return
  if (staged.bad > 0)
    throw new ImportRefused(
      staged.bad === 1
        ? 'The only row can’t be used. The report gives the reason.'
        : `None of the ${staged.bad} rows can be used. The report gives the reason for each.`,
    )
  if (isComplete)
    throw new ImportRefused(
      'The file lists no account, group or member. A complete list is never empty, so that a failed export ends nobody. If nobody is left at the source, delete its integration: its accounts end with it.',
    )
}

/**
 * A file whose pages say that there are more is not complete.
 * @throws ImportRefused
 */
export function refuseUnfinishedExport({ unfinished }: StagedExport): void {
  if (unfinished === null) return
  throw new ImportRefused(
    `The file does not list everything: ${unfinished}. Append the missing pages to the file, or import it without --complete. If no page is missing, remove that field from the file.`,
  )
}

/**
 * The first file of a source shows whether its mapping fits; later ones may be without a column.
 * @throws ImportRefused
 */
export async function refuseAbsentColumns(
  tx: Transaction,
  { id }: Pick<Integration, 'id'>,
  text: string,
): Promise<void> {
  const known = await tx
    .selectFrom('identity')
    .select('id')
    .where('integration_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (known === undefined)
    throw new ImportRefused(`${text} Nothing was written. Correct the mapping and import it again.`)
}
