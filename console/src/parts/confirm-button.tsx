import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useChange } from '../api/use-api.ts'
import { Can, type Actionable } from './can.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** A button whose change is asked about before, where the record lets one `can` it. `children` name its consequence. */
export function ConfirmButton({
  of,
  can,
  isOffered = true,
  title,
  label,
  isBelow = false,
  run,
  onDone,
  children,
}: {
  of: Actionable
  can: string
  isOffered?: boolean
  title: string
  label: string
  /** Below the facts of a panel. */
  isBelow?: boolean
  run: () => Promise<unknown>
  onDone?: () => void
  children: ReactNode
}) {
  const [isAsked, setIsAsked] = useState(false)
  const change = useChange(run)
  const close = () => {
    change.reset()
    setIsAsked(false)
  }
  return (
    <>
      {isOffered && (
        <Can record={of} action={can}>
          <Button {...(isBelow && { mt: 20, c: 'var(--red)' })} onClick={() => setIsAsked(true)}>
            {label}
          </Button>
        </Can>
      )}
      {isAsked && (
        <ConfirmDialog
          title={title}
          action={label}
          isDangerous
          change={change}
          onClose={close}
          onConfirm={() => change.mutate(undefined, { onSuccess: onDone ?? close })}
        >
          {typeof children === 'string' ? <p>{children}</p> : children}
        </ConfirmDialog>
      )}
    </>
  )
}
