import { sql } from 'kysely'
import type { RulesetType } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { rulesetValuesJson, type RulesetOwner, type RulesetValues } from './write-rulesets.ts'

export type StoredRuleset = {
  id: string
  version: number
  owner: RulesetOwner
  values: RulesetValues
}

type Row = {
  id: string
  version: number
  type: RulesetType
  ownerId: string
  values: RulesetValues
}

/** A ruleset. The holder of the policy lock, exclusive, is the only one who can change it. */
export async function findStoredRuleset(
  reader: Reader,
  id: string,
): Promise<StoredRuleset | undefined> {
  const { rows } = await sql<Row>`
    select s.id, s.version, s.type, coalesce(s.attribute_id, s.resource_id) as "ownerId", ${rulesetValuesJson} as values
    from ruleset s where s.id = ${id}`.execute(reader)
  const [row] = rows
  if (row === undefined) return undefined
  const { type, ownerId, ...stored } = row
  const owner: RulesetOwner =
    type === 'directory_attribute' ? { type, attributeId: ownerId } : { type, resourceId: ownerId }
  return { ...stored, owner }
}
