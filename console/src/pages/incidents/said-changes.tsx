import type { Body } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { text } from './text.ts'
import classes from './incidents.module.css'

type Change = Body<'get', '/policy/incidents/{incident}/changes'>['data'][number]

/** What the source said of the held accounts, before and after, the most frequent change first. */
export function SaidChanges({ incident }: { incident: string }) {
  const { data, error, refetch } = useApi('/policy/incidents/{incident}/changes', {
    params: { path: { incident } },
  })
  return (
    <section>
      <h2 className="heading mb-4">{text.said}</h2>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <div className={classes['bone']} aria-busy />}
      {data !== undefined && data.data.length > 0 && <Table changes={data.data} />}
      {data?.data.length === 0 && data.withheld.length === 0 && (
        <p className="quiet">{text.saidNothing}</p>
      )}
      {data?.withheld.map((each) => (
        <p key={each} className="quiet">
          {text.saidWithheld[each]}
        </p>
      ))}
      {data?.is_capped === true && <p className="quiet">{text.saidCapped}</p>}
    </section>
  )
}

function Table({ changes }: { changes: readonly Change[] }) {
  const most = changes[0]?.accounts ?? 1
  return (
    <table className={classes['said']}>
      <thead>
        <tr>
          <th scope="col">{text.key}</th>
          <th scope="col">
            {text.saidBefore} → {text.saidAfter}
          </th>
          <th scope="col" data-align="end">
            {text.saidCount}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={JSON.stringify(change)}>
            <th scope="row">{nameOf(change)}</th>
            <td>
              <span className={classes['saidValues']}>
                <Value change={change} value={change.before} />
                <Icon name="right" size={11} />
                <Value change={change} value={change.after} isNew />
              </span>
            </td>
            <td data-align="end">
              <span className={classes['saidCount']}>
                <span
                  aria-hidden
                  className={classes['saidBar']}
                  style={{ width: `${Math.max(2, (change.accounts / most) * 72)}px` }}
                />
                {change.accounts.toLocaleString('en')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({
  change: { of },
  value,
  isNew = false,
}: {
  change: Change
  value: string | null
  isNew?: boolean
}) {
  if (value === null)
    return (
      <span className={classes['empty']}>
        {of === 'account' && !isNew ? text.newAccount : '(empty)'}
      </span>
    )
  const shown = of === 'state' || of === 'account' ? stateLooks(value).word : value
  return (
    <span className="medium ellipsis" title={shown}>
      {shown}
    </span>
  )
}

function nameOf({ of, key }: Change): string {
  return of === 'profile' ? (key ?? '') : text.of[of]
}
