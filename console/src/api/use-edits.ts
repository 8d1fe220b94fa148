import { useState } from 'react'

/**
 * What is written in a form about a record: `useEdits(rule, writtenOf)`. It stays, and stays about the record as it was, while
 * others change that. Without edits, or once they were saved, the form shows the record as it is.
 */
export function useEdits<Stored, Written>(
  stored: Stored,
  writtenOf: (stored: Stored) => Written,
): {
  /** The record that the edits began with. */
  base: Stored
  written: Written
  isChanged: boolean
  write: (written: Written) => void
  /** The next state of the record has the edits. */
  saved: () => void
  discard: () => void
} {
  const begun = () => ({ base: stored, written: writtenOf(stored), isSaved: false })
  const [edits, setEdits] = useState(begun)
  const { base, written, isSaved } = edits
  const isChanged = !isEqual(written, writtenOf(base))
  if (base !== stored && (isSaved || !isChanged || isEqual(written, writtenOf(stored))))
    setEdits(begun())
  return {
    base,
    written,
    isChanged,
    write: (next) => setEdits({ base, written: next, isSaved: false }),
    saved: () => setEdits((last) => ({ ...last, isSaved: true })),
    discard: () => setEdits(begun()),
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
