import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Can, May, type Actionable } from './can.tsx'
import { Icon } from './icon.tsx'

/**
 * A button that opens a dialog, where the record lets one `can` it, or the session has the `permission`. A dialog that is open
 * stays when that ends, as it does where the dialog made the last one. The primary action is filled; what adds has a plus.
 */
export function DialogButton({
  label,
  of,
  can,
  permission,
  isPrimary = false,
  isAdding = isPrimary,
  children,
}: {
  label: string
  of?: Actionable
  can?: string
  permission?: string
  isPrimary?: boolean
  isAdding?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <Button
      {...(isPrimary && { variant: 'filled' })}
      leftSection={isAdding && <Icon name="plus" size={12} />}
      onClick={() => setIsOpen(true)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {can !== undefined && (
        <Can record={of} action={can}>
          {button}
        </Can>
      )}
      {permission !== undefined && <May permission={permission}>{button}</May>}
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}
