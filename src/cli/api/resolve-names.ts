import type { Muster } from '../../../sdk/src/index.ts'
import type { Noun, NounOptions, Owner, Search } from '../nouns/noun.ts'
import { nounOfArgument } from '../nouns/nouns.ts'
import type { Field } from '../nouns/operations.ts'
import { WrongArguments } from '../output/output.ts'
import { optionKey, valueOf } from './field-values.ts'
import { findRecord } from './find-record.ts'

/** What a command is about: ids in the path, and fields of the body that are arguments. */
export type Target = {
  owner: Owner | undefined
  path: Record<string, string>
  body: Record<string, unknown>
}

export type Acting = { muster: Muster; options: NounOptions }
type Resolving = Acting & {
  /** Of the body. */
  fields?: readonly Field[] | undefined
  /** Whether a part of a name is not enough for a record of that noun. */
  isWhole?: (of: Noun) => boolean
  /** Narrows what a name of a record of the noun itself may mean. */
  among?: ((named: string) => Search) | undefined
}

/** Finds the records that the arguments and the options name. `words`: the arguments, by their `names`. */
export async function resolveNames(
  noun: Noun,
  names: readonly string[],
  words: readonly string[],
  { muster, options, fields = [], isWhole = () => false, among }: Resolving,
): Promise<Target> {
  const path: Target['path'] = {}
  const body: Target['body'] = {}
  const ownerIn = () => noun.owners.find(({ param }) => path[param] !== undefined)
  const isOwner = (name: string) => noun.owners.some(({ param }) => param === name)
  const chosen = ownerByOption(noun, options)
  const given: [string, string][] = [
    ...(chosen === undefined
      ? []
      : [[chosen.owner.param, chosen.named] satisfies [string, string]]),
    ...names.map((name, at): [string, string] => [name, words[at] ?? '']),
  ]
  // An owner is found before what it has, whatever the order of the arguments.
  for (const [name, word] of given.sort(([a], [b]) => Number(isOwner(b)) - Number(isOwner(a)))) {
    const field = fields.find((each) => each.name === name)
    const of = nounOfArgument(noun, name, fields)
    const isOwn = of === noun && name === noun.param
    const own = isOwn ? { owner: ownerIn(), path, ...among?.(word) } : {}
    const search = { isWhole: isWhole(of ?? noun), ...own, ...typedBy(of, options) }
    const found = of && (await findRecord(of, muster, word, search))
    if (field === undefined) path[name] = found?.id ?? word
    else body[name] = found?.id ?? (await valueOf(field, word, { muster, isWhole: true }))
  }
  return { owner: ownerIn(), path, body }
}

/** The option that says whose records they are, and what it names. */
export function ownerByOption(
  noun: Noun,
  options: NounOptions,
): { owner: Owner; named: string } | undefined {
  const [first, second] = noun.owners.flatMap((owner) => {
    const named = owner.flag === undefined ? undefined : options[optionKey(owner.flag)]
    return typeof named === 'string' ? [{ owner, named }] : []
  })
  if (second === undefined) return first
  throw new WrongArguments(
    `Give one of ${noun.owners.map(({ flag }) => `--${flag}`).join(' and ')}.`,
  )
}

/** The search narrowed by `--type`, for nouns that have one. */
export function typedBy(
  noun: Noun | undefined,
  { type }: NounOptions | { type?: string },
): Pick<Search, 'query'> {
  return noun?.isTyped === true && typeof type === 'string'
    ? { query: { 'filter[type]': type } }
    : {}
}
