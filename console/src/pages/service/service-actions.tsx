import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { text } from './text.ts'
import type { Service } from './use-service.ts'

const { actions: words } = text

const steps = ['activate', 'deactivate', 'delete'] as const
type Step = (typeof steps)[number]

/** What may be done with the service now. */
export function ServiceActions({ service }: { service: Service }) {
  return (
    <ActionsMenu
      record={service}
      actions={[
        {
          label: words.edit,
          ability: 'update',
          dialog: (close) => <EditDialog service={service} onClose={close} />,
        },
        ...steps.map((step) => ({
          label: words[step],
          ability: step,
          dialog: (close: () => void) => (
            <StepDialog service={service} step={step} onClose={close} />
          ),
        })),
      ]}
    />
  )
}

function StepDialog({
  service,
  step,
  onClose,
}: {
  service: Service
  step: Step
  onClose: () => void
}) {
  const navigate = useNavigate()
  const change = useChange(async () => {
    await takeStep(service, step)
    // Before everything is read again: the page of a deleted service shows nothing.
    if (step === 'delete') await navigate({ to: '/services' })
  })
  const { verb, title } = text.steps[step]
  return (
    <ConfirmDialog
      title={title(service.name)}
      action={verb}
      isDangerous={step !== 'activate'}
      change={change}
      onClose={onClose}
    >
      <p>{text.consequences[step](service.count.tokens)}</p>
    </ConfirmDialog>
  )
}

async function takeStep(service: Service, step: Step): Promise<void> {
  const change = { of: service, params: { path: { service: service.id } } }
  if (step === 'delete') await muster.delete('/workspace/services/{service}', change)
  else if (step === 'activate') await muster.post('/workspace/services/{service}/activate', change)
  else await muster.post('/workspace/services/{service}/deactivate', change)
}

function EditDialog({ service: opened, onClose }: { service: Service; onClose: () => void }) {
  const [service] = useState(opened)
  const [name, setName] = useState(service.name)
  const [handle, setHandle] = useState(service.handle)
  const [description, setDescription] = useState(service.description)
  const change = useChange(() =>
    muster.patch('/workspace/services/{service}', {
      of: service,
      params: { path: { service: service.id } },
      body: { name: name.trim(), handle, description },
    }),
  )
  return (
    <FormDialog
      title={words.editTitle}
      action={words.save}
      isReady={name.trim() !== '' && handle !== ''}
      change={change}
      onClose={onClose}
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
        value={handle}
        maxLength={63}
        spellCheck={false}
        onChange={({ currentTarget }) => setHandle(currentTarget.value)}
      />
      <Textarea
        label={words.description}
        value={description}
        maxLength={2000}
        rows={4}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
    </FormDialog>
  )
}
