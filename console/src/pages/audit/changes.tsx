import { RecordLink } from '../../parts/record-link.tsx'
import { isId, wholeValue, type Log } from './describe-log.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const { panel: words } = text

/** What a row changed: each key with the value before beside the value after. A new record has only the latter. */
export function Changes({ log }: { log: Log }) {
  const { changes, details, withheld, altered, is_erased: isErased } = log
  const isEmpty = Object.keys(changes).length + withheld.length === 0
  return (
    <>
      <h3 className={classes['heading']}>{words.changes}</h3>
      <ChangesTable changes={changes} />
      {isEmpty && <p className={classes['note']}>{words.noChanges}</p>}
      {withheld.length > 0 && (
        <p className={classes['note']}>{words.withheld(withheld.join(', '))}</p>
      )}
      {isErased && <p className={classes['note']}>{words.erased}</p>}
      {altered.length > 0 && (
        <p className={classes['alert']} role="alert">
          {words.altered(altered.join(', '))}
        </p>
      )}
      {Object.keys(details).length > 0 && (
        <>
          <h3 className={classes['heading']}>{words.details}</h3>
          <pre className={classes['details']}>{JSON.stringify(details, null, 2)}</pre>
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
            <td className={classes['key']}>{key}</td>
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
