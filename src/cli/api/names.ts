import type { Muster } from '../../../sdk/src/index.ts'
import type { Fact, Value } from '../output/facts.ts'
import type { Noun, NounRow } from '../nouns/noun.ts'

/** How many ids one request takes. */
const mostIds = 100

/** The rows with names in place of ids in the columns that the noun says, as far as the caller may see them. */
export async function withNames(
  muster: Muster,
  { columns, named = [] }: Noun,
  rows: readonly NounRow[],
): Promise<readonly NounRow[]> {
  const places = new Set(named.map((column) => columns.indexOf(column)))
  const nameOf = await namesOf(
    muster,
    rows.flatMap(({ values }) => values.filter((_, place) => places.has(place))),
  )
  return rows.map((row) => ({
    ...row,
    values: row.values.map((value, place) =>
      places.has(place) ? (nameOf(value) ?? value) : value,
    ),
  }))
}

/** Details with the name of a record before its id. */
export async function factsWithNames(muster: Muster, facts: readonly Fact[]): Promise<Fact[]> {
  const others = facts.filter(([label]) => label !== 'id')
  const nameOf = await namesOf(
    muster,
    others.map(([, value]) => value),
  )
  return facts.map(([label, value]) => {
    const name = label === 'id' ? undefined : nameOf(value)
    return [label, name === undefined ? value : `${name} (${String(value)})`]
  })
}

const id = /^[a-z]{5}_[0-9a-z]{26}$/
const isId = (value: Value): value is string => typeof value === 'string' && id.test(value)

/** The names of records by their ids, as far as the caller may see them. Other values have none. */
export async function namesOf(
  muster: Muster,
  values: readonly Value[],
): Promise<(value: Value) => string | undefined> {
  const ids = [...new Set(values.filter(isId))]
  const names = new Map<Value, string>()
  for (let from = 0; from < ids.length; from += mostIds) {
    const query = { ids: ids.slice(from, from + mostIds).join(',') }
    const { data } = await muster.get('/workspace/names', { params: { query } })
    for (const { id: of, name } of data) names.set(of, name)
  }
  return (value) => names.get(value)
}
