import { clip } from '../../contract/text.ts'
import { badRequest } from '../../http/problem.ts'
import { familyKeys, type FamilyKey } from './schema.ts'

type Form = 'full' | 'count' | 'exists'
type Part = { family: FamilyKey; form: Form }

/** What `include` asks for, each value once and in a fixed order, so that equal requests share one ready body. */
export type Include = {
  /** Names the representation in the ETag and in the cache. */
  representation: string
  parts: readonly Part[]
  /** The families whose rows are shown. */
  families: readonly FamilyKey[]
  /** Something in it needs policy.rule.view. */
  needsPolicy: boolean
}

const forms: readonly (readonly [suffix: string, form: Form])[] = [
  ['', 'full'],
  ['-count', 'count'],
  ['-exists', 'exists'],
]
const known = new Map<string, Part>(
  familyKeys.flatMap((family) =>
    forms.map(
      ([suffix, form]) => [family.replaceAll('_', '-') + suffix, { family, form }] as const,
    ),
  ),
)
export const includeValues: readonly string[] = [...known.keys()]
const bitOf = new Map(includeValues.map((value, index) => [value, index]))

/** Reads `include`: repeats, any order and blanks around commas are fine; an unknown value is 400 naming it. */
export function readInclude(text: string | undefined): Include {
  const values = new Set(
    (text ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  )
  for (const value of values) {
    if (!known.has(value))
      throw badRequest(
        `Unknown include ${JSON.stringify(clip(value))}: allowed are ${includeValues.join(', ')}.`,
      )
  }
  const parts = [...known].filter(([value]) => values.has(value)).map(([, part]) => part)
  const bits = [...values].reduce((sum, value) => sum + 2 ** (bitOf.get(value) ?? 0), 0)
  return {
    representation: bits.toString(36),
    parts,
    families: parts.filter(({ form }) => form === 'full').map(({ family }) => family),
    needsPolicy: parts.some(({ family }) => family.startsWith('policy_')),
  }
}
