import { Argument, Command, Option } from 'commander'
import { withApiOptions } from '../command-line/api-options.ts'
import { nounOfArgument } from '../nouns/argument-nouns.ts'
import { examplesOf, quotedExample } from './command-examples.ts'
import { addFlag, declare } from '../command-line/declare.ts'
import { addField, addFilters, variableFor } from './field-options.ts'
import { filtersAmong, flagOf } from '../nouns/field-flags.ts'
import { fullFlag, withFlag, yesFlag, type Flag } from '../command-line/flag.ts'
import type { Noun, NounOptions, Verb } from '../nouns/noun.ts'
import { idsIn, operationAt, type Field } from '../nouns/operations.ts'
import { limitOption } from '../command-line/options.ts'
import { asksFirst, operationOf, optionsOf, plannedBy, verbsOf } from '../nouns/verbs.ts'

/** `muster <noun>` with every command for which the API has an operation. What they need is loaded when they run. */
export function nounCommand(noun: Noun, without: readonly string[] = []): Command {
  const made = [
    ...(noun.list === undefined ? [] : [listCommand(noun, noun.list)]),
    ...(operationAt('get', noun.one) === undefined ? [] : [showCommand(noun)]),
    ...verbsOf(noun).map(verbCommand),
  ].filter((command) => !without.includes(command.name()))
  return made.reduce(
    (whole, each) => whole.addCommand(each),
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
    options: [includeOption(), limitOption(noun.limit?.rows, noun.limit?.variable)],
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
  const option = new Option('--sort <field>', 'the order; -: the other way round')
  command.addOption(option.env(variableOf(noun, 'sort')).choices([...sort.choices]))
}

function showCommand(noun: Noun): Command {
  const { part } = noun
  const names = idsIn(noun.one)
  const start = [noun.name, 'show', ...names.map((name) => quotedExample(noun, name))].join(' ')
  return declare({
    name: 'show',
    about: names.length === 0 ? `show ${noun.about}` : `show one ${noun.what}`,
    base: (command) => {
      addArguments(withApiOptions(command), noun, { names })
      addOwnerFlags(command, noun)
      return command
    },
    options: [...(part === undefined ? [] : [partFlag(noun, part)]), includeOption()],
    examples: [start, `${start} --json`],
    load: async () => {
      const { runShow } = await import('./run-noun.ts')
      return taking((words, options) => runShow(noun, words, options))
    },
  }).alias('get')
}

function partFlag(noun: Noun, { flag, about }: { flag: string; about: string }): Flag {
  return [`--${flag}`, about, variableOf(noun, flag)]
}

function includeOption(): Option {
  const about = 'related data of the API, separated by commas, for --json'
  return new Option('--include <list>', about).env('MUSTER_INCLUDE')
}

const planFlag: Flag = ['--plan', 'show whose access would change; change nothing', 'MUSTER_PLAN']

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
      for (const flag of extra) addFlag(command, flag)
      if (way !== undefined || verb.plansOnRequest === true) withFlag(command, fullFlag)
      if (verb.plansOnRequest === true) withFlag(command, planFlag)
      return asks ? withFlag(command, yesFlag(way === undefined ? verb.name : 'apply')) : command
    },
    examples: examplesOf(verb),
    ...(notes.length > 0 && { note: notes.join('\n\n') }),
    load: async () => {
      const { runVerb } = await import('./run-verb.ts')
      return taking((words, options) => (verb.run ?? runVerb)(verb, words, options))
    },
  }).aliases([...aliases])
}

function addFields(command: Command, verb: Verb): void {
  const { noun, method, defaults = {} } = verb
  for (const field of optionsOf(verb))
    addField(command, field, {
      variable: noun.variable ?? ((flag) => variableOf(noun, flag)),
      isRequired: field.required === true && !(field.name in defaults),
      isChange: method === 'patch',
    })
}

/** Commander gives the arguments that are declared, and then the options. */
function taking(run: (words: string[], options: NounOptions) => Promise<void>) {
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
    const option = new Option(`--${flag} <${flag}>`, `of a ${of().what}: ${of().argument}`)
    command.addOption(option.env(flag === 'service' ? 'MUSTER_SERVICE' : variableOf(noun, flag)))
  }
}

/** Options that mean the same in all commands have one variable. */
const sharedVariables = new Set(['at', 'reason', 'undo'])

function variableOf({ name }: Noun, flag: string): string {
  return sharedVariables.has(flag) ? `MUSTER_${flag.toUpperCase()}` : variableFor(name, flag)
}
