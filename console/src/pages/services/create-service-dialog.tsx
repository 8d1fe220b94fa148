import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { handleOf } from '../../parts/handle-of.ts'
import { text } from './text.ts'

const { create: words } = text

/** Asks how a new service is called. The handle follows the name until it is written. */
export function CreateServiceDialog({
  onCreated,
  onClose,
}: {
  onCreated: (service: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [handle, setHandle] = useState<string>()
  const [description, setDescription] = useState('')
  const shownHandle = handle ?? handleOf(name)
  const change = useChange(() =>
    muster.post('/workspace/services', {
      body: { name: name.trim(), handle: shownHandle, description: description.trim() },
    }),
  )
  return (
    <FormDialog
      title={words.title}
      action={words.action}
      isReady={name.trim() !== '' && shownHandle !== ''}
      change={change}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined, { onSuccess: ({ id }) => onCreated(id) })}
    >
      <TextInput
        label={words.name}
        value={name}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={words.handle}
        description={words.handleHint}
        value={shownHandle}
        maxLength={63}
        spellCheck={false}
        onChange={({ currentTarget }) => setHandle(currentTarget.value)}
      />
      <Textarea
        label={words.description}
        placeholder={words.descriptionHint}
        value={description}
        maxLength={2000}
        rows={3}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <p>{words.self}</p>
    </FormDialog>
  )
}
