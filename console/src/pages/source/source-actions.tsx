import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useOnce, type Once } from '../../api/use-once.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import { PlanDialog } from '../../parts/plan/plan-dialog.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

const { actions: words } = text

const steps = ['sync', 'make_primary', 'delete'] as const
type PlainStep = Exclude<(typeof steps)[number], 'make_primary'>

/** What may be done with the source as a whole. */
export function SourceActions({ source }: { source: Source }) {
  return (
    <ActionsMenu
      record={source}
      actions={steps.map((step) => ({
        label: words[step].verb,
        ability: step,
        dialog: (close) =>
          step === 'make_primary' ? (
            <PrimaryDialog source={source} onClose={close} />
          ) : (
            <StepDialog source={source} step={step} onClose={close} />
          ),
      }))}
    />
  )
}

function StepDialog({
  source,
  step,
  onClose,
}: {
  source: Source
  step: PlainStep
  onClose: () => void
}) {
  const navigate = useNavigate()
  const change = useOnce(async (header) => {
    await takeStep(source, step, header)
    // Before everything is read again: the page of a deleted source shows nothing.
    if (step === 'delete') await navigate({ to: '/sources' })
  })
  const { verb, title, why } = words[step]
  return (
    <ConfirmDialog
      title={title(source.name)}
      action={verb}
      isDangerous={step !== 'sync'}
      change={change}
      onClose={onClose}
    >
      <p>{why}</p>
    </ConfirmDialog>
  )
}

async function takeStep(source: Source, step: PlainStep, header: Once): Promise<void> {
  const params = { path: { integration: source.id } }
  if (step === 'delete')
    await muster.delete('/workspace/integrations/{integration}', { of: source, params })
  else
    await muster.post('/workspace/integrations/{integration}/sync', {
      params: { ...params, header },
    })
}

/** Shows the plan of making a source the primary, and applies that plan. */
function PrimaryDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { id, name } = source
  const { verb, title, why } = words.make_primary
  return (
    <PlanDialog
      title={title(name)}
      action={verb}
      isDangerous
      wanted={`make ${id} primary`}
      plan={() =>
        muster.send('post', '/workspace/integrations/{integration}/make-primary', {
          of: source,
          params: { path: { integration: id } },
          body: { plan: true },
        })
      }
      onClose={onClose}
    >
      <p>{why}</p>
    </PlanDialog>
  )
}
