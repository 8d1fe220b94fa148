import type { NounOptions, Verb } from '../nouns/noun.ts'
import { CommandFailed } from '../output/output.ts'
import { besideMapping, readMapping, readMappingContents } from './read-mapping.ts'
import { runVerb } from '../api/run-verb.ts'
import { optionsOf, verbsOf } from '../nouns/verbs.ts'
import { optionKey } from '../api/field-values.ts'
import { flagOf } from '../nouns/field-flags.ts'

type Values = Readonly<Record<string, unknown>>

/** Connects a source, with what its mapping file gives besides the mapping. */
export async function runIntegrationCreate(
  verb: Verb,
  words: readonly string[],
  options: NounOptions,
): Promise<void> {
  const { mapping: path, primary } = options
  const amend = async (body: Values) => {
    if (typeof path !== 'string') return { ...body }
    const contents = await readMappingContents(path)
    const beside = besideMapping(contents, { primary: primary === true })
    return { ...beside, ...body, mapping: contents.mapping }
  }
  await runVerb({ ...verb, amend }, words, options)
}

/** Changes the settings of a source, and makes it the primary where `--primary` says so. */
export async function runIntegrationUpdate(
  verb: Verb,
  words: readonly string[],
  options: NounOptions,
): Promise<void> {
  const { mapping, primary, plan } = options
  const hasSettings =
    mapping !== undefined ||
    optionsOf(verb).some((field) => options[optionKey(flagOf(field))] !== undefined)
  if (primary === true && hasSettings && plan === true)
    throw new CommandFailed('Plan --primary without other settings: it is a change of its own.', 2)
  const amend = async (body: Values) =>
    typeof mapping === 'string' ? { ...body, mapping: await readMapping(mapping) } : { ...body }
  if (hasSettings || primary !== true) {
    const silent = primary === true ? { print: async () => undefined } : {}
    await runVerb({ ...verb, ...silent, amend }, words, options)
  }
  const makePrimary = verbsOf(verb.noun).find(({ name }) => name === 'make-primary')
  if (primary === true && makePrimary !== undefined)
    await runVerb(makePrimary, words, { ...options, yes: true })
}
