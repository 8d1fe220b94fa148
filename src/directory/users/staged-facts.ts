import type { StagedFacts } from './staged-rules.ts'
import type { PersonFacts } from './family-columns.ts'

/** A person's own columns that staged rules are evaluated on. The instants are ISO 8601. */
export type FactsRow = {
  id: string
  base_state: StagedFacts['baseState']
  manager_id: string | null
  expires_at: string | null
  deleted_at: string | null
}

/** The facts for evaluating staged rules: those columns, and {@link PersonFacts}. */
export function readFacts(row: FactsRow, facts: PersonFacts): StagedFacts {
  return {
    id: row.id,
    baseState: row.base_state,
    expiresAt: milliseconds(row.expires_at),
    deletedAt: milliseconds(row.deleted_at),
    managerId: row.manager_id,
    managersAbove: facts.managers,
    identities: facts.identities.map(({ integration_id, is_deactivated, profile }) => ({
      integrationId: integration_id,
      isDeactivated: is_deactivated,
      profile,
    })),
  }
}

function milliseconds(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso)
}
