import type { ErrorComponentProps } from '@tanstack/react-router'
import { MusterError } from 'muster-sdk'
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
