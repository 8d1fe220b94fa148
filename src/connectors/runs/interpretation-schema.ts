import { Type } from 'typebox'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { integrationVendors, managerReferences, resourceTypes } from '../../contract/states.ts'
import { Count, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { encodings } from '../file/decode-text.ts'
import { countNames } from '../probe/summarise-records.ts'
import { products } from '../vendors.ts'
import { shapes } from '../file/shape.ts'
import { formats } from '../file/sniff-format.ts'
import { probedStates } from '../probe/summarise-records.ts'
import { mostBindings } from '../probe/present-interpretation.ts'
import { mostStateValues } from '../file/counted-states.ts'
import { refusalGroups } from '../probe/remedy-fields.ts'

const path = Text(500, { examples: ['Work Email'] })
const key = Nullable(Text(200, { examples: ['employeeNumber'] }))
const records = (properties: Parameters<typeof Shape>[0], maxItems: number, description: string) =>
  Type.Array(Shape(properties), { maxItems, description })

/** How a file is understood, by its first records. */
export const FileInterpretation = Shape(
  {
    product: OneOf(products, {
      description: 'Whose export it is; `file` is any table of people',
    }),
    vendor: OneOf(integrationVendors),
    type: OneOf(integrationTypes),
    format: OneOf(formats),
    encoding: OneOf(encodings),
    is_encoding_assumed: Type.Boolean({ description: 'Nothing in the file says its encoding' }),
    shape: Nullable(OneOf(shapes)),
    rows: Type.Integer({ minimum: 0, description: 'Records that were read', examples: [1000] }),
    is_all: Type.Boolean({ description: 'The file has no more records' }),
    count: Shape(Object.fromEntries(countNames.map((name) => [name, Count]))),
    columns: records(
      {
        name: path,
        filled: Count,
        becomes: Type.Array(Text(210, { examples: ['email'] }), { maxItems: 100 }),
      },
      500,
      'Each column or key, and what is read from it; nothing where it only becomes a key of the profile. `badge_id`, `employee_id` and `employee_alt_id` are columns that the keys of the integration name',
    ),
    bindings: records(
      { path, column: path },
      mostBindings,
      'Which column each path of the mapping is read from, where the file has one. Names are compared without case, spaces and punctuation, so they may differ',
    ),
    people: records(
      {
        line: Count,
        vendor_id: Text(200, { examples: ['E000139'] }),
        handle: Nullable(Text(200, { examples: ['meera'] })),
        email: Nullable(Text(254, { examples: ['meera.mehta@acme.example'] })),
        first_name: Text(200, { examples: ['Meera'] }),
        last_name: Text(200, { examples: ['Mehta'] }),
        state: OneOf(probedStates),
        profile: Type.Record(Type.String(), Type.Unknown(), { examples: [{}] }),
        notes: Type.Array(Text(500, { examples: ['a bot account'] }), { maxItems: 50 }),
      },
      3,
      'Three people as they would be imported',
    ),
    groups: records(
      {
        line: Count,
        type: OneOf(resourceTypes),
        vendor_id: Text(200, { examples: ['00g1'] }),
        parent_vendor_id: Nullable(Text(200, { examples: ['00g0'] })),
        name: Text(200, { examples: ['Engineering'] }),
        handle: Nullable(Text(200, { examples: ['engineering'] })),
        members: Count,
      },
      3,
      'Three groups as they would be imported',
    ),
    memberships: records(
      {
        line: Count,
        type: OneOf(resourceTypes),
        group_vendor_id: Text(200, { examples: ['00g1'] }),
        account_vendor_id: Nullable(Text(200, { examples: ['E000139'] })),
        account_email: Nullable(Text(254, { examples: ['meera.mehta@acme.example'] })),
        role: Nullable(Text(63, { examples: ['member'] })),
      },
      3,
      'Three memberships as they would be imported',
    ),
    is_identified: Type.Boolean({
      description:
        'False for accounts if no column is known as a name, an address or an id of a person: name them in the mapping',
    }),
    managers: Shape({
      profile_key: key,
      holds: OneOf(managerReferences),
      named: Count,
      found: Type.Integer({ minimum: 0, description: 'Those who are in the file', examples: [0] }),
      by_name: Shape(
        { found: Count, ambiguous: Count, unknown: Count },
        {
          description:
            'Those who are named only by name: found if one person has it, ambiguous if several do, unknown if none does',
        },
      ),
    }),
    address_columns: Type.Array(path, {
      maxItems: 500,
      description: 'Columns of addresses, where none is known to hold those of the accounts',
    }),
    unknown_states: records(
      { path, value: Text(200, { examples: ['Seconded'] }), rows: Count },
      50,
      'States without a meaning in the mapping: their accounts would stay as they are, and new ones would be staged',
    ),
    states: records(
      { path, value: Text(200, { examples: ['Active'] }), rows: Count },
      mostStateValues,
      'What the first records have where states are read, most frequent first',
    ),
    refusals: refusalGroups(3, 'The three most frequent reasons for refusal, by what to do'),
    left_out: records(
      {
        reason: Text(2000, { examples: ['neither a person nor a group, by the mapping'] }),
        rows: Count,
        line: Nullable(Count),
        shape: Nullable(
          OneOf(shapes, { description: 'With this `shape` the file can be imported again' }),
        ),
      },
      20,
      'Why records are left out on purpose, most frequent first',
    ),
    keys: Shape({
      badge_id_profile_key: key,
      employee_id_profile_key: key,
      manager_profile_key: key,
      manager_profile_holds: OneOf(managerReferences),
      policy_keys: Type.Array(Text(200, { examples: ['department'] }), { maxItems: 1000 }),
    }),
    questions: records(
      {
        id: Text(500, { examples: ['means: Status = Left'] }),
        text: Text(1000, { examples: ['What does “Left” in Status mean?'] }),
        choices: records(
          {
            value: Text(500, { examples: ['deactivated'] }),
            label: Text(500, { examples: ['Has left'] }),
            rows: Count,
            examples: Type.Array(Text(200, { examples: ['Left'] }), { maxItems: 3 }),
          },
          100,
          'The answers that it has, with how many rows each is about, and some of their values',
        ),
        proposed: Nullable(
          Text(500, { description: 'What counts without an answer; null where one is needed' }),
        ),
        answer: Nullable(Text(500, { description: 'What was answered' })),
      },
      300,
      'With `by=product`: what a table that is of no known product does not say by itself. Send the file again with `answers_bytes`, until each question has an answer or a proposal',
    ),
    mapping: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'With `by=product`: the mapping for this file, which can be edited',
        examples: [{}],
      }),
    ),
  },
  { $id: 'FileInterpretation' },
)
