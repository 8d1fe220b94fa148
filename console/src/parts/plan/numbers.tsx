import { UnstyledButton } from '@mantine/core'
import { text } from './text.ts'
import { changes, countOf, kindsOf, toneOf, type Change, type Totals } from './types.ts'
import classes from './plan.module.css'

/** The three numbers of an effect. With `onChoose` each narrows the people to those. */
export function Numbers({
  totals,
  chosen,
  onChoose,
}: {
  totals: Totals
  chosen?: Change | undefined
  onChoose?: ((change: Change | undefined) => void) | undefined
}) {
  return (
    <div className={classes['numbers']}>
      {changes.map((change) => {
        const content = <NumberContent totals={totals} change={change} />
        return onChoose === undefined ? (
          <div key={change} className={classes['number']}>
            {content}
          </div>
        ) : (
          <UnstyledButton
            key={change}
            className={classes['number']}
            aria-pressed={chosen === change}
            onClick={() => onChoose(chosen === change ? undefined : change)}
          >
            {content}
          </UnstyledButton>
        )
      })}
    </div>
  )
}

function NumberContent({ totals, change }: { totals: Totals; change: Change }) {
  const count = countOf(totals, change)
  return (
    <>
      <span className="flex center gap-6 small medium soft">
        <Mark change={change} />
        {text[change]}
      </span>
      <span className={classes['count']} data-none={count === 0}>
        {count.toLocaleString('en')}
      </span>
      <span className={classes['detail']}>{detailOf(totals, change)}</span>
    </>
  )
}

/** The sign of a change, so that it is not told by colour alone. */
export function Mark({ change }: { change: Change }) {
  return (
    <span aria-hidden className={classes['mark']} data-tone={toneOf[change]}>
      {signs[change]}
    </span>
  )
}

const signs = { added: '+', removed: '−', changed: '~' } as const

function detailOf(totals: Totals, change: Change): string {
  if (change !== 'changed') return totals[change] === 0 ? '' : text.details[change]
  return kindsOf.changed
    .filter((kind) => totals[kind] > 0)
    .map((kind) => `${totals[kind].toLocaleString('en')} ${text.kinds[kind]}`)
    .join(', ')
}

/** The numbers of a plan that is not there yet, in their final height. */
export function PlanSkeleton() {
  return (
    <div className={classes['numbers']} aria-busy>
      {changes.map((change) => (
        <div key={change} className={classes['number']}>
          <span className="flex center gap-6 small medium soft">{text[change]}</span>
          <span className={classes['boneLarge']} />
          <span className={classes['boneSmall']} />
        </div>
      ))}
    </div>
  )
}
