import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { patternSize } from '../../engine/pattern.ts'
import { show } from './clean-value.ts'
import { Mapping, type StateMapping, type StateSource, type StateTable } from './mapping.ts'
import { entryOf } from './value-path.ts'

/** A source that has a table of its own. */
export type TableSource = Omit<StateSource, 'values'> & { values: StateTable }

/** What the words of a source mean: by its own table, or by the one that it names. */
export function tableOf({ values }: StateSource, { words = {} }: StateMapping): StateTable {
  if (typeof values !== 'string') return values
  return Object.hasOwn(words, values) ? (words[values] ?? {}) : {}
}

/** The source with its table in place of a name. */
export function withTable(source: StateSource, mapping: StateMapping): TableSource {
  return { ...source, values: tableOf(source, mapping) }
}

/** Where a source names a table that the mapping does not have, and which ones it has; null where none does. */
function unknownTable({ sources, words = {} }: StateMapping): string | null {
  const [unknown] = sources.flatMap(({ values }, index) =>
    typeof values === 'string' && !Object.hasOwn(words, values) ? [{ index, name: values }] : [],
  )
  if (unknown === undefined) return null
  const names = Object.keys(words)
  const allowed =
    names.length === 0
      ? 'it has no words: give values a table of its own'
      : `use one of ${names.join(', ')}, or give values a table of its own`
  return `/account/state/sources/${unknown.index}/values names ${show(unknown.name)}, which is no table of /account/state/words: ${allowed}`
}

/** Where a table says two things of a value that is one without case; null where none does. */
function clashInTables({
  sources,
  words = {},
  in_names: remarks = {},
}: StateMapping): string | null {
  const tables = [
    ...sources.flatMap(({ values }, index) =>
      typeof values === 'string' ? [] : [[`sources/${index}/values`, values] as const],
    ),
    ...Object.entries(words).map(([name, table]) => [`words/${name}`, table] as const),
    ['in_names', remarks] as const,
  ]
  for (const [place, table] of tables)
    for (const [name, meaning] of Object.entries(table)) {
      const other = entryOf(table, name)
      if (other !== undefined && table[other] !== meaning)
        return `/account/state/${place} has ${show(name)} and ${show(other)} with different meanings, but case does not count: remove one`
    }
  return null
}

function faultInStates(state: StateMapping): string | null {
  return unknownTable(state) ?? clashInTables(state)
}

/** Of all patterns of a mapping, with their repetitions written out: they are compiled while others wait. */
const maxPatternSizes = 4000

/** Where the patterns of a mapping come to too much, which is found out without compiling them; null where they do not. */
function exceededPatterns(mapping: unknown): string | null {
  const size = patternsIn(mapping).reduce((sum, pattern) => sum + patternSize(pattern), 0)
  return size <= maxPatternSizes
    ? null
    : `/ has patterns (matches) that come to ${size} characters with their repetitions written out; those of a mapping come to at most ${maxPatternSizes}`
}

/** The texts under `matches`, wherever they are. */
function patternsIn(mapping: unknown): string[] {
  const found: string[] = []
  const open: unknown[] = [mapping]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('matches' in value && typeof value.matches === 'string') found.push(value.matches)
    for (const part of Object.values(value)) if (typeof part === 'object') open.push(part)
  }
  return found
}

const compile = () => Compile(Mapping)
let compiled: ReturnType<typeof compile> | undefined

/** Compiled when it is needed first: the mapping of a table is long, and its check takes a tenth of the time. */
function isWellFormed(mapping: unknown): mapping is Mapping {
  if (exceededPatterns(mapping) !== null) return false
  compiled ??= compile()
  return compiled.Check(mapping)
}

export function isMapping(mapping: unknown): mapping is Mapping {
  return isWellFormed(mapping) && faultInStates(mapping.account.state) === null
}

/** The first fault of a mapping, and where it is; null if it has none. */
export function faultIn(mapping: unknown): string | null {
  if (isWellFormed(mapping)) return faultInStates(mapping.account.state)
  const exceeded = exceededPatterns(mapping)
  if (exceeded !== null) return exceeded
  const [fault] = Value.Errors(Mapping, mapping)
  return fault === undefined ? null : `${fault.instancePath || '/'} ${fault.message}`
}
