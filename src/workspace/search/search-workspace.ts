import { sql } from 'kysely'
import { Type, type TSchema } from 'typebox'
import { uuids } from '../../database/uuids.ts'
import { ListedDirectoryUser, selectListedUsers } from '../../directory/users/listed-user.ts'
import {
  listedResources,
  presentListedResource,
} from '../../directory/resources/listed-resource.ts'
import { ListedResource } from '../../directory/resources/schema.ts'
import type { AnySelect } from '../../http/lists/filters.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { Nullable, Shape, somethingVisible } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { maySeeSomeRuleset } from '../../policy/rights/visible-ruleset.ts'
import { presentListedRuleset } from '../../policy/rulesets/present-ruleset.ts'
import { selectRulesets } from '../../policy/rulesets/queries.ts'
import { ListedRuleset } from '../../policy/rulesets/schema.ts'
import { policyViewer } from '../../policy/shapes/withhold.ts'
import { describedIntegrations, presentIntegration } from '../integrations/described-integration.ts'
import { DescribedIntegration } from '../integrations/schema.ts'
import { selectServices } from '../services/queries.ts'
import { presentService, ServiceSummary } from '../services/schema.ts'
import { findMatches, type Searchable } from './find-matches.ts'
import {
  searchableIntegrations,
  searchablePeople,
  searchableResources,
  searchableRulesets,
  searchableServices,
} from './searchable-kinds.ts'

const maximumLimit = 20
const defaultLimit = 8

function found(item: TSchema, permission: string) {
  return Nullable(
    Type.Array(item, { maxItems: maximumLimit, description: `Null without ${permission}` }),
  )
}

export const searchWorkspace = readRoute({
  id: 'searchWorkspace',
  url: '/workspace/search',
  summary: 'Search the workspace',
  description:
    'The people, resources, rulesets, services and integrations that `q` finds, as their lists show them: for a search that answers as one types. ' +
    'First come those that are called exactly so, then those of which a name, the last name, the address or the handle begins with it, then, from three letters or digits on, those that contain it, and each by name. ' +
    '`q` is blind to case and accents, and may be an id. It may also be a badge or employee number of a person, or the id of an account of theirs at its vendor, to the letter. Deleted people and services are left out. Each kind has the permission of its list, and is null without it: ' +
    'rulesets and services are those that the caller may view.',
  access: 'token',
  cost: 2,
  query: Shape({
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: somethingVisible,
      description: 'At least one character',
      examples: ['ada'],
    }),
    limit: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]?$',
        description: `How many of each kind: 1 to ${maximumLimit}, by default ${defaultLimit}`,
        examples: ['5'],
      }),
    ),
  }),
  response: Shape(
    {
      directory_users: found(ListedDirectoryUser, '`directory.user.view`'),
      resources: found(ListedResource, '`directory.resource.view`'),
      rulesets: found(ListedRuleset, '`policy.rule.view` and a role on a ruleset'),
      services: found(ServiceSummary, '`workspace.service.view`, for callers who are services'),
      integrations: found(DescribedIntegration, '`workspace.integration.view`'),
    },
    { $id: 'WorkspaceSearch' },
  ),
  snapshot: () => true,
  checkQuery: ({ limit }) => {
    if (Number(limit) > maximumLimit)
      throw badRequest(`The query parameter limit must be at most ${maximumLimit}.`)
  },
  handler: async (context) => {
    const { may } = context
    return {
      directory_users: may('directory.user.view') ? await searchPeople(context) : null,
      resources: may('directory.resource.view') ? await searchResources(context) : null,
      rulesets: maySeeSomeRuleset(context) ? await searchRulesets(context) : null,
      services: may('workspace.service.view', { own: true }) ? await searchServices(context) : null,
      integrations: may('workspace.integration.view') ? await searchIntegrations(context) : null,
    }
  },
})

type Search = ReadContext & { query: { q: string; limit?: string } }

function matchesOf({ db, query }: Search, searchables: readonly Searchable[]): Promise<string[]> {
  const limit = Number(query.limit ?? defaultLimit)
  return findMatches(db, searchables, { text: query.q.trim(), limit })
}

async function searchPeople(context: Search) {
  const ids = await matchesOf(context, [searchablePeople])
  const people = await selectListedUsers(context, ids)
  return inOrder(ids, people, ({ uuid }) => uuid).map(({ shown }) => shown)
}

async function searchResources(context: Search) {
  const ids = await matchesOf(context, [searchableResources])
  const rows = await withIds(listedResources(context.db), 'o.id', ids)
  const base = baseUrl(context.services)
  return inOrder(ids, rows, ({ id }) => id).map((row) => presentListedResource(row, base))
}

async function searchRulesets(context: Search) {
  const ids = await matchesOf(context, searchableRulesets(context))
  const rows = await withIds(selectRulesets(context.db), 'rs.id', ids)
  const shown = { viewer: policyViewer(context.may), baseUrl: baseUrl(context.services) }
  return inOrder(ids, rows, ({ id }) => id).map((row) => presentListedRuleset(row, shown))
}

async function searchServices(context: Search) {
  const ids = await matchesOf(context, [searchableServices(context)])
  const rows = await withIds(selectServices(context.db, context.now), 'service.id', ids)
  const shown = {
    baseUrl: baseUrl(context.services),
    seesPeople: context.may('directory.user.view'),
  }
  return inOrder(ids, rows, ({ id }) => id).map((row) => presentService(row, shown))
}

async function searchIntegrations(context: Search) {
  const ids = await matchesOf(context, [searchableIntegrations])
  const rows = await withIds(describedIntegrations(context.db), 'g.id', ids)
  return inOrder(ids, rows, ({ id }) => id).map((row) => presentIntegration(row, context.services))
}

function withIds<Row>(rows: AnySelect<Row>, id: string, ids: readonly string[]): Promise<Row[]> {
  return rows.where(sql<boolean>`${sql.ref(id)} = any (${uuids(ids)})`).execute()
}

function inOrder<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
