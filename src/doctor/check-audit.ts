import { sql, type RawBuilder } from 'kysely'
import { idPrefixes } from '../contract/ids.ts'
import { overEveryone } from '../database/planning.ts'
import { foundColumns, type Found } from './difference.ts'
import { storedValues, wholeTypes } from './stored-values.ts'
import { rangesOf, type Range, type Snapshot, type Step } from './snapshot.ts'

/**
 * The audit log: each `old` is the `new` before it, the last `new` is what is stored, and personal values are those that their rows
 * refer to. Values are never shown.
 */
export async function* checkAudit({ tx }: Snapshot): AsyncGenerator<Step> {
  const log = { table: 'audit_log', column: 'record_id', size: 20_000 }
  const { total, ranges } = await rangesOf(tx, log)
  let done = 0
  for (const range of ranges) {
    const { rows: found } = await overEveryone(tx, () => differingRows(range).execute(tx))
    done += range.rows
    yield { done, total, found, auditRows: range.rows }
  }
}

function differingRows(range: Range): RawBuilder<Found> {
  return sql<Found>`
    with line as materialized (${lines(range)}), chained as materialized (${chained}),
    record as materialized (
      select record_type, record_id, is_erased, is_whole from line where is_first),
    stored as materialized (${storedValues(range)})
    ${brokenChains} union all ${otherStates} union all ${alteredValues}`
}

/** A record of no person names the person that it is about. */
const subject = sql`case when x.record_type = ${sql.lit(idPrefixes.directoryUser)} then x.record_id else x.subject_id end`

const ofRow = { type: sql`x.record_type`, record: sql`x.record_id`, person: subject }

/** `is_whole`: the record was made by a row that says every column that has a value. */
function lines({ has }: Range): RawBuilder<unknown> {
  return sql`
    select a.at, a.sequence, a.event, a.record_type, a.record_id, a.subject_id, a.changes, a.personal as refs,
      p.changes as personal, p.salt, bool_or(a.personal is not null and p.changes is null) over (partition by a.record_id) as is_erased,
      first_value(a.event ~ '\\.create$' and a.record_type in (${wholeTypes})) over rows as is_whole,
      row_number() over rows = 1 as is_first
    from audit_log a
    left join lateral (select changes, salt from audit_log_personal where audit_log_id = a.id offset 0) p on true
    where ${has(sql`a.record_id`)}
    window rows as (partition by a.record_id order by a.at, a.sequence)`
}

/**
 * Changes of one value. A profile that is written whole is one of each of its keys. The first members of a group are together on
 * rows, the later ones one by one. The roles of a user are their names, which may have changed since.
 */
const changes = sql`
  select l.at, l.sequence, l.event, l.record_type, l.record_id, l.subject_id, l.is_erased, l.is_whole, l.is_first,
    c.key collate "C" as key, c.old, c.new, c.is_personal
  from line l cross join lateral (
    select key, value -> 'old' as old, value -> 'new' as new, false as is_personal from jsonb_each(l.changes)
    where jsonb_typeof(value) = 'object' and key <> 'roles' and l.event <> 'directory.resource.populate'
    union all
    select key, value -> 'old', value -> 'new', true from jsonb_each(l.personal) where key <> 'profile'
    union all
    select 'profile.' || k.key, o.profile -> k.key, n.profile -> k.key, true
    from (select case jsonb_typeof(l.personal #> '{profile,old}') when 'object' then l.personal #> '{profile,old}' else '{}' end as profile) o,
      (select case jsonb_typeof(l.personal #> '{profile,new}') when 'object' then l.personal #> '{profile,new}' else '{}' end as profile) n,
      jsonb_object_keys(o.profile || n.profile) k (key)
    union all
    select 'members.' || key, null, value, false from jsonb_each(l.changes #> '{members,new}')
    where l.event = 'directory.resource.populate'
  ) c`

/** The rows of a value, each with the one before it. */
const chained = sql`
  select c.*, lag(c.new) over chain as before, row_number() over chain > 1 as has_before, lead(c.sequence) over chain is null as is_last
  from (${changes}) c
  window chain as (partition by c.record_id, c.key order by c.at, c.sequence)`

/** No value, or an empty one: a name may begin as either. */
const comparable = (value: RawBuilder<unknown>) => sql`coalesce(nullif(${value}, 'null'), '""')`

/** After a row that made a person, an account or a stay, a key that is new had no value. Of what was erased, nothing is known. */
const brokenChains = sql`
  select ${foundColumns({ ...ofRow, what: sql`x.event || ': ' || x.key || ' follows from no earlier row'`, stored: sql`null`, follows: sql`null` })}
  from chained x
  where (x.has_before or x.is_whole and not x.is_first) and not (x.is_personal and x.is_erased)
    and ${comparable(sql`x.before`)} <> ${comparable(sql`x.old`)}`

/** The last value of each key, beside the stored one. Of a record that is gone nothing is compared. */
const otherStates = sql`
  select ${foundColumns({ ...ofRow, what: sql`'last audit row of ' || x.key`, stored: sql`null`, follows: sql`null` })}
  from (
    select coalesce(s.record_type, l.record_type) as record_type, coalesce(s.record_id, l.record_id) as record_id,
      coalesce(s.key, l.key) as key, l.subject_id, l.new, s.value, l.key is not null or s.is_whole as is_known,
      coalesce(s.is_personal, l.is_personal) and coalesce(s.is_erased, l.is_erased) as is_erased
    from stored s
    full join (select * from chained where is_last and record_id in (select record_id from stored)) l
      on l.record_id = s.record_id and l.key = s.key
    where s.key is not null or l.key ~ '^(metadata|profile|members)\\.'
  ) x
  where x.is_known and x.is_erased is not true and ${comparable(sql`x.new`)} <> ${comparable(sql`x.value`)}`

const alteredValues = sql`
  select ${foundColumns({
    ...ofRow,
    what: sql`x.event || ': personal values are ' || case when x.personal is null then 'missing' else 'not those of the row' end`,
    stored: sql`null`,
    follows: sql`null`,
  })}
  from line x
  where case when x.personal is not null then altered_keys(x.refs, x.salt, x.personal) <> '{}'
    else x.refs is not null and not exists (
      select from audit_log e where e.record_id in (x.record_id, x.subject_id) and is_erasure(e.event)) end`
