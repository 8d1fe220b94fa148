import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { browserOf } from './browser-of.ts'
import type { Session } from './session-columns.tsx'
import { text } from './text.ts'
import classes from './credentials.module.css'

const { sessions: words } = text

/** One session, and its end where the viewer may end it. */
export function SessionPanel({
  session,
  end,
  onClose,
}: {
  session: Session
  end: () => Promise<unknown>
  onClose: () => void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const change = useChange(end)
  const { id, state, user_agent: agent, opened_by: by, timestamp } = session
  return (
    <DetailPanel title={browserOf(agent)} onClose={onClose}>
      <Facts>
        <Fact term={words.state}>
          <StateBadge state={state} />
        </Fact>
        <Fact term={words.created}>
          <Time at={timestamp.created_at} />
        </Fact>
        <Fact term={words.used}>
          {timestamp.last_used_at !== null && <Time at={timestamp.last_used_at} />}
        </Fact>
        <Fact term={words.expires}>
          <Time at={timestamp.expires_at} />
        </Fact>
        <Fact term={words.openedBy}>
          {by === null ? words.server : <RecordLink id={by.id} name={by.name ?? undefined} />}
        </Fact>
        <Fact term={words.browser}>{agent}</Fact>
        <Fact term={words.id}>
          <Id value={id} />
        </Fact>
      </Facts>
      {state === 'active' && (
        <Can record={session} action="delete">
          <Button className={classes['end'] ?? ''} onClick={() => setIsAsked(true)}>
            {words.end}
          </Button>
        </Can>
      )}
      {isAsked && (
        <ConfirmDialog
          title={words.endTitle}
          action={words.end}
          isDangerous
          isPending={change.isPending}
          error={change.error}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
        >
          <p>{words.endWhy}</p>
        </ConfirmDialog>
      )}
    </DetailPanel>
  )
}
