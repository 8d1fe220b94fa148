import { counted } from './counted.ts'
import { stateLooks, type Shape, type Tone } from './state-looks.ts'

/** The state of a run. One that found states without a meaning is not done: it waits for someone who says what they mean. */
export function RunBadge({ state, unknown }: { state: string; unknown: number }) {
  if (state !== 'succeeded' || unknown === 0) return <StateBadge state={state} />
  return (
    <StateBadge
      state="succeeded_in_part"
      more={counted(unknown, 'state is unknown', 'states are unknown')}
    />
  )
}

/** A state: its word, with a dot whose shape and colour say the same. `more` is what goes with the word. */
export function StateBadge({ state, more }: { state: string; more?: string }) {
  const { word, shape, tone } = stateLooks(state)
  return (
    <span className="inline-flex center gap-6 rigid text nowrap">
      <Dot shape={shape} tone={tone} />
      {more === undefined ? word : `${word}, ${more}`}
    </span>
  )
}

function Dot({ shape, tone }: { shape: Shape; tone: Tone }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 10 10"
      width={9}
      height={9}
      className="rigid"
      color={`var(--${tone})`}
    >
      {drawings[shape]}
    </svg>
  )
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 }

const drawings: Readonly<Record<Shape, React.ReactNode>> = {
  full: <circle cx="5" cy="5" r="4.2" fill="currentColor" />,
  ring: <circle cx="5" cy="5" r="3.6" {...line} />,
  dashed: <circle cx="5" cy="5" r="3.6" {...line} strokeDasharray="2.3 1.5" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.6" {...line} />
      <path d="M5 1.2a3.8 3.8 0 0 0 0 7.6z" fill="currentColor" />
    </>
  ),
  pause: <path d="M3.2 1.5v7M6.8 1.5v7" {...line} strokeWidth={2} />,
  cross: <path d="m1.8 1.8 6.4 6.4M8.2 1.8 1.8 8.2" {...line} />,
  square: <rect x="1.2" y="1.2" width="7.6" height="7.6" rx="1.6" fill="currentColor" />,
  diamond: <path d="M5 .7 9.3 5 5 9.3.7 5z" fill="currentColor" />,
}
