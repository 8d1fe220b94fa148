import type { Directory } from '../../engine/directory.ts'
import { explainPerson, type Explanation } from '../../engine/explain.ts'
import type { RuleFinding } from '../../engine/rule-finding.ts'
import type { Person } from '../../engine/model.ts'
import { noSuch } from '../../http/problem.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { selectConditionsOf } from '../conditions/queries.ts'
import { loadReferents, type Referents } from '../conditions/referents.ts'
import { currentPolicy, type PolicyReading } from '../current-policy.ts'
import { loadManagersAbove, managersAbove } from '../management-chain.ts'
import type { ConditionRow } from '../shapes/present.ts'
import {
  findRulesetShown,
  findStay,
  findSubject,
  parentOf,
  personOf,
  selectNames,
  selectRulesShown,
  type StayFound,
  type SubjectRow,
} from './queries.ts'

/** An explanation with all that is needed to tell it. Ids are uuids. */
export type ExplainedAccess = {
  rulesetId: string
  subject: SubjectRow
  explanation: Explanation
  policy: LoadedPolicy
  ruleset: { version: number; ruleset: string; resource: string }
  stay: StayFound | undefined
  /** Rule → its JSON text. */
  rules: ReadonlyMap<string, string>
  /** Rule → its conditions, in the order of the engine's. */
  conditions: ReadonlyMap<string, readonly ConditionRow[]>
  referents: Referents
  names: ReadonlyMap<string, { name: string; version: number }>
}

/** Explains a person's place in one ruleset, from several statements: of one snapshot. 404 for a person who is not there. */
export async function explainAccess(
  context: PolicyReading & { now: Date },
  named: { userId: string; rulesetId: string },
): Promise<ExplainedAccess> {
  const { db, now } = context
  const policy = await currentPolicy(context)
  const subject = await findSubject(db, named.userId)
  if (subject === undefined) throw noSuch('directoryUser', named.userId)
  const person = personOf(subject)
  const directory = await directoryAround(context, policy, subject, person)
  const setting = {
    source: policy.source,
    compiled: policy.compiled,
    directory,
    now: now.getTime(),
  }
  const explanation = explainPerson(setting, person, named.rulesetId)
  const found = await loadShown(context, explanation, named)
  return { rulesetId: named.rulesetId, subject, explanation, policy, ...found }
}

async function directoryAround(
  { db }: PolicyReading,
  { reads }: LoadedPolicy,
  subject: SubjectRow,
  person: Person,
): Promise<Directory> {
  const managers = reads.managementChains ? await loadManagersAbove(db, [person.id]) : new Map()
  const above = managersAbove(person, managers)
  const parent = parentOf(subject)
  return { managersAbove: () => above, parentOf: () => parent }
}

async function loadShown(
  { db }: PolicyReading,
  explanation: Explanation,
  { userId, rulesetId }: { userId: string; rulesetId: string },
) {
  const findings = explanation.rules.flatMap(withNested)
  const ruleset = await findRulesetShown(db, rulesetId)
  if (ruleset === undefined) throw noSuch('ruleset', rulesetId)
  const stay = await findStay(db, { userId, rulesetId })
  const ruleIds = new Set(findings.map(({ rule }) => rule.id))
  if (stay !== undefined) ruleIds.add(stay.rule_id)
  const conditions = await selectConditionsOf(db, [...ruleIds])
  const rows = [...conditions.values()].flat()
  const referents = await loadReferents(
    db,
    rows.map((row) => ({ attributeId: row.attribute_id, directoryUserId: row.directory_user_id })),
  )
  const people = [...findings.flatMap(managersSeen), ...referents.people.keys()]
  return {
    ruleset,
    stay,
    rules: await selectRulesShown(db, [...ruleIds]),
    conditions,
    referents,
    names: await selectNames(db, [...new Set(people)]),
  }
}

/** A rule's finding and those that stand in it. */
function withNested(finding: RuleFinding): RuleFinding[] {
  const nested = finding.conditions.flatMap(({ saw }) =>
    saw.kind === 'attribute' && saw.rule !== null ? withNested(saw.rule) : [],
  )
  return [finding, ...nested]
}

function managersSeen({ conditions }: RuleFinding): readonly string[] {
  return conditions.flatMap(({ saw }) => (saw.kind === 'managers' ? saw.managers : []))
}
