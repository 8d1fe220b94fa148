const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full' })

/** The day of an instant in the viewer's zone. */
export function dayOf(at: string): string {
  return dayFormat.format(new Date(at))
}

const doneWords: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  activate: 'activated',
  deactivate: 'deactivated',
  suspend: 'suspended',
  expire: 'given an end',
  restore: 'restored',
  erase: 'erased',
  match: 'matched',
  add: 'added',
  remove: 'removed',
}

/** An event `area.resource.action` as a phrase: "Directory user changed". */
export function eventWords(event: string): string {
  const [area = '', resource = '', action = ''] = event.split('.')
  const subject = `${area} ${resource}`.replaceAll('_', ' ')
  const done = doneWords[action] ?? action.replaceAll('_', ' ')
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${done}`
}

export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
