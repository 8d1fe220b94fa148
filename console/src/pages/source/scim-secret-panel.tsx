import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import type { ScimSecret } from './scim-secret-columns.tsx'
import { text } from './text.ts'

const { scim: words } = text

/** One SCIM secret: when it was used, and its end. */
export function ScimSecretPanel({
  secret,
  revoke,
  onClose,
}: {
  secret: ScimSecret
  revoke: () => Promise<unknown>
  onClose: () => void
}) {
  const { id, name, state, timestamp } = secret
  const { last_used_at: used, revoked_at: revoked } = timestamp
  return (
    <DetailPanel title={name} onClose={onClose}>
      <Facts
        of={{
          [words.state]: <StateBadge state={state} />,
          [words.used]: used === null ? words.never : <Time at={used} />,
          [words.created]: <Time at={timestamp.created_at} />,
          ...(revoked === null
            ? {
                [words.expires]:
                  timestamp.expires_at === null ? words.never : <Time at={timestamp.expires_at} />,
              }
            : { [words.revoked]: <Time at={revoked} /> }),
          [words.id]: <Id value={id} />,
        }}
      />
      <ConfirmButton
        of={secret}
        can="delete"
        isOffered={state === 'active'}
        title={words.revokeTitle(name)}
        label={words.revoke}
        isBelow
        run={revoke}
        onDone={onClose}
      >
        <p>{words.revokeWhy}</p>
        {used !== null && (
          <p>
            {words.revokeUsed} <Time at={used} />.
          </p>
        )}
      </ConfirmButton>
    </DetailPanel>
  )
}
