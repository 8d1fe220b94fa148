import { Tab } from '../../parts/page.tsx'
import type { Source } from '../source/use-source.ts'
import type { StepName } from './connectors.ts'
import { text } from './text.ts'

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
