const versions = new WeakMap<object, string>()

/** Remembers which version of a record was read. */
export function noteVersion(record: unknown, etag: string | null | undefined): void {
  if (typeof record === 'object' && record !== null && etag != null) versions.set(record, etag)
}

/** For a write of a record that can't be read: whichever version it has. */
export function anyVersion(): object {
  const record = {}
  versions.set(record, '*')
  return record
}

/** The ETag of a record as it was read. A row of a list has none. */
export function versionOf(record: object): string | undefined {
  return versions.get(record)
}

/** The version of what was read goes to what is kept of it: it says the same. */
export function keepVersion<Kept>(kept: Kept, read: unknown): Kept {
  if (typeof read === 'object' && read !== null) noteVersion(kept, versions.get(read))
  return kept
}
