import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { Can, can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { Total } from '../../parts/total.tsx'
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
  const [isMaking, setIsMaking] = useState(false)
  const include: 'abilities'[] = ['abilities']
  const list = useList('/workspace/integrations/{integration}/scim-secrets', {
    params: {
      path: { integration: source.id },
      query: { sort: '-created_at', 'page[total]': 'true', include },
    },
  })
  const live = list.rows.filter(({ state }) => state === 'active').length
  return (
    <>
      <div className={classes['endpoint']}>
        <Facts>
          <Fact term={words.address}>
            <Id value={address} />
          </Fact>
          <Fact term={words.profile}>{words.profiles[source.scim_profile]}</Fact>
        </Facts>
      </div>
      <PanelList
        label={words.secrets}
        list={list}
        columns={scimSecretColumns}
        bar={
          <div className={classes['bar']}>
            <Total total={list.total} label={words.count} />
            {live === mostLive && can(source, 'update') && (
              <span className={classes['quiet']}>{words.twoLive}</span>
            )}
            <Can record={source} action="create_scim_secret">
              <Button onClick={() => setIsMaking(true)}>{words.make}</Button>
            </Can>
          </div>
        }
        panel={(secret, close) => (
          <ScimSecretPanel
            key={secret.id}
            secret={secret}
            revoke={() =>
              muster.delete('/workspace/integrations/{integration}/scim-secrets/{secret}', {
                of: secret,
                params: { path: { integration: source.id, secret: secret.id } },
              })
            }
            onClose={close}
          />
        )}
        empty={<EmptyState title={words.noSecrets}>{words.noSecretsWhy}</EmptyState>}
      />
      {isMaking && <ScimSecretDialog source={source} onClose={() => setIsMaking(false)} />}
    </>
  )
}
