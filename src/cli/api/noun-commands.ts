import { Argument, Command } from 'commander'
import { declare } from '../command-line/declare.ts'
import { fullFlag, withFlag, withFlags, yesFlag, type Flag } from '../command-line/flag.ts'
import { limitFlag, withApiOptions } from '../command-line/options.ts'
import { filtersAmong, flagOf } from '../nouns/field-flags.ts'
import type { Noun, NounOptions, Verb, VerbSpec } from '../nouns/noun.ts'
import { nounOfArgument } from '../nouns/nouns.ts'
import { idsIn, operationAt, type Field } from '../nouns/operations.ts'
import { asksFirst, operationOf, optionsOf, plannedBy, verbsOf } from '../nouns/verbs.ts'
import { examplesOf, quotedExample } from './command-examples.ts'
import { addField, addFilters, variableFor } from './field-options.ts'

type Run = (words: string[], options: NounOptions) => Promise<void>

/** What is written by hand of a noun's commands: what `show` prints, and verbs. */
export type Written = {
  show?: { about: string; options: readonly Flag[]; load: () => Promise<Run> }
  verbs?: Readonly<Record<string, VerbSpec>>
}

/** `muster <noun>` with every command for which the API has an operation. What they need is loaded when they run. */
export function nounCommand(noun: Noun, { show, verbs = {} }: Written = {}): Command {
  const declared = Object.entries(verbs).map(([name, spec]) => {
    const known = noun.verbs?.[name]
    return [name, known === undefined || known === false ? spec : { ...known, ...spec }] as const
  })
  const whole = { ...noun, verbs: { ...noun.verbs, ...Object.fromEntries(declared) } }
  const made = [
    ...(noun.list === undefined ? [] : [listCommand(noun, noun.list)]),
    ...(operationAt('get', noun.one) === undefined ? [] : [showCommand(noun, show)]),
    ...verbsOf(whole).map(verbCommand),
  ]
  return made.reduce(
    (command, each) => command.addCommand(each),
    new Command(lastWord(noun.name)).description(noun.about),
  )
}

/** `integration secret` is a command of `integration`. */
function lastWord(name: string): string {
  return name.replace(/.* /, '')
}

/** `muster <noun> list`, with an option for each filter. */
function listCommand(noun: Noun, list: string): Command {
  const owner = noun.owners.find(({ flag }) => flag === undefined)
  const { query = [] } = operationAt('get', list) ?? {}
  const filters = filtersAmong(query)
  const args = owner === undefined ? [] : [owner.param]
  const choice = filters.find(({ kind }) => kind === 'choice')
  const start = [noun.name, 'list', ...args.map((name) => quotedExample(noun, name))].join(' ')
  return declare({
    name: 'list',
    about: `list ${noun.about}`,
    base: (command) => {
      withApiOptions(command)
      const isTyped = filters.some(({ name }) => name === 'filter[type]')
      addArguments(command, noun, { names: args, isTyped })
      addOwnerFlags(command, noun)
      addFilters(command, list, (flag) => variableOf(noun, flag))
      addSort(command, noun, query)
      return command
    },
    options: [includeFlag, limitFlag(noun.limit?.rows, noun.limit?.variable)],
    examples: [
      start,
      `${start}${choice === undefined ? '' : ` --${flagOf(choice)} ${choice.choices?.[0]}`} -o id`,
    ],
    load: async () => {
      const { runList } = await import('./run-noun.ts')
      return taking((words, options) => runList(noun, words[0], options))
    },
  }).alias('ls')
}

function addSort(command: Command, noun: Noun, query: readonly Field[]): void {
  const sort = query.find(({ name }) => name === 'sort')
  if (sort?.choices === undefined) return
  const { choices } = sort
  const variable = variableOf(noun, 'sort')
  withFlag(command, ['--sort <field>', 'the order; -: the other way round', { variable, choices }])
}

function showCommand(noun: Noun, written: Written['show']): Command {
  const { part } = noun
  const names = idsIn(noun.one)
  const start = [noun.name, 'show', ...names.map((name) => quotedExample(noun, name))].join(' ')
  return declare({
    name: 'show',
    about: written?.about ?? (names.length === 0 ? `show ${noun.about}` : `show one ${noun.what}`),
    base: (command) => {
      addArguments(withApiOptions(command), noun, { names })
      addOwnerFlags(command, noun)
      return command
    },
    options: [
      ...(part === undefined
        ? []
        : [[`--${part.flag}`, part.about, variableOf(noun, part.flag)] satisfies Flag]),
      ...(written?.options ?? [includeFlag]),
    ],
    examples: [start, `${start} --json`],
    load: async () => {
      if (written !== undefined) return taking(await written.load())
      const { runShow } = await import('./run-noun.ts')
      return taking((words, options) => runShow(noun, words, options))
    },
  }).alias('get')
}

