import type { Muster } from '../../../sdk/src/index.ts'
import type { Fact, Value } from '../output/facts.ts'
import type { Field } from '../output/present.ts'

/** How many ids one request takes. */
const mostIds = 100

/** The columns with names in place of ids where `isNamed`, as far as the caller may see them. */
export async function withNames<Row>(
  muster: Muster,
  fields: readonly Field<Row>[],
  rows: readonly Row[],
  isNamed: (column: string) => boolean,
): Promise<Field<Row>[]> {
  const named = fields.filter(([name]) => isNamed(name))
  const nameOf = await namesOf(
    muster,
    rows.flatMap((row) => named.map(([, of]) => of(row))),
  )
  return fields.map(([name, of]) => [
    name,
    (row) => (isNamed(name) ? nameOf(of(row)) : undefined) ?? of(row),
  ])
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
async function namesOf(
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
