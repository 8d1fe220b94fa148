import { Type } from 'typebox'
import { Count, Nullable, Shape, Text } from '../../http/schema.ts'
import { fieldsOfRemedy } from '../probe/remedy-fields.ts'

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
