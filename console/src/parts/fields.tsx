import {
  Checkbox,
  Textarea,
  TextInput,
  type CheckboxProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './fields.module.css'

type Field<Value> = { value: Value; onChange: (value: Value) => void }

/** One line of text. `digits`: a number, of so many digits at most. */
export function TextField({
  digits,
  onChange,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & Field<string> & { digits?: number }) {
  const read = (typed: string) =>
    digits === undefined ? typed : typed.replaceAll(/\D/g, '').slice(0, digits)
  return (
    <TextInput
      withAsterisk={false}
      {...(digits !== undefined && { inputMode: 'numeric' })}
      {...input}
      onChange={({ currentTarget }) => onChange(read(currentTarget.value))}
    />
  )
}

/** Several lines of text. */
export function LongField({
  onChange,
  ...input
}: Omit<TextareaProps, 'value' | 'onChange'> & Field<string>) {
  return <Textarea {...input} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}

/** Yes or no. */
export function CheckField({
  value,
  onChange,
  ...box
}: Omit<CheckboxProps, 'value' | 'checked' | 'onChange'> & Field<boolean>) {
  return (
    <Checkbox
      {...box}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

/**
 * One of a few words: with a label above it, `quiet` in a table, or as a `word` of a sentence. `none` stands for no value,
 * where there is none yet or there may be none.
 */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  look = 'field',
  isLabelHidden = look !== 'field',
  none,
  hint,
  isDisabled = false,
  onChange,
  onNone,
}: {
  label: ReactNode
  value: Value | undefined
  /** What each value is called. */
  options: Readonly<Partial<Record<Value, string>>>
  look?: 'field' | 'quiet' | 'word'
  isLabelHidden?: boolean
  none?: string | undefined
  hint?: ReactNode
  isDisabled?: boolean
  onChange: (value: Value) => void
  onNone?: () => void
}) {
  const id = useId()
  const select = (
    <select
      id={id}
      className={classes['select']}
      data-look={look}
      value={value ?? ''}
      disabled={isDisabled}
      onChange={({ currentTarget: { value: next } }) => {
        if (isOf(options, next)) onChange(next)
        else onNone?.()
      }}
      {...(isLabelHidden && typeof label === 'string' && { 'aria-label': label })}
    >
      {none !== undefined && <option value="">{none}</option>}
      {Object.entries<string | undefined>(options).map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  )
  if (isLabelHidden) return select
  return (
    <div className={classes['labelled']}>
      <label htmlFor={id}>{label}</label>
      {select}
      {hint}
    </div>
  )
}

function isOf<Value extends string>(
  options: Readonly<Partial<Record<Value, string>>>,
  value: string,
): value is Value {
  return Object.hasOwn(options, value)
}
