import { Link } from '@tanstack/react-router'
import type { Summary } from '../../api/use-summary.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { text } from './text.ts'
import classes from './home.module.css'

const states = ['active', 'staged', 'expiring', 'suspended', 'expired', 'deactivated'] as const

/** How many people are in each state; each leads to them. */
export function PeopleByState({ people }: { people: NonNullable<Summary['people']> }) {
  const total = states.reduce((sum, state) => sum + people[state], 0)
  return (
    <section className={classes['panel']}>
      <header className={classes['panelHead']}>
        <h2 className={classes['heading']}>{text.people}</h2>
        <span className={classes['soft']}>{text.peopleTotal(total.toLocaleString('en'))}</span>
      </header>
      <div aria-hidden className={classes['share']}>
        {states.map((state) => (
          <span
            key={state}
            data-tone={stateLooks(state).tone}
            style={{ flexGrow: people[state], display: people[state] === 0 ? 'none' : 'block' }}
          />
        ))}
      </div>
      <ul className={classes['states']}>
        {states.map((state) => (
          <li key={state}>
            <Link to="/people" search={{ state }} className={classes['state']}>
              <StateBadge state={state} />
              <span data-none={people[state] === 0}>{people[state].toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
