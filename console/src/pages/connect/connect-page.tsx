import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isUnreadable, useApi } from '../../api/use-api.ts'
import { useMay } from '../../api/session.ts'
import { useUrlState } from '../../app/url-state.ts'
import { can, May } from '../../parts/can.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { EmptyState, MissingPermission } from '../../parts/empty-state.tsx'
import { Crumb, Page, Tab, PendingPage } from '../../parts/page.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { MappingForm } from '../mapping/mapping-form.tsx'
import type { Encoding } from '../mapping/use-file-probe.ts'
import type { Source } from '../source/use-source.ts'
import { AccessStep } from './access-step.tsx'
import { connectorOf, stepNames, type StepName } from './connectors.ts'
import { FileStep, type FileChoice } from './file-step.tsx'
import { FirstStep } from './first-step.tsx'
import { ProbeStep } from './probe-step.tsx'
import { PushStep } from './push-step.tsx'
import { text } from './text.ts'
import { WhatStep } from './what-step.tsx'

const crumbs = <Crumb to="/sources">{text.sources}</Crumb>

/** Connects a source step by step. The address has the source, as soon as there is one, and the step. */
export function ConnectPage() {
  const [{ source }] = useUrlState()
  return source === undefined ? <NewSource /> : <KnownSource key={source} id={source} />
}

function NewSource() {
  const may = useMay('workspace.integration.manage')
  return (
    <Page title={text.title} crumbs={crumbs} isFilled>
      <Scroll>
        {may ? (
          <May permission="workspace.integration.manage">
            <WhatStep />
          </May>
        ) : (
          <MissingPermission title={text.mayNot} />
        )}
      </Scroll>
    </Page>
  )
}

function KnownSource({ id }: { id: string }) {
  const { data, error, refetch } = useApi('/workspace/integrations/{integration}', {
    params: { path: { integration: id }, query: { include: ['abilities'] } },
  })
  if (isUnreadable(data, error))
    return <PendingPage title={text.title} crumbs={crumbs} error={error} retry={refetch} />
  return <Wizard source={data} />
}

function Wizard({ source }: { source: Source }) {
  const [url] = useUrlState()
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<Encoding>()
  const navigate = useNavigate()
  const { steps } = connectorOf(source)
  const named = stepNames.find((each) => each === url['step'])
  const step = named !== undefined && named !== 'what' && steps.includes(named) ? named : steps[1]
  const at = step === undefined ? 1 : steps.indexOf(step)
  const go = (to: StepName | undefined) => {
    if (to !== undefined)
      void navigate({ to: '/sources/connect', search: { source: source.id, step: to } })
  }
  const next = () => go(steps[at + 1])
  useEffect(() => {
    // The button that led here has gone with its step.
    if (step !== undefined && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  }, [step])
  return (
    <Page
      title={text.titleOf(source.name)}
      crumbs={crumbs}
      subtitle={text.step(at + 1, steps.length)}
      tabs={<Steps source={source} steps={steps} />}
      isFilled
    >
      {!can(source, 'update') || step === undefined ? (
        <MissingPermission title={text.mayNot} />
      ) : (
        <StepContent
          key={step}
          step={step}
          source={source}
          choice={{ source, file, setFile, encoding, setEncoding }}
          next={next}
        />
      )}
    </Page>
  )
}

/** Nothing can be read before it is known where the source is. */
function isUnreached(source: Source): boolean {
  return connectorOf(source).steps.includes('access') && source.connection === null
}

function Unreached({ source: { id } }: { source: Source }) {
  return (
    <EmptyState title={text.unreached}>
      <ButtonLink to="/sources/connect" search={{ source: id, step: 'access' }} isPrimary>
        {text.reach}
      </ButtonLink>
    </EmptyState>
  )
}

type Content = {
  step: StepName
  source: Source
  choice: FileChoice
  next: () => void
}

function StepContent({ step, source, choice, next }: Content) {
  const onSaved = { action: text.save, run: next }
  if (isUnreached(source) && step !== 'access') return <Unreached source={source} />
  if (step === 'mapping') return <MappingForm source={source} sent={choice} onSaved={onSaved} />
  return (
    <Scroll>
      {step === 'file' && <FileStep {...choice} next={next} />}
      {step === 'access' && <AccessStep source={source} next={next} />}
      {step === 'push' && <PushStep source={source} next={next} />}
      {step === 'probe' && <ProbeStep {...choice} next={next} />}
      {step === 'first' && <FirstStep {...choice} />}
    </Scroll>
  )
}

/** The steps after the first, which is over once there is a source. */
export function Steps({ source, steps }: { source: Source; steps: readonly StepName[] }) {
  return steps.map((step, at) =>
    step === 'what' ? (
      <Tab key={step} to="/sources/$integration" params={{ integration: source.id }}>
        {`${at + 1}. ${text.steps[step]}`}
      </Tab>
    ) : (
      <Tab key={step} to="/sources/connect" search={{ source: source.id, step }}>
        {`${at + 1}. ${text.steps[step]}`}
      </Tab>
    ),
  )
}
