import { useState, type ReactNode } from 'react'
import { OnDemand } from './on-demand.tsx'
import type { OptionList } from './option-list.tsx'

// Placing a box beside a button takes much code, and nobody needs it before the first click. A box takes the focus as it
// opens, so what can stand in it comes with it.
const loadBox = async () => {
  const [{ DropdownBox }, { OptionList }] = await Promise.all([
    import('./dropdown-box.tsx'),
    import('./option-list.tsx'),
  ])
  return { DropdownBox, OptionList }
}

/** What a box is given. */
export type Inside = { close: () => void; OptionList: typeof OptionList }

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
  children: ReactNode | ((inside: Inside) => ReactNode)
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const close = () => {
    setIsOpen(false)
    frame?.querySelector('button')?.focus()
  }
  return (
    <div className="inline-flex relative shrink" ref={setFrame}>
      {button({
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(!isOpen),
        onPointerEnter: () => void loadBox(),
      })}
      {isOpen && (
        <OnDemand load={loadBox}>
          {({ DropdownBox, OptionList }) => (
            <DropdownBox label={label} align={align} onClose={close}>
              {typeof children === 'function' ? children({ close, OptionList }) : children}
            </DropdownBox>
          )}
        </OnDemand>
      )}
    </div>
  )
}
