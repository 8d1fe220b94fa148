import { Button } from '@mantine/core'
import { useMay, useSession } from '../api/session.ts'
import { useApiIf } from '../api/use-api.ts'
import { changesBetween, type Conflict } from '../api/conflict.ts'
import { keyWords, valueWords } from './change-words.ts'
import { Notice } from './notice.tsx'
import { RecordLink } from './record-link.tsx'
import { Time } from './time.tsx'

type Properties = {
  conflict: Conflict
  again?: { action: string; run: () => void } | undefined
}

/** Shows what others changed while the viewer edited, and who they are, and offers to save over it. Typed text stays. */
export function ConflictNotice({ conflict, again }: Properties) {
  const { record, before, now, message } = conflict
  const goOn = () => {
    conflict.accept()
    again?.run()
  }
  return (
    <div role="alert">
      <Notice tone="warning">
        <p>{message}</p>
        <WhatChanged record={record} before={before} now={now} />
        <a href={location.href} target="_blank" rel="noreferrer">
          See it as it is now, in a new tab
        </a>
        {again !== undefined && (
          <Button size="compact-sm" mt="xs" display="block" onClick={goOn}>
            {again.action} all the same
          </Button>
        )}
      </Notice>
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
              {keyWords(key)}: <del>{shown(key, values.old)}</del> →{' '}
              <strong>{shown(key, values.new)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function shown(key: string, value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (Array.isArray(value)) return value.map((each) => shown(key, each)).join(', ')
  if (value === '') return '“”'
  return valueWords(key, value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
}

/** By the audit log, where the viewer may read it: of the record itself, or of a part of it. */
function LastChange({ record }: { record: string }) {
  const isReadable = useMay('audit.log.view') && record !== ''
  const { owner_id: viewer } = useSession()
  const lastBy = (position: 'filter[record]' | 'filter[parent]') => ({
    params: { query: { [position]: record, 'page[size]': '1' } },
  })
  const own = useApiIf(isReadable, '/audit/logs', lastBy('filter[record]'))
  const parts = useApiIf(isReadable, '/audit/logs', lastBy('filter[parent]'))
  const [log] = [...(own.data?.data ?? []), ...(parts.data?.data ?? [])].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  )
  if (log === undefined) return <>Someone changed it.</>
  const { id } = log.actor
  const isOther = id !== null && id !== viewer
  return (
    <>
      {isOther ? <RecordLink id={id} /> : id === null ? 'Muster itself' : 'You'} changed it,{' '}
      <Time at={log.at} />.
    </>
  )
}
