import { byAdmission } from '../admission-order.ts'
import type { Instant, Policy, Rule } from '../model.ts'
import { setBit, countBits, wordsFor } from './bitmap.ts'
import { programsOfStaged } from './column-policy.ts'
import type { PeopleFacts } from './people-facts.ts'
import { peopleIn } from './person-set.ts'
import type { Program } from './program.ts'
import { visitRulePeople } from './rule-people.ts'
import { stateAt } from './state-at.ts'

/** The programs that find who is staged: by staged rules, and for staged people by the rules in force. */
export type StagedPrograms = { staged: Program; waiting: Program }

/** Who is staged by a rule. People are indices, ascending. */
export type StagedByRule = { ruleId: string; people: Uint32Array<ArrayBuffer> }

/**
 * The result of {@link evaluateStaged}: each rule by which at least one person is staged, in admission order, and
 * how many people in all.
 */
export type StagedPeople = { rules: StagedByRule[]; count: number }

/** The programs of one ruleset, or of all with null. Throws what `compileColumnPolicy` throws. */
export function stagedPrograms(policy: Policy, rulesetId: string | null): StagedPrograms {
  return programsOfStaged(policy, ({ ruleset }) => rulesetId === null || ruleset.id === rulesetId)
}

/**
 * The same as `stagedRulesOf` for everybody in the facts: rule by rule instead of person by person, so that shared
 * conditions are evaluated once. Throws if the facts lack a column that the rules read.
 */
export function evaluateStaged(
  { staged, waiting }: StagedPrograms,
  facts: PeopleFacts,
  now: Instant,
): StagedPeople {
  const found: { rule: Rule; people: Uint32Array<ArrayBuffer> }[] = []
  visitRulePeople(staged, { facts, now }, 'many_rules', {
    onRule({ rule, isAsked }, people) {
      if (isAsked && people.count > 0)
        found.push({ rule, people: new Uint32Array(peopleIn(people)) })
    },
  })
  const isStaged = Array.from(
    { length: facts.size },
    (_, at) => stateAt(facts, at, now) === 'staged',
  )
  if (isStaged.includes(true)) {
    visitRulePeople(waiting, { facts, now }, 'many_rules', {
      onRule({ rule, isAsked }, people) {
        if (!isAsked) return
        const those = Uint32Array.from(peopleIn(people)).filter((at) => isStaged[at] === true)
        if (those.length > 0) found.push({ rule, people: those })
      },
    })
  }
  const all = new Uint32Array(wordsFor(facts.size))
  for (const { people } of found) for (const at of people) setBit(all, at)
  found.sort((a, b) => byAdmission(a.rule, b.rule))
  return {
    rules: found.map(({ rule, people }) => ({ ruleId: rule.id, people })),
    count: countBits(all),
  }
}
