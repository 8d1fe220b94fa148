import { useParams } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { SessionList, sessionsOf } from '../credentials/sessions.tsx'
import { EndAll } from './end-all.tsx'
import { text } from './text.ts'

const sessions = sessionsOf(text.sessions)

/** The browsers in which a person is signed in, with the way to end one or all. */
export function UserSessions() {
  const path = useParams({ from: '/settings/users/$user/sessions' })
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
      actions={<EndAll kind="sessions" isOffered={list.rows.length > 0} />}
    />
  )
}
