import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import { maxManagementDepth } from '../../engine/directory.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { createTurns } from '../../http/lists/in-slices.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { selectConditionsText } from '../conditions/queries.ts'
import {
  findSubject,
  parentOf,
  personOf,
  selectRulesetsShown,
  selectRulesShown,
  type SubjectRow,
} from '../explain/queries.ts'
import { loadManagersAbove, managersAbove } from '../model/management-chain.ts'
import { currentPolicy } from '../model/policy-cache-of.ts'
import { viewableRulesets } from '../rights/visible-ruleset.ts'
import { presentRule, type ConditionRow, type RuleRow } from '../shapes/present.ts'
import { policyViewer, type PolicyViewer } from '../shapes/withhold.ts'
import { inOrder, lackOf, presentResource, type Shown } from '../what-if/present.ts'
import { mostNamed, mostOfTeam, teamKinds, type TeamComparisonJson } from './schema.ts'

type Member = { id: string; full_name: string }
/** The people (uuids) of a team who are in a manifest by a rule, while they qualify or by grace. */
type Group = { rulesetId: string; ruleId: string; isByGrace: boolean; people: string[] }
/** The groups of one ruleset, the largest first. */
type Place = { rulesetId: string; groups: Group[] }
type Rows = TeamComparisonJson['data']
/** Who of the team is named as being out of a place, and the rule by which most are in. */
type Lacking = { people: Member[]; ruleId: string }

/** What everybody below a manager has in common, and what only some have, with what the others do not meet. */
export async function compareTeam(
  context: ReadContext,
  manager: SubjectRow,
): Promise<TeamComparisonJson> {
  const { db } = context
  const viewer = policyViewer(context.may)
  const team = await selectTeam(db, manager.id)
  const places = await selectPlaces(context, team)
  const shown = await readShown(db, places)
  const all = places.map((place) => presentPlace(place, { shown, viewer, team: team.length }))
  const count = { people: team.length, some: 0, differs: 0, common: 0 }
  for (const { kind } of all) count[kind] += 1
  const rows = inOrder(all, teamKinds)
  const named = rows.map(({ place }) => nameMembers(team, place))
  const reasonOf = await reasonsOf(context, {
    rules: shown.rules,
    lacking: named.map(({ lacking }) => lacking),
  })
  const data: Rows = []
  const turns = createTurns()
  for (const [index, { place: _, ...row }] of rows.entries()) {
    if (turns.isDue()) await turns.next()
    const { having = [], lacking = { people: [], ruleId: '' } } = named[index] ?? {}
    const { people, ruleId } = lacking
    data.push({
      ...row,
      having: having.map(presentMember),
      lacking: people.map((each) =>
        Object.assign(presentMember(each), { why: reasonOf(each.id, ruleId) }),
      ),
    })
  }
  return { count, data }
}

/** Of whom the tree is read; those who have left are among them. */
const mostRead = 10 * mostOfTeam

/** By name, each once. People who may be in no manifest are left out, as are those whose parent may be in none. */
async function selectTeam(db: Reader, managerId: string): Promise<Member[]> {
  const { rows } = await sql<{ read: number; team: Member[] }>`
    with recursive below as (
      select id, 1 as depth from directory_user where manager_id = ${managerId}::uuid
      union
      select r.id, b.depth + 1 from below b join directory_user r on r.manager_id = b.id
      where b.depth < ${maxManagementDepth} and r.id <> ${managerId}::uuid
    ), among as materialized (select id from below limit ${mostRead + 1})
    , team as (
      select p.id, p.full_name from directory_user p left join directory_user f on f.id = p.parent_user_id
      where p.id in (select id from among) and ${isPresent('p')} and (f.id is null or ${isPresent('f')})
      order by search_key(p.full_name), p.id limit ${mostOfTeam + 1})
    select (select count(*) from among)::int as read,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'full_name', full_name) order by search_key(full_name), id) from team), '[]') as team`.execute(
    db,
  )
  const { read = 0, team = [] } = rows[0] ?? {}
  if (read > mostRead || team.length > mostOfTeam)
    throw unprocessable({
      user: [
        `has more than ${mostOfTeam} people below, or ${mostRead} with those who have left: ask for one of the managers among them`,
      ],
    })
  return team
}

function isPresent(alias: string) {
  return sql`(${sql.ref(`${alias}.state`)} in ('active', 'expiring') and ${sql.ref(`${alias}.deleted_at`)} is null)`
}

