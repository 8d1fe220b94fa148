import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import classes from './empty-state.module.css'

/** Nothing is here: one sentence, the action that fills it, and the same on the command line. */
export function EmptyState({
  title,
  children,
  command,
}: {
  title: string
  children?: ReactNode
  command?: string
}) {
  return (
    <div className={classes['state']}>
      <p className="large strong anywhere">{title}</p>
      {children !== undefined && <div className="soft anywhere">{children}</div>}
      {command !== undefined && <code className={classes['command']}>{command}</code>}
    </div>
  )
}

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

/** Who helps a person who lacks a permission. */
export const whoGives =
  'A workspace owner, or a person with workspace.user.manage, can give you a role with this permission.'

/** Which permission something takes, and who can give it. */
export function MissingPermission({ title }: { title: string }) {
  return <EmptyState title={title}>{whoGives}</EmptyState>
}
