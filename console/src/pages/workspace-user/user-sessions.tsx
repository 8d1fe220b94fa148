import { useParams } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useList } from '../../api/use-list.ts'
import { Can } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SessionList, useSessionQuery } from '../credentials/session-list.tsx'
import { EndAll } from './end-all.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

const { sessions: words } = text

/** The browsers in which a person is signed in, with the way to end one or all. */
export function UserSessions() {
  const { user } = useParams({ from: '/settings/users/$user/sessions' })
  const { data: record } = useUser()
  const params = { path: { user } }
  const list = useList('/workspace/users/{user}/sessions', {
    params: { ...params, query: useSessionQuery() },
  })
  return (
    <SessionList
      label={words.title}
      list={list}
      end={(session) =>
        muster.delete('/workspace/users/{user}/sessions/{session}', {
          of: session,
          params: { path: { user, session: session.id } },
        })
      }
      action={
        list.rows.length > 0 &&
        record !== undefined && (
          <Can record={record} action="delete_sessions">
            <EndAll
              title={words.endAllTitle(record.name)}
              action={words.endAll}
              end={() => muster.delete('/workspace/users/{user}/sessions', { of: record, params })}
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
