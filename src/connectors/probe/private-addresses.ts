/** A column with a value for each row, blank where there is none. */
type Column = { name: string; cells: readonly string[] }

/**
 * Columns of addresses without those behind the first that hold private ones: most of them are of other domains than the first, which
 * most rows have. A person without an address of work has none then.
 */
export function withoutPrivate(paths: readonly string[], columns: readonly Column[]): string[] {
  const [first, ...others] = paths.map((path) => ({ path, domains: domainsOf(path, columns) }))
  if (first === undefined || !isMostlyFilled(first.domains)) return [...paths]
  const own = new Set(first.domains.list)
  const isOfWork = ({ domains }: (typeof others)[number]) =>
    domains.list.filter((domain) => own.has(domain)).length * 2 >= domains.list.length
  return [first.path, ...others.filter(isOfWork).map(({ path }) => path)]
}

function isMostlyFilled({ filled, rows }: { filled: number; rows: number }): boolean {
  return filled > 0 && filled * 2 >= rows
}

function domainsOf(path: string, columns: readonly Column[]) {
  const cells = columns.find(({ name }) => name === path)?.cells ?? []
  const list = cells.flatMap((cell) => /@([^\s@<>,;]+)/.exec(cell)?.[1]?.toLowerCase() ?? [])
  return { list, filled: list.length, rows: cells.length }
}
