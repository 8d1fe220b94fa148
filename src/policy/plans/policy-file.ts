import { Type } from 'typebox'
import { Shape, Text } from '../../http/shapes/schema.ts'

export const maximumFiles = 2000

/** A file of a policy folder, in requests and answers. */
export const PolicyFile = Shape({
  path: Text(500, {
    minLength: 1,
    description: 'Its name in the folder, with `/`: errors are reported under it',
    examples: ['codehost_group/platform.yaml'],
  }),
  text: Type.String({
    maxLength: 1_000_000,
    description: 'YAML, as `muster policy export` writes it',
    examples: ['dimensions: []'],
  }),
})
