import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { countOf } from '../../parts/plan/types.ts'
import { DecisionDialog, type Decision } from './decision-dialog.tsx'
import { text } from './text.ts'
import type { Incident } from './use-incident.ts'
import classes from './incidents.module.css'

/** The people who were chosen, what would follow for them alone, and the decisions about them. */
export function ChosenBar({
  incident,
  chosen,
  isFull,
  most,
  onClear,
}: {
  incident: Incident
  chosen: readonly string[]
  isFull: boolean
  most: number
  onClear: () => void
}) {
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
      <span className={classes['chosenCount']}>{text.chosen(count)}</span>
      <span className={classes['soft']} role="status">
        {error?.message ?? (shown === undefined ? text[waitingWord] : summaryOf(shown.totals))}
        {isFull && ` ${text.mostChosen(most)}`}
      </span>
      <span className={classes['chosenActions']}>
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

function summaryOf(totals: Parameters<typeof countOf>[0] & { people: number }): string {
  if (totals.people === 0) return text.approvingNothing
  return text.approving(totals.added, totals.removed, countOf(totals, 'changed'))
}
