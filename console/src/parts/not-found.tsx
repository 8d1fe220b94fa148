import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

/** For addresses that no page has. */
export function NotFound() {
  return (
    <Page title="There is no such page">
      <EmptyState title="No page has this address">
        It may have moved, or a part of the address is missing.
      </EmptyState>
    </Page>
  )
}
