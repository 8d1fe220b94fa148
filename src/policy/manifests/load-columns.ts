import { columnsFor, type PeopleColumns } from '../../engine/columns/people-columns.ts'
import type { Policy } from '../../engine/model.ts'
import type { Reader } from '../../database/database.ts'
import { peopleFacts } from '../model/people-facts.ts'
import { readsOf } from '../model/policy-reads.ts'

/** Everybody's facts, as far as the policy reads them, in the engine's columns. */
export async function loadColumns(reader: Reader, policy: Policy): Promise<PeopleColumns> {
  const columns = columnsFor(policy)
  // The columns climb from manager to manager themselves.
  const reads = { ...readsOf(policy), managementChains: false }
  for await (const { people } of peopleFacts(reader, reads, 'all')) columns.putAll(people)
  return columns
}
