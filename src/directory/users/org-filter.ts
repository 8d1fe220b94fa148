import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { amongRows } from '../../http/lists/row-set.ts'

const maximumValues = 100

/** `filter[org]=department:Sales,department:Finance,cost_center:CC-310`. Read by {@link orgConditions}. */
export const orgFilter = Type.String({
  minLength: 1,
  maxLength: 4000,
  description:
    'Up to 100 times `<dimension>:<value>`, separated by commas, as `org` shows them, to the letter: any of the values that are ' +
    'given for a dimension, and so for every dimension that is named',
  examples: ['department:Sales,department:Finance,cost_center:CC-310'],
})

/** What `filter[org]` requires of a person (`p`); 400 for a malformed pair, and for an unknown dimension. */
export async function orgConditions(
  db: Reader,
  query: Record<string, unknown>,
): Promise<RawBuilder<boolean>[]> {
  const text = query['filter[org]']
  if (typeof text !== 'string') return []
  const wanted = readPairs(text)
  await requireDimensions(db, [...wanted.keys()])
  return Promise.all([...wanted].map(([handle, names]) => showsAny(db, handle, names)))
}

/** Org shows the attributes that a person qualifies for, so the filter can use the index of qualifications. */
async function showsAny(
  db: Reader,
  handle: string,
  names: readonly string[],
): Promise<RawBuilder<boolean>> {
  const rules = sql`select r.id from dimension d join attribute a on a.dimension_id = d.id
    join ruleset s on s.attribute_id = a.id join rule r on r.ruleset_id = s.id
    where d.handle = ${handle}::text and a.name = any (${names}::text[])`
  const qualified = await amongRows(db, sql`p.id`, {
    ids: sql`select q.directory_user_id from qualification q where q.rule_id = any (array(${rules}))`,
    isOne: sql`true`,
  })
  return sql<boolean>`${qualified} and p.org ->> ${handle}::text = any (${names}::text[])`
}

/** The values by dimension. A comma parts two pairs only where the next one begins: values may hold commas. */
function readPairs(text: string): Map<string, string[]> {
  const pairs = text.split(/,\s*(?=[a-z0-9][a-z0-9_]{0,62}:)/)
  if (pairs.length > maximumValues)
    throw badRequest(`A filter takes at most ${maximumValues} values, not ${pairs.length}.`)
  const wanted = new Map<string, string[]>()
  for (const pair of pairs) {
    const [, handle = '', name = ''] = /^\s*([a-z0-9][a-z0-9_]{0,62}):(.*\S.*)$/.exec(pair) ?? []
    if (handle === '')
      throw badRequest(
        `The query parameter filter[org] takes <dimension>:<value>, such as department:Sales, not ${JSON.stringify(clip(pair))}.`,
      )
    wanted.set(handle, [...(wanted.get(handle) ?? []), name.trim().normalize('NFC')])
  }
  return wanted
}

async function requireDimensions(db: Reader, handles: readonly string[]): Promise<void> {
  const rows = await db.selectFrom('dimension').select('handle').orderBy('handle').execute()
  const known = rows.map(({ handle }) => handle)
  const unknown = handles.find((handle) => !known.includes(handle))
  if (unknown === undefined) return
  const list = known.length === 0 ? 'there is none' : `there are ${known.join(', ')}`
  throw badRequest(
    `The query parameter filter[org] names no dimension ${JSON.stringify(unknown)}: ${list}.`,
  )
}
