import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { browserOf } from './browser-of.ts'
import type { Session } from './session-columns.tsx'
import { text } from './text.ts'

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
  const { id, state, user_agent: agent, opened_by: by, timestamp } = session
  return (
    <DetailPanel title={browserOf(agent)} onClose={onClose}>
      <Facts
        of={{
          [words.state]: <StateBadge state={state} />,
          [words.created]: <Time at={timestamp.created_at} />,
          [words.used]: timestamp.last_used_at !== null && <Time at={timestamp.last_used_at} />,
          [words.expires]: <Time at={timestamp.expires_at} />,
          [words.openedBy]:
            by === null ? words.server : <RecordLink id={by.id} name={by.name ?? undefined} />,
          [words.browser]: agent,
          [words.id]: <Id value={id} />,
        }}
      />
      <ConfirmButton
        of={session}
        can="delete"
        isOffered={state === 'active'}
        title={words.endTitle}
        label={words.end}
        isBelow
        run={end}
        onDone={onClose}
      >
        {words.endWhy}
      </ConfirmButton>
    </DetailPanel>
  )
}
