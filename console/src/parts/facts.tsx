import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Facts in two columns: term on the left, value on the right. Two such columns stand side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>
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
        {isEmpty ? <span className={classes['none']}>–</span> : children}
        {from !== undefined && from !== null && <span className={classes['from']}>{from}</span>}
      </dd>
    </div>
  )
}
