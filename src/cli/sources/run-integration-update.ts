import type { RunVerb } from '../nouns/noun.ts'
import { CommandFailed } from '../output/output.ts'
import { readMappingContents } from './read-mapping.ts'
import { runVerb } from '../api/run-verb.ts'
import { optionsOf, verbsOf } from '../nouns/verbs.ts'
import { optionKey } from '../api/field-values.ts'
import { flagOf } from '../nouns/field-flags.ts'

/** Changes the settings of a source, and makes it the primary where `--primary` says so. */
export const runIntegrationUpdate: RunVerb = async (verb, words, options) => {
  const { mapping, primary, plan } = options
  const hasSettings =
    mapping !== undefined ||
    optionsOf(verb).some((field) => options[optionKey(flagOf(field))] !== undefined)
  if (primary === true && hasSettings && plan === true)
    throw new CommandFailed('Plan --primary without other settings: it is a change of its own.', 2)
  const read = typeof mapping === 'string' ? await readMappingContents(mapping) : undefined
  const amend = async (body: object) => ({ ...body, ...(read && { mapping: read.mapping }) })
  if (hasSettings || primary !== true)
    await runVerb({ ...verb, isSilent: primary === true, amend }, words, options)
  const makePrimary = verbsOf(verb.noun).find(({ name }) => name === 'make-primary')
  if (primary === true && makePrimary !== undefined)
    await runVerb(makePrimary, words, { ...options, yes: true })
}
