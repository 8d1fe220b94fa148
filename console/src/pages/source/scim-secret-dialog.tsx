import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useOnce } from '../../api/use-once.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { scim: words } = text

/** Makes a secret for the identity provider, and shows it once. */
export function ScimSecretDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const [name, setName] = useState('')
  const change = useOnce((header) =>
    muster.post('/workspace/integrations/{integration}/scim-secrets', {
      params: { path: { integration: source.id }, header },
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
      isReady={name.trim() !== '' && change.lost !== 'made'}
      isPending={change.isPending}
      error={change.lost === 'made' ? null : change.error}
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
      {change.lost !== undefined && (
        <Notice tone="warning">
          {words.lost[change.lost]}{' '}
          <Link
            to="/sources/$integration/scim"
            params={{ integration: source.id }}
            onClick={onClose}
          >
            {words.seeSecrets}
          </Link>
        </Notice>
      )}
    </FormDialog>
  )
}
