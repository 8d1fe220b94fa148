import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can, can } from '../../parts/can.tsx'
import { useApi } from '../../api/use-api.ts'
import { muster, writeOf } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import type { Totals } from '../../parts/plan/types.ts'
import { Notice } from '../../parts/notice.tsx'
import { lengths } from '../../gen/lengths.ts'
import { text } from './text.ts'
import type { Incident } from './use-incident.ts'
import classes from './incidents.module.css'

/** Approve for everyone, choose people, or reject: each where it would be carried out. */
export function DecisionButtons({ incident }: { incident: Incident }) {
  const [decision, setDecision] = useState<Decision>()
  const { effect, id, people, accounts_without_person: alone } = incident
  const isOpen = incident.state === 'open'
  const totals = effect?.totals
  const digest = effect?.digest
  const mayDecide = can(incident, 'approve') || can(incident, 'reject')
  if (!mayDecide || totals == null || digest == null) return null
  return (
    <>
      {isOpen && people > 0 && people + alone > 1 && (
        <ButtonLink to="/incidents/$incident/people" params={{ incident: id }}>
          {text.choose}
        </ButtonLink>
      )}
      <Can record={incident} action="reject">
        <Button onClick={() => setDecision('reject')}>{text.reject}</Button>
      </Can>
      <Can record={incident} action="approve">
        <Button onClick={() => setDecision('approve')}>
          {isOpen ? text.approveAll : text.afterAll}
        </Button>
      </Can>
      {decision !== undefined && (
        <DecisionDialog
          incident={incident}
          decision={decision}
          people={isOpen ? text.everyone(incident) : text.rejectedPeople}
          effect={{ totals, digest }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  )
}

type Chosen = {
  incident: Incident
  chosen: readonly string[]
  isFull: boolean
  most: number
  onClear: () => void
}

/** The people who were chosen, what would follow for them alone, and the decisions about them. */
export function ChosenBar({ incident, chosen, isFull, most, onClear }: Chosen) {
  const [decision, setDecision] = useState<Decision>()
  const { data, error } = useApi('/policy/incidents/{incident}/effects', {
    params: {
      path: { incident: incident.id },
      query: { 'filter[user]': chosen.join(','), 'page[size]': '1' },
    },
  })
  const { totals = null, digest = null } = data?.meta ?? {}
  const shown = totals === null || digest === null ? undefined : { totals, digest }
  const count = chosen.length
  const waitingWord = data?.meta.state === 'none' ? 'notHeld' : 'planning'
  return (
    <div className={classes['chosen']} role="region" aria-label={text.chosen(count)}>
      <span className="strong">{text.chosen(count)}</span>
      <span className="soft" role="status">
        {error?.message ?? (shown === undefined ? text[waitingWord] : text.approving(shown.totals))}
        {isFull && ` ${text.mostChosen(most)}`}
      </span>
      <span className="flex gap-8 to-end">
        <Button variant="subtle" color="gray" onClick={onClear}>
          {text.clearChosen}
        </Button>
        {shown !== undefined && (
          <>
            <Can record={incident} action="reject">
              <Button onClick={() => setDecision('reject')}>{text.rejectSome(count)}</Button>
            </Can>
            <Can record={incident} action="approve">
              <Button variant="filled" onClick={() => setDecision('approve')}>
                {text.approveSome(count)}
              </Button>
            </Can>
          </>
        )}
      </span>
      {decision !== undefined && shown !== undefined && (
        <DecisionDialog
          incident={incident}
          decision={decision}
          people={text.people(count)}
          users={chosen}
          effect={shown}
          onClose={() => setDecision(undefined)}
          onDecided={onClear}
        />
      )}
    </div>
  )
}

export type Decision = 'approve' | 'reject'
/** An effect as it is shown, and the digest that stands for exactly that. */
export type ShownEffect = { totals: Totals; digest: string }

type Asked = {
  incident: Incident
  decision: Decision
  /** Who they are, in words. */
  people: string
  /** Some of the people; without it everyone. */
  users?: readonly string[]
  effect: ShownEffect
  onClose: () => void
  onDecided?: () => void
}

/** Asks for the reason of a decision, with its consequence. What is decided is what `effect` shows. */
function DecisionDialog(asked: Asked) {
  const { decision, people, effect, onClose } = asked
  const { digest } = effect
  const { reason, setReason, isMissing, change, confirm } = useDecision(asked)
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
      <p>{isApproval ? text.approving(effect.totals) : text.rejecting}</p>
      <p className="small quiet">
        {text.digest} <code title={digest}>{digest.slice(0, 12)}</code> {text.exactly}
      </p>
      {isStale && <Stale error={change.error} />}
      <Textarea
        label={text.reason}
        placeholder={text.reasonExamples[decision]}
        required
        maxLength={lengths.approveIncident.reason}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        error={isMissing ? text.reasonMissing : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

/** The reason of a decision, and the decision that is sent with it. */
function useDecision({ incident, decision, users, effect, onClose, onDecided }: Asked) {
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const change = useLongChange(() =>
    decide(incident, decision, {
      digest: effect.digest,
      reason: reason.trim(),
      ...(users && { users: [...users] }),
    }),
  )
  const isEmpty = reason.trim() === ''
  const decided = () => {
    onClose()
    onDecided?.()
  }
  const confirm = () => {
    if (isEmpty) setIsTried(true)
    else change.mutate(undefined, { onSuccess: decided })
  }
  return { reason, setReason, isMissing: isTried && isEmpty, change, confirm }
}

/** Nothing was decided, because the effect changed. The page has read the current one already. */
function Stale({ error }: { error: MusterError | null }) {
  const plan = error?.planId
  return (
    <div role="alert">
      <Notice tone="warning">
        <p>{text.changed}</p>
        {plan !== undefined && (
          <Link to="/plans/$plan" params={{ plan }}>
            {text.newPlan}
          </Link>
        )}
      </Notice>
    </div>
  )
}

type Sent = { digest: string; reason: string; users?: string[] }

function decide(incident: Incident, decision: Decision, body: Sent) {
  const change = { ...writeOf('incident', incident), body }
  return decision === 'reject'
    ? muster.send('post', '/policy/incidents/{incident}/reject', change)
    : muster.send('post', '/policy/incidents/{incident}/approve', change)
}
