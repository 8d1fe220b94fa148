import { useId, type ReactNode } from 'react'
import classes from './section.module.css'

/** A titled part of a page, with what may be done there at the end of its line. */
export function Section({
  title,
  detail,
  action,
  children,
}: {
  title: string
  detail?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div className={classes['line']}>
        <h2 className={classes['title']} id={id}>
          {title}
        </h2>
        {action}
      </div>
      {detail !== undefined && <p className={classes['detail']}>{detail}</p>}
      {children}
    </section>
  )
}
