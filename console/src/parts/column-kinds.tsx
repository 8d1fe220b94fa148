import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import type { Column } from './columns.ts'
import { Middle } from './middle.tsx'
import { StateBadge } from './state-badge.tsx'
import { Time } from './time.tsx'

type Rest<Row> = Partial<Omit<Column<Row>, 'id' | 'header' | 'text'>>
type Read<Row, Value> = (row: Row) => Value | null | undefined

/** A text, cut in its middle where it is too long, or what `cell` makes of it. */
export function textColumn<Row>(
  id: string,
  header: string,
  read: Read<Row, string>,
  rest: Rest<Row> = {},
): Column<Row> {
  const text = (row: Row) => read(row) ?? ''
  return { id, header, text, min: 130, cell: (row) => <Middle text={text(row)} />, ...rest }
}

/** One of a few words. */
export function wordColumn<Row>(
  id: string,
  header: string,
  read: Read<Row, string>,
  rest: Rest<Row> = {},
): Column<Row> {
  return textColumn(id, header, read, { cell: (row) => read(row) ?? null, ...rest })
}

/** An instant; `never` is shown where there is none. */
export function timeColumn<Row>(
  id: string,
  header: string,
  read: Read<Row, string>,
  { never = null, ...rest }: Rest<Row> & { never?: ReactNode } = {},
): Column<Row> {
  const cell = (row: Row) => <Time at={read(row) ?? null} never={never} />
  return textColumn(id, header, read, { min: 110, grow: 0.6, cell, ...rest })
}

/** A number. */
export function countColumn<Row>(
  id: string,
  header: string,
  read: Read<Row, number>,
  rest: Rest<Row> = {},
): Column<Row> {
  return {
    id,
    header,
    min: 84,
    grow: 0.3,
    align: 'end',
    text: (row) => String(read(row) ?? ''),
    cell: (row) => read(row)?.toLocaleString('en'),
    ...rest,
  }
}

/** A state, as a badge. */
export function badgeColumn<Row>(
  id: string,
  header: string,
  read: Read<Row, string>,
  rest: Rest<Row> = {},
): Column<Row> {
  const cell = (row: Row) => {
    const state = read(row) ?? ''
    return state === '' ? null : <StateBadge state={state} />
  }
  return textColumn(id, header, read, { min: 116, grow: 0.6, cell, ...rest })
}

/** The state of each row, as wide as the longest of its words. */
export function stateColumn<Row extends { state: string }>(header: string): Column<Row> {
  return badgeColumn('state', header, ({ state }) => state)
}

/** A person or an account by name. */
export function personColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  rest: Rest<Row> = {},
): Column<Row> {
  const cell = (row: Row) => (
    <>
      <Avatar name={read(row)} />
      <Middle text={read(row)} />
    </>
  )
  return textColumn(id, header, read, { min: 170, grow: 2, cell, ...rest })
}
