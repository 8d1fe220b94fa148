import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A button that opens a dialog. The primary action of a page is filled; what adds something has a plus. */
export function DialogButton({
  label,
  isPrimary = false,
  isAdding = isPrimary,
  children,
}: {
  label: string
  isPrimary?: boolean
  isAdding?: boolean
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        {...(isPrimary && { variant: 'filled' })}
        leftSection={isAdding && <Icon name="plus" size={12} />}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}
