import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePermissions } from '../../parts/permissions.ts'
import { IssueTokenDialog } from '../credentials/issue-token-dialog.tsx'
import { text as credentials } from '../credentials/text.ts'
import { TokenList, useTokenQuery } from '../credentials/token-list.tsx'
import { text } from './text.ts'
import { useService, type Service } from './use-service.ts'

const { tokens: words } = text

/** The tokens of the service: who issued them, what they may do, when they were used. */
export function Tokens() {
  const { service } = useParams({ from: '/services/$service/tokens' })
  const { data: record } = useService()
  const [isIssuing, setIsIssuing] = useState(false)
  const list = useList('/workspace/services/{service}/tokens', {
    params: { path: { service }, query: useTokenQuery() },
  })
  return (
    <>
      <TokenList
        label={words.title}
        list={list}
        revoke={(token) =>
          muster.delete('/workspace/services/{service}/tokens/{token}', {
            of: token,
            params: { path: { service, token: token.id } },
          })
        }
        action={
          <Can record={record} action="create_token">
            <Button
              variant="filled"
              leftSection={<Icon name="plus" size={12} />}
              onClick={() => setIsIssuing(true)}
            >
              {credentials.tokens.issue}
            </Button>
          </Can>
        }
        empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      />
      {isIssuing && record !== undefined && (
        <Issue service={record} onClose={() => setIsIssuing(false)} />
      )}
    </>
  )
}

function Issue({ service, onClose }: { service: Service; onClose: () => void }) {
  const params = { path: { service: service.id } }
  const { data } = useApi('/workspace/services/{service}/permissions', { params })
  const held = data?.permissions ?? []
  const { permissions } = usePermissions(held)
  return (
    <IssueTokenDialog
      title={words.issueTitle(service.name)}
      permissions={permissions.filter(({ name }) => held.includes(name))}
      powers={words.powers}
      issue={(body, header) =>
        muster.post('/workspace/services/{service}/tokens', {
          params: { ...params, header },
          body,
        })
      }
      onClose={onClose}
    />
  )
}
