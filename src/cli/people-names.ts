import { MusterError, type Muster } from '../../sdk/src/index.ts'
import type { Noun, NounRow } from './noun.ts'

/** How many ids one request takes. */
const mostIds = 100

/** The rows with the names of people in place of their ids, as far as the caller may see people. */
export async function withNamesOfPeople(
  muster: Muster,
  { columns, people = [] }: Noun,
  rows: readonly NounRow[],
): Promise<readonly NounRow[]> {
  const places = new Set(people.map((column) => columns.indexOf(column)))
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

/** The names of people by their ids, as far as the caller may see people. */
export async function namesOf(
  muster: Muster,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  try {
    for (let from = 0; from < ids.length; from += mostIds) {
      const some = ids.slice(from, from + mostIds).join(',')
      const query = {
        'filter[id]': some,
        'filter[trashed]': 'with' as const,
        'page[size]': String(mostIds),
      }
      const { data } = await muster.get('/directory/users', { params: { query } })
      for (const { id, full_name: name } of data) if (name !== '') names.set(id, name)
    }
  } catch (error) {
    if (!(error instanceof MusterError && error.status === 403)) throw error
  }
  return names
}
