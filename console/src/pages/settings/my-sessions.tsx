import { muster, writeOf } from '../../api/muster.ts'
import { signOut, useSession } from '../../api/session.ts'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { SessionList, sessionsOf } from '../credentials/sessions.tsx'
import { text } from './text.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'

const { sessions: words } = text
const sessions = sessionsOf(words)

/** The browsers in which the viewer is signed in. */
export function MySessions() {
  const { owner_id: user } = useSession()
  return (
    <SessionList
      list={useFilteredList('/auth/sessions', sessions)}
      end={(session) =>
        muster.delete(
          '/workspace/users/{user}/sessions/{session}',
          writeOf('session', session, { user }),
        )
      }
      actions={
        <ConfirmButton
          permission="workspace.token.manage"
          label={words.endAll}
          title={words.endAllTitle}
          run={async () => {
            await muster.delete('/auth/sessions')
            await signOut()
          }}
        >
          {words.endAllWhy}
        </ConfirmButton>
      }
    />
  )
}
