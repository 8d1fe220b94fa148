import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { Muster } from '../../../sdk/src/index.ts'
import { nounOfField } from '../nouns/nouns.ts'
import { flagOf, removed } from '../nouns/field-flags.ts'
import { findRecord } from './find-record.ts'
import type { Field } from '../nouns/operations.ts'
import { WrongArguments } from '../output/output.ts'

type Values = Readonly<Record<string, unknown>>
export type Resolving = { muster: Muster; isWhole: boolean }

/** What the options give for fields, by the names of the fields, with records by their ids. */
export async function valuesOf(
  fields: readonly Field[],
  options: Values,
  resolving: Resolving,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const given = options[optionKey(flagOf(field))]
    if (given !== undefined) values[field.name] = await valueOf(field, given, resolving)
  }
  return values
}

/** The value of a field, as the API takes it. */
export async function valueOf(
  field: Field,
  given: unknown,
  resolving: Resolving,
): Promise<unknown> {
  const { kind } = field
  if (given === removed) return null
  if (kind === 'boolean' && typeof given === 'string') return given === 'yes'
  const noun = nounOfField(field)
  if (Array.isArray(given) && noun !== undefined)
    return Promise.all(given.map((each) => idOfRecord(noun, String(each), resolving)))
  if (typeof given !== 'string') return given
  if (noun !== undefined) return idOfRecord(noun, given, resolving)
  return kind === 'json' ? readJson(field, given) : given
}

/** Ids of any kind, and lists of them, are as the API takes them. */
const ids = /^[a-z]{5}_[0-9a-z]{26}(,[a-z]{5}_[0-9a-z]{26})*$/

async function idOfRecord(
  noun: NonNullable<ReturnType<typeof nounOfField>>,
  named: string,
  { muster, isWhole }: Resolving,
): Promise<string> {
  return ids.test(named) ? named : (await findRecord(noun, muster, named, { isWhole })).id
}

/** JSON or YAML: the text itself, or of the file after `@`. */
async function readJson(field: Field, given: string): Promise<unknown> {
  const text = given.startsWith('@') ? await readFile(given.slice(1), 'utf8') : given
  try {
    const value: unknown = parse(text)
    return value
  } catch {
    throw new WrongArguments(`--${flagOf(field)} is not JSON or YAML.`)
  }
}

/** `admin-role` is `adminRole` of the options. */
export function optionKey(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
