import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { useOnce } from '../../api/use-once.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { LinkPersonDialog } from './link-person-dialog.tsx'
import { text } from './text.ts'
import type { User } from './use-user.ts'

const { actions: words } = text

type Open = 'edit' | 'person' | 'link' | 'deactivate' | 'restore'

/** What may be done with the person now. */
export function UserActions({ user }: { user: User }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isActive = user.state === 'active' || user.state === 'expiring'
  return (
    <>
      <ActionsMenu
        record={user}
        actions={[
          { label: words.edit, ability: 'update', run: () => setOpen('edit') },
          { label: words.person, ability: 'change_directory_user', run: () => setOpen('person') },
          {
            label: words.link,
            ability: 'delete_sign_in_links',
            isOffered: isActive,
            run: () => setOpen('link'),
          },
          {
            label: words.deactivate,
            ability: 'deactivate',
            run: () => setOpen('deactivate'),
          },
          { label: words.restore, ability: 'restore', run: () => setOpen('restore') },
        ]}
      />
      {open === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {open === 'person' && <LinkPersonDialog user={user} onClose={close} />}
      {open === 'link' && <LinkDialog user={user} onClose={close} />}
      {open === 'deactivate' && <DeactivateDialog user={user} onClose={close} />}
      {open === 'restore' && <RestoreDialog user={user} onClose={close} />}
    </>
  )
}

type Properties = { user: User; onClose: () => void }

function LinkDialog({ user, onClose }: Properties) {
  const change = useOnce((header) =>
    muster.post('/auth/sign-in-link', { params: { header }, body: { user_id: user.id } }),
  )
  if (change.data !== undefined)
    return (
      <SecretDialog title={words.secretTitle} secret={change.data.url} onClose={onClose}>
        {words.secretWhy}
      </SecretDialog>
    )
  return (
    <ConfirmDialog
      title={words.linkTitle(user.name)}
      action={words.linkVerb}
      isReady={change.lost !== 'made'}
      isPending={change.isPending}
      error={change.lost === 'made' ? null : change.error}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      <p>{words.linkWhy}</p>
      {change.lost !== undefined && <Notice tone="warning">{words.linkLost[change.lost]}</Notice>}
    </ConfirmDialog>
  )
}

function DeactivateDialog({ user, onClose }: Properties) {
  const sent = { of: user, params: { path: { user: user.id } } }
  const change = useChange(() => muster.post('/workspace/users/{user}/deactivate', sent))
  return (
    <ConfirmDialog
      title={words.deactivateTitle(user.name)}
      action={words.deactivateVerb}
      isDangerous
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{words.deactivateWhy}</p>
      <p>{words.deactivateServices}</p>
    </ConfirmDialog>
  )
}

function RestoreDialog({ user, onClose }: Properties) {
  const sent = { of: user, params: { path: { user: user.id } } }
  const change = useChange(() => muster.post('/workspace/users/{user}/restore', sent))
  return (
    <ConfirmDialog
      title={words.restoreTitle(user.name)}
      action={words.restoreVerb}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{words.restoreWhy}</p>
    </ConfirmDialog>
  )
}
