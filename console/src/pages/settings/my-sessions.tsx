import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { signOut, useSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'
import { May } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SessionList, useSessionQuery } from '../credentials/session-list.tsx'
import { text } from './text.ts'

const { sessions: words } = text

/** The browsers in which the viewer is signed in. */
export function MySessions() {
  const [isAsked, setIsAsked] = useState(false)
  const { owner_id: user } = useSession()
  const list = useList('/auth/sessions', { params: { query: useSessionQuery() } })
  const change = useChange(async () => {
    await muster.delete('/auth/sessions')
    await signOut()
  })
  return (
    <>
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
          <May permission="workspace.token.manage">
            <Button onClick={() => setIsAsked(true)}>{words.endAll}</Button>
          </May>
        }
        empty={<EmptyState title={words.none} />}
      />
      {isAsked && (
        <ConfirmDialog
          title={words.endAllTitle}
          action={words.endAll}
          isDangerous
          isPending={change.isPending}
          error={change.error}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate()}
        >
          <p>{words.endAllWhy}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
