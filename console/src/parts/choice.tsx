import { useId } from 'react'
import classes from './choice.module.css'

/** One of a few, with what each means beside it. */
export function Choice<Value extends string>({
  label,
  why,
  options,
  value,
  onChange,
}: {
  label: string
  /** Below the label: what follows from the choice. */
  why?: string | undefined
  options: readonly { value: Value; label: string; detail?: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset
      className={classes['choice']}
      aria-describedby={why === undefined ? undefined : `${name}-why`}
    >
      <legend className={classes['label']}>{label}</legend>
      {why !== undefined && (
        <p id={`${name}-why`} className={classes['why']}>
          {why}
        </p>
      )}
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
            <span className="block semi" id={`${name}-${option.value}`}>
              {option.label}
            </span>
            {option.detail !== undefined && (
              <span className="block small soft" id={`${name}-${option.value}-detail`}>
                {option.detail}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
