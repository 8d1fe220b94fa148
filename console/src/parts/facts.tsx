import type { ReactNode } from 'react'
import classes from './facts.module.css'

const noFacts = {}

/**
 * Facts in two columns: term on the left, value on the right. Two such columns stand side by side where there is room. `of` has
 * the values by their terms; `children` are facts that say more.
 */
export function Facts({
  of = noFacts,
  children,
}: {
  of?: Readonly<Record<string, ReactNode>>
  children?: ReactNode
}) {
  return (
    <dl className={classes['facts']}>
      {Object.entries(of).map(([term, value]) => (
        <Fact key={term} term={term}>
          {value}
        </Fact>
      ))}
      {children}
    </dl>
  )
}

/** One fact. Without a value it shows a dash; `from` names its source in a chip. */
export function Fact({
  term,
  children,
  from,
}: {
  term: string
  children: ReactNode
  from?: ReactNode
}) {
  const isEmpty =
    children === null || children === undefined || children === '' || children === false
  return (
    <div className={classes['fact']}>
      <dt>{term}</dt>
      <dd>
        {isEmpty ? <span className="quiet">–</span> : children}
        {from !== undefined && from !== null && <span className={classes['from']}>{from}</span>}
      </dd>
    </div>
  )
}
