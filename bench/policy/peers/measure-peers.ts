import { compileColumnPolicy } from '../../../src/engine/columns/column-policy.ts'
import { evaluateEverybody } from '../../../src/engine/columns/evaluate-everybody.ts'
import { PersonVerdicts } from '../../../src/engine/columns/person-verdicts.ts'
import { subjectOfPerson } from '../../../src/engine/columns/subject.ts'
import { attributesNamedBy } from '../../../src/engine/attribute-graph.ts'
import {
  attributeRulesetType,
  type Person,
  type Policy,
  type Rule,
} from '../../../src/engine/model.ts'
import { makePeople, type Scale } from '../../world/policy-world.ts'
import {
  directoryOver,
  everyNth,
  judgedAt,
  loadWorld,
  type LoadedWorld,
} from '../engine/loaded-world.ts'
import { promised, type Findings, type Line } from '../line.ts'
import { count, timeRounds } from '../timing.ts'
import { cedar } from './cedar.ts'
import { jsonRulesEngine } from './json-rules.ts'
import type { LoadedPeer, Peer } from './peer.ts'

export type PeersOptions = { scale: Scale; sampledPeople: number }

/** Rule engines from npm on a sample of people, with the rules that they can express, beside the engine on the same rules. */
export async function measurePeers({ scale, sampledPeople }: PeersOptions): Promise<Findings> {
  const world = loadWorld(scale)
  const everybody = new Map([...makePeople(scale)].map((person) => [person.id, person]))
  const sample = [...everyNth(everybody.values(), Math.ceil(scale.people / sampledPeople))]
  const findings: Findings = { lines: [], notes: [] }
  for (const peer of [jsonRulesEngine(attributeFinder(world.policy)), cedar]) {
    const { lines, notes } = await measurePeer(peer, world, sample, everybody)
    findings.lines.push(...lines)
    findings.notes.push(...notes)
  }
  return findings
}

/** Rule → the attribute that it decides. */
function attributeFinder({ rulesets }: Policy): (rule: Rule) => string | null {
  const attributes = new Map(
    rulesets
      .filter(({ type }) => type === attributeRulesetType)
      .map(({ id, resourceId }) => [id, resourceId]),
  )
  return (rule) => attributes.get(rule.rulesetId) ?? null
}

async function measurePeer(
  peer: Peer,
  world: LoadedWorld,
  sample: readonly Person[],
  everybody: ReadonlyMap<string, Person>,
): Promise<Findings> {
  const { rules, missing } = expressible(peer, world.policy)
  const loaded = peer.load(rules)
  await runPeer(loaded, sample.slice(0, 5), everybody)
  const theirs = await runPeer(loaded, sample, everybody)
  const ours = timeEngine(world, rules)
  const pairs = sample.length * rules.length
  const [theirPair, ourPair] = [
    (theirs.took * 1e6) / pairs,
    (ours * 1e6) / (world.scale.people * rules.length),
  ]
  const differ = countDifferences(world, rules, sample, theirs.found)
  return {
    lines: toLines(peer, world, {
      theirPair,
      ourPair,
      sampled: sample.length,
      rules: rules.length,
    }),
    notes: [
      `${peer.name}: ${count(rules.length)} of ${count(world.policy.rules.length)} rules; it can't express ${sayMissing(missing)}.`,
      `${peer.name}: of ${count(pairs)} verdicts ${differ} differ from the engine's.`,
    ],
  }
}

type Pairs = { theirPair: number; ourPair: number; sampled: number; rules: number }

function toLines(
  peer: Peer,
  { scale }: LoadedWorld,
  { theirPair, ourPair, sampled, rules }: Pairs,
): Line[] {
  const all = (nanoseconds: number) =>
    ((nanoseconds * scale.people * scale.rules) / 1e9).toFixed(nanoseconds < 10 ? 2 : 0)
  const what = 'one person × one rule'
  const theirLine: Line = {
    what,
    side: peer.name,
    value: theirPair,
    unit: 'ns',
    detail: `a sample of ${count(sampled)} people × ${count(rules)} rules; everybody × all rules would take ${all(theirPair)} s`,
    ratio: theirPair / ourPair,
  }
  const detail = `everybody × the same ${count(rules)} rules; with all rules as fast ${all(ourPair)} s`
  return [
    promised(theirLine, { atLeast: 1000 }),
    { what, side: 'engine', value: ourPair, unit: 'ns', detail },
  ]
}

/** The rules whose every condition it can express, and why others are not among them, with how many that are. */
function expressible(
  peer: Peer,
  { rules }: Policy,
): { rules: Rule[]; missing: Map<string, number> } {
  const missing = new Map<string, number>()
  const able = rules.filter((rule) => {
    const lacks = new Set(
      rule.conditions.map((it) => peer.canExpress(it)).filter((it) => it !== true),
    )
    for (const lack of lacks) missing.set(lack, (missing.get(lack) ?? 0) + 1)
    return lacks.size === 0
  })
  return { rules: able, missing }
}

function sayMissing(missing: ReadonlyMap<string, number>): string {
  return [...missing].map(([what, rules]) => `${what} (${count(rules)} rules)`).join(', ')
}

type Run = { took: number; found: string[][] }

async function runPeer(
  loaded: LoadedPeer,
  sample: readonly Person[],
  everybody: ReadonlyMap<string, Person>,
): Promise<Run> {
  const ready = sample.map((person) => loaded.prepare(person, managersAbove(person, everybody)))
  const startedAt = performance.now()
  const found: string[][] = []
  for (const ask of ready) found.push(await ask())
  return { took: performance.now() - startedAt, found }
}

function managersAbove(person: Person, everybody: ReadonlyMap<string, Person>): Person[] {
  const above: Person[] = []
  let next = everybody.get(person.managerId ?? '')
  while (next !== undefined) {
    above.push(next)
    next = everybody.get(next.managerId ?? '')
  }
  return above
}

/** Milliseconds of a full pass over everybody under these rules and the ones that they depend on. */
function timeEngine({ policy, columns }: LoadedWorld, rules: readonly Rule[]): number {
  const wanted = new Set(rules.flatMap(attributesNamedBy))
  const attributeOf = attributeFinder(policy)
  const asked = new Set(rules)
  const needed = policy.rules.filter(
    (rule) => asked.has(rule) || wanted.has(attributeOf(rule) ?? ''),
  )
  const compiled = compileColumnPolicy({ ...policy, rules: needed })
  const pass = () => evaluateEverybody(compiled, columns, judgedAt, { onManifest: () => undefined })
  pass()
  return timeRounds(5, pass).median
}

function countDifferences(
  { policy, columns }: LoadedWorld,
  rules: readonly Rule[],
  sample: readonly Person[],
  found: readonly string[][],
): number {
  const asked = new Set(rules.map(({ id }) => id))
  const verdicts = new PersonVerdicts(compileColumnPolicy(policy))
  const directory = directoryOver(columns)
  return sample.reduce((sum, person, at) => {
    const { qualified } = verdicts.verdictOn(subjectOfPerson(person, directory, judgedAt))
    const ours = new Set(qualified.filter((id) => asked.has(id)))
    const theirs = new Set(found[at])
    return sum + ours.symmetricDifference(theirs).size
  }, 0)
}
