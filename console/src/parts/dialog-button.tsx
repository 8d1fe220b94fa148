import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useChange } from '../api/use-api.ts'
import { Can, May, type Actionable } from './can.tsx'
import { ConfirmDialog } from './form-dialog.tsx'
import { Icon } from './icon.tsx'

type Offer = {
  label: string
  of?: Actionable
  can?: string
  permission?: string
  /** False where it makes no sense, though it is allowed. */
  isOffered?: boolean
  isPrimary?: boolean
  /** It adds something: with a plus. */
  isAdding?: boolean
  /** Below the facts of a panel. */
  isBelow?: boolean
  /** In a table. */
  isQuiet?: boolean
}

/**
 * A button that opens a dialog, where the record lets one `can` it, or the session has the `permission`. A dialog that is open
 * stays when that ends, as it does where the dialog made the last one.
 */
export function DialogButton({
  label,
  of,
  can,
  permission,
  isOffered = true,
  isPrimary = false,
  isAdding = false,
  isBelow = false,
  isQuiet = false,
  children,
}: Offer & { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <Button
      {...(isPrimary && { variant: 'filled' })}
      {...(isBelow && { mt: 20, c: 'var(--red)' })}
      {...(isQuiet && { size: 'compact-xs', variant: 'subtle', color: 'gray' })}
      leftSection={isAdding && <Icon name="plus" size={12} />}
      onClick={() => setIsOpen(true)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {isOffered && can !== undefined && (
        <Can record={of} action={can}>
          {button}
        </Can>
      )}
      {isOffered && permission !== undefined && <May permission={permission}>{button}</May>}
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}

type Asked = {
  title: string
  isDangerous?: boolean
  run: () => Promise<unknown>
  /** After the change, in place of closing the dialog. */
  onDone?: (() => void) | undefined
  /** Its consequence. */
  children: ReactNode
}

/** A button whose change is asked about before. */
export function ConfirmButton({
  title,
  isDangerous = true,
  run,
  onDone,
  children,
  ...offer
}: Offer & Asked) {
  const asked = { title, isDangerous, run, onDone, children }
  return (
    <DialogButton {...offer}>
      {(close) => <ConfirmChange action={offer.label} {...asked} onClose={close} />}
    </DialogButton>
  )
}

/** {@link ConfirmDialog} of a change that is made here. */
export function ConfirmChange({
  run,
  onClose,
  onDone = onClose,
  children,
  ...dialog
}: Asked & { action: string; onClose: () => void }) {
  const change = useChange(run)
  return (
    <ConfirmDialog
      {...dialog}
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onDone })}
    >
      {typeof children === 'string' ? <p>{children}</p> : children}
    </ConfirmDialog>
  )
}
