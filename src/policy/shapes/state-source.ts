import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { summarySource } from './person-summary.ts'

/** Who decides about the state of a person, and by which day. */
export const StateSource = Shape(
  {
    by: OneOf(['source', 'administrator']),
    integration_handle: Nullable(
      Text(63, { description: 'The source that decides', examples: ['hr'] }),
    ),
    day: Nullable(
      OneOf(['first_day', 'last_day'], {
        description: 'The day of the source by which the state follows; null where no day does',
      }),
    ),
    date: Nullable(Type.String({ format: 'date', maxLength: 10, examples: ['2026-12-31'] })),
  },
  { $id: 'DirectoryUserStateSource', description: 'Who decides about the state, and by which day' },
)
export type StateSourceJson = Static<typeof StateSource>

const ofEnd = sql`p.state in ('expiring', 'expired')`
const beginsAt = sql`(pi.days ->> 'begins_at')::timestamptz`

/** A {@link StateSource} as PostgreSQL builds it: `p` the person, `pi` their leading account, `pg` its integration. */
export const stateSourceJson = sql`(
  select json_build_object('by', who.by, 'integration_handle', case who.by when 'source' then pg.handle end,
    'day', what.day, 'date', case what.day
      when 'first_day' then pi.days ->> 'first_day'
      when 'last_day' then coalesce((
        select x.days ->> 'last_day' from identity x
        where x.directory_user_id = p.id and (x.days ->> 'ends_at')::timestamptz = p.source_expires_at limit 1), pi.days ->> 'last_day')
      end)
  from (
    select case
      when ${ofEnd} then case when p.expires_at_is_override then 'administrator' else 'source' end
      when pg.id is null or p.deleted_at is not null or p.base_state_set_by = 'administrator' then 'administrator'
      else 'source' end as by
  ) who cross join lateral (
    select case
      when who.by = 'administrator' then null
      when ${ofEnd} then 'last_day'
      when p.state = 'staged' and p.activates_at = ${beginsAt} then 'first_day'
      when p.state = 'deactivated' and pi.days ->> 'state' <> 'deactivated' then 'last_day' end as day
  ) what)`

/** {@link StateSource} of a person (a uuid) who is there. */
export async function findStateSource(db: Reader, id: string): Promise<StateSourceJson> {
  const { rows } = await sql<{ found: StateSourceJson }>`
    select ${stateSourceJson} as found from ${summarySource} where p.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`the directory user ${id} is not there`)
  return typeof row.found === 'string' ? parseJson<StateSourceJson>(row.found) : row.found
}

/** What a day does to someone's state, as a phrase after it; empty where no day does. */
export function wordsOfDay({ day, date, integration_handle: source }: StateSourceJson): string {
  if (day === null || date === null) return ''
  const which = day === 'first_day' ? 'first' : 'last'
  return `: ${date} is the ${which} day that ${source ?? 'the source'} gives`
}
