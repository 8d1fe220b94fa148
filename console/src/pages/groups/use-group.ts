import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'

/** A resource of a vendor or an attribute: what rules grant, and who has it. */
export type Group = {
  id: string
  name: string
  handle: string | null
  state: string
  kind: string
  /** The integration of a resource, the dimension of an attribute. */
  source: string
  ruleset: string | null
  /** At the vendor; null for an attribute. */
  members: number | null
  /** Who meet a rule in force of an attribute, in any state; null for a resource. */
  qualified: number | null
}

/** The group of the address, for the frame and for each tab. */
export function useGroup(): UseQueryResult<Group> {
  const { resource: id } = useParams({ from: '/groups/$resource' })
  return useQuery<Group>({
    queryKey: ['group', id],
    queryFn: ({ signal }) => (id.startsWith('dratr_') ? readAttribute : readResource)(id, signal),
  })
}

async function readResource(resource: string, signal: AbortSignal): Promise<Group> {
  const { id, name, handle, state, type, integration_handle, ruleset_id, count } = await muster.get(
    '/directory/resources/{resource}',
    { params: { path: { resource } }, signal },
  )
  return {
    id,
    name,
    handle,
    state,
    kind: type,
    source: integration_handle,
    ruleset: ruleset_id,
    members: count.members,
    qualified: null,
  }
}

async function readAttribute(attribute: string, signal: AbortSignal): Promise<Group> {
  const { id, name, handle, state, dimension_handle, ruleset_id, count } = await muster.get(
    '/directory/attributes/{attribute}',
    { params: { path: { attribute } }, signal },
  )
  return {
    id,
    name,
    handle,
    state,
    kind: 'directory_attribute',
    source: dimension_handle,
    ruleset: ruleset_id,
    members: null,
    qualified: count.users,
  }
}

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
