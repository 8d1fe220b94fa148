import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { freezeRulesets, type NewFreeze, type Thaw } from './freeze-rulesets.ts'
import type { Freezes } from './freezes.ts'

/**
 * Freezes the rulesets whose rules in force read an integration in quarantine, before anyone is evaluated.
 * @returns the freezes that end once everyone is evaluated: their integrations are no longer in quarantine, or nothing
 * reads them, or, with `all`, their rulesets are no longer managed
 */
export async function freezeQuarantined(
  tx: Transaction,
  actor: AuditActor,
  freezes: Freezes,
  people: 'all' | readonly string[],
): Promise<Thaw[]> {
  const quarantined = quarantinedRulesets(freezes)
  const added = [...quarantined].flatMap(([rulesetId, integrations]): NewFreeze[] => {
    if (freezes.isFrozen(rulesetId)) return []
    const referents = integrations.map((id) => ({ type: 'integration' as const, id }))
    return [{ rulesetId, reason: 'source_quarantined', detail: { referents } }]
  })
  await freezeRulesets(tx, actor, added)
  return freezes.open.flatMap((freeze): Thaw[] => {
    if (!freezes.isManaged(freeze.rulesetId))
      return people === 'all' ? [{ freeze, because: 'not_managed' }] : []
    const isOver = freeze.reason === 'source_quarantined' && !quarantined.has(freeze.rulesetId)
    return isOver ? [{ freeze, because: 'cause_gone' }] : []
  })
}

/** Ruleset → the integrations in quarantine that its rules in force read. */
export function quarantinedRulesets(freezes: Freezes): Map<string, string[]> {
  const rulesets = new Map<string, string[]>()
  for (const integrationId of freezes.quarantined) {
    for (const rulesetId of freezes.integrations.get(integrationId) ?? [])
      rulesets.set(rulesetId, [...(rulesets.get(rulesetId) ?? []), integrationId])
  }
  return rulesets
}
