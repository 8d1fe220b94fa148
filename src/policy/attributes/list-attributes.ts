import { sql, type RawBuilder } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import { resourceStates } from '../../contract/states.ts'
import { anyOf, searchFilter, textsFilter, whereAll } from '../../http/lists/filters.ts'
import {
  byId,
  byInstant,
  byName,
  byText,
  byWord,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { foundRows } from '../../http/lists/search.ts'
import { searchedAttributes } from '../shapes/searched-records.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { attributeSorts, listedAttributes, presentListedAttribute } from './listed-attribute.ts'
import { ListedAttribute } from './schema.ts'

const filters = listFilters({
  dimension: {
    schema: textsFilter('ids or handles of dimensions'),
    requires(query, name) {
      const dimensions = anyOf(query[`filter[${name}]`])
      return dimensions && isOfDimension(dimensions.map((text) => text.trim()))
    },
  },
  state: byWord(resourceStates, sql`a.state`),
  id: byId('attribute', sql`a.id`),
  handle: byText('handles, to the letter', sql`a.handle`),
  name: byName(sql`a.name`),
  profile_value: byText('values, to the letter', sql`a.profile_value`),
  integration_id: byId('integration', sql`d.integration_id`),
  ...byInstant({ created: sql`a.created_at`, updated: sql`a.updated_at` }),
})

export const listAttributes = readRoute({
  id: 'listAttributes',
  url: '/directory/attributes',
  summary: 'List attributes',
  description:
    'Values of dimensions by name, then id. `filter[dimension]` takes ids or handles of dimensions; `filter[name_search]` looks in name and handle.',
  access: 'directory.attribute.view',
  query: listQuery({ ...filters.schemas, name_search: searchFilter }, attributeSorts),
  response: ListOf(ListedAttribute),
  handler: async (context) => {
    const base = baseUrl(context.services)
    const attributes = whereAll(listedAttributes(context.db), filters.conditions(context))
    return listPage(context, attributes, {
      sorts: attributeSorts,
      defaultSort: 'name',
      id: sql`a.id`,
      found: await foundRows(
        context.db,
        [searchedAttributes],
        context.query['filter[name_search]'],
      ),
      present: (row) => presentListedAttribute(row, base),
    })
  },
})

function isOfDimension(named: readonly string[]): RawBuilder<boolean> {
  const ids = named.map((text) => decodeId('dimension', text)).filter((id) => id !== undefined)
  return sql<boolean>`a.dimension_id = any (array(
    select id from dimension where id = any (${ids}::uuid[]) or handle = any (${named}::text[])))`
}
