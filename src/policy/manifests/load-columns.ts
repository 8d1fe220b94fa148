import { columnsFor, type PeopleColumns } from '../../engine/columns/people-columns.ts'
import type { Policy } from '../../engine/model.ts'
import type { Reader } from '../../database/database.ts'
import { peopleFacts, type People } from '../model/people-facts.ts'
import { readsOf } from '../model/policy-reads.ts'

/** The facts of everybody, or of these people, as far as the policy reads them, in the engine's columns. */
export async function loadColumns(
  reader: Reader,
  policy: Policy,
  people: People = 'all',
): Promise<PeopleColumns> {
  const columns = columnsFor(policy)
  // The columns climb from manager to manager themselves.
  const reads = { ...readsOf(policy), managementChains: false }
  for await (const batch of peopleFacts(reader, reads, people)) columns.putAll(batch.people)
  return columns
}
