import { changes } from './types.ts'
import { text } from './text.ts'
import classes from './plan.module.css'

/** The numbers of a plan that is not there yet, in their final height. */
export function PlanSkeleton() {
  return (
    <div className={classes['numbers']} aria-busy>
      {changes.map((change) => (
        <div key={change} className={classes['number']}>
          <span className={classes['numberName']}>{text[change]}</span>
          <span className={classes['boneLarge']} />
          <span className={classes['boneSmall']} />
        </div>
      ))}
    </div>
  )
}
