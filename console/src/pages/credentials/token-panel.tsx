import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import type { Token } from './token-columns.tsx'
import { text } from './text.ts'
import classes from './credentials.module.css'

const { tokens: words } = text

/** One token: what it may do, who issued it, when it was used; and its end. */
export function TokenPanel({
  token,
  revoke,
  onClose,
}: {
  token: Token
  revoke: (token: Token) => Promise<unknown>
  onClose: () => void
}) {
  const { timestamp, scopes, issued_by: issuer } = token
  return (
    <DetailPanel title={token.name} onClose={onClose}>
      <TokenFacts token={token} />
      <h3 className={classes['heading']}>{words.scopes}</h3>
      {scopes.length === 0 && <p className={classes['note']}>{words.none}</p>}
      <ul className={classes['scopes']}>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      {issuer !== null && (
        <p className={classes['note']}>
          {words.issuer} <RecordLink id={issuer.id} name={issuer.name ?? undefined} />
        </p>
      )}
      <ConfirmButton
        of={token}
        can="delete"
        isOffered={timestamp.revoked_at === null && token.state === 'active'}
        title={words.revokeTitle(token.name)}
        label={words.revoke}
        isBelow
        run={() => revoke(token)}
        onDone={onClose}
      >
        <p>{words.revokeWhy}</p>
        {timestamp.last_used_at === null ? (
          <p>{words.neverUsed}</p>
        ) : (
          <p>
            {words.used}: <Time at={timestamp.last_used_at} />.
          </p>
        )}
      </ConfirmButton>
    </DetailPanel>
  )
}

function TokenFacts({
  token: { id, state, parent_token_id: parent, timestamp },
}: {
  token: Token
}) {
  return (
    <Facts
      of={{
        [words.state]: <StateBadge state={state} />,
        [words.expires]: <Time at={timestamp.expires_at} />,
        [words.used]:
          timestamp.last_used_at === null ? words.never : <Time at={timestamp.last_used_at} />,
        [words.created]: <Time at={timestamp.created_at} />,
        ...(timestamp.revoked_at !== null && {
          [words.revoked]: <Time at={timestamp.revoked_at} />,
        }),
        ...(parent !== null && { [words.parent]: <Id value={parent} /> }),
        [words.id]: <Id value={id} />,
      }}
    />
  )
}
