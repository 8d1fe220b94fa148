import { Link } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import { Id } from './id.tsx'
import classes from './change-error.module.css'

/** Why a change was refused, with what is wrong in its fields, and the plan where there is one. */
export function ChangeError({ error }: { error: MusterError }) {
  const plan = planOf(error)
  return (
    <div className={classes['error']} role="alert">
      <p>{error.message}</p>
      {Object.entries(error.errors).map(([field, messages]) => (
        <p key={field}>
          <code>{field}</code> {messages.join(' ')}
        </p>
      ))}
      {plan !== undefined && (
        <p>
          <Link to="/plans/$plan" params={{ plan }} className={classes['plan']}>
            See what it would do, and who may approve it
          </Link>
        </p>
      )}
      {error.requestId !== null && (
        <p>
          Request <Id value={error.requestId} />
        </p>
      )}
    </div>
  )
}

/** The plan of a change that was not carried out because it is beyond a limit (409). */
function planOf({ location }: MusterError): string | undefined {
  return /\/policy\/plans\/(popln_\w+)/.exec(location ?? '')?.[1]
}
