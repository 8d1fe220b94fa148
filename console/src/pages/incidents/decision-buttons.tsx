import { Button } from '@mantine/core'
import { useState } from 'react'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can, can } from '../../parts/can.tsx'
import { DecisionDialog, type Decision } from './decision-dialog.tsx'
import { text } from './text.ts'
import type { Incident } from './use-incident.ts'

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
