import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { muster, writeOf } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { ConfirmChange } from '../../parts/dialog-button.tsx'
import { LongField, SelectField, TextField } from '../../parts/fields.tsx'
import { dayAfter, endOfDay } from '../../parts/instants.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
import { identitiesIn, lineOf } from './identities.ts'
import { ConfirmService, SponsorDialog } from './sponsor.tsx'
import { text } from './text.ts'
import type { Service } from './use-service.ts'

const { actions: words } = text

const steps = ['activate', 'deprecate', 'deactivate', 'delete'] as const
/** How long a service still has where the API is not told. */
const usualDays = 30
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
        {
          label: words.sponsorTitle,
          ability: 'update',
          dialog: (close) => <SponsorDialog service={service} onClose={close} />,
        },
        {
          label: words.confirm,
          ability: 'confirm',
          dialog: (close) => <ConfirmService service={service} onClose={close} />,
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
  const [day, setDay] = useState(() => dayAfter(usualDays))
  const { verb, title } = text.steps[step]
  return (
    <ConfirmChange
      title={title(service.name)}
      action={verb}
      isDangerous={step !== 'activate'}
      run={async () => {
        await takeStep(service, step, endOfDay(day) ?? day)
        // Before everything is read again: the page of a deleted service shows nothing.
        if (step === 'delete') await navigate({ to: '/services' })
      }}
      onClose={onClose}
    >
      <p>{text.consequences[step](service.count.tokens)}</p>
      {step === 'deprecate' && (
        <TextField type="date" label={words.lastDay} required value={day} onChange={setDay} />
      )}
    </ConfirmChange>
  )
}

async function takeStep(service: Service, step: Step, at: string): Promise<void> {
  const change = writeOf('service', service)
  if (step === 'delete') await muster.delete('/workspace/services/{service}', change)
  else if (step === 'deprecate')
    await muster.post('/workspace/services/{service}/deprecate', { ...change, body: { at } })
  else await muster.post(`/workspace/services/{service}/${step}`, change)
}

/** Networks between blanks, commas or lines; null for any. */
function networksIn(text: string): string[] | null {
  const networks = text.split(/[\s,]+/).filter((each) => each !== '')
  return networks.length === 0 ? null : networks
}

function useEdit(opened: Service) {
  const { sent, of, set, changes } = useForm(() => ({
    service: opened,
    name: opened.name,
    handle: opened.handle,
    description: opened.description,
    kind: opened.kind,
    environment: opened.environment,
    notes: opened.notes,
    networks: (opened.allowed_networks ?? []).join('\n'),
    identities: opened.workload_identities.map(lineOf).join('\n'),
  }))
  const { service, networks, identities, ...texts } = sent
  const body = {
    ...texts,
    ...(changes.networks !== undefined && { allowed_networks: networksIn(networks) }),
    ...(changes.identities !== undefined && { workload_identities: identitiesIn(identities) }),
  }
  const change = useChange(() =>
    muster.patch('/workspace/services/{service}', { ...writeOf('service', service), body }),
  )
  return { body, of, set, change }
}

function EditDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const { body, of, set, change } = useEdit(service)
  return (
    <FormDialog
      title={words.editTitle}
      action={words.save}
      isReady={body.name !== '' && body.handle !== ''}
      change={change}
      ownFields={['allowed_networks']}
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
        rows={3}
        {...of('description')}
      />
      <SelectField
        label={words.kind}
        options={text.kinds}
        value={body.kind}
        onChange={(kind) => set({ kind })}
      />
      <SelectField
        label={words.environment}
        options={text.environments}
        none={words.noEnvironment}
        value={body.environment ?? undefined}
        onChange={(value) => set({ environment: value })}
        onNone={() => set({ environment: null })}
      />
      <AccessFields of={of} change={change} />
      <LongField
        label={words.notes}
        maxLength={lengths.updateService.notes}
        rows={4}
        {...of('notes')}
      />
    </FormDialog>
  )
}

/** From where its tokens are used, and who gets them. */
function AccessFields({ of, change }: Pick<ReturnType<typeof useEdit>, 'of' | 'change'>) {
  return (
    <>
      <LongField
        label={words.networks}
        description={words.networksHint}
        placeholder={words.anyNetwork}
        error={change.error?.errors['allowed_networks']?.join(' ')}
        rows={3}
        spellCheck={false}
        {...of('networks')}
      />
      <LongField
        label={words.identities}
        description={words.identitiesHint}
        placeholder={words.noIdentity}
        rows={3}
        spellCheck={false}
        {...of('identities')}
      />
    </>
  )
}
