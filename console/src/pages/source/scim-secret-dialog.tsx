import { Link } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { TextField } from '../../parts/fields.tsx'
import { MakeSecretDialog } from '../../parts/secret-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { scim: words } = text

/** Makes a secret for the identity provider, and shows it once. */
export function ScimSecretDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { sent, of } = useForm(() => ({ name: '' }))
  const path = { integration: source.id }
  return (
    <MakeSecretDialog
      title={words.makeTitle(source.name)}
      action={words.make}
      isReady={sent.name !== ''}
      make={async (header) => {
        const made = await muster.post('/workspace/integrations/{integration}/scim-secrets', {
          params: { path, header },
          body: sent,
        })
        return made.secret
      }}
      words={words}
      lead={
        <Link to="/sources/$integration/scim" params={path} onClick={onClose}>
          {words.seeSecrets}
        </Link>
      }
      onClose={onClose}
    >
      <TextField
        label={words.name}
        description={words.nameHint}
        maxLength={lengths.createScimSecret.name}
        data-autofocus
        {...of('name')}
      />
    </MakeSecretDialog>
  )
}
