import { Button } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'

/** Why a list has no row: its filters match none, and can be cleared, or nothing is there yet. */
export function EmptyList({
  none,
  noMatch,
  onClear,
}: {
  none: { title: string; why?: string; command?: string }
  noMatch: { title: string; why?: string }
  /** Undefined for a list without filters now. */
  onClear: (() => void) | undefined
}) {
  if (onClear === undefined)
    return (
      <EmptyState title={none.title} {...(none.command !== undefined && { command: none.command })}>
        {none.why}
      </EmptyState>
    )
  return (
    <EmptyState title={noMatch.title}>
      {noMatch.why !== undefined && <p>{noMatch.why}</p>}
      <Button mt="md" onClick={onClear}>
        Clear all filters
      </Button>
    </EmptyState>
  )
}
