import { useState } from 'react'
import { muster, writeOf } from '../../api/muster.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { ConfirmChange } from '../../parts/dialog-button.tsx'
import { MakeSecretDialog } from '../../parts/secret-dialog.tsx'
import { useChange } from '../../api/use-api.ts'
import { endOfDay, lastDayOf } from '../../parts/instants.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { LastDayField, RolePicker } from '../settings/user-fields.tsx'
import { useNames } from '../../api/use-names.ts'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { orNone, peopleFor } from '../../parts/suggest-records.ts'
import { lengths } from '../../gen/lengths.ts'
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
  return (
    <MakeSecretDialog
      title={words.linkTitle(user.name)}
      action={words.linkVerb}
      make={async (header) => {
        const body = { user_id: user.id }
        return (await muster.post('/auth/sign-in-link', { params: { header }, body })).url
      }}
      words={words}
      onClose={onClose}
    >
      <p>{words.linkWhy}</p>
    </MakeSecretDialog>
  )
}

function StepDialog({ user, step, onClose }: Properties & { step: (typeof steps)[number] }) {
  const { title, verb, why } = text.steps[step]
  const params = { path: { user: user.id } }
  return (
    <ConfirmChange
      title={title(user.name)}
      action={verb}
      isDangerous={step === 'deactivate'}
      run={() => muster.post(`/workspace/users/{user}/${step}`, { of: user, params })}
      onClose={onClose}
    >
      {why.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmChange>
  )
}

/** Asks for the name, the roles and the last day of a person. */
function EditUserDialog({ user: opened, onClose }: { user: User; onClose: () => void }) {
  const form = useForm(() => ({
    user: opened,
    name: opened.name,
    roles: new Set<string>(opened.roles),
    day: lastDayOf(opened.timestamp.expires_at),
  }))
  const { user, name, roles } = form.sent
  const { day } = form.changes
  const change = useChange(() =>
    muster.patch('/workspace/users/{user}', {
      ...writeOf('user', user),
      // An end may be within a day: one that is not changed stays.
      body: { name, roles: [...roles], ...(day !== undefined && { expires_at: endOfDay(day) }) },
    }),
  )
  return (
    <FormDialog
      title={words.editTitle(user.name)}
      action={words.save}
      isReady={name !== ''}
      change={change}
      ownFields={['expires_at']}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        maxLength={lengths.updateWorkspaceUser.name}
        data-autofocus
        {...form.of('name')}
      />
      <RolePicker label={words.roles} given={user.roles} {...form.of('roles')} />
      <p>{words.rolesWhy}</p>
      <LastDayField error={change.error} {...form.of('day')} />
    </FormDialog>
  )
}

/** Asks which person of the directory a workspace user is. */
function LinkPersonDialog({ user: opened, onClose }: { user: User; onClose: () => void }) {
  const [user] = useState(opened)
  const { directory_user_id: linked } = user
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const names = useNames([linked])
  const change = useChange(() =>
    muster.patch('/workspace/users/{user}', {
      ...writeOf('user', user),
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
