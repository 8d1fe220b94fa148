import { useBlocker } from '@tanstack/react-router'
import type { UrlState } from '../app/url-state.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Before edits are lost. Another address of the same step loses nothing. */
export function AskToLeave({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && placeOf(current) !== placeOf(next),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      isDangerous
      isPending={false}
      error={null}
      onConfirm={leaving.proceed}
      onClose={leaving.reset}
    >
      What you have changed here is lost.
    </ConfirmDialog>
  )
}

function placeOf({ pathname, search }: { pathname: string; search: UrlState }): string {
  return `${pathname} ${search['source'] ?? ''} ${search['step'] ?? ''}`
}
