import { Button, Group } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import type { ReactNode } from 'react'
import { ChangeError } from './change-error.tsx'
import { Dialog, type Change } from './dialog.tsx'

type Asked = {
  title: string
  action: string
  /** Whether everything that is needed is filled in. */
  isReady?: boolean
  /** What is sent, unless the dialog says otherwise. */
  change?: Change
  isPending?: boolean
  error?: MusterError | null
  onClose: () => void
  children: ReactNode
}

/** Asks for the values of a change. Enter sends it; the button says what it does. */
export function FormDialog({
  title,
  action,
  isReady = true,
  change,
  isPending = change?.isPending ?? false,
  error = change?.error ?? null,
  ownFields,
  onClose,
  onSubmit,
  children,
}: Asked & {
  /** Fields of the request that show their own errors. */
  ownFields?: readonly string[]
  onSubmit?: () => void
}) {
  const submit = onSubmit ?? (() => change?.mutate(undefined, { onSuccess: onClose }))
  return (
    <Dialog title={title} isSending={isPending} onClose={onClose}>
      <form
        className="column gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isPending) submit()
        }}
      >
        {children}
        {error !== null && (
          <ChangeError error={error} ownFields={ownFields} again={{ action, run: submit }} />
        )}
        <Group justify="flex-end" mt="sm">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isPending} disabled={!isReady}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

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
}: Asked & { isDangerous?: boolean; onConfirm?: () => void }) {
  const confirm = onConfirm ?? (() => change?.mutate(undefined, { onSuccess: onClose }))
  return (
    <Dialog title={title} isSending={isPending} onClose={onClose}>
      <div className="column gap-12 soft">{children}</div>
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
