import { ActionIcon, Checkbox } from '@mantine/core'
import type { Column } from './columns.ts'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import classes from './filter-bar.module.css'

/** Chooses the columns of a table. The choice is a text with commas, for the address; empty for the usual ones. */
export function ColumnsMenu<Row>({
  columns,
  value,
  onChange,
}: {
  columns: readonly Column<Row>[]
  value: string
  onChange: (value: string) => void
}) {
  const usual = columns.filter(({ isOptional }) => isOptional !== true).map(({ id }) => id)
  const chosen = value === '' ? usual : value.split(',')
  const toggle = (id: string) => {
    const next = columns
      .map((column) => column.id)
      .filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each)))
    onChange(next.join() === usual.join() ? '' : next.join(','))
  }
  return (
    <Dropdown
      label="Columns"
      align="end"
      button={(opener) => (
        <ActionIcon variant="default" size={30} aria-label="Columns" title="Columns" {...opener}>
          <Icon name="columns" />
        </ActionIcon>
      )}
    >
      <div className={classes['options']}>
        {columns.slice(1).map(({ id, header }) => (
          <Checkbox
            key={id}
            className={classes['option'] ?? ''}
            label={header}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </Dropdown>
  )
}
