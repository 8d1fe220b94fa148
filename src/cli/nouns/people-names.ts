import type { Muster } from '../../../sdk/src/index.ts'
import type { Noun, NounRow } from './noun.ts'

/** How many ids one request takes. */
const mostIds = 100

/** The rows with names in place of ids in the columns that the noun says, as far as the caller may see them. */
export async function withNames(
  muster: Muster,
  { columns, named = [] }: Noun,
  rows: readonly NounRow[],
): Promise<readonly NounRow[]> {
  const places = new Set(named.map((column) => columns.indexOf(column)))
  const isId = (value: unknown, place: number): value is string =>
    places.has(place) && typeof value === 'string'
  const ids = new Set(rows.flatMap(({ values }) => values.filter(isId)))
  const names = await namesOf(muster, [...ids])
  return rows.map((row) => ({
    ...row,
    values: row.values.map((value, place) =>
      isId(value, place) ? (names.get(value) ?? value) : value,
    ),
  }))
}

/** The names of records by their ids, as far as the caller may see them. */
export async function namesOf(
  muster: Muster,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (let from = 0; from < ids.length; from += mostIds) {
    const query = { ids: ids.slice(from, from + mostIds).join(',') }
    const { data } = await muster.get('/workspace/names', { params: { query } })
    for (const { id, name } of data) names.set(id, name)
  }
  return names
}
