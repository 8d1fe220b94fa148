/** An operation of a plan in words: "Activate rule", and what it names beside it. */
export function operationWords(operation: object): { verb: string; details: [string, string][] } {
  const { op, ...rest } = { op: '', ...operation }
  const words = op.replaceAll('_', ' ')
  const verb = words === '' ? 'Change' : words.charAt(0).toUpperCase() + words.slice(1)
  const details = Object.entries(rest).flatMap(([key, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[key, shown(value)]],
  )
  return { verb, details }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
