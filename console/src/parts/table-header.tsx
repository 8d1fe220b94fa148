import { UnstyledButton } from '@mantine/core'
import type { Column } from './columns.ts'
import { Icon } from './icon.tsx'
import classes from './data-table.module.css'

/** The order of the rows as the API takes it: a field, with `-` for descending. */
export type Sorting = { value: string; onChange: (value: string) => void }

export function TableHeader<Row>({
  columns,
  sorting,
}: {
  columns: readonly Column<Row>[]
  sorting: Sorting | undefined
}) {
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['headRow']}>
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} sorting={sorting} />
        ))}
      </div>
    </div>
  )
}

function HeaderCell<Row>({
  column: { header, hint, sort, align },
  sorting,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
}) {
  if (sort === undefined || sorting === undefined)
    return (
      <div role="columnheader" className={classes['headCell']} data-align={align} title={hint}>
        {header}
      </div>
    )
  const isDescending = sorting.value === `-${sort}`
  const isSorted = isDescending || sorting.value === sort
  const order = isDescending ? 'descending' : 'ascending'
  return (
    <div
      role="columnheader"
      className={classes['headCell']}
      data-align={align}
      aria-sort={isSorted ? order : 'none'}
    >
      <UnstyledButton
        className={classes['sort']}
        data-sorted={isSorted}
        onClick={() => sorting.onChange(sorting.value === sort ? `-${sort}` : sort)}
      >
        {header}
        <Icon name={isDescending ? 'down' : 'up'} size={11} />
      </UnstyledButton>
    </div>
  )
}
