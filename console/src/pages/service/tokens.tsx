import { useParams } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { useApi } from '../../api/use-api.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { usePermissions } from '../../parts/permissions.ts'
import { IssueTokenDialog, TokenList, tokensOf } from '../credentials/tokens.tsx'
import { text as credentials } from '../credentials/text.ts'
import { text } from './text.ts'
import { useService, type Service } from './use-service.ts'

const { tokens: words } = text
const tokens = tokensOf(words)

/** The tokens of the service: who issued them, what they may do, when they were used. */
export function Tokens() {
  const path = useParams({ from: '/services/$service/tokens' })
  const { data: record } = useService()
  const list = useFilteredList('/workspace/services/{service}/tokens', { ...tokens, path })
  return (
    <TokenList
      list={list}
      revoke={(token) =>
        muster.delete('/workspace/services/{service}/tokens/{token}', writeOf('token', token, path))
      }
      actions={
        record !== undefined && (
          <DialogButton
            of={record}
            can="create_token"
            label={credentials.tokens.issue}
            isPrimary
            isAdding
          >
            {(close) => <Issue service={record} onClose={close} />}
          </DialogButton>
        )
      }
    />
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
