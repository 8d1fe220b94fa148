import { Type, type Static } from 'typebox'
import { profileValuePermission } from '../../contract/permissions.ts'
import { identityStates } from '../../contract/states.ts'
import { Count, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import type { SourceAccount } from '../file/source-record.ts'
import type { SourcePreview } from './read-sample.ts'
import { sampledGroups, sampledPeople } from '../pull/source-sample.ts'

const PreviewedPerson = Shape({
  vendor_id: Text(200, { examples: ['9f86d081-884c-4d65-9a2f-eaa0c55ad015'] }),
  handle: Nullable(Text(200, { examples: ['ada'] })),
  email: Nullable(Text(254, { examples: ['ada.moreau@acme.example'] })),
  first_name: Text(200, { examples: ['Ada'] }),
  last_name: Text(200, { examples: ['Moreau'] }),
  full_name: Text(410, { examples: ['Ada Moreau'] }),
  state: OneOf(identityStates),
  profile: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Null without `directory.identity.profile.view`',
      examples: [{ department: 'Sales' }],
    }),
  ),
})

const nameOfColumn = Text(500, { examples: ['profile.department'] })

/** Some entries of a source as a mapping reads them. */
export const previewProperties = {
  rows: { ...Count, description: 'Entries of people that were looked at' },
  people: Type.Array(PreviewedPerson, {
    maxItems: 3,
    description: 'Three of them, with different states where there are',
  }),
  left_out: Type.Array(Text(2000), {
    maxItems: sampledPeople,
    description:
      'Why an entry can’t be taken. The reasons quote values: without `directory.identity.profile.view` each says only that',
  }),
  groups: Type.Array(Text(1000, { examples: ['Sellers'] }), { maxItems: sampledGroups }),
  columns: Type.Array(nameOfColumn, {
    maxItems: 500,
    description: 'Where the entries have values, as a mapping names it',
  }),
  unknown_states: Type.Array(
    Shape({ path: nameOfColumn, value: Text(200, { examples: ['LEAVE'] }), rows: Count }),
    {
      maxItems: 50,
      description:
        'States without a meaning in the mapping; none are shown without `directory.identity.profile.view`',
    },
  ),
}

const withheld = `Why needs the permission ${profileValuePermission}.`

export function presentPreview(
  preview: SourcePreview,
  { seesProfiles }: { seesProfiles: boolean },
) {
  return {
    rows: preview.rows,
    people: preview.people.map((person) => presentPerson(person, seesProfiles)),
    left_out: preview.leftOut.map((reason) => (seesProfiles ? reason.slice(0, 2000) : withheld)),
    groups: [...preview.groups],
    columns: [...preview.columns],
    unknown_states: seesProfiles ? [...preview.unknownStates] : [],
  }
}

function presentPerson(
  { vendorId, handle, email, firstName, lastName, fullName, state, profile }: SourceAccount,
  seesProfiles: boolean,
): Static<typeof PreviewedPerson> {
  return {
    vendor_id: vendorId,
    handle,
    email,
    first_name: firstName,
    last_name: lastName,
    full_name: fullName,
    state,
    profile: seesProfiles ? { ...profile } : null,
  }
}
