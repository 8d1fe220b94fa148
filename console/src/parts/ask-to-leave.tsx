import { Button, Group } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { UrlState } from '../app/url-state.ts'
import { ModalBox } from './modal-box.tsx'

type Question = { leave: () => void; stay: () => void }
type Address = { pathname: string; search: UrlState }

/** Asks before edits of a form are lost. Another address of the same step, or of the same panel, loses nothing. */
export function AskToLeave({ isUnsaved }: { isUnsaved: boolean }) {
  const question = useLeaving(isUnsaved, placeOf)
  return question === null ? null : <LeaveQuestion {...question} />
}

/**
 * Holds up a link, the browser's back, and the end of the tab while something is unsaved; null while nothing asks to leave.
 * `kept` says which part of an address has the edits.
 */
export function useLeaving(
  isUnsaved: boolean,
  kept: (address: Address) => string,
): Question | null {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && kept(current) !== kept(next),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  return leaving.status === 'blocked' ? { leave: leaving.proceed, stay: leaving.reset } : null
}

export function LeaveQuestion({ leave, stay }: Question) {
  return (
    <ModalBox title="Leave without saving?" onClose={stay}>
      <p className="column gap-12 soft">What you have changed here is lost.</p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={stay} data-autofocus>
          Cancel
        </Button>
        <Button variant="filled" color="red" onClick={leave}>
          Leave
        </Button>
      </Group>
    </ModalBox>
  )
}

/** Any other address closes a dialog. */
export function addressOf({ pathname, search }: Address): string {
  return JSON.stringify([pathname, search])
}

function placeOf({ pathname, search }: Address): string {
  return JSON.stringify([pathname, search['source'], search['step'], search['open']])
}
