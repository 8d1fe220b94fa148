import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { endOfDay } from '../../parts/days.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { LastDayField } from './last-day-field.tsx'
import { RolePicker } from './role-picker.tsx'
import { text } from './text.ts'

const { users: words } = text

/** Asks who may sign in, before they do so for the first time. */
export function CreateUserDialog({
  onCreated,
  onClose,
}: {
  onCreated: (user: string) => void
  onClose: () => void
}) {
  const [values, setValues] = useState({ name: '', provider: '', provider_id: '', email: '' })
  const [roles, setRoles] = useState<ReadonlySet<string>>(new Set())
  const [day, setDay] = useState('')
  const [isStaged, setIsStaged] = useState(false)
  const { name, provider, provider_id, email } = values
  const change = useChange(() =>
    muster.post('/workspace/users', {
      body: {
        name: name.trim(),
        provider: provider.trim(),
        provider_id: provider_id.trim(),
        ...(email.trim() !== '' && { email: email.trim() }),
        roles: [...roles],
        expires_at: endOfDay(day),
        state: isStaged ? 'staged' : 'active',
      },
    }),
  )
  const field = (key: keyof typeof values, label: string, hint?: string) => (
    <TextInput
      label={label}
      description={hint}
      value={values[key]}
      maxLength={500}
      spellCheck={false}
      data-autofocus={key === 'name' || undefined}
      onChange={({ currentTarget }) => setValues({ ...values, [key]: currentTarget.value })}
    />
  )
  return (
    <FormDialog
      title={words.createTitle}
      action={words.create}
      isReady={[name, provider, provider_id].every((each) => each.trim() !== '')}
      change={change}
      ownFields={['expires_at']}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined, { onSuccess: ({ id }) => onCreated(id) })}
    >
      {field('name', words.name)}
      {field('provider', words.issuer, words.issuerHint)}
      {field('provider_id', words.subject, words.subjectHint)}
      {field('email', words.emailLabel)}
      <RolePicker label={words.rolesLabel} value={roles} onChange={setRoles} />
      <LastDayField value={day} error={change.error} onChange={setDay} />
      <Checkbox
        label={words.startStaged}
        checked={isStaged}
        onChange={({ currentTarget }) => setIsStaged(currentTarget.checked)}
      />
    </FormDialog>
  )
}
