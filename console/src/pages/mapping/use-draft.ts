import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Conflict } from '../../api/conflict.ts'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { doCollide, draftOf, patchOf, rebased, type Draft } from './draft.ts'

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
