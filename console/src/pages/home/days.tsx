import { Link } from '@tanstack/react-router'
import type { Summary } from '../../api/use-summary.ts'
import { text } from './text.ts'
import classes from './home.module.css'

type Day = NonNullable<Summary['days']>[number]

const maximumPeople = 1000
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' })
const dayOfMonth = new Intl.DateTimeFormat('en', { day: 'numeric' })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full' })

/** Who has an end ahead; a person who is deactivated leaves nothing. */
const stillHere = 'staged,suspended,expiring'

/** Who starts and who leaves on each of the next days: joiners above the line, leavers below it. */
export function Days({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.flatMap(({ joiners, leavers }) => [joiners, leavers]))
  const sum = (of: 'joiners' | 'leavers') => shown(days.reduce((total, day) => total + day[of], 0))
  const [from, to] = [days[0]?.begins_at, days.at(-1)?.ends_at]
  return (
    <section className={classes['panel']}>
      <header className="inline baseline between mb-12">
        <h2 className="heading">{text.days}</h2>
        <span className={classes['key']}>
          <Link
            to="/people"
            search={{ activates_after: from, activates_before: to }}
            data-tone="green"
          >
            <i aria-hidden />
            {text.joiners(sum('joiners'))}
          </Link>
          <Link
            to="/people"
            search={{ state: stillHere, expires_after: from, expires_before: to }}
            data-tone="amber"
          >
            <i aria-hidden />
            {text.leavers(sum('leavers'))}
          </Link>
        </span>
      </header>
      <ol className={classes['days']}>
        {days.map((day, at) => (
          <DayColumn key={day.date} day={day} most={most} isToday={at === 0} />
        ))}
      </ol>
    </section>
  )
}

function DayColumn({ day, most, isToday }: { day: Day; most: number; isToday: boolean }) {
  const { begins_at, joiners, leavers } = day
  const begins = new Date(begins_at)
  const says = [
    ...(joiners > 0 ? [text.joinersOn(shown(joiners))] : []),
    ...(leavers > 0 ? [text.leaversOn(shown(leavers))] : []),
  ]
  const label = `${whole.format(begins)}: ${says.length === 0 ? text.nobody : says.join(', ')}`
  return (
    <li
      className={classes['day']}
      data-today={isToday}
      data-weekend={[0, 6].includes(begins.getDay())}
      title={label}
    >
      <span className="visually-hidden">{label}</span>
      <Half count={joiners} most={most} of="joiners" />
      <span aria-hidden className={classes['dayName']}>
        <span>{weekday.format(begins)}</span>
        <b className="small semi soft">{dayOfMonth.format(begins)}</b>
      </span>
      <Half count={leavers} most={most} of="leavers" />
    </li>
  )
}

function Half({ count, most, of }: { count: number; most: number; of: 'joiners' | 'leavers' }) {
  return (
    <span
      aria-hidden
      className={classes['half']}
      data-of={of}
      data-tone={of === 'joiners' ? 'green' : 'amber'}
    >
      {count > 0 && (
        <>
          <span className={classes['halfCount']}>{shown(count)}</span>
          <span
            className={classes['halfBar']}
            style={{ height: `${Math.max(8, (count / most) * 100)}%` }}
          />
        </>
      )}
    </span>
  )
}

function shown(count: number): string {
  return `${count.toLocaleString('en')}${count >= maximumPeople ? '+' : ''}`
}
