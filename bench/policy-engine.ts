import { parseArgs } from 'node:util'
import { columnsRead } from '../src/engine/columns/column-keys.ts'
import {
  compileColumnPolicy,
  programOfRule,
  type ColumnPolicy,
} from '../src/engine/columns/column-policy.ts'
import { evaluateEverybody } from '../src/engine/columns/evaluate-everybody.ts'
import { peopleOfRule } from '../src/engine/columns/evaluate-rule.ts'
import { PeopleColumns } from '../src/engine/columns/people-columns.ts'
import { PersonVerdicts } from '../src/engine/columns/person-verdicts.ts'
import { subjectOfPerson } from '../src/engine/columns/subject.ts'
import { compilePolicy } from '../src/engine/compile-policy.ts'
import type { Directory } from '../src/engine/directory.ts'
import { evaluatePerson } from '../src/engine/evaluate-person.ts'
import type { Person } from '../src/engine/model.ts'
import { makePeople, makePolicy, type Scale } from './world/policy-world.ts'

/** How fast the policy engine answers its three questions in memory, without a database. */

const now = Date.UTC(2026, 0, 1)
const sizes = {
  usual: { people: 100_000, rulesets: 500, rules: 2000 },
  large: { people: 1_000_000, rulesets: 2500, rules: 10_000 },
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function* everyNth<T>(items: Iterable<T>, n: number): Generator<T> {
  let at = 0
  for (const item of items) if (at++ % n === 0) yield item
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}

/** Beside the wall clock, what the processor spent: other work on the machine does not change that much. */
function time(rounds: number, work: () => void): string {
  const cpuBefore = process.cpuUsage()
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpu = ((user + system) / 1000 / rounds).toFixed(1)
  const best = Math.min(...times).toFixed(1)
  return `${times[0]?.toFixed(1)} ms first, ${median(times).toFixed(1)} ms median, ${best} ms best of ${rounds}; processor ${cpu} ms each`
}

function megabytes(): string {
  globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const [all, heap, arrays] = [rss, heapUsed, arrayBuffers].map((it) => Math.round(it / 1e6))
  return `rss ${all} MB, heap ${heap} MB, arrays ${arrays} MB`
}

function load(scale: Scale, policy: ReturnType<typeof makePolicy>): PeopleColumns {
  const columns = new PeopleColumns(columnsRead(policy))
  const started = performance.now()
  for (const person of makePeople(scale)) columns.put(person)
  print(`load                 ${Math.round(performance.now() - started)} ms, ${megabytes()}`)
  return columns
}

function measureEverybody(fast: ColumnPolicy, columns: PeopleColumns, rounds: number): void {
  let admitted = 0
  let qualified = 0
  const took = time(rounds, () => {
    admitted = 0
    qualified = 0
    evaluateEverybody(fast, columns, now, {
      onRule: (_, people) => void (qualified += people.count),
      onManifest: ({ people }) => void (admitted += people.length),
    })
  })
  print(`everybody            ${took}; ${qualified} qualifications, ${admitted} admitted`)
  print(`                     ${megabytes()}`)
}

function measurePeople(fast: ColumnPolicy, columns: PeopleColumns, sample: Person[]): void {
  const verdicts = new PersonVerdicts(fast)
  const directory = directoryOver(columns)
  for (const label of ['one person, cold', 'one person, warm']) {
    const started = performance.now()
    for (const person of sample) verdicts.verdictOn(subjectOfPerson(person, directory, now))
    const micros = ((performance.now() - started) * 1000) / sample.length
    print(`${label.padEnd(20)} ${micros.toFixed(1)} µs, mean of ${sample.length}`)
  }
}

/** What the plain evaluator takes, and that both say the same. */
function compareWithOracle(
  fast: ColumnPolicy,
  policy: ReturnType<typeof makePolicy>,
  columns: PeopleColumns,
  sample: Person[],
): void {
  const setting = { policy: compilePolicy(policy), directory: directoryOver(columns), now }
  const verdicts = new PersonVerdicts(fast)
  const started = performance.now()
  const slow = sample.map((person) => evaluatePerson(setting, person))
  const micros = ((performance.now() - started) * 1000) / sample.length
  const differ = sample.filter((person, at) => {
    const quick = verdicts.verdictOn(subjectOfPerson(person, setting.directory, now))
    return JSON.stringify(quick) !== JSON.stringify(slow[at])
  })
  print(`plain evaluator      ${micros.toFixed(1)} µs a person; ${differ.length} verdicts differ`)
}

function directoryOver(columns: PeopleColumns): Directory {
  return {
    parentOf: () => null,
    managersAbove(person) {
      const above: string[] = []
      let at = columns.indexOf(person.managerId ?? '')
      while (at >= 0) {
        above.push(columns.idAt(at))
        at = columns.managers[at] ?? -1
      }
      return above
    },
  }
}

function measureRules(
  policy: ReturnType<typeof makePolicy>,
  fast: ColumnPolicy,
  columns: PeopleColumns,
): void {
  const rules = fast.inForce.rules.filter((_, at) => at % 97 === 0)
  const ready = rules.map((rule) => programOfRule(policy, rule, 'in_force'))
  const times = ready.map((program) => {
    const started = performance.now()
    peopleOfRule(program, columns)
    return performance.now() - started
  })
  const worst = Math.max(...times)
  print(
    `one rule             ${median(times).toFixed(2)} ms median, ${worst.toFixed(2)} ms worst of ${times.length}`,
  )
  const started = performance.now()
  for (const rule of rules) programOfRule(policy, rule, 'in_force')
  const compile = (performance.now() - started) / rules.length
  print(`  and to compile it  ${compile.toFixed(2)} ms`)
}

const { values } = parseArgs({ options: { large: { type: 'boolean', default: false } } })
const scale = values.large ? sizes.large : sizes.usual
print(`${scale.people} people, ${scale.rules} rules in ${scale.rulesets} rulesets`)
const policy = makePolicy(scale)
const columns = load(scale, policy)
const started = performance.now()
const fast = compileColumnPolicy(policy)
print(`compile              ${(performance.now() - started).toFixed(0)} ms`)
const sample = [...everyNth(makePeople(scale), scale.people / 5000)]
measureRules(policy, fast, columns)
measureEverybody(fast, columns, values.large ? 3 : 7)
measurePeople(fast, columns, sample)
compareWithOracle(fast, policy, columns, sample.slice(0, 300))
