import { Type } from 'typebox'
import { abilitiesValue, listParameter } from '../../http/shapes/include.ts'
import { includeValues, readInclude, type Include } from './include.ts'
import { relationKeys, type RelationKey } from './schema.ts'

/** What `include` of a list of people names: also what describe always shows. */
export type ListInclude = Include & { relations: readonly RelationKey[] }

const keyOf = new Map(relationKeys.map((key) => [key.replaceAll('_', '-'), key]))
const relationValues = [...keyOf.keys()]
export const listIncludeValues: readonly string[] = [...includeValues, ...relationValues]

export const ListIncludeParameter = Type.Optional(
  listParameter([...listIncludeValues, abilitiesValue], {
    description: 'What to add: related records, how many there are, or whether there are any',
  }),
)

/** Reads `include` of a list, as {@link readInclude} does. */
export function readListInclude(text: string | undefined): ListInclude {
  const values = new Set((text ?? '').split(',').map((value) => value.trim()))
  const relations = [...keyOf].flatMap(([value, key]) => (values.has(value) ? [key] : []))
  const others = [...values].filter((value) => !keyOf.has(value))
  return { ...readInclude(others.join(','), relationValues), relations }
}
