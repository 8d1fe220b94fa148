import { useState } from 'react'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { muster } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Conflict } from '../../api/conflict.ts'
import type { Json } from './mapping-json.ts'

export const keyNames = [
  'employee_id_profile_key',
  'employee_alt_id_profile_key',
  'badge_id_profile_key',
  'manager_profile_key',
  'parent_profile_key',
  'time_zone_profile_key',
] as const
export type KeyName = (typeof keyNames)[number]

/** Those whose values people are shown who may not see profiles. */
export const shownKeyNames: ReadonlySet<KeyName> = new Set([
  'employee_id_profile_key',
  'employee_alt_id_profile_key',
  'badge_id_profile_key',
  'manager_profile_key',
])

export type ManagerHolds = Source['manager_profile_holds']

/** The settings of a source while they are edited; an empty key is none. */
export type Draft = {
  mapping: Json
  keys: Readonly<Record<KeyName, string>>
  managerHolds: ManagerHolds
  policyKeys: readonly string[]
}

export function draftOf(source: Source): Draft {
  return {
    mapping: source.mapping,
    keys: keysBy((name) => source[name] ?? ''),
    managerHolds: source.manager_profile_holds,
    policyKeys: source.policy_keys,
  }
}

function keysBy(keyOf: (name: KeyName) => string): Draft['keys'] {
  return {
    employee_id_profile_key: keyOf('employee_id_profile_key'),
    employee_alt_id_profile_key: keyOf('employee_alt_id_profile_key'),
    badge_id_profile_key: keyOf('badge_id_profile_key'),
    manager_profile_key: keyOf('manager_profile_key'),
    parent_profile_key: keyOf('parent_profile_key'),
    time_zone_profile_key: keyOf('time_zone_profile_key'),
  }
}

/** What was edited in one version, on top of another. */
export function rebased(before: Draft, draft: Draft, now: Draft): Draft {
  return {
    mapping: ifEdited(before.mapping, draft.mapping, now.mapping),
    keys: keysBy((name) => ifEdited(before.keys[name], draft.keys[name], now.keys[name])),
    managerHolds: ifEdited(before.managerHolds, draft.managerHolds, now.managerHolds),
    policyKeys: ifEdited(before.policyKeys, draft.policyKeys, now.policyKeys),
  }
}

function ifEdited<T>(was: T, is: T, other: T): T {
  return isSame(was, is) ? other : is
}

/** Whether a part that was edited is another one in the other version too. */
export function doCollide(before: Draft, draft: Draft, now: Draft): boolean {
  const theirs = new Map(Object.entries(patchOf(before, now)))
  return Object.entries(patchOf(before, draft)).some(
    ([name, mine]) => theirs.has(name) && !isSame(mine, theirs.get(name)),
  )
}

/** What a PATCH has to change, so that what was edited is as the draft; what a colleague changes meanwhile stays. */
export function patchOf(before: Draft, draft: Draft) {
  const changed = keyNames.filter((name) => draft.keys[name].trim() !== before.keys[name])
  return {
    ...(!isSame(before.mapping, draft.mapping) && { mapping: draft.mapping }),
    ...Object.fromEntries(changed.map((name) => [name, draft.keys[name].trim() || null])),
    ...(draft.managerHolds !== before.managerHolds && {
      manager_profile_holds: draft.managerHolds,
    }),
    ...(!isSame(before.policyKeys, draft.policyKeys) && { policy_keys: [...draft.policyKeys] }),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The settings of a source while they are edited, and how they are saved. What a colleague changes meanwhile is taken where it
 * was not edited here. Where it was, saving says so once.
 */
export function useDraft(source: Source) {
  const [{ of, base, draft }, setEditing] = useState(() => asStored(source))
  const [seen, setSeen] = useState(source)
  if (seen !== source) {
    setSeen(source)
    const now = draftOf(source)
    if (!doCollide(base, draft, now))
      setEditing({ of: source, base: now, draft: rebased(base, draft, now) })
  }
  const patch = patchOf(base, draft)
  const send = useSourceChange(source)
  const change = useLongChange(async () => {
    const body = await muster.get('/workspace/integrations/{integration}', {
      params: { path: { integration: source.id } },
    })
    const now = draftOf(body)
    if (doCollide(base, draft, now)) {
      setEditing({ of: body, base: now, draft: rebased(base, draft, now) })
      throw new Conflict(source.id, { before: of, now: body })
    }
    const sent = await send(patch, body)
    if ('mapping' in sent.body) {
      const { body: stored } = sent
      const saved = draftOf(stored)
      setEditing((last) => ({ of: stored, base: saved, draft: rebased(draft, last.draft, saved) }))
    }
    return sent
  })
  return {
    draft,
    setDraft: (next: Draft) => setEditing({ of, base, draft: next }),
    isChanged: Object.keys(patch).length > 0,
    change,
    reset: () => {
      change.reset()
      setEditing(asStored(source))
    },
  }
}

function asStored(source: Source) {
  const stored = draftOf(source)
  return { of: source, base: stored, draft: stored }
}
