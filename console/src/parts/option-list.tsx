import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './filter-bar.module.css'

export type Option = { value: string; label: string }

const manyOptions = 8

/** Options that can be chosen together, in a dropdown. Many can be searched. */
export function OptionList({
  options,
  chosen,
  onToggle,
}: {
  options: readonly Option[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}) {
  const [typed, setTyped] = useState('')
  const shown = options.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  return (
    <>
      {options.length > manyOptions && (
        <TextInput
          className="mb-8"
          aria-label="Find a value"
          placeholder="Find a value"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
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