const includeFlag: Flag = [
  '--include <list>',
  'related data of the API, separated by commas, for --json',
]
const planFlag: Flag = ['--plan', 'show whose access would change; change nothing']
/** A command that changes something, with an option for each field that is no argument. */
function verbCommand(verb: Verb): Command {
  const { noun, operation, aliases = [], about = operation.summary, note, extra = [] } = verb
  const way = plannedBy(verb)
  const asks = way !== undefined || asksFirst(verb)
  const what = way === undefined ? 'names the record' : 'shows whose access would change'
  const question = asks ? [`It ${what} and asks, unless --yes is given.`] : []
  const notes = [...question, ...(note === undefined ? [] : [note])]
  return declare({
    name: verb.name,
    about: about.replace(/^[A-Z]/, (first) => first.toLowerCase()),
    base: (command) => {
      const { arguments: names } = verb
      addArguments(withApiOptions(command), noun, { names, fields: operation.body ?? [] })
      addOwnerFlags(command, noun, verb)
      addFields(command, verb)
      withFlags(command, extra)
      if (way !== undefined || verb.plansOnRequest === true) withFlag(command, fullFlag)
      if (verb.plansOnRequest === true) withFlag(command, planFlag)
      return asks ? withFlag(command, yesFlag(way === undefined ? verb.name : 'apply')) : command
    },
    examples: examplesOf(verb),
    ...(notes.length > 0 && { note: notes.join('\n\n') }),
    load: async () => {
      const run = (await verb.load?.()) ?? (await import('./run-verb.ts')).runVerb
      return taking((words, options) => run(verb, words, options))
    },
  }).aliases([...aliases])
}

function addFields(command: Command, verb: Verb): void {
  const { noun, method, defaults = {} } = verb
  for (const field of optionsOf(verb))
    addField(command, field, {
      variable: (flag) => variableOf(noun, flag),
      isRequired: field.required === true && !(field.name in defaults),
      isChange: method === 'patch',
    })
}

/** Commander gives the arguments that are declared, and then the options. */
function taking(run: Run) {
  return async (...given: (string | NounOptions)[]) => {
    const options = given.find((each) => typeof each !== 'string') ?? {}
    await run(
      given.filter((each) => typeof each === 'string'),
      options,
    )
  }
}

type Arguments = { names: readonly string[]; fields?: readonly Field[]; isTyped?: boolean }

/** Arguments that name records, or are fields of the body. `isTyped`: the command has an option for types already. */
function addArguments(
  command: Command,
  noun: Noun,
  { names, fields = [], isTyped = false }: Arguments,
): void {
  const nouns = names.map((name) => nounOfArgument(noun, name, fields))
  for (const [at, name] of names.entries()) {
    const of = nouns[at]
    const field = fields.find((each) => each.name === name)
    const shown = field === undefined ? name : flagOf(field)
    const argument = new Argument(`<${shown}>`, of?.argument ?? field?.about)
    command.addArgument(
      field?.choices === undefined ? argument : argument.choices([...field.choices]),
    )
  }
  const typed = nouns.find((each) => each?.isTyped === true)
  const { query = [] } = operationAt('get', typed?.list ?? '') ?? {}
  const filter = query.find(({ name }) => name === 'filter[type]')
  if (typed !== undefined && filter !== undefined && !isTyped)
    addField(command, filter, { variable: (flag) => variableOf(typed, flag), isFilter: true })
}

function addOwnerFlags(command: Command, noun: Noun, verb?: Verb): void {
  for (const owner of noun.owners) {
    const { flag, of } = owner
    const isNone = verb !== undefined && operationOf(verb, owner) === undefined
    if (flag === undefined || isNone) continue
    const variable = flag === 'service' ? 'MUSTER_SERVICE' : variableOf(noun, flag)
    withFlag(command, [`--${flag} <${flag}>`, `of a ${of().what}: ${of().argument}`, variable])
  }
}

/** Options that mean the same in all commands have one variable. */
const sharedVariables = new Set(['at', 'reason', 'undo'])

function variableOf({ name }: Noun, flag: string): string {
  return sharedVariables.has(flag) ? `MUSTER_${flag.toUpperCase()}` : variableFor(name, flag)
}
