import { useIsMutating } from '@tanstack/react-query'
import type { MusterError } from 'muster-sdk'
import { useState } from 'react'
import { addressOf, LeaveQuestion, useLeaving } from './ask-to-leave.tsx'
import { ModalBox, type Box } from './modal-box.tsx'

/** The change that a dialog asks about, as `useChange` has it. */
export type Change = {
  isPending: boolean
  error: MusterError | null
  mutate(input: undefined, then: { onSuccess: () => void }): void
}

/** A box over the page. What was typed in it is asked about, however it is left: only its own buttons know what they do. */
export function Dialog({ onClose, children, ...box }: Box) {
  const [isEdited, setIsEdited] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  // A change that is at work, or has just been made, leads to other pages itself.
  const isSending = useIsMutating() > 0
  const leaving = useLeaving(isEdited && !isSending, addressOf)
  const closing = { leave: onClose, stay: () => setIsClosing(false) }
  const question = leaving ?? (isClosing ? closing : null)
  return (
    <>
      <ModalBox
        {...box}
        isCovered={question !== null}
        onEdit={() => setIsEdited(true)}
        onClose={() => (isEdited ? setIsClosing(true) : onClose())}
      >
        {children}
      </ModalBox>
      {question !== null && <LeaveQuestion {...question} />}
    </>
  )
}
