import { Modal } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'

export type Box = {
  title: string
  /** Its width in px. */
  size?: number
  /** A click beside it does not close it: what it shows is not shown again. */
  staysOnClick?: boolean
  onClose: () => void
  children: ReactNode
}

/** A box over the page that has the keyboard until it is closed, by Esc too. */
export function ModalBox({
  title,
  size = 440,
  staysOnClick = false,
  isCovered = false,
  onEdit,
  onClose,
  children,
}: Box & {
  /** Another box above it has the keys. */
  isCovered?: boolean
  onEdit?: () => void
}) {
  useLayoutEffect(giveFocusBack, [])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      closeOnClickOutside={!staysOnClick}
      closeOnEscape={!isCovered}
    >
      <Modal.Overlay />
      {/* Its title names it too, but only a moment after it opens. */}
      <Modal.Content aria-label={title}>
        <Modal.Body p={20} pt={16} onChange={onEdit}>
          <div className="flex center gap-8 mb-12">
            <Modal.Title className="grow shrink anywhere large strong">{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          {children}
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
