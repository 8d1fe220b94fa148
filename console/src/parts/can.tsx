import type { ReactNode } from 'react'

type Abilities = Readonly<Record<string, boolean>> | undefined

/** What the caller may do with a record, as `include=abilities` says. The console has no rules of its own. */
export function can(record: { abilities?: Abilities } | undefined, action: string): boolean {
  return record?.abilities?.[action] === true
}

/** Shows a control only where its request would be carried out. */
export function Can({
  record,
  action,
  children,
}: {
  record: { abilities?: Abilities } | undefined
  action: string
  children: ReactNode
}) {
  return can(record, action) ? children : null
}
