import { Button } from '@mantine/core'
import { useParams, Link } from '@tanstack/react-router'
import type { RowOf, Body } from 'muster-sdk'
import type { ReactNode } from 'react'
import { useQueries } from '@tanstack/react-query'
import { useList } from '../../api/use-list.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Id } from '../../parts/id.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { text } from './text.ts'
import classes from './accounts.module.css'

const { accounts: words } = text

/** The accounts of the person at every source, side by side. */
export function Accounts() {
  const { user } = useParams({ from: '/people/$user/accounts' })
  const list = useList('/directory/users/{user}/directory-identities', {
    params: { path: { user }, query: { 'page[size]': '20' } },
  })
  const { rows, error, isPending, hasMore, loadMore, retry } = list
  if (error !== null && rows.length === 0) return <ErrorState error={error} retry={retry} />
  if (!isPending && rows.length === 0)
    return <EmptyState title={words.none.title}>{words.none.why}</EmptyState>
  return (
    <Scroll>
      {isPending ? (
        <div aria-hidden>
          <SkeletonRows columns={4} rows={10} />
        </div>
      ) : (
        <AccountsTable accounts={rows} />
      )}
      {hasMore && <Button onClick={loadMore}>{words.more}</Button>}
    </Scroll>
  )
}

type Account = RowOf<'/directory/users/{user}/directory-identities'>
type Column = { account: Account; whole: WholeAccount | undefined }

/** One column for each account, one row for each value. What policy does not read yet stands below what it reads. */
export function AccountsTable({ accounts }: { accounts: readonly Account[] }) {
  const whole = useWholeAccounts(accounts.map(({ id }) => id))
  const columns = accounts.map((account) => ({ account, whole: whole.get(account.id) }))
  const keys = [...new Set(columns.flatMap(keysOf))].sort(byLetters)
  const showsMore = columns.some((column) => column.whole !== undefined)
  return (
    <table className={classes['accounts']}>
      <thead>
        <tr>
          <td />
          {columns.map(({ account: { id, integration_id, integration_handle } }) => (
            <th key={id} scope="col">
              <Link to="/sources/$integration" params={{ integration: integration_id }}>
                {integration_handle}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row name={words.state} columns={columns} cell={stateOf} />
        <Row name={words.name} columns={columns} cell={nameOf} />
        <Row name={words.email} columns={columns} cell={emailOf} />
        <Row
          name={words.id}
          columns={columns}
          cell={({ account }) => <Id value={account.vendor_id} />}
        />
        {showsMore && <Row name={words.linked} columns={columns} cell={linkOf} />}
        {showsMore && <Row name={words.changed} columns={columns} cell={changedOf} />}
      </tbody>
      {keys.length > 0 && (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={columns.length + 1} className={classes['group']}>
              {words.profile}
            </th>
          </tr>
          {keys.map((key) => (
            <Row key={key} name={<code>{key}</code>} columns={columns} cell={valueOf(key)} />
          ))}
        </tbody>
      )}
    </table>
  )
}

function Row({
  name,
  columns,
  cell,
}: {
  name: ReactNode
  columns: readonly Column[]
  cell: (column: Column) => ReactNode
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column.account.id}>{cell(column)}</td>
      ))}
    </tr>
  )
}

function keysOf({ whole }: Column): string[] {
  return Object.keys({ ...whole?.profile, ...whole?.pending?.profile })
}

/** `costCenter` of one source and `Cost Center` of another stand together. */
function byLetters(a: string, b: string): number {
  return lettersOf(a).localeCompare(lettersOf(b)) || a.localeCompare(b)
}

function lettersOf(key: string): string {
  return key.replace(/[\s_.-]/g, '').toLowerCase()
}

function stateOf({ account: { state }, whole }: Column) {
  const pending = whole?.pending?.state
  return (
    <>
      <StateBadge state={state} />
      {pending !== undefined && pending !== state && (
        <Pending>
          <StateBadge state={pending} />
        </Pending>
      )}
    </>
  )
}

const nameOf = ({ account, whole }: Column) => (
  <Value accepted={account.full_name} said={whole?.pending?.full_name} />
)
const emailOf = ({ account, whole }: Column) => (
  <Value accepted={account.email} said={whole?.pending?.email} />
)

function linkOf({ whole }: Column) {
  if (whole?.linked_by == null) return null
  return <span title={whole.link_evidence ?? undefined}>{words.links[whole.linked_by]}</span>
}

function changedOf({ whole }: Column) {
  return whole === undefined ? null : <Time at={whole.timestamp.updated_at} />
}

function valueOf(key: string) {
  return ({ whole }: Column) => {
    const pending = whole?.pending?.profile
    return (
      <Value
        accepted={whole?.profile?.[key]}
        said={pending == null ? undefined : (pending[key] ?? null)}
      />
    )
  }
}

/** A value that policy reads, and what the source said since, if that is held. `said` is undefined if nothing is. */
function Value({ accepted, said }: { accepted: unknown; said: unknown }) {
  const isHeld = said !== undefined && JSON.stringify(said) !== JSON.stringify(accepted ?? null)
  return (
    <>
      <Raw value={accepted} />
      {isHeld && <Pending>{said === null ? words.noValue : <Raw value={said} />}</Pending>}
    </>
  )
}

/** As the source gives it, because conditions compare it so; each element of a list on a line of its own. */
function Raw({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return textOf(value)
  return value.map((each: unknown, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the order is all that tells them apart
    <div key={index}>{textOf(each)}</div>
  ))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Pending({ children }: { children: ReactNode }) {
  return (
    <span className="block amber">
      {words.pending} {children}
    </span>
  )
}

export type WholeAccount = Body<'get', '/directory/identities/{identity}'>

/** Accounts with what is held of them and, for those who may see it, their profile; empty without the permission. */
export function useWholeAccounts(ids: readonly string[]): ReadonlyMap<string, WholeAccount> {
  const isAllowed = useMay('directory.identity.view')
  return useQueries({
    queries: (isAllowed ? ids : []).map((identity) => ({
      queryKey: ['/directory/identities/{identity}', { path: { identity } }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        muster.get('/directory/identities/{identity}', { params: { path: { identity } }, signal }),
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])),
      ),
  })
}
