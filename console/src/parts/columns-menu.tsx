import { ActionIcon } from '@mantine/core'
import type { Column } from './columns.ts'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'

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
  const options = columns.slice(1).map(({ id, header }) => ({ value: id, label: header }))
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
      {({ OptionList }) => <OptionList options={options} chosen={chosen} onToggle={toggle} />}
    </Dropdown>
  )
}
