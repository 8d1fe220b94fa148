import { sql } from 'kysely'
import type { RulesetType } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import type { RulesetOwner, RulesetValues } from './write-rulesets.ts'

export type StoredRuleset = {
  id: string
  version: number
  owner: RulesetOwner
  values: RulesetValues
}

type Row = RulesetValues & {
  id: string
  version: number
  type: RulesetType
  ownerId: string
}

/** A ruleset. The holder of the policy lock, exclusive, is the only one who can change it. */
export async function findStoredRuleset(
  reader: Reader,
  id: string,
): Promise<StoredRuleset | undefined> {
  const { rows } = await sql<Row>`
    select id, version, type, coalesce(attribute_id, resource_id) as "ownerId", state,
      is_authoritative as "isAuthoritative", expires_after_days as "expiresAfterDays"
    from ruleset where id = ${id}`.execute(reader)
  const [row] = rows
  if (row === undefined) return undefined
  const { version, type, ownerId, state, isAuthoritative, expiresAfterDays } = row
  const owner: RulesetOwner =
    type === 'directory_attribute' ? { type, attributeId: ownerId } : { type, resourceId: ownerId }
  return { id, version, owner, values: { state, isAuthoritative, expiresAfterDays } }
}
