import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRows } from '../../api/use-list.ts'
import { useNames } from '../../api/use-names.ts'
import type { UrlState } from '../../app/url-state.ts'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { mainRow, type About } from './change-sentence.ts'
import { aboutOf, changesLine, idsOf, isId, wholeValue, type Log } from './describe-log.ts'
import { eventPhrase } from './event-words.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const { panel: words } = text

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** A change with its rows, each with a link to everything that it names. `query` chooses rows as the page does. */
export function ChangePanel({
  id,
  of,
  path,
  query,
  about,
  onClose,
}: {
  id: string
  of: LogsPath
  path?: Readonly<Record<string, string>> | undefined
  query?: ChosenRows | undefined
  about?: About | undefined
  onClose: () => void
}) {
  const list = useRows<Log>(of, {
    ...(path && { path }),
    query: { ...query, 'filter[change]': id, sort: 'at', 'page[size]': '50' },
  })
  const { rows, isPending, error, hasMore, loadMore, retry } = list
  const main = mainRow(rows)
  return (
    <DetailPanel
      title={main === undefined ? text.title : eventPhrase(main.event)}
      onClose={onClose}
    >
      {error !== null && <ErrorState error={error} retry={retry} />}
      {isPending && <SkeletonRows columns={1} />}
      {main !== undefined && <Act log={main} />}
      {rows.length === 1 && main !== undefined && <Row log={main} />}
      {rows.length > 1 && <Rows rows={rows} about={about} />}
      {hasMore && (
        <Button className="mt-12" onClick={loadMore}>
          {words.more}
        </Button>
      )}
      {query !== undefined && main !== undefined && of === '/audit/logs' && (
        <p className="mt-12">
          <Link to="/audit" search={{ open: id }} className="link">
            {words.whole}
          </Link>
        </p>
      )}
    </DetailPanel>
  )
}

export type LogsPath = '/audit/logs' | '/workspace/services/{service}/logs'
export type ChosenRows = Readonly<Partial<Record<`filter[${string}]`, string>>>

/** Rows in a line each, which opens. */
function Rows({ rows, about }: { rows: readonly Log[]; about: About | undefined }) {
  const names = useNames(rows.flatMap(idsOf))
  return (
    <>
      <h3 className="subheading">{words.rows}</h3>
      {rows.map((log) => (
        <details key={log.id} className={classes['details']}>
          <summary className={classes['summary']}>
            <span className="medium">{eventPhrase(log.event)}</span>{' '}
            <span className="anywhere">{aboutOf(log, names, about)}</span>{' '}
            <span className="soft anywhere">{changesLine(log, names)}</span>
          </summary>
          <Row log={log} />
        </details>
      ))}
    </>
  )
}

/** What all rows of a change have in common. */
function Act({ log: { at, actor, request_id: request } }: { log: Log }) {
  return (
    <Facts>
      <Fact term={words.when}>
        <time dateTime={at} title={at}>
          {exact.format(new Date(at))}
        </time>
      </Fact>
      <Fact term={words.actor}>
        {actor.id === null ? text.system : <Named id={actor.id} filter="actor" />}
      </Fact>
      <Fact term={words.via}>{text.vias[actor.via]}</Fact>
      {request !== null && (
        <Fact term={words.request}>
          <Id value={request} />
          <OnlyThese filters={{ request_id: request }} what={words.request} />
        </Fact>
      )}
    </Facts>
  )
}

function Row({ log }: { log: Log }) {
  const { id, event, record, parent, related, subject_id: subject } = log
  return (
    <>
      <Facts>
        <Position term={words.record} position={record} filter="record" />
        {parent !== null && <Position term={words.parent} position={parent} filter="parent" />}
        {related !== null && <Position term={words.related} position={related} filter="related" />}
        {subject !== null && (
          <Fact term={words.subject}>
            <Named id={subject} filter="subject" />
          </Fact>
        )}
        <Fact term={words.event}>
          <code>{event}</code>
          <OnlyThese filters={{ event }} what={words.event} />
        </Fact>
        <Fact term={words.id}>
          <Id value={id} />
        </Fact>
      </Facts>
      <Changes log={log} />
    </>
  )
}

type Filter = 'actor' | 'record' | 'parent' | 'related' | 'subject'

function Position({
  term,
  position: { type, id },
  filter,
}: {
  term: string
  position: Log['record']
  filter: Filter
}) {
  return (
    <Fact term={term} from={type.replaceAll('_', ' ')}>
      <Named id={id} filter={filter} />
    </Fact>
  )
}

/** A record by name, and the way to all rows that name it in the same position. */
function Named({ id, filter }: { id: string; filter: Filter }) {
  return (
    <>
      <RecordLink id={id} />
      <OnlyThese filters={{ [filter]: id }} what={words[filter]} />
    </>
  )
}

/** Leads to the rows that have the same value. */
function OnlyThese({ filters, what }: { filters: UrlState; what: string }) {
  const label = words.onlyThese(what)
  return (
    <Link to="/audit" search={filters} className={classes['only']} aria-label={label} title={label}>
      <Icon name="filter" size={13} />
    </Link>
  )
}

/** What a row changed: each key with the value before beside the value after. A new record has only the latter. */
function Changes({ log }: { log: Log }) {
  const { changes, details, withheld, altered, is_erased: isErased } = log
  const isEmpty = Object.keys(changes).length + withheld.length === 0
  return (
    <>
      <h3 className="subheading">{words.changes}</h3>
      <ChangesTable changes={changes} />
      {isEmpty && <p className="mt-8 soft">{words.noChanges}</p>}
      {withheld.length > 0 && <p className="mt-8 soft">{words.withheld(withheld.join(', '))}</p>}
      {isErased && <p className="mt-8 soft">{words.erased}</p>}
      {altered.length > 0 && (
        <p className="mt-8 red" role="alert">
          {words.altered(altered.join(', '))}
        </p>
      )}
      {Object.keys(details).length > 0 && (
        <>
          <h3 className="subheading">{words.details}</h3>
          <pre className="code">{JSON.stringify(details, null, 2)}</pre>
        </>
      )}
    </>
  )
}

function ChangesTable({ changes }: Pick<Log, 'changes'>) {
  const entries = Object.entries(changes)
  const hasOld = entries.some(([, { old }]) => old !== null)
  if (entries.length === 0) return null
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          {hasOld && <th scope="col">{words.old}</th>}
          <th scope="col">{hasOld ? words.new : words.value}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(([key, { old, new: now }]) => (
          <tr key={key}>
            <td className="small mono soft">{key}</td>
            {hasOld && (
              <td className={classes['old']} data-gone={old !== null}>
                <Value value={old} />
              </td>
            )}
            <td>
              <Value value={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A value; the record by name where it is an id. */
function Value({ value }: { value: unknown }) {
  return isId(value) ? <RecordLink id={value} /> : wholeValue(value)
}
