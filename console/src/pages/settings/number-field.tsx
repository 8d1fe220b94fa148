import { useState } from 'react'
import classes from './settings.module.css'

/** A whole number; as a text where it cannot be changed. An empty field is not a number and stays what it was. */
export function NumberField({
  label,
  value,
  isChanged,
  onChange,
}: {
  label: string
  value: number
  isChanged: boolean
  onChange: ((value: number) => void) | undefined
}) {
  const [typed, setTyped] = useState<string>()
  if (onChange === undefined) return <strong>{value.toLocaleString('en')}</strong>
  return (
    <input
      className={classes['number']}
      inputMode="numeric"
      aria-label={label}
      data-changed={isChanged}
      value={typed ?? value}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '').slice(0, 10)
        setTyped(digits)
        if (digits !== '') onChange(Number(digits))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
