import type { UseQueryResult } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'

/** The ruleset of a group, where it has one. Its incidents take a permission that an admin of one ruleset lacks. */
export function useRulesetIf(
  ruleset: string | null,
): UseQueryResult<Body<'get', '/policy/rulesets/{ruleset}'>> {
  const seesIncidents = useMay('policy.rule.view')
  return useApiIf(ruleset !== null, '/policy/rulesets/{ruleset}', {
    params: {
      path: { ruleset: ruleset ?? '' },
      query: seesIncidents ? { include: ['incidents'] } : {},
    },
  })
}
