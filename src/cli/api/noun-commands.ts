import type { Command } from 'commander'
import { declare, group, type Declared } from '../command-line/declare.ts'
import { flagsOf, fullFlag, planFlag, yesFlag, type Flag } from '../command-line/flag.ts'
import { limitFlag } from '../command-line/options.ts'
import { filtersAmong, flagOf } from '../nouns/field-flags.ts'
import type { Noun, NounOptions, RunShow, Verb, VerbSpec } from '../nouns/noun.ts'
import { nounOfArgument } from '../nouns/nouns.ts'
import { idsIn, operationAt, type Field } from '../nouns/operations.ts'
import { asksFirst, operationOf, optionsOf, plannedBy, verbsOf } from '../nouns/verbs.ts'
import { examplesOf, quotedExample } from './command-examples.ts'
import { fieldFlag, filterFlags } from './field-options.ts'

/** What is written by hand of a noun's commands: what `show` prints, verbs, and others below it. */
type Written = {
  show?: { about: string; options: readonly Flag[]; load: () => Promise<RunShow> }
  verbs?: Readonly<Record<string, VerbSpec>>
  further?: readonly Command[]
}

/** `muster <noun>` with every command for which the API has an operation. What they need is loaded when they run. */
export function nounCommand(noun: Noun, { show, verbs = {}, further = [] }: Written = {}): Command {
  const written = Object.entries(verbs).map(([name, spec]) => [
    name,
    { ...noun.verbs?.[name], ...spec },
  ])
  const whole = { ...noun, verbs: { ...noun.verbs, ...Object.fromEntries(written) } }
  const made = [
    ...(noun.list === undefined ? [] : [listCommand(noun, noun.list)]),
    ...(operationAt('get', noun.one) === undefined ? [] : [showCommand(noun, show)]),
    ...verbsOf(whole).map(verbCommand),
  ]
  return group(lastWord(noun.name), noun.about, [...made.map(declare), ...further])
}

/** `integration secret` is a command of `integration`. */
function lastWord(name: string): string {
  return name.replace(/.* /, '')
}

/** `muster <noun> list`, with an option for each filter. */
function listCommand(noun: Noun, list: string): Declared {
  const owner = noun.owners.find(({ flag }) => flag === undefined)
  const { query = [] } = operationAt('get', list) ?? {}
  const filters = filtersAmong(query)
  const args = owner === undefined ? [] : [owner.param]
  const choice = filters.find(({ kind }) => kind === 'choice')
  const start = [noun.name, 'list', ...args.map((name) => quotedExample(noun, name))].join(' ')
  const isTyped = filters.some(({ name }) => name === 'filter[type]')
  const { choices = [] } = query.find(({ name }) => name === 'sort') ?? {}
  const sort: Flag = ['--sort <field>', 'the order; -: the other way round', { choices }]
  return {
    name: 'list',
    aliases: ['ls'],
    about: `list ${noun.about}`,
    arguments: args.map((name) => argumentOf(noun, name)),
    options: [
      ...(isTyped ? [] : typeFlags(noun, args)),
      ...ownerFlags(noun),
      ...flagsOf(noun.name, [...filterFlags(list), ...(choices.length > 0 ? [sort] : [])]),
      includeFlag,
      limitFlag(noun.limit?.rows, noun.limit?.variable),
    ],
    examples: [
      start,
      `${start}${choice === undefined ? '' : ` --${flagOf(choice)} ${choice.choices?.[0]}`} -o id`,
    ],
    load: async () => {
      const { runList } = await import('./run-noun.ts')
      return taking((words, options) => runList(noun, words[0], options))
    },
  }
}

