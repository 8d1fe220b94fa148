import { readFileSync } from 'node:fs'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { plainName } from '../file/column-names.ts'

/** What a column can be, in the order in which columns are taken. */
export const fields = [
  'system_id',
  'id',
  'username',
  'email',
  'verified',
  'first_name',
  'preferred_name',
  'last_name',
  'preferred_last_name',
  'full_name',
  'family_first',
  'last_name_prefix',
  'second_last_name',
  'department',
  'division',
  'title',
  'cost_center',
  'location',
  'type',
  'badge',
  'manager_id',
  'manager_name',
  'manager_email',
  'first_day',
  'last_day',
  'others',
  'state',
  'is_active',
  'is_enabled',
  'is_suspended',
  'is_gone',
  'gone_at',
  'suspended_at',
] as const
export type Field = (typeof fields)[number]

const meanings = ['active', 'suspended', 'staged', 'gone', 'yes', 'no'] as const
export type WordMeaning = (typeof meanings)[number]

const List = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 })))
const Language = Type.Object(
  Object.fromEntries([...fields, ...meanings].map((name) => [name, List])),
  { additionalProperties: false },
)
const Words = Type.Record(Type.String({ pattern: '^[a-z]{2,8}$' }), Language)

type Index = ReadonlyMap<string, ReadonlyMap<string, number>>

let known: Index | undefined

/** The words of `words.yaml`, by field, each with its place. Throws where the file is not by its schema. */
function words(): Index {
  known ??= indexed(readWords(readFileSync(new URL('words.yaml', import.meta.url), 'utf8')))
  return known
}

/** @throws Error naming the first place that is not by the schema */
export function readWords(text: string): Static<typeof Words> {
  const given: unknown = parse(text)
  if (Value.Check(Words, given)) return given
  const [fault] = Value.Errors(Words, given)
  throw new Error(`words.yaml: ${fault?.instancePath} ${fault?.message}`)
}

function indexed(languages: Static<typeof Words>): Index {
  return new Map(
    [...fields, ...meanings].map((field) => {
      const names = Object.values(languages).flatMap((language) => language[field] ?? [])
      return [field, new Map(names.map((name, at) => [plainName(name), at] as const).toReversed())]
    }),
  )
}

/** The place of a name among those of a field, 0 for the most usual one; undefined where it is none of them. */
export function placeOf(field: Field, name: string): number | undefined {
  return words().get(field)?.get(name)
}

/** What a value of a state usually means; null where no list has it. */
export function meaningOf<Meaning extends WordMeaning>(
  value: string,
  among: readonly Meaning[],
): Meaning | null {
  const plain = plainName(value)
  return among.find((meaning) => words().get(meaning)?.has(plain) === true) ?? null
}
