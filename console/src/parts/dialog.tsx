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
export function Dialog({
  isSending = false,
  onClose,
  children,
  ...box
}: Box & {
  /** Its change is sent. A change that is made leads to other pages itself. */
  isSending?: boolean
}) {
  const [isEdited, setIsEdited] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
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
