import { sql } from 'kysely'
import { abilitiesOn } from '../http/reads/abilities.ts'
import type { Integration } from '../workspace/integrations/queries.ts'
import { mappingFault } from '../connectors/import/integration-mapping.ts'
import { permissionsToDecide } from '../contract/permissions.ts'
import { isAcceptedThrough } from '../policy/holds/queries.ts'

type Facts = {
  id: string
  holds: boolean
  /** Values were rejected through it, and an approval accepts them after all. */
  has_rejected: boolean
  /** Of everyone: a decision about the others takes no right to see profiles. */
  changes_profiles: boolean
} & Pick<Integration, 'handle' | 'mapping'>

export const incidentAbilities = abilitiesOn(
  'incident',
  async ({ db }, ids) => {
    const { rows } = await sql<Facts>`
      select n.id, n.state = 'open' and coalesce(bool_or(h.incident_id = n.id), false) as holds,
        n.state = 'closed' and coalesce(bool_or(h.rejected_incident_id = n.id), false) as has_rejected,
        coalesce(bool_and(h.profile is distinct from i.profile), false) as changes_profiles,
        g.handle, g.mapping
      from incident n
      join integration g on g.id = n.integration_id
      left join held_account h on ${isAcceptedThrough}
      left join identity i on i.id = h.identity_id
      where n.id = any (${ids}::uuid[]) group by n.id, g.id`.execute(db)
    return rows
  },
  ({ may }, { holds, has_rejected: hasRejected, changes_profiles: changesProfiles, ...source }) => {
    const mayDecide = permissionsToDecide(changesProfiles).every((permission) => may(permission))
    const isAcceptable = (holds || hasRejected) && mappingFault(source) === null
    return { approve: mayDecide && isAcceptable, reject: mayDecide && holds }
  },
)
