/** `state: active → suspended, name: A → B` */
export function describeChanges(
  changes: Readonly<Record<string, { old?: unknown; new?: unknown }>>,
): string {
  return Object.entries(changes)
    .map(([key, change]) => {
      const text = `${shown(change.old)} → ${shown(change.new)}`
      return key === '' ? text : `${key}: ${text}`
    })
    .join(', ')
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
