import { sql } from 'kysely'
import { requirePermission } from '../../../http/callers/authorise.ts'
import { whereAll } from '../../../http/lists/filters.ts'
import { inSlices } from '../../../http/lists/in-slices.ts'
import { listFilters } from '../../../http/lists/list-filters.ts'
import { ListOf, listQuery, postFilteredPage } from '../../../http/lists/list.ts'
import { amongRows } from '../../../http/lists/row-set.ts'
import { baseUrl } from '../../../http/route/protocol.ts'
import { type ReadContext, readRoute } from '../../../http/route/route.ts'
import { Shape } from '../../../http/shapes/schema.ts'
import { requireVisibleRuleset } from '../../rights/visible-ruleset.ts'
import { stagedRulesAmong } from './find-staged.ts'
import { foundOfSome, personSearchFilter } from './person-search.ts'
import {
  personFilters,
  personId,
  personSorts,
  presentRulesetPerson,
  RulesetPerson,
  selectRulesetPeople,
} from './ruleset-people.ts'
import { maximumCandidates } from './staged-candidates.ts'
import { askStaged } from './staged-users.ts'

const filters = listFilters(personFilters)
const { 'page[total]': _total, ...query } = listQuery(
  { ...filters.schemas, search: personSearchFilter },
  personSorts,
).properties

export const listStagedUsers = readRoute({
  id: 'listStagedUsers',
  url: '/policy/rulesets/:ruleset/staged-users',
  summary: 'List who is staged for a ruleset',
  description:
    'The people who meet staged rules of the ruleset, staged attribute rules counted as in force, and the staged people who will be in by a rule in force, ' +
    'by full name, then id: what `count.staged_users` counts. They are evaluated as the list is read. Who can be ruled out by an attribute, a manager or a name is ' +
    `not looked at; the others are, in order, until the page is full, but at most ${maximumCandidates.toLocaleString('en')} of them for one page: then it is short, or even empty, and \`links.next\` goes on. ` +
    'The list has ended where `links.next` is null. `filter[search]` looks in full name, e-mail address and username. Needs `directory.user.view` as well.',
  access: { row: 'policy.rule.view' },
  cost: 10,
  params: { ruleset: 'ruleset' },
  query: Shape(query),
  response: ListOf(RulesetPerson),
  snapshot: () => true,
  handler: async (context) => {
    const rulesetId = context.params.ruleset
    await requireVisibleRuleset(context, rulesetId)
    requirePermission(context.caller, 'directory.user.view')
    const question = await askStaged(context, rulesetId)
    const { candidates } = question
    const named =
      candidates === 'everybody' ? [] : [await amongRows(context.db, sql`p.id`, candidates)]
    const undeleted = context.db
      .selectFrom('directory_user as p')
      .select(['p.id', 'p.full_name'])
      .where('p.deleted_at', 'is', null)
    const people = whereAll(undeleted, [...named, ...filters.conditions(context)])
    const page = await postFilteredPage(context, people, {
      sorts: personSorts,
      defaultSort: 'full_name',
      id: personId,
      found: await foundOfSome(context.db, context.query),
      maximumCandidates,
      filter: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const staged = await stagedRulesAmong(context.db, context.now.getTime(), question, ids)
        return ids.map((id) => {
          const rules = staged.get(id)
          return rules && { id, rules }
        })
      },
    })
    return { ...page, data: await presentAll(context, rulesetId, page.data) }
  },
})

type StagedPerson = { id: string; rules: readonly string[] }

/** The people found, in their order, without those deleted since. */
async function presentAll(context: ReadContext, rulesetId: string, found: readonly StagedPerson[]) {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await selectRulesetPeople(context.db, rulesetId)
    .where(sql<boolean>`p.id = any (${ids}::uuid[])`)
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const named = { rulesetId, baseUrl: baseUrl(context.services) }
  const people: ReturnType<typeof presentRulesetPerson>[] = []
  // Very many rules may be shown for each.
  for await (const { id, rules } of inSlices(found)) {
    const row = rowOf.get(id)
    if (row !== undefined) people.push(presentRulesetPerson(row, rules, named))
  }
  return people
}
