import type { UseQueryResult } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { useMay } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'

/** The ruleset of a group. Its incidents take a permission that an admin of one ruleset lacks. */
export function useRuleset(
  ruleset: string,
): UseQueryResult<Body<'get', '/policy/rulesets/{ruleset}'>> {
  const seesIncidents = useMay('policy.rule.view')
  return useApi('/policy/rulesets/{ruleset}', {
    params: { path: { ruleset }, query: seesIncidents ? { include: ['incidents'] } : {} },
  })
}
