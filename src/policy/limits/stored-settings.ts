import { sql } from 'kysely'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import type { Ask } from '../../http/route/route.ts'
import type { Exceeded } from './counting.ts'
import { exceededByLoosening } from './second-approval.ts'
import {
  isHigher,
  limitNames,
  sourceLimitNames,
  withGiven,
  type SourceLimits,
} from './limit-values.ts'

const workspaceLimits = [
  ...limitNames,
  ...sourceLimitNames,
  'named_people_limit',
  'draft_limit_per_ruleset',
  'condition_limit_per_rule',
] as const

/** As columns, keys of answers and of files call them. */
const settingsNumbers = [
  'expires_after_days',
  'exceptions_end_after_days',
  ...workspaceLimits,
] as const
export const settingsNames = [...settingsNumbers, 'requires_second_approval'] as const

/** The defaults of the workspace. */
export type SettingsValues = Record<(typeof settingsNumbers)[number], number> & {
  requires_second_approval: boolean
}

/** The settings with those that are given in their place. */
export function withSettings(
  before: SettingsValues,
  { requires_second_approval = before.requires_second_approval, ...given }: Partial<SettingsValues>,
): SettingsValues {
  return {
    ...withGiven<(typeof settingsNumbers)[number], number>(settingsNumbers, before, given),
    requires_second_approval,
  }
}

/** As a new workspace has them. */
export const builtInSettings: SettingsValues = {
  expires_after_days: 0,
  exceptions_end_after_days: 14,
  removal_limit_percent: 25,
  removal_limit_people: 5,
  addition_limit_percent: 50,
  addition_limit_people: 10,
  role_change_limit_percent: 25,
  role_change_limit_people: 5,
  account_limit_percent: 25,
  account_limit_people: 5,
  overall_limit_percent: 10,
  overall_limit_people: 25,
  named_people_limit: 50,
  draft_limit_per_ruleset: 200,
  condition_limit_per_rule: 50,
  requires_second_approval: false,
}

export type StoredSettings = {
  id: string
  version: number
  updatedAt: Date
  values: SettingsValues
}

/** The settings. The holder of the policy lock, exclusive, is the only one who can change them. */
export async function findSettings(reader: Reader): Promise<StoredSettings> {
  const row = await reader.selectFrom('policy_settings').selectAll().executeTakeFirstOrThrow()
  const { id, version, updated_at: updatedAt, singleton: _singleton, ...values } = row
  return { id, version, updatedAt, values }
}

/** Changes the settings, with their audit row. */
export async function updateSettings(
  tx: Transaction,
  actor: AuditActor,
  { id, values: before }: StoredSettings,
  after: SettingsValues,
): Promise<void> {
  await tx.updateTable('policy_settings').set(after).execute()
  const days = after.exceptions_end_after_days
  if (days !== before.exceptions_end_after_days)
    // A rule that has rested for longer ends now: nothing is back-dated.
    await sql`
      update resting_rule set ends_at = greatest(since + ${days} * interval '1 day', current_instant())
      where ends_at > current_instant()`.execute(tx)
  await record(tx, actor, [
    {
      event: 'policy.settings.change',
      record: { kind: 'policySettings', id },
      changes: changesBetween(before, after),
    },
  ])
}

/** Whether more may happen than before without anybody's approval. */
export function isLooserWorkspace(before: SettingsValues, after: SettingsValues): boolean {
  const isCleared = before.requires_second_approval && !after.requires_second_approval
  return isCleared || isHigher(workspaceLimits, [before, after], before)
}

/** To raise a limit of a source takes more than to change the source. @returns what raising it exceeds */
export async function askToRaise(
  { tx, ask }: { tx: Transaction; ask: Ask },
  before: SourceLimits,
  wanted: Partial<SourceLimits>,
): Promise<Exceeded[]> {
  const after = withGiven(sourceLimitNames, before, wanted)
  const { values: workspace } = await findSettings(tx)
  if (!isHigher(sourceLimitNames, [before, after], workspace)) return []
  await ask('policy.change.approve')
  return exceededByLoosening(tx, 'any')
}
