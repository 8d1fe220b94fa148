import { text } from './text.ts'
import classes from './mapping.module.css'

export type RefusalGroup = {
  remedy: string
  rows: number
  reasons: readonly { reason: string; rows: number; line: number | null }[]
}

/** Rows that can't be taken, by what to do about them. */
export function RefusalList({ groups }: { groups: readonly RefusalGroup[] }) {
  return (
    <ul className={classes['refusals']}>
      {groups.map(({ remedy, rows, reasons }) => (
        <li key={remedy} className={classes['refusal']}>
          <div className={classes['cardLine']}>
            <strong>{capitalised(remedy)}</strong>
            <span className={classes['quiet']}>{text.rows(rows)}</span>
          </div>
          <ul>
            {reasons.map(({ reason, rows: count, line }) => (
              <li key={reason}>
                {reason}{' '}
                <span className={classes['quiet']}>
                  {[text.rows(count), ...(line === null ? [] : [text.preview.line(line)])].join(
                    ', ',
                  )}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function capitalised(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
