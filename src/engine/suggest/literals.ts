import { refusedCharacter } from '../../contract/text.ts'
import { hasBit, setBit, wordsFor, type Bitmap } from '../columns/bitmap.ts'
import { columnOf, nobody } from '../columns/people-facts.ts'
import { addToBits, filterList, type PersonSet } from '../columns/person-set.ts'
import { countOf, peopleOf } from '../columns/postings.ts'
import { allReports, directReports } from '../columns/reports.ts'
import type { ValueColumn } from '../columns/value-column.ts'
import { maxManagementDepth } from '../directory.ts'
import type { Condition, MembershipType } from '../model.ts'
import { both } from './bits.ts'
import type { SuggestWorld } from './suggest-world.ts'

/** A condition that a suggested rule may have, and who of the eligible people meets it. */
export type Literal = { condition: Condition; people: Bitmap }

/** A literal that fewer members meet explains nothing. */
export const fewestPeople = 3
/** So many are tried, those that most members meet. */
const mostLiterals = 250
/** Of other resources to which members are entitled. */
const mostResources = 20
/** A key that has more distinct values than this share of the people who have it tells people apart. */
const mostDistinct = 0.5
/** A longer value is text, and no name of a group of people. */
const longestValue = 200
/** People who share a date do so by chance. */
const isDate = /^\d{4}-\d{2}-\d{2}/

type Candidate = { condition: Condition; members: number; peopleOf: () => Bitmap }

/**
 * The conditions that at least three of the members (indices of eligible people) meet. Of those that the same people meet a value in
 * words stands for the others, then a code, an attribute, a manager, other access.
 */
export function literalsOf(world: SuggestWorld, members: Uint32Array): Literal[] {
  const values = world.keys.flatMap((key) =>
    valuesOf(world, columnOf(world.people, key), key, members),
  )
  const { words = [], codes = [] } = Object.groupBy(values, ({ condition }) =>
    /\d/.test(condition.type === 'identity' ? (condition.value ?? '') : '') ? 'codes' : 'words',
  )
  const candidates = [
    ...words,
    ...codes,
    ...decidedOf(world, { type: 'attribute', of: world.attributes }, members),
    ...managersOf(world, members),
    ...resourcesOf(world, members),
  ]
  const tried = candidates
    .map((candidate, rank) => ({ candidate, rank }))
    .sort((a, b) => b.candidate.members - a.candidate.members || a.rank - b.rank)
    .slice(0, mostLiterals)
    .sort((a, b) => a.rank - b.rank)
  return eachOnce(
    tried.map(({ candidate: { condition, peopleOf: find } }) => ({
      condition,
      people: both(find(), world.eligible),
    })),
  )
}

/** Of those that the same people meet, the first. */
function eachOnce(literals: readonly Literal[]): Literal[] {
  const kept: Literal[] = []
  const bySum = new Map<number, Literal[]>()
  for (const literal of literals) {
    const sum = sumOf(literal.people)
    const alike = bySum.get(sum) ?? []
    if (alike.some((other) => isSame(other.people, literal.people))) continue
    bySum.set(sum, [...alike, literal])
    kept.push(literal)
  }
  return kept
}

function sumOf(bits: Bitmap): number {
  let sum = 0
  for (const word of bits) sum = (Math.imul(sum, 31) + word) | 0
  return sum
}

function isSame(one: Bitmap, other: Bitmap): boolean {
  return one.every((word, at) => word === other[at])
}

type Key = SuggestWorld['keys'][number]

function valuesOf(
  { people }: SuggestWorld,
  column: ValueColumn,
  { integrationId, profileKey, isPrimary }: Key,
  members: Uint32Array,
): Candidate[] {
  if (tellsPeopleApart(column)) return []
  const counts = new Map<string, number>()
  for (const member of members)
    for (const folded of new Set(column.valuesOf(member).map((value) => value.folded)))
      counts.set(folded, (counts.get(folded) ?? 0) + 1)
  return [...counts].flatMap(([folded, count]): Candidate[] => {
    if (count < fewestPeople || folded.length > longestValue || isDate.test(folded)) return []
    const value = usualSpelling(column, folded)
    // No condition can hold it.
    if (refusedCharacter(value) !== undefined) return []
    const condition: Condition = {
      type: 'identity',
      resourceId: isPrimary ? null : integrationId,
      profileKey,
      operator: 'equals',
      value,
    }
    return [{ condition, members: count, peopleOf: () => holdersOf(column, folded, people.size) }]
  })
}

