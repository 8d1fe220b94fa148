import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { rulesetTitle } from './columns.ts'

/** What these rulesets (uuids) are for, by uuid: `codehost_group Backend`. */
export async function selectRulesetTitles(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string }>`
    select s.id, s.type || ' ' || ${rulesetTitle} as title from ruleset s
    left join attribute a on a.id = s.attribute_id left join resource o on o.id = s.resource_id
    where s.id = any (${uuids(ids)})`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
