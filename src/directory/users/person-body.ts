import { Type } from 'typebox'
import { unprocessable } from '../../http/refusals/problem.ts'
import { emailPattern, Id, Nullable, Text } from '../../http/shapes/schema.ts'
import type { Person } from './person-queries.ts'

/** Part of a name: without blanks around it, or empty. */
function NamePart(examples: string[]) {
  return Type.String({ maxLength: 200, pattern: String.raw`^(\S(.*\S)?)?$`, examples })
}

export const FirstName = NamePart(['Ada'])
export const LastName = NamePart(['Moreau'])
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: emailPattern,
  examples: ['ada.moreau@acme.example'],
})
export const Username = Text(200, {
  minLength: 1,
  pattern: String.raw`^\S(.*\S)?$`,
  description: 'Overrides the part of the e-mail address before @; null goes back to it',
  examples: ['ada.moreau'],
})
export const PersonId = Nullable(Id('directoryUser'))

/** 422 for a person without any name. */
export function requireName({ first_name, last_name }: { first_name: string; last_name: string }) {
  if (first_name === '' && last_name === '')
    throw unprocessable({ first_name: ['or last_name is needed: not both can be empty'] })
}

const maximumKeys = 50
const key = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' })

/** Own keys and values of an organisation. A change removes the keys that are null. */
export const Metadata = Type.Record(key, Nullable(Text(1000)), {
  additionalProperties: false,
  maxProperties: 2 * maximumKeys,
  description: `At most ${maximumKeys} keys of A-Z a-z 0-9 _ . -, with texts of up to 1,000 characters. A change merges; null removes a key`,
  examples: [{ shirt_size: 'M' }],
})

/** The metadata with the changes applied; 422 `errors.metadata` for more than 50 keys. */
export function mergeMetadata(
  current: Person['metadata'],
  changes: Readonly<Record<string, string | null>>,
): Person['metadata'] {
  const merged = Object.entries({ ...current, ...changes })
  const kept = merged.filter((entry): entry is [string, string] => entry[1] !== null)
  if (kept.length > maximumKeys)
    throw unprocessable({
      metadata: [`would have ${kept.length} keys; at most ${maximumKeys} are allowed`],
    })
  return Object.fromEntries(kept)
}
