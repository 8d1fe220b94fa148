import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import { ruleFindingKinds, rulesetStates, rulesetTypes } from '../../contract/states.ts'
import { anyOf, anyOfFilter, idsFilter, searchFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { foundRows } from '../../http/lists/search.ts'
import { resourceName } from '../shapes/columns.ts'
import { searchedRulesets } from '../shapes/searched-records.ts'
import { declareList } from '../../http/lists/list.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { sortFields } from '../../http/lists/page.ts'
import { isFoundIn } from '../conditions/rule-findings.ts'
import { presentListedRuleset } from './present-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { selectRulesets } from './queries.ts'
import { CountedRuleset } from './schema.ts'
import { maximumCounted, pageCost, selectListCounts, withCounts } from './list-counts.ts'
import { askForSomeRuleset, viewableRulesets } from '../rights/visible-ruleset.ts'

const rulesets = declareList({
  item: CountedRuleset,
  filters: {
    id: by.id('ruleset', sql`rs.id`),
    type: by.word(rulesetTypes, sql`rs.type`),
    state: by.word(rulesetStates, sql`rs.state`),
    resource_id: {
      schema: idsFilter,
      requires: (query, name) => ofResources(query[`filter[${name}]`]),
    },
    dimension_id: by.id('dimension', sql`a.dimension_id`),
    integration_id: by.id('integration', sql`o.integration_id`),
    name: by.name(resourceName),
    is_authoritative: by.flag(sql`rs.is_authoritative`),
    is_sensitive: by.flag(sql`rs.is_sensitive`),
    finding: {
      schema: anyOfFilter(ruleFindingKinds),
      requires: (query, name) => {
        const kinds = query[`filter[${name}]`]
        if (kinds === undefined) return undefined
        return isFoundIn(sql`rs.id`, { of: 'ruleset_id', kinds, isWanted: sql`true` })
      },
    },
    ...by.instants({ created: sql`rs.created_at`, updated: sql`rs.updated_at` }),
  },
  searches: { search: searchFilter },
  parameters: { include: Type.Optional(includeParameter(['count'])) },
  sorts: sortFields({
    name: ['text', resourceName],
    created_at: ['timestamptz', sql`rs.created_at`],
    updated_at: ['timestamptz', sql`rs.updated_at`],
  }),
  defaultSort: 'name',
  id: sql`rs.id`,
  rows: ({ db }) => selectRulesets(db),
  found: ({ db, query }) => foundRows(db, searchedRulesets, query['filter[search]']),
  present: (row, { may, services }) =>
    presentListedRuleset(row, { viewer: policyViewer(may), baseUrl: baseUrl(services) }),
})

export const listRulesets = readRoute({
  id: 'listRulesets',
  url: '/policy/rulesets',
  summary: 'List rulesets',
  description:
    'The rulesets that the caller may see, by the name of their policy resource, then id: all of them with `policy.rule.view`, ' +
    'else those on which the caller has a role. `filter[finding]=referent_gone` finds those with a rule that names something that is gone, `self_service_key` those with one on a key that people write themselves, and `findings` says what. `filter[search]` looks in the names and handles of resources and attributes. ' +
    `\`include=count\` adds how many people and rules are in each, counting to ${maximumCounted.toLocaleString('en')}.`,
  access: { row: 'policy.rule.view' },
  cost: pageCost,
  query: rulesets.query,
  response: rulesets.response,
  handler: async (context) => {
    await askForSomeRuleset(context)
    const isAsked = context.query['include'] !== undefined
    const countOf = (ids: readonly string[]) => selectListCounts(context.db, ids)
    const page = await rulesets.page(context, visible(context))
    return withCounts(page, { kind: 'ruleset', isAsked }, countOf)
  },
})

function visible(context: ReadContext): RawBuilder<boolean> | undefined {
  if (context.may('policy.rule.view')) return undefined
  return sql<boolean>`rs.id = any (${viewableRulesets(context)}::uuid[])`
}

/** The id of a ruleset's resource has one of two prefixes. */
function ofResources(sent: unknown): RawBuilder<boolean> | undefined {
  const ids = anyOf(sent)?.map((id) => id.trim())
  if (ids === undefined) return undefined
  const attributes = ids.flatMap((id) => decodeId('attribute', id) ?? [])
  const vendorObjects = ids.flatMap((id) => decodeId('resource', id) ?? [])
  if (attributes.length + vendorObjects.length < ids.length)
    throw badRequest(
      'The query parameter filter[resource_id] takes ids that begin with dratr_ or dirsc_.',
    )
  return sql<boolean>`(rs.attribute_id = any (${attributes}::uuid[]) or rs.resource_id = any (${vendorObjects}::uuid[]))`
}
