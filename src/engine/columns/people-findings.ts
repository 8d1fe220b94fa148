import type { Condition, Instant, Ruleset } from '../model.ts'
import { countBits, hasBit, wordsFor } from './bitmap.ts'
import { stateAt } from './state-at.ts'
import { nobody, type PeopleFacts } from './people-facts.ts'
import { addToBits, peopleIn } from './person-set.ts'
import type { Program, ProgramRule } from './program.ts'
import { visitRulePeople } from './rule-people.ts'

/** What is so of a rule among the people there are now, and may be otherwise tomorrow. */
export type PeopleFinding =
  | { kind: 'matches_nobody'; ruleId: string }
  | { kind: 'matches_everybody'; ruleId: string; people: number }
  /** Earlier rules of the ruleset are met by everybody who meets this one. */
  | { kind: 'shadowed_among_present'; ruleId: string; people: number }
  /** A condition names a person who is not known, deleted, expired or deactivated. */
  | { kind: 'person_left'; ruleId: string; condition: number; personId: string }

/** Looks at the undeleted people, whatever their state, with the rules that the program asks about. */
export function findAmongPeople(
  program: Program,
  facts: PeopleFacts,
  now: Instant,
): PeopleFinding[] {
  const everybody = countBits(facts.alive.subarray(0, wordsFor(facts.size)))
  const met = new Uint32Array(wordsFor(facts.size))
  const findings: PeopleFinding[] = []
  let current: Ruleset | null = null
  visitRulePeople(program, facts, 'many_rules', {
    onRule({ rule, ruleset, isAsked }, people) {
      if (ruleset !== current) met.fill(0)
      current = ruleset
      if (!isAsked) return
      const { id: ruleId } = rule
      const { count } = people
      if (count === 0) findings.push({ kind: 'matches_nobody', ruleId })
      else if (peopleIn(people).every((person) => hasBit(met, person))) {
        findings.push({ kind: 'shadowed_among_present', ruleId, people: count })
      } else if (count === everybody) {
        findings.push({ kind: 'matches_everybody', ruleId, people: count })
      }
      addToBits(people, met)
    },
  })
  return [...findings, ...program.rules.flatMap((rule) => findLeavers(rule, facts, now))]
}

function findLeavers(
  { rule, isAsked }: ProgramRule,
  facts: PeopleFacts,
  now: Instant,
): PeopleFinding[] {
  if (!isAsked) return []
  return rule.conditions.flatMap((each, condition): PeopleFinding[] => {
    const personId = personIn(each)
    if (personId === null || !hasLeft(facts, personId, now)) return []
    return [{ kind: 'person_left', ruleId: rule.id, condition, personId }]
  })
}

function personIn(condition: Condition): string | null {
  const isOfPeople = condition.type !== 'identity' && condition.type !== 'attribute'
  return isOfPeople ? condition.resourceId : null
}

function hasLeft(facts: PeopleFacts, id: string, now: Instant): boolean {
  const index = facts.indexOf(id)
  if (index === nobody) return true
  const state = stateAt(facts, index, now)
  return state === 'expired' || state === 'deactivated'
}
