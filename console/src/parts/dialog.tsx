import { Modal } from '@mantine/core'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import classes from './dialog.module.css'

/** A box over the page that has the keyboard until it is closed, by Esc too: twice, where something was typed. */
export function Dialog({
  title,
  size = 440,
  staysOnClick = false,
  onClose,
  children,
}: {
  title: string
  /** Its width in px. */
  size?: number
  /** A click beside it does not close it: what it shows is not shown again. */
  staysOnClick?: boolean
  onClose: () => void
  children: ReactNode
}) {
  useLayoutEffect(giveFocusBack, [])
  const [isEdited, setIsEdited] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const edited = () => {
    setIsEdited(true)
    setIsAsked(false)
  }
  const leave = () => {
    if (isEdited && !isAsked) setIsAsked(true)
    else onClose()
  }
  return (
    <Modal.Root opened onClose={leave} size={size} closeOnClickOutside={!staysOnClick}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes['body'] ?? ''} onChange={edited}>
          <div className={classes['line']}>
            <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          {children}
          {isAsked && (
            <p className={classes['asked']} role="alert">
              What you have changed here is not saved. Close once more to leave it.
            </p>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What had the focus gets it back when the dialog closes. If that has gone with the change, the page gets it. */
function giveFocusBack(): () => void {
  const opener = document.activeElement
  return () => {
    if (opener instanceof HTMLElement) opener.focus()
    setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus()
    })
  }
}
