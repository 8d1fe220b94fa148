import type { InitArgument } from 'muster-sdk'
import { text } from './text.ts'
import type { Person } from './use-person.ts'

type Relative = { id: string; name: string } | null
type Value = { id: number; key: string; value: string }

/** What the form contains. An empty username is the one that follows from the email address. */
export type Written = {
  first_name: string
  last_name: string
  email: string
  username: string
  manager: Relative
  parent: Relative
  metadata: readonly Value[]
}

export type Changes = NonNullable<InitArgument<'patch', '/directory/users/{user}'>[0]['body']>

export function writtenOf(person: Person): Written {
  const { first_name, last_name, email, included, metadata } = person
  return {
    first_name,
    last_name,
    email: email ?? '',
    username: person.username === usualUsername(email) ? '' : (person.username ?? ''),
    manager: relativeOf(included.user_manager),
    parent: relativeOf(included.parent_user),
    metadata: Object.entries(metadata).map(([key, value], id) => ({ id, key, value })),
  }
}

function relativeOf(person: { id: string; full_name: string } | null): Relative {
  return person === null ? null : { id: person.id, name: person.full_name }
}

/** The username of a person without one of their own. */
export function usualUsername(email: string | null): string {
  return email?.includes('@') === true ? (email.split('@')[0] ?? '') : ''
}

/** What differs, as the request has it. */
export function changesOf(person: Person, written: Written): Changes {
  const stored = writtenOf(person)
  const metadata = metadataChanges(person.metadata, written.metadata)
  const text = (key: 'first_name' | 'last_name' | 'email' | 'username') => {
    const value = written[key].trim()
    return value === stored[key] ? undefined : value
  }
  const all = {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email') === '' ? null : text('email'),
    username: text('username') === '' ? null : text('username'),
    manager_id: idIfChanged(stored.manager, written.manager),
    parent_user_id: idIfChanged(stored.parent, written.parent),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function idIfChanged(before: Relative, after: Relative): string | null | undefined {
  return before?.id === after?.id ? undefined : (after?.id ?? null)
}

function metadataChanges(stored: Person['metadata'], written: readonly Value[]) {
  const after = new Map(
    written.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]),
  )
  const removed = Object.keys(stored).filter((key) => !after.has(key))
  const changed = [...after].filter(([key, value]) => stored[key] !== value)
  return Object.fromEntries([...changed, ...removed.map((key) => [key, null] as const)])
}

/** What is wrong with lines of metadata, by their ids. */
export function metadataFaults(lines: Written['metadata']): ReadonlyMap<number, string> {
  const seen = new Set<string>()
  return new Map(
    lines.flatMap(({ id, key, value }): [number, string][] => {
      const name = key.trim()
      if (name === '') return value.trim() === '' ? [] : [[id, text.edit.noKey]]
      if (seen.has(name)) return [[id, text.edit.sameKey]]
      seen.add(name)
      return []
    }),
  )
}

type ChangedValue = { term: string; before: string; now: string }

/** Each value that changes, in words. */
export function changedValues(person: Person, written: Written, changes: Changes): ChangedValue[] {
  const { facts, edit } = text
  const { user_manager: manager, parent_user: parent } = person.included
  const all = {
    first_name: [edit.firstName, person.first_name, written.first_name],
    last_name: [edit.lastName, person.last_name, written.last_name],
    email: [facts.email, person.email ?? '', written.email],
    username: [facts.username, person.username ?? '', usernameOf(written)],
    manager_id: [facts.manager, manager?.full_name ?? '', written.manager?.name ?? ''],
    parent_user_id: [facts.parent, parent?.full_name ?? '', written.parent?.name ?? ''],
  } as const
  const values = Object.entries(all).flatMap(([key, [term, before, now]]) => {
    // A username that nobody wrote follows from the email address.
    const follows = key === 'username' && 'email' in changes && before !== now.trim()
    return key in changes || follows ? [{ term, before, now: now.trim() }] : []
  })
  const noMetadata: NonNullable<Changes['metadata']> = {}
  const metadata = Object.entries(changes.metadata ?? noMetadata).map(([key, value]) => ({
    term: key,
    before: person.metadata[key] ?? '',
    now: value ?? '',
  }))
  return [...values, ...metadata]
}

function usernameOf({ username, email }: Written): string {
  return username.trim() === '' ? usualUsername(email) : username
}
