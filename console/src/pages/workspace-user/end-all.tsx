import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

/** A button that ends everything of a kind that a person has, and asks before. */
export function EndAll({
  title,
  action,
  end,
  children,
}: {
  title: string
  action: string
  end: () => Promise<unknown>
  children: ReactNode
}) {
  const [isAsked, setIsAsked] = useState(false)
  const change = useChange(end)
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{action}</Button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          action={action}
          isDangerous
          isPending={change.isPending}
          error={change.error}
          onClose={() => setIsAsked(false)}
          onConfirm={() => change.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
        >
          <p>{children}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
