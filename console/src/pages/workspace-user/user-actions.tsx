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

/** What may be done with the person now. */
export function UserActions({ user }: { user: User }) {
  const isActive = user.state === 'active' || user.state === 'expiring'
  return (
    <ActionsMenu
      record={user}
      actions={[
        {
          label: words.edit,
          ability: 'update',
          dialog: (close) => <EditUserDialog user={user} onClose={close} />,
        },
        {
          label: words.person,
          ability: 'change_directory_user',
          dialog: (close) => <LinkPersonDialog user={user} onClose={close} />,
        },
        {
          label: words.link,
          ability: 'delete_sign_in_links',
          isOffered: isActive,
          dialog: (close) => <LinkDialog user={user} onClose={close} />,
        },
        ...steps.map((step) => ({
          label: words[step],
          ability: step,
          dialog: (close: () => void) => <StepDialog user={user} step={step} onClose={close} />,
        })),
      ]}
    />
  )
}

const steps = ['deactivate', 'restore'] as const

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

function StepDialog({ user, step, onClose }: Properties & { step: (typeof steps)[number] }) {
  const change = useChange(() =>
    muster.post(`/workspace/users/{user}/${step}`, {
      of: user,
      params: { path: { user: user.id } },
    }),
  )
  const { title, verb, why } = text.steps[step]
  return (
    <ConfirmDialog
      title={title(user.name)}
      action={verb}
      isDangerous={step === 'deactivate'}
      change={change}
      onClose={onClose}
    >
      {why.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  )
}
