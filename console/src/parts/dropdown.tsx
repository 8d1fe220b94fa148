import { useState, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'
import classes from './dropdown.module.css'

// Placing a box beside a button takes much code, and nobody needs it before the first click.
const loadBox = async () => (await import('./dropdown-box.tsx')).DropdownBox

/** What a button needs to open a dropdown. */
export type Opener = {
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
}

/** A button with a box below it, which closes on Esc and on a click elsewhere. */
export function Dropdown({
  label,
  align,
  button,
  children,
}: {
  /** Of the box. */
  label: string
  align: 'start' | 'end'
  button: (opener: Opener) => ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const close = () => {
    setIsOpen(false)
    frame?.querySelector('button')?.focus()
  }
  return (
    <div className={classes['frame']} ref={setFrame}>
      {button({
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(!isOpen),
        onPointerEnter: () => void loadBox(),
      })}
      {isOpen && (
        <OnDemand load={loadBox}>
          {(Box) => (
            <Box label={label} align={align} onClose={close}>
              {typeof children === 'function' ? children(close) : children}
            </Box>
          )}
        </OnDemand>
      )}
    </div>
  )
}
