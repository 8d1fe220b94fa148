import { useSession } from '../api/session.ts'
import { useApiIf } from '../api/use-api.ts'
import { useSummary } from '../api/use-summary.ts'

/**
 * Whether there is anything that the viewer may see. A person without roles may be an admin of single services or
 * rulesets. Undefined while that is not known.
 */
export function useHasAccess(): boolean | undefined {
  const hasRole = useSession().permissions.length > 0
  const services = useApiIf(!hasRole, '/workspace/services', {
    params: { query: { 'page[size]': '1' } },
  })
  const summary = useSummary()
  if (hasRole || services.error !== null || summary.error !== null) return true
  if (services.data === undefined || summary.data === undefined) return undefined
  // Counted for those who may see a ruleset.
  return services.data.data.length > 0 || summary.data.decisions.rulesets_with_findings !== null
}
