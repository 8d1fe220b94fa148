import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dropdown.module.css'

/** The box of an open dropdown. It stands at the whole of the frame around the button. */
export function DropdownBox({
  label,
  align,
  onClose,
  children,
}: {
  label: string
  align: 'start' | 'end'
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Popover
      opened
      onDismiss={onClose}
      onClose={onClose}
      position={`bottom-${align}`}
      offset={4}
      trapFocus
      closeOnEscape
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes['anchor']} />
      </Popover.Target>
      <Popover.Dropdown p={8} role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
