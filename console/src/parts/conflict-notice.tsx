import { Button } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { useMay, useSession } from '../api/session.ts'
import { useApiIf } from '../api/use-api.ts'
import { changesBetween, type Change, type Conflict } from '../api/versions.ts'
import { keyWords, valueWords } from './change-words.ts'
import { RecordLink } from './record-link.tsx'
import { Time } from './time.tsx'
import classes from './change-error.module.css'

/** What others changed while something was edited here, by whom, and the way to save over it. What was typed stays. */
export function ConflictNotice({
  conflict,
  again,
}: {
  conflict: Conflict
  again?: { action: string; run: () => void } | undefined
}) {
  return (
    <div className={classes['conflict']} role="alert">
      <p>{conflict.message}</p>
      <WhatChanged record={conflict.record} before={conflict.before} now={conflict.now} />
      <p>
        <a href={location.href} target="_blank" rel="noreferrer" className={classes['plan']}>
          See it as it is now, in a new tab
        </a>
      </p>
      {again !== undefined && (
        <div>
          <Button
            size="compact-sm"
            onClick={() => {
              conflict.accept()
              again.run()
            }}
          >
            {again.action} all the same
          </Button>
        </div>
      )}
    </div>
  )
}

/** Who changed a record last, and what differs from how it was shown. */
export function WhatChanged({ record, before, now }: Pick<Conflict, 'record' | 'before' | 'now'>) {
  const changes = changesBetween(before, now)
  return (
    <>
      <p>
        <LastChange record={record} />
      </p>
      {changes.length === 0 ? (
        <p>Nothing that is shown here differs.</p>
      ) : (
        <ul>
          {changes.map(({ key, ...values }) => (
            <li key={key}>
              {keyWords(key)}: <ChangedValue of={key} {...values} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ChangedValue({ of, old, new: now }: Omit<Change, 'key'> & { of: string }) {
  return (
    <>
      <del>{shown(of, old)}</del> → <strong>{shown(of, now)}</strong>
    </>
  )
}

function shown(key: string, value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (Array.isArray(value)) return value.map((each) => shown(key, each)).join(', ')
  if (value === '') return '“”'
  return valueWords(key, value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
}

type Log = RowOf<'/audit/logs'>

/** By the audit log, where the viewer may read it: of the record itself, or of a part of it. */
function LastChange({ record }: { record: string }) {
  const isReadable = useMay('audit.log.view') && record !== ''
  const { owner_id: viewer } = useSession()
  const last = { 'page[size]': '1' }
  const own = useApiIf(isReadable, '/audit/logs', {
    params: { query: { ...last, 'filter[record]': record } },
  })
  const parts = useApiIf(isReadable, '/audit/logs', {
    params: { query: { ...last, 'filter[parent]': record } },
  })
  const [log] = [own, parts]
    .flatMap(({ data }): Log[] => data?.data.slice(0, 1) ?? [])
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  if (log === undefined) return <>Someone changed it.</>
  const { actor, at } = log
  return (
    <>
      {actor.id === null ? (
        'Muster itself'
      ) : actor.id === viewer ? (
        'You'
      ) : (
        <RecordLink id={actor.id} />
      )}{' '}
      changed it, <Time at={at} />.
    </>
  )
}
