import { useParams } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { SessionList, sessionsOf } from '../credentials/sessions.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

const { sessions: words } = text
const sessions = sessionsOf(words)

/** The browsers in which a person is signed in, with the way to end one or all. */
export function UserSessions() {
  const path = useParams({ from: '/settings/users/$user/sessions' })
  const { data: record } = useUser()
  const list = useFilteredList('/workspace/users/{user}/sessions', { ...sessions, path })
  return (
    <SessionList
      list={list}
      end={(session) =>
        muster.delete(
          '/workspace/users/{user}/sessions/{session}',
          writeOf('session', session, path),
        )
      }
      actions={
        record !== undefined && (
          <ConfirmButton
            of={record}
            can="delete_sessions"
            isOffered={list.rows.length > 0}
            title={words.endAllTitle(record.name)}
            label={words.endAll}
            run={() =>
              muster.delete('/workspace/users/{user}/sessions', { of: record, params: { path } })
            }
          >
            {words.endAllWhy}
          </ConfirmButton>
        )
      }
    />
  )
}
