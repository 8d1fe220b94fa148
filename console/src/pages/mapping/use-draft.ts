import { useState } from 'react'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { muster } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Conflict } from '../../api/conflict.ts'

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

const names = ['mapping', ...keyNames, 'manager_profile_holds', 'policy_keys'] as const

/** The settings of a source while they are edited; an empty key is none. */
export type Draft = Pick<Source, (typeof names)[number]>

/** What was edited in one version, on top of another. */
function rebased(before: Draft, draft: Draft, now: Draft): Draft {
  return { ...now, ...patchOf(before, draft) }
}

/** Whether a part that was edited is another one in the other version too. */
function doCollide(before: Draft, draft: Draft, now: Draft): boolean {
  const theirs = new Map(Object.entries(patchOf(before, now)))
  return Object.entries(patchOf(before, draft)).some(
    ([name, mine]) => theirs.has(name) && !isSame(mine, theirs.get(name)),
  )
}

/** What a PATCH has to change, so that what was edited is as the draft; what a colleague changes meanwhile stays. */
function patchOf(before: Draft, draft: Draft): Partial<Draft> {
  const written = new Map<string, unknown>(
    keyNames.map((name) => [name, draft[name]?.trim() || null]),
  )
  return Object.fromEntries(
    names
      .map((name) => [name, written.has(name) ? written.get(name) : draft[name]] as const)
      .filter(([name, value]) => !isSame(value, before[name])),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The source that the edits are about, and the edits. */
type Editing = { base: Source; draft: Draft }

/**
 * The settings of a source while they are edited, and how they are saved. What a colleague changes meanwhile is taken where it
 * was not edited here. Where it was, saving says so once.
 */
export function useDraft(source: Source) {
  const [{ base, draft }, setEditing] = useState<Editing>({ base: source, draft: source })
  const [seen, setSeen] = useState(source)
  if (seen !== source) {
    setSeen(source)
    if (!doCollide(base, draft, source))
      setEditing({ base: source, draft: rebased(base, draft, source) })
  }
  const patch = patchOf(base, draft)
  const send = useSourceChange(source)
  const change = useLongChange(async () => {
    const now = await muster.get('/workspace/integrations/{integration}', {
      params: { path: { integration: source.id } },
    })
    if (doCollide(base, draft, now)) {
      setEditing({ base: now, draft: rebased(base, draft, now) })
      throw new Conflict(source.id, { before: base, now })
    }
    const sent = await send(patch, now)
    if ('mapping' in sent.body) {
      const { body: saved } = sent
      setEditing((last) => ({ base: saved, draft: rebased(draft, last.draft, saved) }))
    }
    return sent
  })
  return {
    draft,
    setDraft: (next: Draft) => setEditing({ base, draft: next }),
    isChanged: Object.keys(patch).length > 0,
    change,
    reset: () => {
      change.reset()
      setEditing({ base: source, draft: source })
    },
  }
}
