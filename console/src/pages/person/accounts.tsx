import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useList } from '../../api/use-list.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { AccountsTable } from './accounts-table.tsx'
import { text } from './text.ts'

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
