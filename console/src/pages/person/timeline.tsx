import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { useList } from '../../api/use-list.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { dayOf, eventWords, shownValue } from './event-words.ts'
import { useResourceNames } from './use-resource-names.ts'
import { text } from './text.ts'
import classes from './person.module.css'

type Log = RowOf<'/directory/users/{user}/audit-logs/subject'>

const { timeline: words } = text
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit' })

/** What happened to the person, the newest first, by day. */
export function Timeline() {
  const { user } = useParams({ from: '/people/$user/timeline' })
  const list = useList('/directory/users/{user}/audit-logs/subject', {
    params: { path: { user }, query: { sort: '-at', 'page[size]': '50' } },
  })
  const names = useResourceNames(user)
  if (list.error !== null && list.rows.length === 0)
    return <ErrorState error={list.error} retry={list.retry} />
  if (!list.isPending && list.rows.length === 0) return <EmptyState title={words.none} />
  const days = Map.groupBy(list.rows, ({ at }) => dayOf(at))
  return (
    <div className={classes['scroll']} aria-busy={list.isPending}>
      {[...days].map(([day, logs]) => (
        <section key={day}>
          <h2 className={classes['day']}>{day}</h2>
          {logs.map((log) => (
            <Event key={log.id} log={log} resource={resourceOf(log, names)} />
          ))}
        </section>
      ))}
      {list.hasMore && <Button onClick={list.loadMore}>{words.more}</Button>}
    </div>
  )
}

/** The resource that an event is about, by the ruleset that it names. */
function resourceOf({ parent, related }: Log, names: ReadonlyMap<string, string>) {
  const ruleset = [parent, related].find((each) => each?.type === 'policy_ruleset')
  return ruleset == null ? undefined : (names.get(ruleset.id) ?? ruleset.id)
}

function Event({ log, resource }: { log: Log; resource: string | undefined }) {
  const { at, event, actor, changes, withheld } = log
  return (
    <div className={classes['event']}>
      <time dateTime={at} title={at} className={classes['at']}>
        {clock.format(new Date(at))}
      </time>
      <div>
        <div className={classes['what']}>
          {eventWords(event)}
          {resource !== undefined && `: ${resource}`}
        </div>
        {Object.entries(changes).map(([key, change]) => (
          <div key={key} className={classes['change']}>
            <code>{key}</code>{' '}
            {change.old !== null && (
              <span className={classes['old']}>{shownValue(change.old)}</span>
            )}{' '}
            {shownValue(change.new)}
          </div>
        ))}
        {withheld.length > 0 && (
          <div className={classes['who']}>{words.withheld(withheld.join(', '))}</div>
        )}
        <div className={classes['who']}>
          {words.by} {actor.id ?? actor.type} {words.via} {actor.via}
        </div>
      </div>
    </div>
  )
}
