import { Button, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useOnce, type Once } from '../api/use-once.ts'
import { Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'

/** A secret that is shown this once, with a button that copies it. */
function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  title: string
  secret: string
  onClose: () => void
  /** What it is for, and that it is not shown again. */
  children: ReactNode
}) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <Dialog title={title} staysOnClick onClose={onClose}>
      <Notice tone="warning">{children}</Notice>
      <output className="code">{secret}</output>
      <Group justify="flex-end" mt="lg">
        <Button
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          variant="filled"
          data-autofocus
          onClick={() => copy(secret)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  )
}

/**
 * Asks for what a secret is made from, makes it once, and shows it once. Where the answer was lost, it says what that means; a
 * secret that nobody has seen is not made again.
 */
export function MakeSecretDialog({
  make,
  isReady = true,
  words,
  onClose,
  lead,
  children,
  ...form
}: {
  title: string
  action: string
  isReady?: boolean
  make: (header: Once) => Promise<string>
  words: {
    secretTitle: string
    secretWhy: string
    lost: Readonly<Record<'maybe' | 'made', string>>
  }
  onClose: () => void
  /** After what is said of a lost answer. */
  lead?: ReactNode
  children: ReactNode
}) {
  const change = useOnce(make)
  if (change.data !== undefined)
    return (
      <SecretDialog title={words.secretTitle} secret={change.data} onClose={onClose}>
        {words.secretWhy}
      </SecretDialog>
    )
  return (
    <FormDialog
      {...form}
      isReady={isReady && change.lost !== 'made'}
      isPending={change.isPending}
      error={change.lost === 'made' ? null : change.error}
      onClose={onClose}
      onSubmit={() => change.mutate()}
    >
      {children}
      {change.lost !== undefined && (
        <Notice tone="warning">
          {words.lost[change.lost]} {lead}
        </Notice>
      )}
    </FormDialog>
  )
}
