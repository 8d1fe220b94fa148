import { EmptyState } from './empty-state.tsx'

/** Who helps a person who lacks a permission. */
export const whoGives =
  'A workspace owner, or a person with workspace.user.manage, can give you a role with this permission.'

/** Which permission something takes, and who can give it. */
export function MissingPermission({ title }: { title: string }) {
  return <EmptyState title={title}>{whoGives}</EmptyState>
}
