import { sql } from 'kysely'
import { Type } from 'typebox'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { anyOf, type Conditions } from '../../http/lists/filters.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { amongRows } from '../../http/lists/row-set.ts'

const maximumValues = 100
const key = '[A-Za-z0-9_.-]{1,64}'

export const metadataFilters = {
  metadata: Type.String({
    minLength: 1,
    maxLength: 4000,
    description:
      'Up to 100 times `<key>:<value>`, separated by commas, to the letter: any of the values that are given for a key, and so for ' +
      'every key that is named',
    examples: ['shirt_size:M,shirt_size:L,desk:4-117'],
  }),
  metadata_key: Type.String({
    pattern: `^${key}(,${key}){0,99}$`,
    maxLength: 6500,
    description: 'Any of these keys of `metadata`, regardless of their values, separated by commas',
    examples: ['shirt_size'],
  }),
}

/** What the filters on metadata require of a person (`p`); 400 for a malformed pair. */
export async function metadataConditions(
  db: Reader,
  query: Record<string, unknown>,
): Promise<Conditions> {
  const text = query['filter[metadata]']
  const pairs = typeof text === 'string' ? [...readPairs(text)] : []
  const keys = anyOf(query['filter[metadata_key]'])
  // An index has the people with metadata.
  const wanted = [
    ...pairs.map(
      ([name, values]) =>
        sql`p.metadata @> any (array(select jsonb_build_object(${name}::text, v) from unnest(${values}::text[]) v))`,
    ),
    ...(keys === undefined ? [] : [sql`p.metadata ?| ${keys}::text[]`]),
  ]
  return Promise.all(
    wanted.map((has) =>
      amongRows(db, sql`p.id`, {
        ids: sql`select p.id from directory_user p where p.metadata <> '{}' and ${has}`,
        isOne: sql<boolean>`${has}`,
      }),
    ),
  )
}

/** The values by key. A comma parts two pairs only where the next one begins: values may hold commas. */
function readPairs(text: string): Map<string, string[]> {
  const pairs = text.split(new RegExp(String.raw`,\s*(?=${key}:)`))
  if (pairs.length > maximumValues)
    throw badRequest(`A filter takes at most ${maximumValues} values, not ${pairs.length}.`)
  const wanted = new Map<string, string[]>()
  for (const pair of pairs) {
    const [, name, value] = new RegExp(`^\\s*(${key}):(.*)$`, 's').exec(pair) ?? []
    if (name === undefined || value === undefined)
      throw badRequest(
        `The query parameter filter[metadata] takes <key>:<value>, such as shirt_size:M, not ${JSON.stringify(clip(pair))}.`,
      )
    wanted.set(name, [...(wanted.get(name) ?? []), value])
  }
  return wanted
}
