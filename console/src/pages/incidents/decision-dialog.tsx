import { Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { countOf, type Totals } from '../../parts/plan/types.ts'
import { text } from './text.ts'
import type { Incident } from './use-incident.ts'
import classes from './incidents.module.css'

export type Decision = 'approve' | 'reject'
/** An effect as it is shown, and the digest that stands for exactly that. */
export type ShownEffect = { totals: Totals; digest: string }

/** Asks for the reason of a decision, with its consequence. What is decided is what `effect` shows. */
export function DecisionDialog({
  incident,
  decision,
  people,
  users,
  effect,
  onClose,
  onDecided,
}: {
  incident: Incident
  decision: Decision
  /** Who they are, in words. */
  people: string
  /** Some of the people; without it everyone. */
  users?: readonly string[]
  effect: ShownEffect
  onClose: () => void
  onDecided?: () => void
}) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { digest } = effect
  const change = useLongChange(() =>
    decide(incident, decision, {
      digest,
      reason: reason.trim(),
      ...(users && { users: [...users] }),
    }),
  )
  const confirm = () => {
    if (reason.trim() === '') {
      setIsMissing(true)
      return
    }
    change.mutate(undefined, {
      onSuccess: () => {
        onClose()
        onDecided?.()
      },
    })
  }
  const isStale = change.error?.status === 409
  const isApproval = decision === 'approve'
  const title = isApproval ? text.approveTitle : text.rejectTitle
  return (
    <ConfirmDialog
      title={title(people)}
      action={isApproval ? text.approveVerb : text.rejectVerb}
      isDangerous={isApproval && effect.totals.removed > 0}
      isPending={change.isPending}
      error={isStale ? null : change.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{isApproval ? approvalOf(effect.totals) : text.rejecting}</p>
      <p className={classes['digest']}>
        {text.digest} <code title={digest}>{digest.slice(0, 12)}</code> {text.exactly}
      </p>
      {isStale && <Stale error={change.error} />}
      <Textarea
        label={text.reason}
        placeholder={text.reasonExamples[decision]}
        required
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        error={isMissing && reason.trim() === '' ? text.reasonMissing : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

/** Nothing was decided, because the effect changed. The page has read the current one already. */
function Stale({ error }: { error: MusterError | null }) {
  const plan = error?.planId
  return (
    <div className={classes['stale']} role="alert">
      <p>{text.changed}</p>
      {plan !== undefined && (
        <Link to="/plans/$plan" params={{ plan }} className={classes['link']}>
          {text.newPlan}
        </Link>
      )}
    </div>
  )
}

function approvalOf(totals: Totals): string {
  if (totals.people === 0) return text.approvingNothing
  return text.approving(totals.added, totals.removed, countOf(totals, 'changed'))
}

type Sent = { digest: string; reason: string; users?: string[] }

function decide(incident: Incident, decision: Decision, body: Sent) {
  const change = { of: incident, params: { path: { incident: incident.id } }, body }
  return decision === 'reject'
    ? muster.send('post', '/policy/incidents/{incident}/reject', change)
    : muster.send('post', '/policy/incidents/{incident}/approve', change)
}
