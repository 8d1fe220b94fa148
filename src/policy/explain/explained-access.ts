import type { FoundInRule } from '../conditions/rule-findings.ts'
import type { Referents } from '../conditions/referents.ts'
import type { PendingFactsRow } from './pending-facts.ts'
import type { Question } from './question.ts'
import type { FoundStay, SubjectRow } from './queries.ts'

/** All that is needed to explain and describe a person's place in one ruleset. Plain data; ids are uuids. */
export type ExplainedAccess = {
  question: Question
  subject: SubjectRow
  ruleset: { version: number; ruleset: string; resource: string }
  stay: FoundStay | undefined
  /** How long the person stays once they no longer qualify; null for someone who is not in. */
  graceDays: number | null
  /** Rule → its JSON text. */
  rules: ReadonlyMap<string, string>
  /** The JSON text of the conditions (ConditionRow[]) of these rules, by id. */
  conditions: string
  referents: Referents
  found: ReadonlyMap<string, readonly FoundInRule[]>
  names: ReadonlyMap<string, { name: string; version: number }>
  pending: readonly PendingFactsRow[]
}
