import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** A box over the page that has the keyboard until it is closed, by Esc too. */
export function Dialog({
  title,
  size = 440,
  onClose,
  children,
}: {
  title: string
  /** Its width in px. */
  size?: number
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal.Root opened onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes['body'] ?? ''}>
          <div className={classes['line']}>
            <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
