import { wholeValue, type Log } from './describe-log.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const { panel: words } = text

/** What a row changed: each key with the value before beside the value after. */
export function Changes({ log }: { log: Log }) {
  const { changes, details, withheld, altered, is_erased: isErased } = log
  const entries = Object.entries(changes)
  return (
    <>
      <h3 className={classes['heading']}>{words.changes}</h3>
      {entries.length > 0 && (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{words.key}</th>
              <th scope="col">{words.old}</th>
              <th scope="col">{words.new}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(([key, change]) => (
              <tr key={key}>
                <td className={classes['key']}>{key}</td>
                <td className={classes['old']} data-gone={change.old !== null}>
                  {wholeValue(change.old)}
                </td>
                <td>{wholeValue(change.new)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entries.length + withheld.length === 0 && (
        <p className={classes['note']}>{words.noChanges}</p>
      )}
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
