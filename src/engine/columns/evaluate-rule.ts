import type { FactsAt } from './people-facts.ts'
import { peopleIn } from './person-set.ts'
import type { Program } from './program.ts'
import { visitRulePeople } from './rule-people.ts'

/**
 * The undeleted people who qualify for the program's asked rule (`programOfRule`), in any state: indices,
 * ascending. Throws where the facts lack a column that the rule reads.
 */
export function peopleOfRule(program: Program, facts: FactsAt): Uint32Array {
  let found = new Uint32Array()
  visitRulePeople(program, facts, 'few_rules', {
    onRule(rule, people) {
      if (rule.isAsked) found = peopleIn(people).slice()
    },
  })
  return found
}
