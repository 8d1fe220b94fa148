import { text } from './text.ts'
import classes from './home.module.css'

/** The sections before they are read, in their final heights. */
export function HomeSkeleton() {
  return (
    <>
      <section aria-busy>
        <h2 className={classes['heading']}>{text.decisions}</h2>
        <div className={classes['cards']}>
          <div className={classes['card']} data-bone />
          <div className={classes['card']} data-bone />
        </div>
      </section>
      <div className={classes['pair']}>
        <div className={classes['panel']} data-bone />
        <div className={classes['panel']} data-bone />
      </div>
    </>
  )
}
