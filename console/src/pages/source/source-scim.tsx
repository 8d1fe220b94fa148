import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { muster, writeOf } from '../../api/muster.ts'
import { can } from '../../parts/can.tsx'
import { DialogButton, ConfirmButton } from '../../parts/dialog-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'
import { ScimSecretDialog } from './scim-secret-dialog.tsx'
import { useSource, type Source } from './use-source.ts'

/** A SCIM secret, without what is secret. */
export type ScimSecret = RowOf<'/workspace/integrations/{integration}/scim-secrets'>

const { scim: words } = text

export const scimSecretColumns: readonly Column<ScimSecret>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 160, grow: 2 }),
  stateColumn(words.state),
  timeColumn('used', words.used, ({ timestamp }) => timestamp.last_used_at, {
    min: 120,
    grow: 1,
    never: words.never,
  }),
  textColumn(
    'expires',
    words.expires,
    ({ timestamp }) => timestamp.revoked_at ?? timestamp.expires_at,
    {
      min: 120,
      cell: ({ timestamp }) => (
        <Time at={timestamp.revoked_at ?? timestamp.expires_at} never={words.never} />
      ),
    },
  ),
]

/** Where an identity provider pushes its users and groups, and the secrets that it pushes with. */
export function SourceScim() {
  const { data: source } = useSource()
  if (source === undefined) return null
  const { scim_url: address } = source
  return address === null ? (
    <EmptyState title={words.none}>{words.noneWhy}</EmptyState>
  ) : (
    <Endpoint source={source} address={address} />
  )
}

/** So many secrets can live at a time. */
const mostLive = 2

function Endpoint({ source, address }: { source: Source; address: string }) {
  const path = { integration: source.id }
  const list = useFilteredList('/workspace/integrations/{integration}/scim-secrets', {
    words: { title: words.secrets, count: words.count, none: words.noSecrets },
    columns: scimSecretColumns,
    path,
    query: { sort: '-created_at', include: ['abilities'] },
  })
  const live = list.rows.filter(({ state }) => state === 'active').length
  return (
    <List
      list={list}
      above={
        <div style={{ maxWidth: 720 }}>
          <Facts
            of={{
              [words.address]: <Id value={address} />,
              [words.profile]: words.profiles[source.scim_profile],
            }}
          />
        </div>
      }
      actions={
        <>
          {live === mostLive && can(source, 'update') && (
            <span className="quiet">{words.twoLive}</span>
          )}
          <DialogButton of={source} can="create_scim_secret" label={words.make}>
            {(close) => <ScimSecretDialog source={source} onClose={close} />}
          </DialogButton>
        </>
      }
      panel={(secret, close) => (
        <ScimSecretPanel
          key={secret.id}
          secret={secret}
          revoke={() =>
            muster.delete(
              '/workspace/integrations/{integration}/scim-secrets/{secret}',
              writeOf('secret', secret, path),
            )
          }
          onClose={close}
        />
      )}
    />
  )
}

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
          [words.used]: <Time at={used} never={words.never} />,
          [words.created]: <Time at={timestamp.created_at} />,
          ...(revoked === null
            ? {
                [words.expires]: <Time at={timestamp.expires_at} never={words.never} />,
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
