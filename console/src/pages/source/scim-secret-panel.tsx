import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
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
      <Facts>
        <Fact term={words.state}>
          <StateBadge state={state} />
        </Fact>
        <Fact term={words.used}>{used === null ? words.never : <Time at={used} />}</Fact>
        <Fact term={words.created}>
          <Time at={timestamp.created_at} />
        </Fact>
        {revoked === null ? (
          <Fact term={words.expires}>
            {timestamp.expires_at === null ? words.never : <Time at={timestamp.expires_at} />}
          </Fact>
        ) : (
          <Fact term={words.revoked}>
            <Time at={revoked} />
          </Fact>
        )}
        <Fact term={words.id}>
          <Id value={id} />
        </Fact>
      </Facts>
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
