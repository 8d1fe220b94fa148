import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { scim: words } = text

/** Makes a secret for the identity provider, and shows it once. */
export function ScimSecretDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const [name, setName] = useState('')
  const change = useChange(() =>
    muster.post('/workspace/integrations/{integration}/scim-secrets', {
      params: { path: { integration: source.id } },
      body: { name: name.trim() },
    }),
  )
  if (change.data !== undefined)
    return (
      <SecretDialog title={words.secretTitle} secret={change.data.secret} onClose={onClose}>
        {words.secretWhy}
      </SecretDialog>
    )
  return (
    <FormDialog
      title={words.makeTitle(source.name)}
      action={words.make}
      isReady={name.trim() !== ''}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={() => change.mutate()}
    >
      <TextInput
        label={words.name}
        description={words.nameHint}
        value={name}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  )
}
