import { muster } from '../../api/muster.ts'
import { can } from '../../parts/can.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { ScimSecretDialog } from './scim-secret-dialog.tsx'
import { ScimSecretPanel } from './scim-secret-panel.tsx'
import { scimSecretColumns } from './scim-secret-columns.tsx'
import { text } from './text.ts'
import { useSource, type Source } from './use-source.ts'
import classes from './source.module.css'

const { scim: words } = text

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
        <div className={classes['endpoint']}>
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
            <span className={classes['quiet']}>{words.twoLive}</span>
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
            muster.delete('/workspace/integrations/{integration}/scim-secrets/{secret}', {
              of: secret,
              params: { path: { ...path, secret: secret.id } },
            })
          }
          onClose={close}
        />
      )}
    />
  )
}
