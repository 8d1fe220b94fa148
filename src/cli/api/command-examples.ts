import { nounOfArgument } from '../nouns/nouns.ts'
import { flagOf } from '../nouns/field-flags.ts'
import type { Noun, Verb } from '../nouns/noun.ts'
import type { Field } from '../nouns/operations.ts'
import { optionsOf } from '../nouns/verbs.ts'

/** Command lines of a verb: with what it needs, and with the first further option that has an example. */
export function examplesOf(verb: Verb): string[] {
  const { noun, name, example, method, operation } = verb
  const start = `${noun.name} ${name}`
  if (example !== undefined) return [`${start} ${example}`]
  const given = verb.arguments.map((each) => quotedExample(noun, each, operation.body))
  const options = optionsOf(verb)
  const required = options.filter((field) => field.required === true).map(flagged)
  const least = [start, ...given, ...required].join(' ')
  const further = options.find((field) => field.required !== true && field.example !== undefined)
  const more = further === undefined ? [] : [`${least} ${flagged(further)}`]
  return method === 'patch' && more.length > 0 ? more : [least, ...more]
}

function flagged(field: Field): string {
  return `--${flagOf(field)} ${quoted(exampleOf(field))}`
}

/** An example of an argument: a record, or a field of the body. */
export function quotedExample(noun: Noun, name: string, fields: readonly Field[] = []): string {
  const field = fields.find((each) => each.name === name)
  return quoted(
    nounOfArgument(noun, name, fields)?.example ?? (field === undefined ? '…' : exampleOf(field)),
  )
}

function exampleOf({ kind, example, choices: [choice] = [] }: Field): string {
  const usual = kind === 'instant' ? '2027-03-01' : kind === 'integer' ? '7' : '…'
  return (kind === 'instant' ? usual : example) ?? choice ?? usual
}

function quoted(text: string): string {
  return /^[\w.@:/-]+$/.test(text) ? text : `"${text}"`
}
