import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { IncidentReason } from './schema.ts'

/** A reason as an incident stores it, with the name of its ruleset. Ids are uuids. */
export type IncidentReasonRow = {
  scope: 'ruleset' | 'source' | 'overall' | 'manager_cycle'
  direction: 'lose' | 'gain' | 'change_role' | 'accounts' | null
  ruleset_id: string | null
  ruleset_name: string | null
  people: number
  size: number
  percent: number
  least: number
}

/** Those that the caller may see: a reason of a ruleset names it. */
export function presentReasons(
  rows: readonly IncidentReasonRow[],
  mayView: (rulesetId: string) => boolean,
): Static<typeof IncidentReason>[] {
  return rows
    .filter(({ ruleset_id: id }) => id === null || mayView(id))
    .slice(0, 200)
    .map((row) =>
      Object.assign({}, row, {
        ruleset_id: row.ruleset_id === null ? null : encodeId('ruleset', row.ruleset_id),
      }),
    )
}
