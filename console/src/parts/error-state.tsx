import { Button } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import { Id } from './id.tsx'
import { whoGives } from './empty-state.tsx'
import classes from './empty-state.module.css'

/** What failed, its request id, and what to do: try again, or ask for the permission that the message names. */
export function ErrorState({ error, retry }: { error: MusterError; retry?: () => void }) {
  const isRefused = error.status === 403
  return (
    <div className={classes['state']} role="alert">
      <p className="large strong anywhere">{titleOf(error)}</p>
      <p className="soft anywhere">{error.message}</p>
      {isRefused && <p className="soft anywhere">{whoGives}</p>}
      {error.requestId !== null && (
        <div className="inline quiet">
          Request <Id value={error.requestId} />
        </div>
      )}
      {retry !== undefined && !isRefused && error.status !== 404 && (
        <Button onClick={retry}>Try again</Button>
      )}
    </div>
  )
}

function titleOf({ status }: MusterError): string {
  if (status === null) return 'The server does not answer'
  if (status === 403) return 'You may not see this'
  if (status === 404) return 'There is nothing here'
  return status === 429 ? 'Too many requests' : 'This did not work'
}
