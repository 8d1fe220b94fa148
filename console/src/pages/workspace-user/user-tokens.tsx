import { useParams } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { TokenList, tokensOf } from '../credentials/tokens.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

const { tokens: words } = text
const tokens = tokensOf(words)

/** The tokens of a person, with the way to revoke one or all. */
export function UserTokens() {
  const path = useParams({ from: '/settings/users/$user/tokens' })
  const { data: record } = useUser()
  const list = useFilteredList('/workspace/users/{user}/tokens', { ...tokens, path })
  return (
    <TokenList
      list={list}
      revoke={(token) =>
        muster.delete('/workspace/users/{user}/tokens/{token}', writeOf('token', token, path))
      }
      actions={
        record !== undefined && (
          <ConfirmButton
            of={record}
            can="delete_tokens"
            isOffered={list.rows.length > 0}
            title={words.endAllTitle(record.name)}
            label={words.endAll}
            run={() =>
              muster.delete('/workspace/users/{user}/tokens', { of: record, params: { path } })
            }
          >
            {words.endAllWhy}
          </ConfirmButton>
        )
      }
    />
  )
}
