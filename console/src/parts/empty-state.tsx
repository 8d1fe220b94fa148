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

/** What is not there, why, and the command that fills it. */
export type EmptyWords = string | { title: string; why?: string; command?: string }

/** Why a list has no row: its filters match none, and can be cleared, or nothing is there yet. */
export function EmptyList({
  none,
  noMatch = none,
  onClear,
}: {
  none: EmptyWords
  noMatch?: EmptyWords | undefined
  /** Undefined for a list without filters now. */
  onClear: (() => void) | undefined
}) {
  const words = onClear === undefined ? none : noMatch
  const { title, why, command } = typeof words === 'string' ? { title: words } : words
  if (onClear === undefined)
    return (
      <EmptyState title={title} {...(command !== undefined && { command })}>
        {why}
      </EmptyState>
    )
  return (
    <EmptyState title={title}>
      {why !== undefined && <p>{why}</p>}
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
