/** What an event means for the person that it is about. */
const phrases: Readonly<Record<string, string>> = {
  'policy.user.create': 'Gained access',
  'policy.user.change': 'Access changed',
  'policy.user.end': 'Lost access',
  'directory.user.create': 'Person created',
  'directory.user.change': 'Person changed',
  'directory.user.activate': 'Activated',
  'directory.user.activated': 'Became active',
  'directory.user.suspend': 'Suspended',
  'directory.user.expire': 'Given an end',
  'directory.user.expired': 'Expired',
  'directory.user.deactivate': 'Deactivated',
  'directory.user.delete': 'Deleted',
  'directory.user.restore': 'Restored',
  'directory.user.erase': 'Personal data erased',
  'directory.identity.create': 'Account appeared at the source',
  'directory.identity.link': 'Account matched to this person',
  'directory.identity.change': 'Account changed at the source',
  'directory.identity.deactivate': 'Account ended at the source',
  'directory.identity.erase': 'Account erased',
  'directory.member.create': 'Added to a group at the source',
  'directory.member.change': 'Role in a group changed at the source',
  'directory.member.delete': 'Removed from a group at the source',
}

/** An event as a phrase. One without a phrase is shown by its name: "Policy rule: activate". */
export function eventWords(event: string): string {
  const [area = '', resource = '', action = ''] = event.split('.')
  const subject = `${area} ${resource}`.replaceAll('_', ' ')
  return (
    phrases[event] ??
    `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${action.replaceAll('_', ' ')}`
  )
}

export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full' })

/** The day of an instant in the viewer's zone. */
export function dayOf(at: string): string {
  return dayFormat.format(new Date(at))
}
