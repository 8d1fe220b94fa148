import { Type, type Static } from 'typebox'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { allConnectors } from '../vendors.ts'
import type { SourceSample } from '../pull/connector.ts'
import { sampledGroups, sampledPeople } from '../pull/source-sample.ts'

/** A product that is found out, else the type of the integration. */
export const products = [
  ...allConnectors().flatMap(([, { flavours = {} }]) => Object.keys(flavours)),
  ...integrationTypes,
]

const Entry = Type.Record(Type.String(), Type.Unknown(), {
  description: 'As the source gives it, without secrets',
  examples: [{ id: '00u1', status: 'ACTIVE', profile: { login: 'ada@acme.example' } }],
})

/** Entries that a preview read. The caller keeps them; nothing of them is stored. */
export const Sample = Shape(
  {
    product: Nullable(OneOf(products, { description: 'What the source is' })),
    people: Type.Array(
      Shape({
        name: Text(1000, { description: 'What messages call it', examples: ['00u1'] }),
        record: Entry,
      }),
      { maxItems: sampledPeople },
    ),
    left_out: Type.Array(Text(2000), {
      maxItems: sampledPeople,
      description: 'Why further entries can’t be taken, regardless of the mapping',
    }),
    groups: Type.Array(Entry, { maxItems: sampledGroups }),
  },
  { $id: 'SourceSample', description: 'With `include=sample`: entries that were read' },
)

export function presentSample(sample: SourceSample): Static<typeof Sample> {
  const { product, people, leftOut, groups } = sample
  return {
    product: products.find((each) => each === product) ?? null,
    people: [...people],
    left_out: [...leftOut],
    groups: [...groups],
  }
}
