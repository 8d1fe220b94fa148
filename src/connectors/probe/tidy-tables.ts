import type { StateMapping } from '../file/mapping.ts'
import { withTable } from '../file/state-tables.ts'

/** Tables of words that several sources name stand once; what only one of them names stands there. */
export function tidyTables({ words = {}, ...state }: StateMapping): StateMapping {
  const named = Map.groupBy(state.sources, ({ values }) => values)
  const isShared = (name: string) => (named.get(name)?.length ?? 0) > 1
  const shared = Object.entries(words).filter(([name]) => isShared(name))
  const sources = state.sources.map((source) =>
    typeof source.values === 'string' && !isShared(source.values)
      ? withTable(source, { ...state, words })
      : source,
  )
  return { ...(shared.length > 0 && { words: Object.fromEntries(shared) }), ...state, sources }
}
