import { sql, type RawBuilder } from 'kysely'
import { idPrefixes, type IdKind } from '../../contract/ids.ts'

/**
 * A column that audit rows show. `isPersonal`: its values are stored apart, so that they can be erased. `id`: it refers to a record of that
 * kind. `is`: of another type than text.
 */
type AuditedColumn = { isPersonal?: true; id?: IdKind; is?: 'instant' | 'json' }

export type AuditedColumns = Readonly<Record<string, AuditedColumn>>

const personal = { isPersonal: true } as const
const instant = { is: 'instant' } as const

export const identityColumns: AuditedColumns = {
  state: {},
  vendor_state: {},
  handle: personal,
  first_name: personal,
  last_name: personal,
  full_name: personal,
  email: personal,
  profile: { isPersonal: true, is: 'json' },
  days: { is: 'json' },
  vendor_created_at: instant,
  directory_user_id: { id: 'directoryUser' },
  suggested_directory_user_id: { id: 'directoryUser' },
  linked_by: {},
  link_evidence: personal,
}

/** As in users/person-audit.ts. */
export const userColumns: AuditedColumns = {
  state: {},
  base_state: {},
  expires_at: instant,
  source_expires_at: instant,
  deleted_at: instant,
  first_name: personal,
  last_name: personal,
  email: personal,
  username: personal,
  manager_id: { id: 'directoryUser' },
  manager_reference: personal,
  manager_problem: {},
  parent_user_id: { id: 'directoryUser' },
  primary_identity_id: { id: 'identity' },
  review_reason: {},
  provisioned_at: instant,
  deprovisioned_at: instant,
  activates_at: instant,
}

/** The columns of a record (`alias`, ours and never input) as one object, as SQL. */
export function factsOf(columns: AuditedColumns, alias: string): RawBuilder<unknown> {
  const facts = Object.entries(columns).map(
    ([name, column]) => sql`${sql.lit(name)}, ${valueOf(alias, name, column)}`,
  )
  return sql`jsonb_build_object(${sql.join(facts)})`
}

function valueOf(alias: string, name: string, { is }: AuditedColumn): RawBuilder<unknown> {
  const value = sql.id(alias, name)
  return is === 'instant' ? sql`iso(${value})` : value
}

/** What the audit row of a record says: `{ "<key>": { "old": …, "new": … } }`, as SQL. `personal` is null where there is nothing. */
export type AuditedValues = { changes: RawBuilder<unknown>; personal: RawBuilder<unknown> }

/** Of a new record (`alias`): its empty columns say nothing. */
export function createdValues(columns: AuditedColumns, alias: string): AuditedValues {
  const of = (isPersonal: boolean) => {
    const listed = Object.entries(columns).filter(
      ([, column]) => (column.isPersonal === true) === isPersonal,
    )
    const values = listed.map(([name, column]) => {
      const value = valueOf(alias, name, column)
      const shown =
        column.id === undefined
          ? value
          : sql`encode_id(${sql.lit(idPrefixes[column.id])}, ${value})`
      return sql`${sql.lit(name)}, jsonb_build_object('old', null::text, 'new', ${shown})`
    })
    const empty = listed.map(([name, { id, is }]) => {
      const value = sql.id(alias, name)
      const filled = id === undefined && is === undefined ? sql`nullif(${value}, '')` : value
      return sql`case when ${filled} is null then ${sql.lit(name)} end`
    })
    return sql`jsonb_build_object(${sql.join(values)}) - array_remove(array[${sql.join(empty)}], null)`
  }
  return { changes: of(false), personal: sql`nullif(${of(true)}, '{}')` }
}

/** Of a changed record, `before` and `after` as {@link factsOf} has them: a set of one row with both, and the number of `differences`. */
export function changedValues(
  columns: AuditedColumns,
  before: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keysOf = (has: (column: AuditedColumn) => unknown) =>
    Object.entries(columns).flatMap(([name, column]) => (has(column) ? [name] : []))
  const prefixes = JSON.stringify(
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, { id }]) =>
        id === undefined ? [] : [[name, idPrefixes[id]]],
      ),
    ),
  )
  const prefix = sql`(${prefixes}::jsonb ->> key)`
  const shown = (value: RawBuilder<unknown>) =>
    sql`case when ${prefix} is not null and ${value} <> 'null'
      then to_jsonb(encode_id(${prefix}, (${value} #>> '{}')::uuid)) else ${value} end`
  return sql`
    select coalesce(jsonb_object_agg(key, change) filter (where not is_personal), '{}') as changes,
      jsonb_object_agg(key, change) filter (where is_personal) as personal, count(*) as differences
    from (
      select key, key = any (${keysOf(({ isPersonal }) => isPersonal)}::text[]) or key like 'profile.%' as is_personal,
        jsonb_build_object('old', ${shown(sql`old`)}, 'new', ${shown(sql`new`)}) as change
      from changed_values(${before}, ${after})) difference`
}
