import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dropdown, type Inside } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import classes from './filter-bar.module.css'

/**
 * A filter as a chip that opens a box, where it has one. It is dashed while it narrows nothing, else it shows its value and
 * can be cleared.
 */
export function Chip({
  label,
  value,
  onClear,
  children,
}: {
  label: string
  /** What it narrows to; undefined while it narrows nothing. */
  value: string | undefined
  onClear?: () => void
  /** The content of the box. */
  children?: (inside: Inside) => ReactNode
}) {
  const words = (
    <>
      {value === undefined && <Icon name="plus" size={12} />}
      {label}
      {value !== undefined && <span className={classes['value']}>{value}</span>}
    </>
  )
  return (
    <div className={classes['chip']} data-active={value !== undefined}>
      {children === undefined ? (
        <span className={classes['open']}>{words}</span>
      ) : (
        <Dropdown
          label={label}
          align="start"
          button={(opener) => (
            <UnstyledButton className={classes['open']} {...opener}>
              {words}
            </UnstyledButton>
          )}
        >
          {children}
        </Dropdown>
      )}
      {value !== undefined && onClear !== undefined && (
        <UnstyledButton
          className={classes['clear']}
          aria-label={`Clear the filter ${label}`}
          onClick={onClear}
        >
          <Icon name="close" size={12} />
        </UnstyledButton>
      )}
    </div>
  )
}
