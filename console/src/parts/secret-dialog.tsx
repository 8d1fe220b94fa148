import { Button, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import classes from './secret-dialog.module.css'

/** A secret that is shown this once, with a button that copies it. */
export function SecretDialog({
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
      <p className={classes['notice']}>
        <Icon name="warning" />
        <span>{children}</span>
      </p>
      <output className={classes['secret']}>{secret}</output>
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
