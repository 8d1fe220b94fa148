import { useParams } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { TokenList, tokensOf } from '../credentials/tokens.tsx'
import { EndAll } from './end-all.tsx'
import { text } from './text.ts'

const tokens = tokensOf(text.tokens)

/** The tokens of a person, with the way to revoke one or all. */
export function UserTokens() {
  const path = useParams({ from: '/settings/users/$user/tokens' })
  const list = useFilteredList('/workspace/users/{user}/tokens', { ...tokens, path })
  return (
    <TokenList
      list={list}
      revoke={(token) =>
        muster.delete('/workspace/users/{user}/tokens/{token}', writeOf('token', token, path))
      }
      actions={<EndAll kind="tokens" isOffered={list.rows.length > 0} />}
    />
  )
}
