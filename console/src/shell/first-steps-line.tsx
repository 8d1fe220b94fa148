import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useSummary } from '../api/use-summary.ts'
import { text } from './text.ts'
import classes from './shell.module.css'

const { firstSteps: words } = text

/** What it takes before somebody can ask about access. */
const needed = new Set(['people', 'groups', 'rule'])

/** The way back to the first steps of a new server, from each page where one of them is taken; after the last, to the answer. */
export function FirstStepsLine() {
  const { data } = useSummary()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  const { steps = [] } = data?.first_steps ?? {}
  const isBeginning = steps.some(
    ({ step, is_done, may_do }) => needed.has(step) && !is_done && may_do,
  )
  const [isLed, setIsLed] = useState(false)
  if (isLed === isHome && (isHome || isBeginning)) setIsLed(!isHome)
  if (isHome || !(isBeginning || isLed) || steps.length === 0) return null
  const done = steps.filter(({ is_done }) => is_done).length
  return (
    <section aria-label={words.label} className={classes['firstSteps']}>
      <span>{words.done(done, steps.length)}</span>
      <Link to="/" className="link">
        {isBeginning ? words.back : words.answer}
      </Link>
    </section>
  )
}
