import { Type } from 'typebox'
import { clip } from '../../contract/text.ts'
import { abilitiesValue, listParameter } from '../../http/shapes/include.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { familyKeys, type FamilyKey } from './schema.ts'

type Form = 'full' | 'count' | 'exists'
type Part = { family: FamilyKey; form: Form }

/** The parsed `include`, each value once and in a fixed order, so that equal requests share one ready body. */
export type Include = {
  /** Names the representation in the ETag and in the cache. */
  representation: string
  /** The same without values of profiles: another one where rules or conditions are shown. */
  withheldRepresentation: string
  parts: readonly Part[]
  /** The families whose rows are shown. */
  families: readonly FamilyKey[]
  /** The incidents that hold the person are shown. */
  incidents: boolean
  /** Who decides about the state is shown. */
  stateSource: boolean
  /** Something in it needs policy.rule.view. */
  needsPolicy: boolean
}

/** The families that can contain a value of a profile. */
const showingValues: ReadonlySet<FamilyKey> = new Set<FamilyKey>([
  'policy_conditions',
  'policy_users',
  'policy_rules_manifest',
  'policy_rules_qualified',
  'policy_rules_staged',
])

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
export const includeValues: readonly string[] = [...known.keys(), 'incidents', 'state-source']

export const IncludeParameter = Type.Optional(
  listParameter([...includeValues, abilitiesValue], {
    description: 'What to add: related records, how many there are, or whether there are any',
  }),
)
const bitOf = new Map(includeValues.map((value, index) => [value, index]))

/**
 * Reads `include`: repeats, any order and blanks around commas are fine; an unknown value is 400 naming it, and what is allowed,
 * with the `others` that the caller has read.
 */
export function readInclude(text: string | undefined, others: readonly string[] = []): Include {
  const values = new Set(
    (text ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  )
  for (const value of values) {
    if (!bitOf.has(value))
      throw badRequest(
        `Unknown include ${JSON.stringify(clip(value))}: allowed are ${[...includeValues, ...others, abilitiesValue].join(', ')}.`,
      )
  }
  const parts = [...known].filter(([value]) => values.has(value)).map(([, part]) => part)
  const bits = [...values].reduce((sum, value) => sum + 2 ** (bitOf.get(value) ?? 0), 0)
  const representation = bits.toString(36)
  const families = parts.filter(({ form }) => form === 'full').map(({ family }) => family)
  const showsValues = families.some((family) => showingValues.has(family))
  return {
    representation,
    // No digit of base 36 is upper case, so no other representation has this name.
    withheldRepresentation: showsValues ? `${representation}W` : representation,
    parts,
    families,
    incidents: values.has('incidents'),
    stateSource: values.has('state-source'),
    needsPolicy:
      values.has('incidents') || parts.some(({ family }) => family.startsWith('policy_')),
  }
}

/** Names what a viewer is shown, in the ETag and in the cache: those who may not see the same share no body. */
export function representationOf(
  include: Include,
  { seesProfileValues, seesNames }: { seesProfileValues: boolean; seesNames: boolean },
): string {
  const shown = seesProfileValues ? include.representation : include.withheldRepresentation
  return seesNames ? shown : `${shown}U`
}
