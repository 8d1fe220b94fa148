import { useQuery } from '@tanstack/react-query'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import type { Group } from './use-group.ts'

export type ManifestRow = RowOf<'/policy/rulesets/{ruleset}/manifest-users'>
export type MemberRow = RowOf<'/directory/resources/{resource}/members'>

/** Who should have a resource beside who has it at the vendor. */
export type Drift = {
  /** In the manifest, and without an account that is a member. */
  missing: readonly ManifestRow[]
  /** Members whose person is not in the manifest, or not known. */
  extra: readonly MemberRow[]
  /** What they are: of a ruleset that is not authoritative, perhaps members that it never held. */
  extraState: 'extra' | 'outside'
  /** The people who are members, each with the role there. */
  members: ReadonlyMap<string, string>
  /** The ids of the people who are in the manifest. */
  manifest: ReadonlySet<string>
}

/** Beyond so many members nothing is compared: both lists would have to be read whole. */
const mostCompared = 5000

/** Undefined while the lists are read, and where there is nothing to compare or too much. */
export function useDrift({ id, ruleset, members }: Group): Drift | undefined {
  const { data } = useQuery({
    queryKey: ['drift', id, ruleset],
    enabled: ruleset !== null && members !== null && members <= mostCompared,
    queryFn: ({ signal }) => compare(id, ruleset ?? '', signal),
  })
  return data ?? undefined
}

async function compare(resource: string, ruleset: string, signal: AbortSignal) {
  const query = { 'page[size]': '500' }
  const [policy, people, accounts] = await Promise.all([
    muster.get('/policy/rulesets/{ruleset}', { params: { path: { ruleset } }, signal }),
    upToMost(
      muster.list('/policy/rulesets/{ruleset}/manifest-users', {
        params: { path: { ruleset }, query },
        signal,
      }),
    ),
    upToMost(
      muster.list('/directory/resources/{resource}/members', {
        params: { path: { resource }, query },
        signal,
      }),
    ),
  ])
  if (people === null || accounts === null) return null
  const manifest = new Set(people.map(({ included }) => included.directory_user.id))
  const members = new Map(
    accounts.map(({ directory_user_id: person, role_handle }) => [person ?? '', role_handle]),
  )
  return {
    extraState: policy.is_authoritative ? ('extra' as const) : ('outside' as const),
    manifest,
    members,
    missing: people.filter(({ included }) => !members.has(included.directory_user.id)),
    extra: accounts.filter(({ directory_user_id: person }) => !manifest.has(person ?? '')),
  }
}

/** Null for a list that is longer. */
async function upToMost<Row>(list: AsyncIterable<Row>): Promise<Row[] | null> {
  const rows: Row[] = []
  for await (const row of list) if (rows.push(row) > mostCompared) return null
  return rows
}
