import type { MusterError } from 'muster-sdk'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Page } from './page.tsx'
import classes from './page.module.css'

/** The frame of a record that is not read yet, with the room of its lines and tabs, or that can't be read. */
export function PendingPage({
  title,
  crumbs,
  lead,
  error,
  retry,
}: {
  /** Of the page with the error, where no record has a name. */
  title: string
  crumbs: ReactNode
  lead?: ReactNode
  error: MusterError | null
  retry: () => unknown
}) {
  if (error !== null)
    return (
      <Page title={title} crumbs={crumbs}>
        <ErrorState error={error} retry={() => void retry()} />
      </Page>
    )
  return (
    <Page
      title="…"
      crumbs={crumbs}
      lead={lead}
      subtitle=" "
      tabs={<span className={classes['noTabs']} />}
    >
      {null}
    </Page>
  )
}
