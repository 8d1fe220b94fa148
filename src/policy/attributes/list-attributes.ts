import { sql, type RawBuilder } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import { resourceStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  between,
  type Conditions,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { foundRows } from '../../http/searched-rows.ts'
import { searchedAttributes } from '../shapes/searched-records.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { attributeSorts, listedAttributes, presentListedAttribute } from './listed-attribute.ts'
import { ListedAttribute } from './schema.ts'

export const listAttributes = readRoute({
  id: 'listAttributes',
  method: 'GET',
  url: '/directory/attributes',
  tag: 'directory',
  summary: 'List attributes',
  description:
    'Values of dimensions by name, then id. `filter[dimension]` takes ids or handles of dimensions; `filter[name_search]` looks in name and handle.',
  access: 'directory.attribute.view',
  params: {},
  query: listQuery(
    {
      dimension: textsFilter('ids or handles of dimensions'),
      state: anyOfFilter(resourceStates),
      id: idsFilter,
      handle: textsFilter('handles, to the letter'),
      name: namesFilter,
      profile_value: textsFilter('values, to the letter'),
      integration_id: idsFilter,
      name_search: searchFilter,
      ...instantFilters('created', 'updated'),
    },
    attributeSorts,
  ),
  status: 200,
  response: ListOf(ListedAttribute),
  handler: async (context) => {
    const base = baseUrl(context.services)
    const attributes = whereAll(listedAttributes(context.db), conditions(context))
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

function conditions({ query }: ReadContext<ParamKinds, Record<string, unknown>>): Conditions {
  const dimensions = anyOf(query['filter[dimension]'])
  const states = anyOf(query['filter[state]'])
  const ids = idFilter(query, 'id', 'attribute')
  const integrations = idFilter(query, 'integration_id', 'integration')
  return [
    ids && isAnyOf(sql`a.id`, ids, 'uuid'),
    integrations && isAnyOf(sql`d.integration_id`, integrations, 'uuid'),
    ...anyOfTexts(query, { handle: sql`a.handle`, profile_value: sql`a.profile_value` }),
    ...between(query, { created: sql`a.created_at`, updated: sql`a.updated_at` }),
    dimensions && isOfDimension(dimensions.map((text) => text.trim())),
    states && isAnyOf(sql`a.state`, states),
    isNamed(query, sql`a.name`),
  ]
}

function isOfDimension(named: readonly string[]): RawBuilder<boolean> {
  const ids = named.map((text) => decodeId('dimension', text)).filter((id) => id !== undefined)
  return sql<boolean>`a.dimension_id = any (array(
    select id from dimension where id = any (${ids}::uuid[]) or handle = any (${named}::text[])))`
}
