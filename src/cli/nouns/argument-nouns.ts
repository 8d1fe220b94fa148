import { referenceOf } from './field-flags.ts'
import type { Noun } from './noun.ts'
import { nounOfPrefix } from './nouns.ts'
import type { Field } from './operations.ts'

/** The noun of which an argument or a field names a record; undefined where it is a value. */
export function nounOfArgument(
  noun: Noun,
  name: string,
  fields: readonly Field[] = [],
): Noun | undefined {
  const field = fields.find((each) => each.name === name)
  if (field !== undefined) return nounOfField(field)
  if (name === noun.param) return noun.by?.() ?? noun
  return noun.owners.find(({ param }) => param === name)?.of()
}

export function nounOfField(field: Field): Noun | undefined {
  return nounOfPrefix(referenceOf(field) ?? '')
}
