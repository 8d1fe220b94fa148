import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { signOut, useSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { May } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { SessionList, sessionsOf } from '../credentials/session-list.tsx'
import { text } from './text.ts'

const { sessions: words } = text
const sessions = sessionsOf(words)

/** The browsers in which the viewer is signed in. */
export function MySessions() {
  const [isAsked, setIsAsked] = useState(false)
  const { owner_id: user } = useSession()
  const list = useFilteredList('/auth/sessions', sessions)
  const change = useChange(async () => {
    await muster.delete('/auth/sessions')
    await signOut()
  })
  return (
    <>
      <SessionList
        list={list}
        end={(session) =>
          muster.delete('/workspace/users/{user}/sessions/{session}', {
            of: session,
            params: { path: { user, session: session.id } },
          })
        }
        actions={
          <May permission="workspace.token.manage">
            <Button onClick={() => setIsAsked(true)}>{words.endAll}</Button>
          </May>
        }
      />
      {isAsked && (
        <ConfirmDialog
          title={words.endAllTitle}
          action={words.endAll}
          isDangerous
          change={change}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate()}
        >
          <p>{words.endAllWhy}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
