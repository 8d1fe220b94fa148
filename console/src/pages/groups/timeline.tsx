import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { useMemo } from 'react'
import { useList } from '../../api/use-list.ts'
import { useUrlState } from '../../app/url-state.ts'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Middle } from '../../parts/middle.tsx'
import { Reason } from '../../parts/reason.tsx'
import { Time } from '../../parts/time.tsx'
import { eventWords, shownValue } from '../person/event-words.ts'
import { text } from './text.ts'
import { useGroup, type Group } from './use-group.ts'
import { useRecordNames } from './use-record-names.ts'
import classes from './groups.module.css'

type Log = RowOf<'/audit/logs'>

/** What happened here, the newest first: who came and went and which rules changed, or the resource itself. */
export function Timeline() {
  const { data: group } = useGroup()
  return group === undefined ? null : <Events group={group} />
}

function Events({ group: { id, ruleset } }: { group: Group }) {
  const [url, setUrl] = useUrlState()
  const ids = [id, ruleset].filter((each) => each !== null).join(',')
  const isRecord = url['about'] === 'record'
  const list = useList('/audit/logs', {
    params: { query: isRecord ? { 'filter[record]': ids } : { 'filter[parent]': ids } },
  })
  const named = useMemo(() => list.rows.flatMap(idsIn), [list.rows])
  const names = useRecordNames(named)
  const columns = useMemo(() => columnsOf(names), [names])
  return (
    <div className={classes['column']}>
      <div className={classes['bar']}>
        <div className={classes['drift']}>
          {(['access', 'record'] as const).map((about) => (
            <UnstyledButton
              key={about}
              className={classes['only']}
              aria-pressed={isRecord === (about === 'record')}
              onClick={() => setUrl({ about: about === 'record' ? about : '' })}
            >
              {text.timeline[about]}
            </UnstyledButton>
          ))}
        </div>
      </div>
      <DataTable
        label={text.tabs.timeline}
        list={list}
        columns={columns}
        empty={<EmptyState title={text.noEvents} />}
      />
    </div>
  )
}

/** The records of an entry that have names: the person, the rule, and who did it. */
function idsIn({ subject_id, related, record, actor }: Log): string[] {
  return [subject_id, related?.id, record.id, actor.id].filter((id) => id != null)
}

function columnsOf(known: ReadonlyMap<string, string>): Column<Log>[] {
  const { columns: names } = text
  const nameOf = (id: string | null) => (id === null ? '' : (known.get(id) ?? id))
  const detailsOf = (log: Log) =>
    [known.get((log.related ?? log.record).id), changesOf(log)].filter(Boolean).join(': ')
  const actorOf = ({ actor }: Log) =>
    `${known.get(actor.id ?? '') ?? actor.type} ${text.via} ${actor.via}`
  return [
    {
      id: 'what',
      header: names.what,
      min: 130,
      grow: 0.8,
      text: ({ event }) => eventWords(event),
      cell: ({ event }) => <Middle text={eventWords(event)} />,
    },
    {
      id: 'person',
      header: names.who,
      min: 130,
      grow: 0.8,
      text: ({ subject_id }) => nameOf(subject_id),
      cell: ({ subject_id: id }) =>
        id === null ? null : (
          <Link to="/people/$user" params={{ user: id }} className={classes['name']} tabIndex={-1}>
            <Middle text={nameOf(id)} />
          </Link>
        ),
    },
    {
      id: 'when',
      header: names.when,
      min: 115,
      grow: 0.4,
      text: ({ at }) => at,
      cell: ({ at }) => <Time at={at} />,
    },
    {
      id: 'details',
      header: names.details,
      min: 220,
      grow: 2.4,
      text: detailsOf,
      cell: (log) => <Reason why={detailsOf(log)} />,
    },
    {
      id: 'by',
      header: names.by,
      min: 140,
      grow: 0.8,
      text: actorOf,
      cell: (log) => <Middle text={actorOf(log)} />,
    },
  ]
}

const fewChanges = 3

/** What changed, in one line. Ids and instants stand elsewhere, and so does the state of somebody who came or went. */
function changesOf({ event, changes }: Log): string {
  if (event.startsWith('policy.user.')) return ''
  const shown = Object.entries(changes).filter(([key]) => !/_(id|at)$/.test(key))
  if (shown.length > fewChanges) return text.changes(shown.length)
  return shown
    .map(([key, { old, new: value }]) =>
      old === null
        ? `${key} ${shownValue(value)}`
        : `${key} ${shownValue(old)} → ${shownValue(value)}`,
    )
    .join(', ')
}
