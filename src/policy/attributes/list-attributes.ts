import { sql, type RawBuilder } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import { resourceStates } from '../../contract/states.ts'
import { anyOf, searchFilter, textsFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { foundRows } from '../../http/lists/search.ts'
import { searchedAttributes } from '../shapes/searched-records.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { listedAttributes, presentListedAttribute } from './listed-attribute.ts'
import { ListedAttribute } from './schema.ts'

const attributes = declareList({
  item: ListedAttribute,
  filters: {
    dimension: {
      schema: textsFilter('ids or handles of dimensions'),
      requires(query, name) {
        const dimensions = anyOf(query[`filter[${name}]`])
        return dimensions && isOfDimension(dimensions.map((text) => text.trim()))
      },
    },
    state: by.word(resourceStates, sql`a.state`),
    id: by.id('attribute', sql`a.id`),
    handle: by.text('handles, to the letter', sql`a.handle`),
    name: by.name(sql`a.name`),
    profile_value: by.text('values, to the letter', sql`a.profile_value`),
    integration_id: by.id('integration', sql`d.integration_id`),
    ...by.instants({ created: sql`a.created_at`, updated: sql`a.updated_at` }),
  },
  searches: { name_search: searchFilter },
  sorts: sortFields({
    name: ['text', sql`a.name`],
    updated_at: ['timestamptz', sql`a.updated_at`],
    created_at: ['timestamptz', sql`a.created_at`],
  }),
  defaultSort: 'name',
  id: sql`a.id`,
  rows: ({ db }) => listedAttributes(db),
  found: ({ db, query }) => foundRows(db, [searchedAttributes], query['filter[name_search]']),
  present: (row, { services }) => presentListedAttribute(row, baseUrl(services)),
})

export const listAttributes = readRoute({
  id: 'listAttributes',
  url: '/directory/attributes',
  summary: 'List attributes',
  description:
    'Values of dimensions by name, then id. `filter[dimension]` takes ids or handles of dimensions; `filter[name_search]` looks in name and handle.',
  access: 'directory.attribute.view',
  query: attributes.query,
  response: attributes.response,
  handler: (context) => attributes.page(context),
})

function isOfDimension(named: readonly string[]): RawBuilder<boolean> {
  const ids = named.map((text) => decodeId('dimension', text)).filter((id) => id !== undefined)
  return sql<boolean>`a.dimension_id = any (array(
    select id from dimension where id = any (${ids}::uuid[]) or handle = any (${named}::text[])))`
}
