import { show } from './clean-value.ts'
import type { StateMapping, StateSource, StateTable } from './mapping.ts'

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
export function unknownTable({ sources, words = {} }: StateMapping): string | null {
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
