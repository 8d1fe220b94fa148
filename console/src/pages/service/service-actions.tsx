import { useNavigate } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { ConfirmChange } from '../../parts/dialog-button.tsx'
import { LongField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
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
  const { verb, title } = text.steps[step]
  return (
    <ConfirmChange
      title={title(service.name)}
      action={verb}
      isDangerous={step !== 'activate'}
      run={async () => {
        await takeStep(service, step)
        // Before everything is read again: the page of a deleted service shows nothing.
        if (step === 'delete') await navigate({ to: '/services' })
      }}
      onClose={onClose}
    >
      {text.consequences[step](service.count.tokens)}
    </ConfirmChange>
  )
}

async function takeStep(service: Service, step: Step): Promise<void> {
  const change = writeOf('service', service)
  if (step === 'delete') await muster.delete('/workspace/services/{service}', change)
  else await muster.post(`/workspace/services/{service}/${step}`, change)
}

function EditDialog({ service: opened, onClose }: { service: Service; onClose: () => void }) {
  const { sent, of } = useForm(() => ({
    service: opened,
    name: opened.name,
    handle: opened.handle,
    description: opened.description,
  }))
  const { service, ...body } = sent
  const change = useChange(() =>
    muster.patch('/workspace/services/{service}', { ...writeOf('service', service), body }),
  )
  return (
    <FormDialog
      title={words.editTitle}
      action={words.save}
      isReady={body.name !== '' && body.handle !== ''}
      change={change}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        maxLength={lengths.updateService.name}
        data-autofocus
        {...of('name')}
      />
      <TextField
        label={words.handle}
        maxLength={lengths.updateService.handle}
        spellCheck={false}
        {...of('handle')}
      />
      <LongField
        label={words.description}
        maxLength={lengths.updateService.description}
        rows={4}
        {...of('description')}
      />
    </FormDialog>
  )
}
