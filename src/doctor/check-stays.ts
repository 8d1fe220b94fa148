import { sql, type RawBuilder } from 'kysely'
import { idPrefixes } from '../contract/ids.ts'
import { foundColumns, type Found } from './difference.ts'
import { inRanges, type Range, type Snapshot, type Step } from './snapshot.ts'

/** The phases of each stay follow one another, from its beginning to its end. */
export function checkStays({ tx }: Snapshot): AsyncGenerator<Step> {
  return inRanges(tx, { table: 'directory_user', column: 'id', size: 5000 }, phases)
}

function phases({ has }: Range): RawBuilder<Found> {
  return sql<Found>`
    select ${foundColumns({
      what: sql`'phases'`,
      type: sql.lit(idPrefixes.policyUser),
      record: sql`s.id`,
      person: sql`s.directory_user_id`,
      ruleset: sql`s.ruleset_id`,
      stored: sql`p.valid`,
      follows: sql`w.valid`,
    })}
    from policy_user s
    cross join lateral (
      select coalesce(range_agg(valid), '{}') as valid from (
        select valid from policy_user_phase where policy_user_id = s.id
        union all select tstzrange(s.phase_since, null) where s.deleted_at is null) h) p
    cross join lateral (select tstzmultirange(tstzrange(s.activated_at, s.deleted_at)) as valid) w
    where ${has(sql`s.directory_user_id`)} and p.valid <> w.valid`
}
