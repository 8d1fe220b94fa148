import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import {
  anyText,
  type Conditions,
  idFilter,
  idsFilter,
  isAnyOf,
  textsFilter,
} from '../../http/lists/filters.ts'
import { amongRows } from '../../http/lists/row-set.ts'

export const accountFilters = {
  integration_id: {
    ...idsFilter,
    description: 'People with an account in any of these integrations: up to 100 ids',
  },
  vendor_id: textsFilter('ids of accounts at their vendors, to the letter'),
}

/** What the filters on accounts require of a person (`p`): one account that meets them all. */
export async function accountConditions(
  db: Reader,
  query: Record<string, unknown>,
): Promise<Conditions> {
  const integrations = idFilter(query, 'integration_id', 'integration')
  const vendorIds = anyText(query['filter[vendor_id]'])
  const wanted = [
    integrations && isAnyOf(sql`ai.integration_id`, integrations, 'uuid'),
    vendorIds && isAnyOf(sql`ai.vendor_id`, vendorIds),
  ].filter((each) => each !== undefined)
  if (wanted.length === 0) return []
  const has = sql.join(wanted, sql` and `)
  return [
    await amongRows(db, sql`p.id`, {
      ids: sql`select ai.directory_user_id from identity ai where ${has} and ai.directory_user_id is not null`,
      isOne: sql<boolean>`exists (select from identity ai where ai.directory_user_id = p.id and ${has})`,
    }),
  ]
}
