import { Count, Id, Instant, Nullable, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'
import { PolicyResource } from '../shapes/schema.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/attributes/dratr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const rowProperties = {
  ...PolicyResource.properties,
  id: Id('attribute'),
  parent: Id('dimension'),
  handle: Text(200, { examples: ['sales'] }),
  profile_value: Text(1000, { examples: ['Sales'] }),
  dimension_handle: Text(63, { examples: ['department'] }),
  ruleset_id: Nullable(Id('ruleset')),
  /** The attribute that has taken over its value. */
  absorbed_by_id: Nullable(Id('attribute')),
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
  links: Shape({ self: link, dimension: link, ruleset: Nullable(link), users: link }),
}

/** One value of a dimension, in a list: the contract's policy resource, and where to go from it. */
export const ListedAttribute = RecordShape(rowProperties, { $id: 'ListedDirectoryAttribute' })

/** One attribute, with how many people qualify for it and how many rules its ruleset has, in any state. */
export const DescribedAttribute = RecordShape(
  { ...rowProperties, count: Shape({ users: Count, policy_rules: Count }) },
  { $id: 'DirectoryAttribute' },
)
