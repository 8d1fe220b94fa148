import { sql, type RawBuilder } from 'kysely'
import { idPrefixes, type IdKind } from '../contract/ids.ts'
import {
  identityColumns,
  userColumns,
  type AuditedColumns,
} from '../directory/identities/audited-columns.ts'
import type { Range } from './snapshot.ts'

/** A table whose columns audit rows have. `isPart`: they have other columns too, and a creation says nothing of these. */
type Audited = {
  kind: IdKind
  table: string
  columns: AuditedColumns
  isPart?: true
  /** More keys, from a query of `key` and `value` for a row `t`. */
  also?: { keys: RawBuilder<unknown>; isPersonal: boolean }
}

const { profile: _, ...accountColumns } = identityColumns
const stateOnly = { columns: { state: {} }, isPart: true } as const

const audited: readonly Audited[] = [
  {
    kind: 'directoryUser',
    table: 'directory_user',
    columns: userColumns,
    also: {
      keys: sql`select 'metadata.' || key, value from jsonb_each(t.metadata)`,
      isPersonal: true,
    },
  },
  {
    kind: 'identity',
    table: 'identity',
    columns: accountColumns,
    also: {
      keys: sql`select 'profile.' || key, value from jsonb_each(t.profile)`,
      isPersonal: true,
    },
  },
  {
    kind: 'policyUser',
    table: 'policy_user',
    columns: { state: {}, rule_id: { id: 'rule' }, expires_at: { is: 'instant' } },
  },
  {
    kind: 'resource',
    table: 'resource',
    ...stateOnly,
    also: {
      keys: sql`select 'members.' || encode_id(${sql.lit(idPrefixes.identity)}, m.identity_id), to_jsonb(m.role_handle)
        from resource_member m where m.resource_id = t.id`,
      isPersonal: false,
    },
  },
  { kind: 'rule', table: 'rule', ...stateOnly },
  { kind: 'ruleset', table: 'ruleset', ...stateOnly },
  { kind: 'attribute', table: 'attribute', ...stateOnly },
  { kind: 'dimension', table: 'dimension', ...stateOnly },
  {
    kind: 'service',
    table: 'service',
    columns: { state: {}, sponsor_id: { id: 'directoryUser' } },
    isPart: true,
  },
  { kind: 'workspaceUser', table: 'workspace_user', ...stateOnly },
]

/** The types of records whose creation says every column that has a value. */
export const wholeTypes = sql.join(
  audited.filter(({ isPart }) => isPart !== true).map(({ kind }) => sql.lit(idPrefixes[kind])),
)

/** What is stored of the records of `record`, in the form of audit rows: a row for each key. */
export function storedValues({ has }: Range): RawBuilder<unknown> {
  return sql.join(
    audited.map((each) => valuesOf(each, has(sql`t.id`))),
    sql` union all `,
  )
}

function valuesOf(
  { kind, table, columns, also }: Audited,
  isInRange: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const values = Object.entries(columns).map(([name, { id, is, isPersonal }]) => {
    const column = sql.id('t', name)
    const value =
      id !== undefined
        ? sql`encode_id(${sql.lit(idPrefixes[id])}, ${column})`
        : is === 'instant'
          ? sql`iso(${column})`
          : column
    return sql`(${sql.lit(name)}, to_jsonb(${value}), ${sql.lit(isPersonal === true)})`
  })
  const more =
    also === undefined
      ? sql``
      : sql` union all select a.key, a.value, ${sql.lit(also.isPersonal)} from (${also.keys}) a (key, value)`
  return sql`
    select r.record_type, r.record_id, r.is_whole, r.is_erased, f.key collate "C" as key, f.value, f.is_personal
    from record r join ${sql.table(table)} t on r.record_type = ${sql.lit(idPrefixes[kind])} and t.id = r.record_id and ${isInRange}
    cross join lateral (select * from (values ${sql.join(values)}) v (key, value, is_personal)${more}) f`
}
