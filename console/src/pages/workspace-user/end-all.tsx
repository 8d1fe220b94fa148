import { muster, writeOf } from '../../api/muster.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { text } from './text.ts'
import { useUser } from './use-user.ts'

/** Ends every session of a person, or every token, where there is one. */
export function EndAll({ kind, isOffered }: { kind: 'sessions' | 'tokens'; isOffered: boolean }) {
  const { data: user } = useUser()
  if (user === undefined) return null
  return (
    <ConfirmButton
      of={user}
      can={`delete_${kind}`}
      isOffered={isOffered}
      title={text[kind].endAllTitle(user.name)}
      label={text[kind].endAll}
      run={() =>
        kind === 'sessions'
          ? muster.delete('/workspace/users/{user}/sessions', writeOf('user', user))
          : muster.delete('/workspace/users/{user}/tokens', writeOf('user', user))
      }
    >
      {text[kind].endAllWhy}
    </ConfirmButton>
  )
}
