import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeRuleset, policyOf, profileIs, rule, ruleset } from '../facts-for-tests.ts'
import type { Condition, MembershipCondition } from '../model.ts'
import { anchorRules } from './anchors.ts'
import { compileColumnPolicy } from './column-policy.ts'
import type { Program } from './program.ts'

/** Where each rule of these conditions is looked for. */
function placesOf(...rules: Condition[][]): string[][] {
  const ofAttribute = rule('of a', 'a.rules', { conditions: [is('user', 'someone')] })
  const asked = rules.map((conditions, at) => rule(`r${at}`, 's', { conditions }))
  const policy = policyOf([ruleset('s'), attributeRuleset('a')], [...asked, ofAttribute])
  const program = compileColumnPolicy(policy).inForce
  const indices = asked.map((each) => program.rules.findIndex((of) => of.rule === each))
  return indices.map((at) => placesIn(program, at))
}

function placesIn(program: Program, at: number): string[] {
  const anchors = anchorRules(program)
  const keysOf = (name: string, map: ReadonlyMap<unknown, readonly number[]>) =>
    [...map].flatMap(([key, list]) => (list.includes(at) ? [`${name} ${String(key)}`] : []))
  return [
    keysOf('user', anchors.byUser),
    keysOf('manager', anchors.byManager),
    keysOf('above', anchors.byManagerAbove),
    keysOf('attribute', anchors.byAttribute),
    anchors.byColumn.flatMap(({ byValue, patterns, ifPresent, ifAbsent }, column) => {
      const key = program.columns[column]?.profileKey ?? ''
      const isByPattern = patterns.some(({ rules }) => rules.includes(at))
      return [
        keysOf(key, byValue),
        isByPattern ? `${key} by pattern` : [],
        ifPresent.includes(at) ? `${key} if present` : [],
        ifAbsent.includes(at) ? `${key} if absent` : [],
      ].flat()
    }),
    anchors.always.includes(at) ? 'always' : [],
  ].flat()
}

const is = (type: MembershipCondition['type'], resourceId: string): Condition => ({
  type,
  resourceId,
  operator: null,
})
const isNot = (type: MembershipCondition['type'], resourceId: string): Condition => ({
  type,
  resourceId,
  operator: 'not_equals',
})

/** From what fewest people meet to what most do. */
const ordered: [Condition, string][] = [
  [is('user', 'u'), 'user u'],
  [is('direct_reports_of', 'm'), 'manager m'],
  [profileIs('team', 'equals', 'X'), 'team x'],
  [is('all_reports_of', 'm'), 'above m'],
  [is('attribute', 'a'), 'attribute 0'],
  [profileIs('title', 'matches', 'x.*'), 'title by pattern'],
  [profileIs('end', 'not_exists', null), 'end if absent'],
  [profileIs('site', 'exists', null), 'site if present'],
  [profileIs('unit', 'not_equals', 'x'), 'unit if present'],
  [isNot('attribute', 'a'), 'always'],
]

test('a rule is looked for where its condition is that the fewest people meet', () => {
  for (const [at, [rare, place]] of ordered.entries()) {
    assert.deepEqual(placesOf([rare]), [[place]])
    for (const [frequent] of ordered.slice(at + 1)) {
      assert.deepEqual(placesOf([rare, frequent], [frequent, rare]), [[place], [place]])
    }
  }
})

test('of conditions of a kind that counts which the fewest rules have', () => {
  const [x, y] = [profileIs('team', 'equals', 'x'), profileIs('site', 'equals', 'y')]
  assert.deepEqual(placesOf([x, y], [y, x], [x]), [['site y'], ['site y'], ['team x']])
  assert.deepEqual(placesOf([x, y], [y, x], [y]), [['team x'], ['team x'], ['site y']])
})

test('a rule that accepts several values is looked for at each, and one that no person can meet nowhere', () => {
  assert.deepEqual(placesOf([profileIs('team', 'in', '["X","Y"]')]), [['team x', 'team y']])
  const unknown = [is('attribute', 'unknown'), is('user', 'u')]
  assert.deepEqual(placesOf([], unknown, [isNot('attribute', 'unknown')]), [[], [], []])
})

test('a rule that also accepts an absent key is looked for at both', () => {
  const notX = { ...profileIs('unit', 'not_equals', 'x'), orAbsent: true }
  assert.deepEqual(placesOf([notX]), [['unit if present', 'unit if absent']])
})

test('rules of one pattern share it', () => {
  const [one, other] = [profileIs('team', 'contains', 'x'), profileIs('team', 'contains', 'y')]
  const rules = [[one], [other], [one]].map((conditions, at) => rule(`r${at}`, 's', { conditions }))
  const { byColumn } = anchorRules(compileColumnPolicy(policyOf([ruleset('s')], rules)).inForce)
  assert.deepEqual(
    byColumn.map(({ patterns }) => patterns.map((each) => each.rules)),
    [[[0, 2], [1]]],
  )
})
