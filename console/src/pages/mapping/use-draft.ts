import { MusterError } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { useSourceChange, type Source } from '../source/use-source.ts'
import { doCollide, draftOf, patchOf, rebased, type Draft } from './draft.ts'
import { text } from './text.ts'

/**
 * The settings of a source while they are edited, and how they are saved. What a colleague changes meanwhile is taken where it
 * was not edited here. Where it was, saving says so once.
 */
export function useDraft(source: Source) {
  const [{ base, draft }, setEditing] = useState(() => asStored(source))
  const [seen, setSeen] = useState(source)
  if (seen !== source) {
    setSeen(source)
    const now = draftOf(source)
    if (!doCollide(base, draft, now)) setEditing({ base: now, draft: rebased(base, draft, now) })
  }
  const patch = patchOf(base, draft)
  const send = useSourceChange(source)
  const change = useLongChange(async () => {
    const { body, etag } = await muster.send('get', '/workspace/integrations/{integration}', {
      params: { path: { integration: source.id } },
    })
    const now = draftOf(body)
    if (doCollide(base, draft, now)) {
      setEditing({ base: now, draft: rebased(base, draft, now) })
      throw new MusterError(text.rival, {})
    }
    const sent = await send(patch, etag)
    if ('mapping' in sent.body) {
      const saved = draftOf(sent.body)
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
      setEditing(asStored(source))
    },
  }
}

function asStored(source: Source) {
  const stored = draftOf(source)
  return { base: stored, draft: stored }
}
