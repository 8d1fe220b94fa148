import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { permissions } from '../../contract/permissions.ts'
import { Count, Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

/** A limit that a run would have exceeded, and how it was counted. */
export const IncidentReason = Shape({
  scope: OneOf(['ruleset', 'source', 'overall', 'manager_cycle', 'lost_column'], {
    description:
      '`ruleset`: one ruleset; `source`: accounts of the source; `overall`: people over all rulesets; `manager_cycle`: managers would be in a cycle with others that are held; `lost_column`: accounts would lose their value of `key`, which policy reads',
  }),
  key: Nullable(
    Text(200, {
      description: 'Of a lost column: the key of the profile, of which `size` accounts had a value',
      examples: ['department'],
    }),
  ),
  direction: Nullable(OneOf(['lose', 'gain', 'change_role', 'accounts'])),
  ruleset_id: Nullable(Id('ruleset')),
  ruleset_name: Nullable(Text(1000, { examples: ['Engineering'] })),
  people: Type.Integer({ minimum: 0, description: 'Distinct people in 24 hours', examples: [40] }),
  size: Type.Integer({ minimum: 0, description: 'Before those 24 hours', examples: [120] }),
  percent: Count,
  least: Count,
})

export const PermissionsToDecide = Type.Array(OneOf(permissions), {
  maxItems: 4,
  description: 'What it takes to approve or reject what is held',
})

/** What releases the people who are held, if their source is wrong. */
export const Correction = Text(500, {
  description: 'What to do if the source is wrong: it depends on how its facts come in',
  examples: ['correct it and import its complete list again'],
})

/** A reason as an incident stores it, with the name of its ruleset. Ids are uuids. */
export type IncidentReasonRow = {
  scope: 'ruleset' | 'source' | 'overall' | 'manager_cycle' | 'lost_column'
  /** Absent from reasons that are older. */
  key?: string | null
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
        key: row.key ?? null,
        ruleset_id: row.ruleset_id === null ? null : encodeId('ruleset', row.ruleset_id),
      }),
    )
}
