import { Link } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import { Conflict } from '../api/conflict.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { Id } from './id.tsx'
import { Notice } from './notice.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/** Why a change was refused, with what is wrong in its fields, and the plan where there is one. */
export function ChangeError({
  error,
  ownFields,
  again,
}: {
  error: MusterError
  /** Sends the change again: over what others changed meanwhile, once that was shown. */
  again?: { action: string; run: () => void } | undefined
  /** Fields that show their own errors. */
  ownFields?: readonly string[] | undefined
}) {
  if (error instanceof Conflict) return <ConflictNotice conflict={error} again={again} />
  const plan = error.planId
  const others = Object.entries(error.errors).filter(
    ([field, messages]) =>
      ownFields?.includes(field) !== true && !isSaid(error.message, field, messages),
  )
  return (
    <div className="mt-12" role="alert">
      <Notice tone="error">
        <p>{error.status === 429 ? busy : error.message}</p>
        {others.map(([field, messages]) => (
          <p key={field}>
            <code>{field}</code> {messages.join(' ')}
          </p>
        ))}
        {error.needsSignIn && <SignInAgain />}
        {plan !== undefined && (
          <p>
            <Link to="/plans/$plan" params={{ plan }}>
              See what it would do, and who may approve it
            </Link>
          </p>
        )}
        {error.requestId !== null && (
          <p>
            Request <Id value={error.requestId} />
          </p>
        )}
      </Notice>
    </div>
  )
}

const busy = 'Muster is busy with other requests of yours. Try again in a moment.'

/** Where one thing is wrong, the message says it already. */
function isSaid(message: string, field: string, [first, ...more]: readonly string[]): boolean {
  return more.length === 0 && (message === first || message === `${field} ${first}`)
}
