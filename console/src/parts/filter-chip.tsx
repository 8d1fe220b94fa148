import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import classes from './filter-bar.module.css'

export type FilterOption = { value: string; label: string }
/** `key` is its name in the address. Any of the chosen options matches. */
export type Filter = { key: string; label: string; options: readonly FilterOption[] }

const manyOptions = 8

/** A filter as a chip: dashed while it narrows nothing, else with its values and a way to clear them. */
export function FilterChip({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: string
  onChange: (value: string) => void
}) {
  const chosen = value === '' ? [] : value.split(',')
  const words = chosen.map(
    (each) => filter.options.find((option) => option.value === each)?.label ?? each,
  )
  const toggle = (option: string) =>
    onChange(
      (chosen.includes(option)
        ? chosen.filter((each) => each !== option)
        : [...chosen, option]
      ).join(','),
    )
  return (
    <div className={classes['chip']} data-active={chosen.length > 0}>
      <Dropdown
        label={filter.label}
        align="start"
        button={(opener) => (
          <UnstyledButton className={classes['open']} {...opener}>
            {chosen.length === 0 && <Icon name="plus" size={12} />}
            {filter.label}
            {chosen.length > 0 && <span className={classes['value']}>{words.join(', ')}</span>}
          </UnstyledButton>
        )}
      >
        <Options options={filter.options} chosen={chosen} onToggle={toggle} />
      </Dropdown>
      {chosen.length > 0 && (
        <UnstyledButton
          className={classes['clear']}
          aria-label={`Clear the filter ${filter.label}`}
          onClick={() => onChange('')}
        >
          <Icon name="close" size={12} />
        </UnstyledButton>
      )}
    </div>
  )
}

function Options({
  options,
  chosen,
  onToggle,
}: {
  options: readonly FilterOption[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}) {
  const [narrow, setNarrow] = useState('')
  const shown = options.filter(({ label }) => label.toLowerCase().includes(narrow.toLowerCase()))
  return (
    <>
      {options.length > manyOptions && (
        <TextInput
          className={classes['narrow'] ?? ''}
          aria-label="Find a value"
          placeholder="Find a value"
          value={narrow}
          onChange={({ currentTarget }) => setNarrow(currentTarget.value)}
        />
      )}
      <div className={classes['options']}>
        {shown.map(({ value, label }) => (
          <Checkbox
            key={value}
            className={classes['option'] ?? ''}
            label={label}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {shown.length === 0 && <span className={classes['none']}>No value</span>}
      </div>
    </>
  )
}
