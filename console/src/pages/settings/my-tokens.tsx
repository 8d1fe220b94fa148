import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { useList } from '../../api/use-list.ts'
import { May } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePermissions } from '../../parts/permissions.ts'
import { IssueTokenDialog } from '../credentials/issue-token-dialog.tsx'
import { text as credentials } from '../credentials/text.ts'
import { TokenList, useTokenQuery } from '../credentials/token-list.tsx'
import { text } from './text.ts'

const { tokens: words } = text

/** The viewer's own tokens. */
export function MyTokens() {
  const [isIssuing, setIsIssuing] = useState(false)
  const list = useList('/workspace/tokens', { params: { query: useTokenQuery() } })
  return (
    <>
      <TokenList
        label={words.title}
        list={list}
        revoke={(token) =>
          muster.delete('/workspace/tokens/{token}', {
            of: token,
            params: { path: { token: token.id } },
          })
        }
        action={
          <May permission="workspace.token.manage">
            <Button
              variant="filled"
              leftSection={<Icon name="plus" size={12} />}
              onClick={() => setIsIssuing(true)}
            >
              {credentials.tokens.issue}
            </Button>
          </May>
        }
        empty={<EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      />
      {isIssuing && <Issue onClose={() => setIsIssuing(false)} />}
    </>
  )
}

function Issue({ onClose }: { onClose: () => void }) {
  const own = useSession().permissions
  const { permissions } = usePermissions()
  return (
    <IssueTokenDialog
      title={words.issueTitle}
      permissions={permissions.filter(({ name }) => own.includes(name))}
      powers={words.powers}
      issue={(body, header) => muster.post('/workspace/tokens', { params: { header }, body })}
      onClose={onClose}
    />
  )
}
