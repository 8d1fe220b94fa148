import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { effectKinds } from '../../contract/states.ts'
import { digestOf } from './effect-digest.ts'
import { effectRows, type EffectRow } from './effect.ts'
import { Moves, type Move } from '../manifests/moves.ts'

const ids = (name: string) => fc.constantFrom(`${name} 1`, `${name} 2`, `${name} 3`)
const instant = fc.option(fc.constantFrom(0, 1_000, 1_700_000_000_000))
const state = fc.constantFrom('active' as const, 'expiring' as const)

const held = fc.option(fc.record({ role: ids('role'), state, expiresAt: instant }))
const row = fc.record({
  rulesetId: ids('ruleset'),
  personId: ids('person'),
  kinds: fc.subarray([...effectKinds], { minLength: 1 }),
  before: held,
  after: held,
  endsAfter: fc.constant(null),
})
const rows = fc.array(row, { maxLength: 8 })

const plain = { noNullPrototype: true }
const expiresBy = fc.constantFrom(null, 'grace' as const, 'rule' as const)
const stay = fc.option(
  fc.record({ ruleId: ids('rule'), state, expiresBy, expiresAt: instant }, plain),
)
const move = fc.record(
  { rulesetId: ids('ruleset'), personId: ids('person'), before: stay, after: stay },
  plain,
)

const hex = async (effect: readonly EffectRow[], keys: ReadonlyMap<string, string> = new Map()) =>
  (await digestOf(effect, keys)).toString('hex')

test('the digest of an effect is the same in any order of its rows', async () => {
  const shuffled = rows.chain((effect) =>
    fc.tuple(
      fc.constant(effect),
      fc.shuffledSubarray(effect, { minLength: effect.length, maxLength: effect.length }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(shuffled, async ([effect, other]) =>
      assert.equal(await hex(other), await hex(effect)),
    ),
  )
})

test('the digest of an effect is another one as soon as a field of one row is, or a row is there once more', async () => {
  const field = fc.constantFrom('rulesetId', 'personId', 'kinds', 'before', 'after')
  await fc.assert(
    fc.asyncProperty(rows, row, row, field, async (rest, one, other, name) => {
      const edited = { ...one, [name]: other[name] }
      const isSame = JSON.stringify(edited) === JSON.stringify(one)
      const digest = await hex([...rest, one])
      assert.equal((await hex([...rest, edited])) === digest, isSame)
      const twice = await hex([...rest, one, one])
      assert.notEqual(twice, digest)
      assert.notEqual(twice, await hex(rest))
    }),
    { numRuns: 1000 },
  )
})

test('the digest takes an end that follows from when it is applied by its distance, and any other as it is', async () => {
  await fc.assert(
    fc.asyncProperty(row, async (one) => {
      const ends = (expiresAt: number, endsAfter: number | null) =>
        hex([{ ...one, after: { role: 'role 1', state: 'expiring', expiresAt }, endsAfter }])
      assert.equal(await ends(5_000, 1_000), await ends(7_000, 1_000))
      assert.notEqual(await ends(5_000, 1_000), await ends(5_000, 2_000))
      assert.notEqual(await ends(5_000, null), await ends(7_000, null))
      assert.notEqual(await ends(5_000, null), await ends(5_000, 5_000))
    }),
  )
})

test('the digest takes a ruleset that only the plan makes by what names it', async () => {
  await fc.assert(
    fc.asyncProperty(row, async (one) => {
      const made = (id: string) => hex([{ ...one, rulesetId: id }], new Map([[id, 'team/sales']]))
      assert.equal(await made('first'), await made('second'))
      assert.notEqual(await made('first'), await hex([{ ...one, rulesetId: 'first' }]))
    }),
  )
})

test('moves come out of their columns as they went in, those of one place as one from first to last', () => {
  const places = fc.tuple(fc.nat(60), fc.nat(60), stay, stay).map(toMove)
  fc.assert(
    fc.property(fc.array(places, { minLength: 1, maxLength: 600, size: 'max' }), (all) => {
      const moves = new Moves()
      for (const each of all) moves.add(each)
      const once = [...Map.groupBy(all, placeOf).values()].flatMap(fromFirstToLast)
      assert.deepEqual([...moves], once)
      assert.deepEqual([...moves], once)
      assert.equal(moves.size, new Set(all.map(placeOf)).size)
      assert.deepEqual(moves.rulesetIds, [...new Set(all.map(({ rulesetId }) => rulesetId))])
      assert.deepEqual(new Set(moves.ruleIds), new Set(all.flatMap(rulesOf)))
    }),
  )
})

type Stay = Move['before']

function toMove([ruleset, person, before, after]: [number, number, Stay, Stay]): Move {
  return { rulesetId: `ruleset ${ruleset}`, personId: `person ${person}`, before, after }
}

function placeOf({ rulesetId, personId }: Move): string {
  return `${rulesetId} ${personId}`
}

/** A person with nothing before and after has not moved. */
function fromFirstToLast([first, ...more]: Move[]): Move[] {
  if (first === undefined) return []
  const after = (more.at(-1) ?? first).after
  return first.before === null && after === null ? [] : [{ ...first, after }]
}

test('an effect has its rows again each time they are asked for', () => {
  const setting = {
    now: 0,
    rules: new Map([['rule 1', { role: 'member', endsAt: null }]]),
    endingFromNow: new Set<string>(),
  }
  fc.assert(
    fc.property(fc.array(move, { maxLength: 200 }), (some) => {
      const moves = new Moves()
      for (const each of some) moves.add(each)
      const effect = effectRows(moves, setting)
      const first = [...effect]
      assert.deepEqual([...effect], first)
      assert.deepEqual(first, [...effectRows(moves, setting)])
    }),
  )
})

function rulesOf({ before, after }: Move): string[] {
  return [before, after].flatMap((each) => each?.ruleId ?? [])
}
