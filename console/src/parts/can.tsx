import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'

type Abilities = Readonly<Record<string, boolean>> | undefined
/** A record that was read with its abilities. */
export type Actionable = { id: string; abilities?: Abilities } | undefined

/** What the caller may do with a record, as `include=abilities` says. The console has no rules of its own. */
export function can(record: Actionable, action: string): boolean {
  return record?.abilities?.[action] === true
}

/**
 * Marks a control with what it does, for controls that `Can` can't surround. Tests compare the marks with what the API
 * allows.
 */
export function markOf(record: Actionable, action: string) {
  return can(record, action) ? { 'data-action': action, 'data-record': record?.id } : {}
}

/** Shows a control only where its request would be carried out, and marks it. */
export function Can({
  record,
  action,
  children,
}: {
  record: Actionable
  action: string
  children: ReactNode
}) {
  if (!can(record, action)) return null
  return (
    <span className="contents" {...markOf(record, action)}>
      {children}
    </span>
  )
}

/** Shows a control that no record has abilities for, such as one that creates, where the session has the permission. */
export function May({ permission, children }: { permission: string; children: ReactNode }) {
  return useMay(permission) ? (
    <span className="contents" data-permission={permission}>
      {children}
    </span>
  ) : null
}
