import { useApi } from '../../api/use-api.ts'

/** The names of the resources that a person has, by the id of their ruleset. */
export function useResourceNames(user: string): ReadonlyMap<string, string> {
  const { data } = useApi('/directory/users/{user}/access', {
    params: { path: { user }, query: { 'page[size]': '500' } },
  })
  return new Map(
    (data?.data ?? []).map((each) => [each.policy_ruleset_id, each.policy_resource.name]),
  )
}
