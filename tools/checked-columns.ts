import { Client, type ClientConfig } from 'pg'

/** Columns whose check constraint lists their values, with whether they have a default. */
const query = `
  select c.conrelid::regclass::text || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition,
    a.atthasdef as "hasDefault", not a.attnotnull as "isNullable"
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
  order by 1`

const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/

/** The types of columns whose check constraints list their values, as the types of the tables say them. */
export async function checkedColumns(database: ClientConfig): Promise<Record<string, string>> {
  const client = new Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<{
      column: string
      definition: string
      hasDefault: boolean
      isNullable: boolean
    }>(query)
    return Object.fromEntries(
      rows.flatMap(({ column, definition, hasDefault, isNullable }) => {
        const [, values] = list.exec(definition) ?? []
        if (values === undefined) return []
        const union = values.replaceAll('::text', '').replaceAll(', ', ' | ')
        const type = isNullable ? `${union} | null` : union
        return [[column, hasDefault ? `Generated<${type}>` : type]]
      }),
    )
  } finally {
    await client.end()
  }
}
