import { Type } from 'typebox'
import { Count, Nullable, Shape, Text } from '../../http/shapes/schema.ts'
import type { Refusals, Remedy } from '../file/remedies.ts'

/** What to do about rows that could not be taken. */
export const fieldsOfRemedy = {
  remedy: Text(500, { description: 'What to do', examples: ['correct the row in the source'] }),
  mapping_path: Nullable(
    Text(100, {
      description:
        'The part of the mapping where that is done, or may be; null where the mapping can’t help',
      examples: ['account.email'],
    }),
  ),
}

/** Rows that could not be taken, by what to do about them: at most `most` reasons. */
export function refusalGroups(most: number, description: string) {
  return Type.Array(
    Shape({
      ...fieldsOfRemedy,
      rows: Count,
      reasons: Type.Array(
        Shape({
          reason: Text(2000, { examples: ['neither a name nor an e-mail address'] }),
          rows: Count,
          line: Nullable(Count),
        }),
        { maxItems: most },
      ),
    }),
    { maxItems: most, description },
  )
}

export function presentRemedy({ text, mappingPath }: Remedy) {
  return { remedy: text, mapping_path: mappingPath }
}

export function presentRefusals(groups: readonly Refusals[]) {
  return groups.map(({ remedy, ...rest }) => ({ ...presentRemedy(remedy), ...rest }))
}
