import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import { maxManagementDepth } from '../../engine/directory.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { inSlices } from '../../http/lists/in-slices.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { selectConditionsText } from '../conditions/queries.ts'
import {
  findSubject,
  selectRulesetsShown,
  selectRulesShown,
  type SubjectRow,
} from '../explain/queries.ts'
import { viewableRulesets } from '../rights/visible-ruleset.ts'
import { presentRule, type ConditionRow, type RuleRow } from '../shapes/present.ts'
import { policyViewer, type PolicyViewer } from '../shapes/withhold.ts'
import { inOrder, presentResource, type Shown } from '../what-if/present.ts'
import { lacksOf } from './lacks.ts'
import { mostNamed, mostOfTeam, teamKinds, type TeamComparisonJson } from './schema.ts'

type Member = { id: string; full_name: string }
/** The people (uuids) of a team who are in a manifest by a rule, while they qualify or by grace. */
type Group = { rulesetId: string; ruleId: string; isByGrace: boolean; people: string[] }
/** The groups of one ruleset, the largest first. */
type Place = { rulesetId: string; groups: Group[] }
/** Who of the team is named as being in a place, and as being out of it. */
type Named = { having: Member[]; lacking: Member[] }

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
  const rows = inOrder(all, teamKinds).map(({ place, ...row }) => ({
    row,
    named: nameMembers(team, place),
    largestRuleId: place.groups[0]?.ruleId ?? '',
  }))
  const reasonOf = await reasonsOf(context, shown, rows)
  const data: TeamComparisonJson['data'] = []
  for await (const { row, named, largestRuleId } of inSlices(rows))
    data.push({
      ...row,
      having: named.having.map(presentMember),
      lacking: named.lacking.map((member) =>
        Object.assign(presentMember(member), { why: reasonOf(member, largestRuleId) }),
      ),
    })
  return { count, data }
}

/** More people below, leavers included, are not read. */
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
function nameMembers(team: readonly Member[], { groups }: Place): Named {
  const inside = new Set(groups.flatMap(({ people }) => people))
  const [having, lacking]: [Member[], Member[]] = [[], []]
  const isFull = () =>
    having.length === Math.min(mostNamed, inside.size) &&
    lacking.length === Math.min(mostNamed, team.length - inside.size)
  for (const member of team) {
    if (isFull()) break
    const named = inside.has(member.id) ? having : lacking
    if (named.length < mostNamed) named.push(member)
  }
  return { having, lacking }
}

function presentMember({ id, full_name }: Member) {
  return { id: encodeId('directoryUser', id), full_name }
}

/** The facts of so many people are read: of those who are named most often. */
const mostExplained = 100

type Lacking = { named: Named; largestRuleId: string }

/** Says what someone does not meet of a rule; null for a person whose facts were not read. */
async function reasonsOf(
  context: ReadContext,
  shown: Omit<Shown, 'conditions'>,
  rows: readonly Lacking[],
): Promise<(member: Member, ruleId: string) => string | null> {
  const { db } = context
  const lacking = Map.groupBy(
    rows.flatMap(({ named }) => named.lacking),
    ({ id }) => id,
  )
  const ids = [...lacking].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id)
  const people: SubjectRow[] = []
  for (const id of ids.slice(0, mostExplained)) {
    const row = await findSubject(db, id)
    if (row !== undefined) people.push(row)
  }
  const ruleIds = rows.flatMap(({ named, largestRuleId }) =>
    named.lacking.length > 0 ? [largestRuleId] : [],
  )
  const conditions = parseJson<ConditionRow[]>(await selectConditionsText(db, ruleIds))
  const byRule = Map.groupBy(conditions, ({ rule_id }) => rule_id)
  const lacks = await lacksOf(context, people, { ...shown, conditions: byRule })
  return ({ id }, ruleId) => {
    const lack = lacks.get(id)
    return lack === undefined ? null : clip(`does not meet: ${lack(ruleId)}`, 1999)
  }
}
