import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import {
  isHigher,
  sourceLimitNames,
  withGiven,
  type SourceLimits,
} from '../../policy/limits/limit-values.ts'
import { findSettings } from '../../policy/limits/stored-settings.ts'
import { updateSourceLimits, type Integration } from './queries.ts'

/**
 * Gives an integration limits of its own, with the audit row; null goes back to those of the workspace. `mayRaise` is asked
 * where one of them is higher than before.
 */
export async function changeSourceLimits(
  tx: Transaction,
  actor: AuditActor,
  {
    integration,
    wanted,
    mayRaise,
  }: { integration: Integration; wanted: Partial<SourceLimits>; mayRaise: () => Promise<void> },
): Promise<void> {
  const before = limitsOf(integration)
  const after = withGiven(sourceLimitNames, before, wanted)
  const { values: workspace } = await findSettings(tx)
  if (isHigher(sourceLimitNames, [before, after], workspace)) await mayRaise()
  const changes = changesBetween(before, after)
  if (Object.keys(changes).length === 0) return
  await updateSourceLimits(tx, integration.id, after)
  const position = { kind: 'integration', id: integration.id } as const
  await record(tx, actor, [{ event: 'workspace.integration.update', record: position, changes }])
}

function limitsOf(integration: Integration): SourceLimits {
  const { account_limit_percent, account_limit_people } = integration
  const { overall_limit_percent, overall_limit_people } = integration
  return {
    account_limit_percent,
    account_limit_people,
    overall_limit_percent,
    overall_limit_people,
  }
}
