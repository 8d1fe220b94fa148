import { Link } from '@tanstack/react-router'
import { text } from './text.ts'
import classes from './mapping.module.css'

export type RefusalGroup = {
  remedy: string
  /** The part of the mapping where it is done; null where the mapping can't help. */
  mapping_path: string | null
  rows: number
  reasons: readonly Reason[]
}

export type Reason = { reason: string; rows: number; line: number | null }

/** Rows that can't be taken, by what to do about them, with the way to it. */
export function RefusalList({
  groups,
  integration,
}: {
  groups: readonly RefusalGroup[]
  /** The source whose mapping a remedy leads to; undefined beside the mapping itself. */
  integration?: string | undefined
}) {
  return (
    <ul className="column gap-12">
      {groups.map(({ remedy, mapping_path: path, rows, reasons }) => (
        <li key={remedy} className={classes['refusal']}>
          <div className="inline anywhere">
            <strong>{capitalised(remedy)}</strong>
            <span className="small quiet">{text.rows(rows)}</span>
          </div>
          <ul>
            {reasons.map((each) => (
              <li key={each.reason}>
                <ReasonOfRows of={each} />
              </li>
            ))}
          </ul>
          {path !== null && integration !== undefined && (
            <Link
              to="/sources/$integration/mapping"
              params={{ integration }}
              search={{ field: path }}
              className="link small"
            >
              {text.toPart(partOf(path))}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A reason, with how many rows have it, and the line of the first. */
export function ReasonOfRows({ of: { reason, rows, line } }: { of: Reason }) {
  const where = [text.rows(rows), ...(line === null ? [] : [text.preview.line(line)])]
  return (
    <>
      {reason} <span className="small quiet">{where.join(', ')}</span>
    </>
  )
}

/** What the form of the mapping calls a part of it. */
function partOf(path: string): string {
  const parts: Readonly<Partial<Record<string, string>>> = text.parts
  return parts[path] ?? text.json.label
}

function capitalised(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
