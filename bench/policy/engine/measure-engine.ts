import {
  compileColumnPolicy,
  type ColumnPolicy,
} from '../../../src/engine/columns/column-policy.ts'
import { evaluateEverybody } from '../../../src/engine/columns/evaluate-everybody.ts'
import { PersonVerdicts } from '../../../src/engine/columns/person-verdicts.ts'
import { subjectOfPerson } from '../../../src/engine/columns/subject.ts'
import type { Person } from '../../../src/engine/model.ts'
import { makePeople, type Scale } from '../../world/policy-world.ts'
import {
  count,
  measureProcessor,
  median,
  timeOnce,
  timeRounds,
  type Findings,
  type Line,
} from '../../figures.ts'
import { directoryOver, everyNth, judgedAt, loadWorld, type LoadedWorld } from './loaded-world.ts'

export type EngineOptions = { scale: Scale; rounds: number; hasBudget: boolean }

const side = 'engine'

function sizeOf({ scale }: LoadedWorld): string {
  return `${count(scale.people)} × ${count(scale.rules)}`
}

/** The engine's three questions in memory, without a database. */
export function measureEngine({ scale, rounds, hasBudget }: EngineOptions): Findings {
  const startedAt = performance.now()
  const world = loadWorld(scale)
  const loaded = performance.now() - startedAt
  let compiled = compileColumnPolicy(world.policy)
  const compile = timeOnce(() => (compiled = compileColumnPolicy(world.policy)))
  const sample = [...everyNth(makePeople(scale), Math.ceil(scale.people / 5000))]
  const promise = (line: Line, atMost: number) =>
    hasBudget ? { ...line, budget: { atMost } } : line
  const size = sizeOf(world)
  const ready = `facts in columns after ${count(loaded)} ms, policy compiled in ${compile.toFixed(0)} ms`
  const everybody = measureEverybody(world, compiled, rounds).map((line) => promise(line, 500))
  const people = measurePeople(world, compiled, sample).map((line) => promise(line, 50))
  return {
    lines: [...everybody, ...people],
    notes: [`${size}: ${ready}; ${sayMemory()}.`],
  }
}

function measureEverybody(world: LoadedWorld, compiled: ColumnPolicy, rounds: number): Line[] {
  const { columns } = world
  let admitted = 0
  let qualified = 0
  const pass = () => {
    admitted = 0
    qualified = 0
    evaluateEverybody(compiled, columns, judgedAt, {
      onRule: (_, people) => void (qualified += people.count),
      onManifest: ({ people }) => void (admitted += people.length),
    })
  }
  const first = timeRounds(1, pass)
  const { median: warm, best, processor } = timeRounds(rounds, pass)
  const found = `processor ${first.processor.toFixed(0)} ms; ${count(qualified)} qualifications, ${count(admitted)} admitted`
  const spread = `median of ${rounds}, best ${best.toFixed(0)}, processor ${processor.toFixed(0)} ms`
  const line = { side, unit: 'ms' } as const
  return [
    { ...line, what: `everybody, first, ${sizeOf(world)}`, value: first.median, detail: found },
    { ...line, what: `everybody, warm, ${sizeOf(world)}`, value: warm, detail: spread },
  ]
}

function measurePeople(world: LoadedWorld, compiled: ColumnPolicy, sample: Person[]): Line[] {
  const { columns } = world
  const verdicts = new PersonVerdicts(compiled)
  const directory = directoryOver(columns)
  return ['first', 'warm'].map((when) => {
    const processor = measureProcessor()
    const times = sample.map((person) =>
      timeOnce(() => verdicts.verdictOn(subjectOfPerson(person, directory, judgedAt))),
    )
    const micros = (all: number) => ((all * 1000) / times.length).toFixed(0)
    const mean = (times.reduce((sum, time) => sum + time, 0) * 1000) / times.length
    const detail = `mean of ${count(times.length)} people, median ${(median(times) * 1000).toFixed(0)} µs, processor ${micros(processor())} µs each`
    return { what: `one person, ${when}, ${sizeOf(world)}`, side, value: mean, unit: 'µs', detail }
  })
}

/** Megabytes of this process in memory, now and at most; and of them on the heap and in typed arrays. */
function sayMemory(): string {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const peak = process.resourceUsage().maxRSS * 1024
  const [all, most, heap, arrays] = [rss, peak, heapUsed, arrayBuffers].map((bytes) =>
    Math.round(bytes / 1e6),
  )
  return `rss ${all} MB, at most ${most} MB, heap ${heap} MB, arrays ${arrays} MB`
}
