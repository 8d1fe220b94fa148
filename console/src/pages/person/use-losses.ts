import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'

const most = 500

/** What a person has, as numbers: how many groups, projects and so on. `isCapped`: there is more. */
export type Losses = { counts: ReadonlyMap<LossKind, number>; isCapped: boolean }
export type LossKind = 'group' | 'project' | 'channel' | 'drive' | 'document' | 'attribute'

/** What a person who loses everything loses now. Undefined until it is known, and for those who may not see it. */
export function useLosses(user: string): Losses | undefined {
  const { data } = useApiIf(useMay('policy.rule.view'), '/directory/users/{user}/access', {
    params: { path: { user }, query: { 'page[size]': String(most) } },
  })
  if (data === undefined) return undefined
  const byKind = Map.groupBy(data.data, ({ type }) => kindOf(type))
  const counts = new Map([...byKind].map(([kind, rows]) => [kind, rows.length]))
  return { counts, isCapped: data.links.next !== null }
}

function kindOf(type: string): LossKind {
  if (type === 'directory_attribute') return 'attribute'
  if (type.endsWith('_group')) return 'group'
  if (type.endsWith('_project')) return 'project'
  if (type.endsWith('_channel')) return 'channel'
  return type.endsWith('_drive') ? 'drive' : 'document'
}
