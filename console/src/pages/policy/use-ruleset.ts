import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'

export type Ruleset = Body<'get', '/policy/rulesets/{ruleset}'>

/** The ruleset of the address, for the frame and for each tab. */
export function useRuleset(): UseQueryResult<Ruleset> {
  const { ruleset = '' } = useParams({ strict: false })
  return useApi('/policy/rulesets/{ruleset}', {
    params: { path: { ruleset }, query: { include: ['abilities'] } },
  })
}
