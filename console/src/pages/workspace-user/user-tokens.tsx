import { useParams } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { TokenList, useTokenQuery } from '../credentials/token-list.tsx'
import { EndAll } from './end-all.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

const { tokens: words } = text

/** The tokens of a person, with the way to revoke one or all. */
export function UserTokens() {
  const { user } = useParams({ from: '/settings/users/$user/tokens' })
  const { data: record } = useUser()
  const params = { path: { user } }
  const list = useList('/workspace/users/{user}/tokens', {
    params: { ...params, query: useTokenQuery() },
  })
  return (
    <TokenList
      label={words.title}
      list={list}
      revoke={(token) =>
        muster.delete('/workspace/users/{user}/tokens/{token}', {
          of: token,
          params: { path: { user, token: token.id } },
        })
      }
      action={
        list.rows.length > 0 &&
        record !== undefined && (
          <Can record={record} action="delete_tokens">
            <EndAll
              title={words.endAllTitle(record.name)}
              action={words.endAll}
              end={() => muster.delete('/workspace/users/{user}/tokens', { of: record, params })}
            >
              {words.endAllWhy}
            </EndAll>
          </Can>
        )
      }
      empty={<EmptyState title={words.none} />}
    />
  )
}
