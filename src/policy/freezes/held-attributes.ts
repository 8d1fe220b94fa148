import { sql, type RawBuilder } from 'kysely'

/** Of the attributes that are frozen those that a user (an expression of ours, by uuid) held when they froze, as jsonb. */
export function heldAttributesOf(user: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`coalesce((
    select jsonb_agg(distinct hs.attribute_id)
    from ruleset_freeze hf join ruleset hs on hs.id = hf.ruleset_id join rule hr on hr.ruleset_id = hs.id
      join qualification hq on hq.rule_id = hr.id and hq.directory_user_id = ${user}
    where hf.ended_at is null and hs.attribute_id is not null), '[]')`
}
