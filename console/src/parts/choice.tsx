import { useId } from 'react'
import classes from './choice.module.css'

/** One of a few, with what each means beside it. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string; detail?: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={classes['choice']}>
      <legend className={classes['label']}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes['option']}>
          <input
            type="radio"
            name={name}
            aria-labelledby={`${name}-${option.value}`}
            aria-describedby={`${name}-${option.value}-detail`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={classes['name']} id={`${name}-${option.value}`}>
              {option.label}
            </span>
            {option.detail !== undefined && (
              <span className={classes['detail']} id={`${name}-${option.value}-detail`}>
                {option.detail}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
