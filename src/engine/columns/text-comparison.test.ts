import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { conditionOperators } from '../../contract/states.ts'
import {
  verdictOn,
  personWith,
  policyOf,
  profileIs,
  rule,
  ruleset,
  now,
} from '../facts-for-tests.ts'
import { directoryOf } from '../directory.ts'
import { columnsRead } from './column-keys.ts'
import { compileColumnPolicy } from './column-policy.ts'
import { evaluateEverybody } from './evaluate-everybody.ts'
import { PeopleColumns } from './people-columns.ts'
import { peopleIn } from './person-set.ts'
import { PersonVerdicts } from './person-verdicts.ts'
import { subjectOfPerson } from './subject.ts'

/** `| "value" | operator | "operand" | yes |`, the texts as JSON. */
const row = /^\| `(".*?")` \| `(\w+)` \| `(".*?")` \| (yes|no) \|/

const lines = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8').split('\n')
const cases = lines.flatMap((line) => {
  const [, value = '', operator = '', operand = '', verdict] = row.exec(line) ?? []
  return verdict === undefined ? [] : [{ value, operator, operand, isMet: verdict === 'yes' }]
})

test('docs/policy.md has a table of text comparisons', () => assert.ok(cases.length > 25))

for (const { value, operator, operand, isMet } of cases) {
  test(`${value} ${operator} ${operand}: ${isMet ? 'yes' : 'no'}`, () => {
    const known = conditionOperators.find((each) => each === operator)
    assert.ok(known, operator)
    const texts: [string, string] = [JSON.parse(value), JSON.parse(operand.replaceAll('\\|', '|'))]
    const person = personWith('p', { key: texts[0] })
    const condition = profileIs('key', known, texts[1])
    const policy = policyOf([ruleset('g')], [rule('r', 'g', { conditions: [condition] })])
    const expected = isMet ? ['r'] : []
    assert.deepEqual(verdictOn(person, policy).qualified, expected)
    const compiled = compileColumnPolicy(policy)
    const subject = subjectOfPerson(person, directoryOf([person]), now)
    assert.deepEqual(new PersonVerdicts(compiled).verdictOn(subject).qualified, expected)
    const columns = new PeopleColumns(columnsRead(policy))
    columns.put(person)
    const qualified: string[] = []
    evaluateEverybody(compiled, columns, now, {
      onRule: (of, people) => qualified.push(...Array.from(peopleIn(people), () => of.rule.id)),
      onAttribute: () => {},
      onManifest: () => {},
    })
    assert.deepEqual(qualified, expected)
  })
}
