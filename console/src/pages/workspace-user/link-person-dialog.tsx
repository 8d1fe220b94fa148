import { useState } from 'react'
import { useNames } from '../../api/use-names.ts'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { orNone, peopleFor } from '../../parts/suggest-records.ts'
import { text } from './text.ts'
import type { User } from './use-user.ts'

const { actions: words } = text

/** Asks which person of the directory a workspace user is. */
export function LinkPersonDialog({ user: opened, onClose }: { user: User; onClose: () => void }) {
  const [user] = useState(opened)
  const { directory_user_id: linked } = user
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const names = useNames([linked])
  const change = useChange(() =>
    muster.patch('/workspace/users/{user}', {
      of: user,
      params: { path: { user: user.id } },
      body: { directory_user_id: picked?.id || null },
    }),
  )
  return (
    <FormDialog
      title={words.personTitle(user.name)}
      action={words.personVerb}
      isReady={picked !== undefined && picked.id !== (linked ?? '')}
      change={change}
      ownFields={['directory_user_id']}
      onClose={onClose}
    >
      <SuggestField
        label={words.personLabel}
        value={picked === undefined ? (names.get(linked ?? '') ?? '') : picked.name}
        placeholder={words.noPerson}
        suggest={orNone(words.noPerson, peopleFor)}
        error={change.error?.errors['directory_user_id']?.join(' ')}
        onPick={(id, name) => setPicked({ id, name })}
      />
      <p>{words.personWhy}</p>
    </FormDialog>
  )
}
