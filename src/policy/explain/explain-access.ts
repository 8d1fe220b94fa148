import type { Person } from '../../engine/model.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import { selectConditionsText } from '../conditions/queries.ts'
import { selectFoundInRules } from '../conditions/rule-findings.ts'
import { loadReferents } from '../conditions/referents.ts'
import { currentPolicy, type PolicyReading } from '../model/policy-cache-of.ts'
import { runInThread } from './thread-pool.ts'
import { loadManagersAbove, managersAbove } from '../model/management-chain.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { ExplainedAccess } from './explained-access.ts'
import { selectPendingFacts } from './pending-facts.ts'
import {
  conditionsExplained,
  explain,
  mentionsOf,
  type Mentions,
  type Question,
} from './question.ts'
import {
  findStay,
  findSubject,
  parentOf,
  personOf,
  selectNames,
  selectRulesetsShown,
  selectRulesShown,
} from './queries.ts'
import type { Viewer } from './present-explanation.ts'
import { writeExplanation } from './write-explanation.ts'

/** The most conditions to explain on the event loop, which takes some milliseconds; a thread explains more. */
const conditionsAtOnce = 200

/** A question that is answered, and where: `policy` is the one that the request sees. */
export type Explained = ExplainedAccess & { policy: LoadedPolicy; mentions: Mentions }

/**
 * Reads the facts that explain a person's place in one ruleset, with several statements on one snapshot. 404 for a
 * missing person.
 */
export async function explainAccess(
  context: PolicyReading & { now: Date },
  named: { userId: string; rulesetId: string },
): Promise<Explained> {
  const { db, now } = context
  const policy = await currentPolicy(context)
  const subject = await findSubject(db, named.userId)
  if (subject === undefined) throw noSuch('directoryUser', named.userId)
  const person = personOf(subject)
  const above = await managersOf(context, policy, person)
  const question = {
    person,
    parent: parentOf(subject),
    managersAbove: above,
    rulesetId: named.rulesetId,
    now: now.getTime(),
  }
  const mentions = await findMentions(policy, question)
  const shown = await loadShown(context, policy, { ...named, mentions })
  return { question, subject, ...shown, policy, mentions }
}

/**
 * The JSON text of the answer (Explanation), for a viewer who may not see all rulesets; UTF-8 bytes if a thread
 * wrote it. `baseUrl` has no trailing slash.
 */
export async function explanationText(
  { policy, mentions, ...explained }: Explained,
  viewer: PolicyViewer & { seesRuleset: (rulesetId: string) => boolean },
  baseUrl: string,
): Promise<string | Uint8Array> {
  const { seesRuleset, ...rest } = viewer
  const hiddenRulesets = new Set(mentions.rulesets.filter((id) => !seesRuleset(id)))
  const to: Viewer = { ...rest, hiddenRulesets, baseUrl }
  if (!isForThread(policy, explained.question)) return writeExplanation(policy, explained, to)
  return runInThread({ kind: 'explanation', policy: policy.shared(), explained, to })
}

function findMentions(policy: LoadedPolicy, question: Question): Promise<Mentions> | Mentions {
  if (!isForThread(policy, question)) return mentionsOf(explain(policy, question))
  return runInThread({ kind: 'mentions', policy: policy.shared(), question })
}

function isForThread({ source }: LoadedPolicy, { rulesetId }: Question): boolean {
  return conditionsExplained(source, rulesetId) > conditionsAtOnce
}

async function managersOf(
  { db }: PolicyReading,
  { reads }: LoadedPolicy,
  person: Person,
): Promise<readonly string[]> {
  const managers = reads.managementChains ? await loadManagersAbove(db, [person.id]) : new Map()
  return managersAbove(person, managers)
}

async function loadShown(
  { db }: PolicyReading,
  policy: LoadedPolicy,
  { userId, rulesetId, mentions }: { userId: string; rulesetId: string; mentions: Mentions },
) {
  const ruleset = (await selectRulesetsShown(db, [rulesetId])).get(rulesetId)
  if (ruleset === undefined) throw noSuch('ruleset', rulesetId)
  const stay = await findStay(db, { userId, rulesetId })
  const ruleIds = new Set(mentions.rules)
  if (stay !== undefined) ruleIds.add(stay.rule_id)
  const conditions = await selectConditionsText(db, [...ruleIds])
  const referents = await loadReferents(db, mentions.referents)
  const people = [...mentions.managers, ...referents.people.keys()]
  return {
    ruleset,
    stay,
    graceDays: stay === undefined ? null : policy.holdingRule(stay.rule_id).graceDays,
    rules: await selectRulesShown(db, [...ruleIds]),
    conditions,
    referents,
    found: Map.groupBy(await selectFoundInRules(db, [...ruleIds]), ({ rule_id }) => rule_id),
    pending: await selectPendingFacts(db, userId),
    names: await selectNames(db, [...new Set(people)]),
  }
}
