import type { Policy } from '../model.ts'

/** What a column is of: one profile key in one integration. */
export interface ColumnKey {
  integrationId: string
  profileKey: string
  /** Of the primary integration: deactivated accounts provide their values there. */
  isPrimary: boolean
}

/** The name of a column in maps. */
export function columnName({ integrationId, profileKey }: Omit<ColumnKey, 'isPrimary'>): string {
  return `${integrationId}\n${profileKey}`
}

/** The columns that the rules of a policy read, each once; rules that have ended read nothing. */
export function columnsRead({ rules, primaryIntegrationId }: Policy): ColumnKey[] {
  const columns = new Map<string, ColumnKey>()
  for (const rule of rules) {
    if (rule.state === 'expired' || rule.state === 'deactivated') continue
    for (const condition of rule.conditions) {
      if (condition.type !== 'identity') continue
      const integrationId = condition.resourceId ?? primaryIntegrationId
      if (integrationId === null) continue
      const isPrimary = integrationId === primaryIntegrationId
      const key = { integrationId, profileKey: condition.profileKey, isPrimary }
      columns.set(columnName(key), key)
    }
  }
  return [...columns.values()]
}
