import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'

export const referentKinds = [
  'directoryUser',
  'attribute',
  'dimension',
  'integration',
  'resource',
] as const
export const referentStates = ['deleted', 'expired', 'deactivated'] as const

/** Something that a rule names and that is gone. Ids are uuids. */
export type GoneReferent = {
  rule_id: string
  /** Null for the resource of the rule's ruleset. */
  condition_id: string | null
  /** The place of the condition in its rule, from 0. */
  position: number | null
  kind: (typeof referentKinds)[number]
  id: string
  /** Null for an erased person. */
  name: string | null
  state: (typeof referentStates)[number]
}

/**
 * The {@link GoneReferent}s of rules (`gr`) that have not ended and for which `isWanted`. A manager has left once expired or
 * deactivated; any other person is gone once deleted.
 */
export function goneReferents(isWanted: RawBuilder<boolean>): RawBuilder<unknown> {
  const rules = sql`rule gr join condition gc on gc.rule_id = gr.id`
  const isOpen = sql`gr.deleted_at is null and gr.state in ('staged', 'active', 'expiring') and ${isWanted}`
  const ofCondition = sql`gr.ruleset_id, gr.id as rule_id, gc.id as condition_id,
    (select count(*) from condition earlier where earlier.rule_id = gr.id and earlier.id < gc.id) as position`
  return sql`
    select ${ofCondition}, 'directoryUser' as kind, u.id, coalesce(nullif(u.full_name, ''), u.email) as name,
      case when u.deleted_at is null then u.state else 'deleted' end as state
    from ${rules} join directory_user u on u.id = gc.directory_user_id
    where ${isOpen} and (u.deleted_at is not null or (gc.type <> 'user' and u.state in ('expired', 'deactivated')))
    union all
    select ${ofCondition}, case when a.state = 'deactivated' then 'attribute' else 'dimension' end,
      case when a.state = 'deactivated' then a.id else d.id end,
      case when a.state = 'deactivated' then d.handle || ' ' || a.name else d.handle end, 'deactivated'
    from ${rules} join attribute a on a.id = gc.attribute_id join dimension d on d.id = a.dimension_id
    where ${isOpen} and 'deactivated' in (a.state, d.state)
    union all
    select ${ofCondition}, 'integration', i.id, i.handle, 'deactivated'
    from ${rules} join integration i on i.id = gc.integration_id or (gc.integration_id is null and i.is_primary)
    where ${isOpen} and gc.type = 'identity' and i.state = 'deactivated'
    union all
    select ${ofCondition}, 'resource', o.id, coalesce(nullif(o.name, ''), o.vendor_id), 'deactivated'
    from ${rules} join resource o on o.id = gc.vendor_resource_id
    where ${isOpen} and o.state = 'deactivated'
    union all
    select gr.ruleset_id, gr.id, null, null, 'resource', o.id, coalesce(nullif(o.name, ''), o.vendor_id), 'deactivated'
    from rule gr join ruleset gs on gs.id = gr.ruleset_id join resource o on o.id = gs.resource_id
    where ${isOpen} and o.state = 'deactivated'`
}

/** The {@link goneReferents} of rules (uuids), by rule and then by condition. */
export async function selectGoneReferents(
  reader: Reader,
  rules: readonly string[],
): Promise<GoneReferent[]> {
  const isWanted = sql<boolean>`gr.id = any (${rules}::uuid[])`
  const { rows } = await sql<GoneReferent>`
    select * from (${goneReferents(isWanted)}) named order by rule_id, position nulls last`.execute(
    reader,
  )
  return rows
}

const nouns = {
  directoryUser: '',
  attribute: 'the attribute ',
  dimension: 'an attribute of the dimension ',
  integration: 'the integration ',
  resource: 'the resource ',
} as const

/** `names Ada Moreau, who is deleted`: people by id to a viewer who may not see them. */
export function sayGone(
  { kind, id, name, state }: GoneReferent,
  { seesPeople }: Pick<PolicyViewer, 'seesPeople'>,
): string {
  const isHidden = name === null || (kind === 'directoryUser' && !seesPeople)
  const shown = isHidden ? encodeId(kind, id) : clip(name, 400)
  const who = kind === 'directoryUser' ? 'who' : 'which'
  const how = state === 'expired' ? 'has expired' : `is ${state}`
  return `names ${nouns[kind]}${shown}, ${who} ${how}`
}
