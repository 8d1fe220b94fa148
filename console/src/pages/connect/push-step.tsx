import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { useMay } from '../../api/session.ts'
import { Can } from '../../parts/can.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { MissingPermission } from '../../parts/empty-state.tsx'
import { ScimSecretDialog } from '../source/scim-secret-dialog.tsx'
import { text as sourceText } from '../source/text.ts'
import type { Source } from '../source/use-source.ts'
import { text } from './text.ts'

const { scim: words } = sourceText

/** The address that the identity provider pushes to, and its secret. */
export function PushStep({ source, next }: { source: Source; next: () => void }) {
  const [isMaking, setIsMaking] = useState(false)
  const { data, error, refetch } = useApi('/workspace/integrations/{integration}/scim-secrets', {
    params: { path: { integration: source.id } },
  })
  const maySync = useMay('workspace.integration.sync')
  const live = data?.data.filter(({ state }) => state === 'active')
  return (
    <div className="form">
      <Facts
        of={{
          [words.address]: source.scim_url !== null && <Id value={source.scim_url} />,
          [words.profile]: words.profiles[source.scim_profile],
          [words.secrets]: live?.map(({ name }) => name).join(', '),
        }}
      />
      {error !== null && live === undefined && (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
      {!maySync && <MissingPermission title={text.mayNotMakeSecret} />}
      <div className="buttons">
        <Can record={source} action="create_scim_secret">
          <Button onClick={() => setIsMaking(true)}>{words.make}</Button>
        </Can>
        {data !== undefined && data.data.length > 0 && (
          <ButtonLink to="/sources/$integration/scim" params={{ integration: source.id }}>
            {words.seeSecrets}
          </ButtonLink>
        )}
        <Button variant="filled" onClick={next}>
          {text.next}
        </Button>
      </div>
      {isMaking && <ScimSecretDialog source={source} onClose={() => setIsMaking(false)} />}
    </div>
  )
}
