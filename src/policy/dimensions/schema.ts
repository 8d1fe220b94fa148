import { Type } from 'typebox'
import { resourceStates } from '../../contract/states.ts'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  Text,
  RecordShape,
} from '../../http/shapes/schema.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/dimensions/drdim_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const rowProperties = {
  id: Id('dimension'),
  state: OneOf(resourceStates),
  handle: Text(63, { examples: ['department'] }),
  name: Text(200, { examples: ['Department'] }),
  integration_id: Id('integration'),
  integration_handle: Text(63, { examples: ['idp'] }),
  profile_key: Text(200, { examples: ['department'] }),
  attributes_enabled: Type.Boolean(),
  expires_after_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1095,
      description:
        'The grace of rules that ask for one of its attributes; null leaves it to the workspace',
      examples: [7],
    }),
  ),
  surplus_values: Type.Integer({
    minimum: 0,
    description:
      'Values that identities have and that become no attributes, because the dimension has as many as it may have (2,000)',
    examples: [0],
  }),
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
  links: Shape({ self: link, integration: link, attributes: link }),
}

/** A profile key that the organisation governs by, in a list. */
export const ListedDimension = RecordShape(rowProperties, { $id: 'ListedDirectoryDimension' })

/** One dimension, with how many attributes it has, in any state. */
export const DescribedDimension = RecordShape(
  { ...rowProperties, count: Shape({ attributes: Count }) },
  { $id: 'DirectoryDimension' },
)
