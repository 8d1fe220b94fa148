import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
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
  const [isAsked, setIsAsked] = useState(false)
  const change = useChange(revoke)
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
      <Can record={secret} action="delete">
        {state === 'active' && (
          <Button mt="md" color="red" onClick={() => setIsAsked(true)}>
            {words.revoke}
          </Button>
        )}
      </Can>
      {isAsked && (
        <ConfirmDialog
          title={words.revokeTitle(name)}
          action={words.revoke}
          isDangerous
          isPending={change.isPending}
          error={change.error}
          onClose={() => {
            change.reset()
            setIsAsked(false)
          }}
          onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
        >
          <p>{words.revokeWhy}</p>
          {used !== null && (
            <p>
              {words.revokeUsed} <Time at={used} />.
            </p>
          )}
        </ConfirmDialog>
      )}
    </DetailPanel>
  )
}
