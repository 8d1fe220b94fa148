import { Button, Group } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import type { ReactNode } from 'react'
import { ChangeError } from './change-error.tsx'
import { Dialog, type Change } from './dialog.tsx'
import classes from './dialog.module.css'

/** Asks before a change. `children` name its consequence; the button repeats the action as a verb. */
export function ConfirmDialog({
  title,
  action,
  isDangerous = false,
  isReady = true,
  change,
  isPending = change?.isPending ?? false,
  error = change?.error ?? null,
  onClose,
  onConfirm,
  children,
}: {
  title: string
  action: string
  isDangerous?: boolean
  isReady?: boolean
  /** What is confirmed, unless the dialog says otherwise. */
  change?: Change
  isPending?: boolean
  error?: MusterError | null
  onConfirm?: () => void
  onClose: () => void
  children: ReactNode
}) {
  const confirm = onConfirm ?? (() => change?.mutate(undefined, { onSuccess: onClose }))
  return (
    <Dialog title={title} isSending={isPending} onClose={onClose}>
      <div className={classes['text']}>{children}</div>
      {error !== null && <ChangeError error={error} again={{ action, run: confirm }} />}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          color={isDangerous ? 'red' : 'indigo'}
          loading={isPending}
          disabled={!isReady}
          onClick={confirm}
          data-autofocus
        >
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}
