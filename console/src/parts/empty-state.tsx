import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { ButtonLink } from './button-link.tsx'
import { May } from './can.tsx'
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

type EmptyAction = {
  label: string
  to: string
  search?: Record<string, string>
  permission: string
}
/** What is not there, why, and what fills it: a page, for those who may, and a command. */
export type EmptyWords =
  | string
  | { title: string; why?: string; action?: EmptyAction; command?: string }

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
  const { title, why, action, command } = typeof words === 'string' ? { title: words } : words
  if (onClear === undefined)
    return (
      <EmptyState title={title} {...(command !== undefined && { command })}>
        {action === undefined ? why : <WithAction why={why} action={action} />}
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

function WithAction({
  why,
  action: { label, to, search, permission },
}: {
  why: string | undefined
  action: EmptyAction
}) {
  return (
    <>
      {why !== undefined && <p className="mb-12">{why}</p>}
      <May permission={permission}>
        <ButtonLink to={to} search={search ?? {}} isPrimary>
          {label}
        </ButtonLink>
      </May>
    </>
  )
}

/** Who helps a person who lacks a permission. */
export const whoGives =
  'A workspace owner, or a person with workspace.user.manage, can give you a role with this permission.'

/** Which permission something takes, and who can give it. */
export function MissingPermission({ title }: { title: string }) {
  return <EmptyState title={title}>{whoGives}</EmptyState>
}
