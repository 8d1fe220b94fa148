import type { ErrorComponentProps } from '@tanstack/react-router'
import { MusterError } from 'muster-sdk'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Page } from './page.tsx'

/** What is shown instead of a page that failed while it was drawn or loaded. */
export function PageError({ error }: ErrorComponentProps) {
  const shown = error instanceof MusterError ? error : new MusterError(String(error), { status: 0 })
  return (
    <Page title="This page did not load">
      <ErrorState error={shown} retry={() => location.reload()} />
    </Page>
  )
}

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