function tellsPeopleApart(column: ValueColumn): boolean {
  const { starts, people } = column.postings()
  const distinct = starts.length - 2
  return distinct > people.length * mostDistinct
}

/** The spelling that most people have. */
function usualSpelling(column: ValueColumn, folded: string): string {
  const postings = column.postings()
  let usual = 0
  for (const code of column.codesOf(folded))
    if (usual === 0 || countOf(postings, code) > countOf(postings, usual)) usual = code
  return column.values[usual - 1]?.text ?? folded
}

function holdersOf(column: ValueColumn, folded: string, size: number): Bitmap {
  const bits = new Uint32Array(wordsFor(size))
  const postings = column.postings()
  for (const code of column.codesOf(folded))
    for (const person of peopleOf(postings, code)) setBit(bits, person)
  return bits
}

/** Nearly every member may be entitled to many resources. Those are tried to which the fewest others are entitled. */
function resourcesOf(world: SuggestWorld, members: Uint32Array): Candidate[] {
  return world.resources
    .map((resource) => ({ resource, count: countAmong(resource.holders, members) }))
    .filter(({ count }) => count >= fewestPeople)
    .map(({ resource, count }) => ({ resource, fit: count ** 2 / resource.holders.count }))
    .sort((a, b) => b.fit - a.fit)
    .slice(0, mostResources)
    .flatMap(({ resource }) => decidedOf(world, { type: 'entitled_to', of: [resource] }, members))
}

function decidedOf(
  { people }: SuggestWorld,
  { type, of }: { type: 'attribute' | 'entitled_to'; of: SuggestWorld['attributes'] },
  members: Uint32Array,
): Candidate[] {
  return of.flatMap(({ id, holders }): Candidate[] => {
    const count = countAmong(holders, members)
    if (count < fewestPeople) return []
    const condition: Condition = { type, resourceId: id, operator: 'equals' }
    return [{ condition, members: count, peopleOf: () => bitsOf(holders, people.size) }]
  })
}

function managersOf({ people, eligible }: SuggestWorld, members: Uint32Array): Candidate[] {
  const direct = new Map<number, number>()
  const below = new Map<number, number>()
  for (const member of members) {
    const above = chainAbove(people.managers, member)
    const [manager] = above
    if (manager !== undefined) direct.set(manager, (direct.get(manager) ?? 0) + 1)
    for (const each of above) below.set(each, (below.get(each) ?? 0) + 1)
  }
  const reportsTo = (
    type: MembershipType,
    counts: ReadonlyMap<number, number>,
    find: (manager: number) => Bitmap,
  ) =>
    [...counts].flatMap(([manager, count]): Candidate[] => {
      // A rule on someone who has left would end with their last report.
      if (count < fewestPeople || !hasBit(eligible, manager)) return []
      const resourceId = people.idAt(manager)
      const condition: Condition = { type, resourceId, operator: 'equals' }
      return [{ condition, members: count, peopleOf: () => find(manager) }]
    })
  const listed = (list: Uint32Array) =>
    bitsOf({ count: list.length, list, bits: null }, people.size)
  return [
    ...reportsTo('direct_reports_of', direct, (manager) => listed(directReports(people, manager))),
    ...reportsTo('all_reports_of', below, (manager) =>
      bitsOf(allReports(people, manager), people.size),
    ),
  ]
}

/** The managers above someone, the nearest first, each once and never themselves. */
function chainAbove(managers: Int32Array, person: number): number[] {
  const above: number[] = []
  let at = managers[person] ?? nobody
  while (
    at !== nobody &&
    at !== person &&
    above.length < maxManagementDepth &&
    !above.includes(at)
  ) {
    above.push(at)
    at = managers[at] ?? nobody
  }
  return above
}

function countAmong(set: PersonSet, members: Uint32Array): number {
  return filterList(members.slice(), members.length, set, false)
}

function bitsOf(set: PersonSet, size: number): Bitmap {
  const bits = new Uint32Array(wordsFor(size))
  addToBits(set, bits)
  return bits
}
