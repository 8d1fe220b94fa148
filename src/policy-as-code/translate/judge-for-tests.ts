import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeOf } from './examples.ts'
import type { Expression, Language } from './expression.ts'
import { translateRule } from './translate.ts'

type Profile = Readonly<Record<string, unknown>>

/** A rule, who of the accounts is in by the language's own meaning, and what is said of the translation: nothing where it is the same. */
export type Case = readonly [rule: string, members: string, said?: RegExp | 'can’t']

export const translated = (language: Language, text: string, expression: Expression) =>
  translateRule(
    { name: text, text, group: { type: 'idp_group', vendor_id: '1' }, expression, except: [] },
    { language },
  )

/** The names of the accounts that the drafts admit. */
export function membersOf(
  accounts: Readonly<Record<string, Profile>>,
  { branches }: Pick<ReturnType<typeof translated>, 'branches'>,
): string {
  const isIn = judgeOf(branches)
  const found = Object.entries(accounts).filter(([, profile]) => isIn(profile))
  return found.map(([name]) => name).join(' ')
}

/** One test for each rule. Where the translation differs from the rule, `members` are those of the drafts. */
export function testCases(
  language: Language,
  translate: (text: string) => Expression,
  { accounts, cases }: { accounts: Readonly<Record<string, Profile>>; cases: readonly Case[] },
): void {
  for (const [rule, members, said] of cases)
    test(`${language}: ${rule}`, () => {
      const found = translated(language, rule, translate(rule))
      const reasons = found.reasons.join('; ')
      if (said === 'can’t') assert.equal(found.verdict, said)
      else if (said === undefined) assert.equal(found.verdict, 'same', reasons)
      else {
        assert.notEqual(found.verdict, 'same')
        assert.match(reasons, said)
      }
      assert.equal(membersOf(accounts, found), members)
    })
}
