import { muster } from '../../api/muster.ts'
import { text } from './text.ts'
import type { Losses } from './use-losses.ts'
import type { Person } from './use-person.ts'

export const lifecycleSteps = [
  'activate',
  'expire',
  'suspend',
  'deactivate',
  'restore',
  'delete',
  'erase',
] as const
export type LifecycleStep = (typeof lifecycleSteps)[number]

export const dangerousSteps: ReadonlySet<LifecycleStep> = new Set(['deactivate', 'delete', 'erase'])

/** Carries a step out. `at` is the end of a person who leaves. */
export function takeStep(person: Person, step: LifecycleStep, at: string) {
  const change = { of: person, params: { path: { user: person.id } } }
  switch (step) {
    case 'activate':
      return muster.send('post', '/directory/users/{user}/activate', change)
    case 'expire':
      return muster.send('post', '/directory/users/{user}/expire', { ...change, body: { at } })
    case 'suspend':
      return muster.send('post', '/directory/users/{user}/suspend', change)
    case 'deactivate':
      return muster.send('post', '/directory/users/{user}/deactivate', change)
    case 'restore':
      return muster.send('post', '/directory/users/{user}/restore', change)
    case 'delete':
      return muster.send('delete', '/directory/users/{user}', change)
    case 'erase':
      return muster.send('post', '/directory/users/{user}/erase', change)
  }
}

/** What follows from a step, one sentence each. `losses` are undefined where the viewer may not see them. */
export function consequencesOf(
  { count }: Person,
  step: LifecycleStep,
  losses: Losses | undefined,
): string[] {
  const { consequences } = text
  const lost = losses === undefined ? consequences.resources(count.policy_users) : words(losses)
  const reports =
    count.direct_report_users > 0 ? [consequences.reports(count.direct_report_users)] : []
  switch (step) {
    case 'activate':
    case 'restore':
    case 'erase':
      return [consequences[step]]
    case 'expire':
      return [consequences.expire(lost), ...reports]
    case 'suspend':
      return [consequences.loses(lost)]
    case 'deactivate':
      return [consequences.loses(lost), ...reports]
    case 'delete':
      return [consequences.loses(lost), ...reports, consequences.deletes]
  }
}

const list = new Intl.ListFormat('en')

/** "8 groups, 2 projects, and 1 channel", the most frequent first. */
function words({ counts, isCapped }: Losses): string {
  const { kinds, atLeast } = text.consequences
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const all = list.format(sorted.map(([kind, count]) => kinds[kind](count)))
  return isCapped ? atLeast(all) : all
}
