import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'

/** The names of the resources that a person has, by the id of their ruleset. */
export function useResourceNames(user: string): ReadonlyMap<string, string> {
  const { data } = useApiIf(useMay('policy.rule.view'), '/directory/users/{user}/access', {
    params: { path: { user }, query: { 'page[size]': '500' } },
  })
  return new Map(
    (data?.data ?? []).map((each) => [each.policy_ruleset_id, each.policy_resource.name]),
  )
}
