import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Summary } from '../../api/use-summary.ts'
import { text } from './text.ts'
import classes from './home.module.css'

type Recent = NonNullable<Summary['changes']>

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })
const labelEvery = 3

/** What was recorded in the last day, by hour and kind. Each segment leads to its rows of the audit log. */
export function Changes({ changes }: { changes: Recent }) {
  const hours = hoursOf(changes)
  const all = segmentsOf(changes.data)
  const isCapped = all.some((each) => each.isCapped)
  const total = all.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={classes['panel']}>
      <header className="inline baseline between mb-12">
        <h2 className="heading">{text.changes}</h2>
        <span className="quiet">{text.changesCount(shown(total, isCapped))}</span>
      </header>
      {all.length === 0 ? (
        <p className="quiet">{text.noChanges}</p>
      ) : (
        <div className={classes['changes']}>
          <Chart hours={hours} />
          <ul>
            {all.map((segment) => (
              <li key={segment.group}>
                <AuditLink
                  segment={segment}
                  from={changes.begins_at}
                  to={changes.ends_at}
                  className={classes['legendRow']}
                >
                  <i aria-hidden data-tone={tones[segment.group]} />
                  <span>{text.groups[segment.group]}</span>
                  <span className="to-end strong">{shown(segment.count, segment.isCapped)}</span>
                </AuditLink>
              </li>
            ))}
            {isCapped && <li className={classes['footnote']}>{text.atLeast}</li>}
          </ul>
        </div>
      )}
    </section>
  )
}

function Chart({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(1, ...hours.map(({ count }) => count))
  return (
    <figure className={classes['chart']} aria-label={text.changesBy}>
      <div className={classes['hours']}>
        {hours.map((hour, at) => (
          <div key={hour.beginsAt} className="shrink">
            <div className={classes['stack']}>
              {hour.segments.map((segment) => (
                <AuditLink
                  key={segment.group}
                  segment={segment}
                  from={hour.beginsAt}
                  to={hour.endsAt}
                  className={classes['segment']}
                  height={(segment.count / most) * 100}
                  label={labelOf(hour, segment)}
                />
              ))}
            </div>
            <span aria-hidden className={classes['hourName']}>
              {(hours.length - 1 - at) % labelEvery === 0 && clock.format(new Date(hour.beginsAt))}
            </span>
          </div>
        ))}
      </div>
    </figure>
  )
}

function labelOf({ beginsAt, endsAt }: Hour, { group, count, isCapped }: Segment): string {
  const time = `${clock.format(new Date(beginsAt))}–${clock.format(new Date(endsAt))}`
  return `${time}, ${text.groups[group]}: ${text.changesCount(shown(count, isCapped))}`
}

/** Leads to rows of the audit log, under the names of its filters; plain where there is no such page. */
function AuditLink({
  segment: { group, events },
  from,
  to,
  className,
  height,
  label,
  children,
}: {
  segment: Segment
  from: string
  to: string
  className: string | undefined
  /** In percent; of a segment, which the keyboard passes by: the legend leads to the same. */
  height?: number
  label?: string
  children?: ReactNode
}) {
  const { routesByPath } = useRouter()
  const target: string = '/audit'
  const isSegment = height !== undefined
  const style = isSegment ? { height: `${height}%` } : undefined
  if (!(target in routesByPath))
    return (
      <span className={className} data-tone={tones[group]} style={style} title={label}>
        {children}
      </span>
    )
  return (
    <Link
      to={target}
      search={{ event: events.join(','), at_after: from, at_before: to }}
      className={className}
      data-tone={tones[group]}
      style={style}
      title={label}
      aria-label={label}
      tabIndex={isSegment ? -1 : undefined}
    >
      {children}
    </Link>
  )
}

function shown(count: number, isCapped: boolean): string {
  return `${count.toLocaleString('en')}${isCapped ? '+' : ''}`
}

export const groups = ['access', 'people', 'sources', 'policy', 'workspace'] as const
export type Group = (typeof groups)[number]

const tones = {
  access: 'accent',
  people: 'teal',
  sources: undefined,
  policy: 'amber',
  workspace: 'green',
} as const

/** Some changes of one kind: how many, and the events that they are. */
export type Segment = { group: Group; count: number; isCapped: boolean; events: string[] }
export type Hour = { beginsAt: string; endsAt: string; count: number; segments: Segment[] }

const hourMilliseconds = 3_600_000

/** The hours of the last day, each with its changes by kind. */
function hoursOf({ begins_at, ends_at, data }: Recent): Hour[] {
  const begins = Date.parse(begins_at)
  const count = Math.ceil((Date.parse(ends_at) - begins) / hourMilliseconds)
  return Array.from({ length: count }, (_hour, at) => {
    const start = begins + at * hourMilliseconds
    const own = data.filter((each) => Date.parse(each.begins_at) === start)
    return {
      beginsAt: new Date(start).toISOString(),
      endsAt: new Date(start + hourMilliseconds).toISOString(),
      count: sumOf(own),
      segments: segmentsOf(own),
    }
  })
}

/** The kinds that there are, in the order of {@link groups}. */
function segmentsOf(data: Recent['data']): Segment[] {
  return groups.flatMap((group) => {
    const own = data.filter(({ event }) => groupOf(event) === group)
    if (own.length === 0) return []
    const events = [...new Set(own.map(({ event }) => event))].sort()
    return [{ group, count: sumOf(own), isCapped: own.some((each) => each.is_capped), events }]
  })
}

function sumOf(data: Recent['data']): number {
  return data.reduce((sum, { count }) => sum + count, 0)
}

function groupOf(event: string): Group {
  if (event.startsWith('policy.user.')) return 'access'
  if (event.startsWith('policy.')) return 'policy'
  if (event.startsWith('directory.user.')) return 'people'
  return event.startsWith('directory.') ? 'sources' : 'workspace'
}