/** Of rulesets that the caller may see. */
async function selectPlaces(context: ReadContext, team: readonly Member[]): Promise<Place[]> {
  const isSeen = context.may('policy.rule.view')
    ? sql`true`
    : sql`ruleset_id = any (${uuids(viewableRulesets(context))})`
  const { rows } = await sql<Group>`
    select ruleset_id as "rulesetId", rule_id as "ruleId", coalesce(expires_by = 'grace', false) as "isByGrace",
      array_agg(directory_user_id) as people
    from policy_user where directory_user_id = any (${uuids(team.map(({ id }) => id))}) and deleted_at is null and ${isSeen}
    group by 1, 2, 3 order by count(*) desc, 2, 3`.execute(context.db)
  const ofRulesets = Map.groupBy(rows, ({ rulesetId }) => rulesetId)
  return [...ofRulesets].map(([rulesetId, groups]) => ({ rulesetId, groups }))
}

async function readShown(db: Reader, places: readonly Place[]): Promise<Omit<Shown, 'conditions'>> {
  const ruleIds = places.flatMap(({ groups }) => groups.map(({ ruleId }) => ruleId))
  return {
    rules: await selectRulesShown(db, [...new Set(ruleIds)]),
    rulesets: await selectRulesetsShown(
      db,
      places.map(({ rulesetId }) => rulesetId),
    ),
  }
}

type Presenting = { shown: Omit<Shown, 'conditions'>; viewer: PolicyViewer; team: number }

function presentPlace(place: Place, { shown, viewer, team }: Presenting) {
  const having = place.groups.reduce((sum, { people }) => sum + people.length, 0)
  const roles = place.groups.map(({ ruleId, isByGrace, people }) => {
    const rule = parseJson<RuleRow>(shown.rules.get(ruleId) ?? '{}')
    const { role_name, role_handle, id, description } = presentRule(rule, viewer)
    return {
      role_name,
      role_handle,
      is_by_grace: isByGrace,
      policy_rule_id: id,
      rule: description,
      count: people.length,
    }
  })
  const kinds = new Set(roles.map((each) => `${each.role_handle} ${each.is_by_grace}`))
  return {
    place,
    kind:
      having < team
        ? ('some' as const)
        : kinds.size > 1
          ? ('differs' as const)
          : ('common' as const),
    ...presentResource(shown, place.rulesetId),
    count: { having, lacking: team - having },
    roles,
  }
}

/** The first by name who are in a place, and who are not. */
function nameMembers(
  team: readonly Member[],
  { groups }: Place,
): { having: Member[]; lacking: Lacking } {
  const inside = new Set(groups.flatMap(({ people }) => people))
  const [having, lacking]: [Member[], Member[]] = [[], []]
  const wanted = Math.min(mostNamed, team.length - inside.size)
  for (const member of team) {
    const of = inside.has(member.id) ? having : lacking
    if (of.length < mostNamed) of.push(member)
    if (lacking.length === wanted && having.length === Math.min(mostNamed, inside.size)) break
  }
  return { having, lacking: { people: lacking, ruleId: groups[0]?.ruleId ?? '' } }
}

function presentMember({ id, full_name }: Member) {
  return { id: encodeId('directoryUser', id), full_name }
}

/** Of so many people the facts are read: those who are named most often. */
const mostExplained = 100

type Reasons = { rules: Shown['rules']; lacking: readonly Lacking[] }

/** What someone does not meet of a rule; null for those of whom that was not read. */
async function reasonsOf(
  context: ReadContext,
  { rules, lacking }: Reasons,
): Promise<(personId: string, ruleId: string) => string | null> {
  const { db, now } = context
  const viewer = policyViewer(context.may)
  const policy = await currentPolicy(context)
  const times = new Map<string, number>()
  for (const { people } of lacking)
    for (const { id } of people) times.set(id, (times.get(id) ?? 0) + 1)
  const explained = [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostExplained)
    .map(([id]) => id)
  const ruleIds = lacking.flatMap(({ people, ruleId }) => (people.length > 0 ? [ruleId] : []))
  const conditions = parseJson<ConditionRow[]>(await selectConditionsText(db, ruleIds))
  const shown = {
    rules,
    rulesets: new Map(),
    conditions: Map.groupBy(conditions, ({ rule_id }) => rule_id),
  }
  const managers = await loadManagersAbove(db, explained)
  const lacks = new Map<string, (ruleId: string) => string>()
  for (const id of explained) {
    const row = await findSubject(db, id)
    if (row === undefined) continue
    const person = personOf(row)
    const subject = { person, managersAbove: managersAbove(person, managers) }
    const facts = { subject, parent: parentOf(row), at: now.getTime() }
    lacks.set(id, lackOf(policy, facts, { shown, viewer }))
  }
  return (personId, ruleId) => {
    const lack = lacks.get(personId)
    return lack === undefined ? null : clip(`does not meet: ${lack(ruleId)}`, 1999)
  }
}