function showCommand(noun: Noun, written: Written['show']): Declared {
  const { part } = noun
  const names = idsIn(noun.one)
  const start = [noun.name, 'show', ...names.map((name) => quotedExample(noun, name))].join(' ')
  return {
    name: 'show',
    aliases: ['get'],
    about: written?.about ?? (names.length === 0 ? `show ${noun.about}` : `show one ${noun.what}`),
    arguments: names.map((name) => argumentOf(noun, name)),
    options: [
      ...typeFlags(noun, names),
      ...ownerFlags(noun),
      ...(part === undefined ? [] : flagsOf(noun.name, [[`--${part.flag}`, part.about]])),
      ...(written?.options ?? [includeFlag]),
    ],
    examples: [start, `${start} --json`],
    load: async () => {
      if (written !== undefined) return taking(await written.load())
      const { runShow } = await import('./run-noun.ts')
      return taking((words, options) => runShow(noun, words, options))
    },
  }
}

const includeFlag: Flag = [
  '--include <list>',
  'related data of the API, separated by commas, for --json',
]

/** A command that changes something, with an option for each field that is no argument. */
function verbCommand(verb: Verb): Declared {
  const { noun, operation, about = operation.summary, note, extra = [] } = verb
  const way = plannedBy(verb)
  const isAsked = way !== undefined || asksFirst(verb)
  const isPlannedOnRequest = verb.plansOnRequest === true
  const what = way === undefined ? 'names the record' : 'shows whose access would change'
  const question = isAsked ? [`It ${what} and asks, unless --yes is given.`] : []
  const notes = [...question, ...(note === undefined ? [] : [note])]
  return {
    name: verb.name,
    aliases: verb.aliases ?? [],
    about: about.replace(/^[A-Z]/, (first) => first.toLowerCase()),
    arguments: verb.arguments.map((name) => argumentOf(noun, name, operation.body)),
    options: [
      ...typeFlags(noun, verb.arguments, operation.body),
      ...ownerFlags(noun, verb),
      ...flagsOf(noun.name, fieldFlags(verb)),
      ...extra,
      ...(way !== undefined || isPlannedOnRequest ? [fullFlag] : []),
      ...(isPlannedOnRequest ? [planFlag] : []),
      ...(isAsked ? [yesFlag(way === undefined ? verb.name : 'apply')] : []),
    ],
    examples: examplesOf(verb),
    note: notes.length > 0 ? notes.join('\n\n') : undefined,
    load: async () => {
      const run = (await verb.load?.()) ?? (await import('./run-verb.ts')).runVerb
      return taking((words, options) => run(verb, words, options))
    },
  }
}

function fieldFlags(verb: Verb): Flag[] {
  const { method, defaults = {} } = verb
  return optionsOf(verb).map((field) =>
    fieldFlag(field, {
      isRequired: field.required === true && !(field.name in defaults),
      isChange: method === 'patch',
    }),
  )
}

/** Commander gives the arguments that are declared, and then the options. */
function taking(run: RunShow) {
  return async (...given: (string | NounOptions)[]) => {
    const options = given.find((each) => typeof each !== 'string') ?? {}
    await run(
      given.filter((each) => typeof each === 'string'),
      options,
    )
  }
}

/** An argument that names a record, or is a field of the body. */
function argumentOf(noun: Noun, name: string, fields: readonly Field[] = []) {
  const field = fields.find((each) => each.name === name)
  const about = nounOfArgument(noun, name, fields)?.argument ?? field?.about
  return [`<${field === undefined ? name : flagOf(field)}>`, about, field?.choices] as const
}

/** The option for types, where an argument names one of several types. */
function typeFlags(noun: Noun, names: readonly string[], fields: readonly Field[] = []): Flag[] {
  const nouns = names.map((name) => nounOfArgument(noun, name, fields))
  const typed = nouns.find((each) => each?.isTyped === true)
  if (typed?.list === undefined) return []
  return flagsOf(typed.name, filterFlags(typed.list)).filter(([flag]) => flag.startsWith('--type '))
}

function ownerFlags(noun: Noun, verb?: Verb): Flag[] {
  return noun.owners.flatMap((owner) => {
    const { flag, of } = owner
    const isNone = verb !== undefined && operationOf(verb, owner) === undefined
    if (flag === undefined || isNone) return []
    return flagsOf(noun.name, [[`--${flag} <${flag}>`, `of a ${of().what}: ${of().argument}`]])
  })
}
