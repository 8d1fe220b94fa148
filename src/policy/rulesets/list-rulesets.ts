import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import { rulesetStates, rulesetTypes } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searchFilter,
  whereAll,
} from '../../http/filters.ts'
import { includeParameter } from '../../http/include.ts'
import { foundRows } from '../../http/searched-rows.ts'
import { resourceName } from '../shapes/columns.ts'
import { searchedRulesets } from '../shapes/searched-records.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { badRequest } from '../../http/problem.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { Shape } from '../../http/schema.ts'
import { goneReferents } from '../conditions/gone-referents.ts'
import { presentListedRuleset } from './present-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { rulesetSorts, selectRulesets } from './queries.ts'
import { CountedRuleset } from './schema.ts'
import { maximumCounted, pageCost, selectListCounts, withCounts } from './list-counts.ts'
import { askForSomeRuleset, viewableRulesets } from '../rights/visible-ruleset.ts'

export const listRulesets = readRoute({
  id: 'listRulesets',
  method: 'GET',
  url: '/policy/rulesets',
  tag: 'policy',
  summary: 'List rulesets',
  description:
    'The rulesets that the caller may see, by the name of their policy resource, then id: all of them with `policy.rule.view`, ' +
    'else those on which the caller has a role. `filter[finding]=referent_gone` finds those with a rule that names something that is gone, and `findings` says what. `filter[search]` looks in the names and handles of resources and attributes. ' +
    `\`include=count\` adds how many people and rules are in each, counting to ${maximumCounted.toLocaleString('en')}.`,
  access: { row: 'policy.rule.view' },
  cost: pageCost,
  params: {},
  query: Shape({
    ...listQuery(
      {
        id: idsFilter,
        type: anyOfFilter(rulesetTypes),
        state: anyOfFilter(rulesetStates),
        resource_id: idsFilter,
        dimension_id: idsFilter,
        integration_id: idsFilter,
        name: namesFilter,
        is_authoritative: flagFilter(),
        is_sensitive: flagFilter(),
        finding: anyOfFilter(['referent_gone']),
        search: searchFilter,
        ...instantFilters('created', 'updated'),
      },
      rulesetSorts,
    ).properties,
    include: Type.Optional(includeParameter(['count'])),
  }),
  status: 200,
  response: ListOf(CountedRuleset),
  handler: async (context) => {
    await askForSomeRuleset(context)
    const shown = { viewer: policyViewer(context.may), baseUrl: baseUrl(context.services) }
    const query: Record<string, unknown> = context.query
    const rulesets = whereAll(selectRulesets(context.db), conditions(context))
    const page = await listPage(context, rulesets, {
      sorts: rulesetSorts,
      defaultSort: 'name',
      id: sql`rs.id`,
      found: await foundRows(context.db, searchedRulesets, query['filter[search]']),
      present: (row) => ({ id: row.id, row: presentListedRuleset(row, shown) }),
    })
    const countOf = (ids: readonly string[]) => selectListCounts(context.db, ids)
    return withCounts(page, context.query.include !== undefined, countOf)
  },
})

type Query = Record<string, unknown>

function conditions(context: ReadContext<ParamKinds, Query>): Conditions {
  const { query } = context
  const dimensions = idFilter(query, 'dimension_id', 'dimension')
  const integrations = idFilter(query, 'integration_id', 'integration')
  const ids = idFilter(query, 'id', 'ruleset')
  return [
    visible(context),
    ids && isAnyOf(sql`rs.id`, ids, 'uuid'),
    ...between(query, { created: sql`rs.created_at`, updated: sql`rs.updated_at` }),
    ...ownFields(query),
    resources(query),
    isNamed(query, resourceName),
    dimensions && isAnyOf(sql`a.dimension_id`, dimensions, 'uuid'),
    integrations && isAnyOf(sql`o.integration_id`, integrations, 'uuid'),
  ]
}

function visible(context: ReadContext): RawBuilder<boolean> | undefined {
  if (context.may('policy.rule.view')) return undefined
  return sql<boolean>`rs.id = any (${viewableRulesets(context)}::uuid[])`
}

function ownFields(query: Query): Conditions {
  const types = anyOf(query['filter[type]'])
  const states = anyOf(query['filter[state]'])
  return [
    types && isAnyOf(sql`rs.type`, types),
    states && isAnyOf(sql`rs.state`, states),
    flagged(query, 'is_authoritative', sql`rs.is_authoritative`),
    flagged(query, 'is_sensitive', sql`rs.is_sensitive`),
    query['filter[finding]'] === undefined
      ? undefined
      : sql`rs.id in (select ruleset_id from (${goneReferents(sql`true`)}) gone)`,
  ]
}

/** The id of a ruleset's resource has one of two prefixes. */
function resources(query: Query): RawBuilder<boolean> | undefined {
  const ids = anyOf(query['filter[resource_id]'])?.map((id) => id.trim())
  if (ids === undefined) return undefined
  const attributes = ids.flatMap((id) => decodeId('attribute', id) ?? [])
  const vendorObjects = ids.flatMap((id) => decodeId('resource', id) ?? [])
  if (attributes.length + vendorObjects.length < ids.length)
    throw badRequest(
      'The query parameter filter[resource_id] takes ids that begin with dratr_ or dirsc_.',
    )
  return sql<boolean>`(rs.attribute_id = any (${attributes}::uuid[]) or rs.resource_id = any (${vendorObjects}::uuid[]))`
}
