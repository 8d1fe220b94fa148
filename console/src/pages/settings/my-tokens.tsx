import { muster, writeOf } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { usePermissions } from '../../parts/permissions.ts'
import { IssueTokenDialog, TokenList, tokensOf } from '../credentials/tokens.tsx'
import { text as credentials } from '../credentials/text.ts'
import { text } from './text.ts'

const { tokens: words } = text
const tokens = tokensOf(words)

/** The viewer's own tokens. */
export function MyTokens() {
  const list = useFilteredList('/workspace/tokens', tokens)
  return (
    <TokenList
      list={list}
      revoke={(token) => muster.delete('/workspace/tokens/{token}', writeOf('token', token))}
      actions={
        <DialogButton
          permission="workspace.token.manage"
          label={credentials.tokens.issue}
          isPrimary
          isAdding
        >
          {(close) => <Issue onClose={close} />}
        </DialogButton>
      }
    />
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
