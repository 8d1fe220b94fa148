import type { ReactNode } from 'react'
import type { Summary } from '../../api/use-summary.ts'
import classes from './home.module.css'

/** One thing that waits: how much it is, what it is, what else is known of it, and where it is decided. */
export function WaitingLine({
  level,
  figure: [number, unit],
  share = 0,
  says,
  facts,
  action,
}: {
  level: Summary['waiting'][number]['level']
  figure: readonly [number: string, unit: string]
  /** Of the largest, as a bar. */
  share?: number
  says: ReactNode
  facts: readonly ReactNode[]
  action: ReactNode
}) {
  return (
    <li className={classes['item']} data-level={level}>
      <p className={classes['figure']}>
        <b>{number}</b> <span>{unit}</span>
        {share > 0 && (
          <span aria-hidden className={classes['weight']}>
            <i style={{ width: `${Math.max(2, share * 100)}%` }} />
          </span>
        )}
      </p>
      <div className="shrink">
        <p className={classes['sentence']}>{says}</p>
        {facts.length > 0 && (
          <ul className={classes['facts']}>
            {facts.map((fact, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- facts have an order and no names
              <li key={at}>{fact}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes['action']}>{action}</div>
    </li>
  )
}
