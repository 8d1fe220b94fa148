import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import { maxManagementDepth } from '../../engine/directory.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
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
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import type { ConditionRow, RuleRow } from '../shapes/present.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { inOrder, lackOf, presentResource, type Shown } from '../what-if/present.ts'
import { mostNamed, mostOfTeam, teamKinds, type TeamComparisonJson } from './schema.ts'

type Member = { id: string; full_name: string }
type PresentedPlace = Omit<TeamComparisonJson['data'][number], 'lacking'> & { place: Place }
/** The people (uuids) of a team who are in a manifest by a rule. */
type Group = { rulesetId: string; ruleId: string; people: string[] }
/** The groups of one ruleset, the largest first, and who of the team is named as being in it and out of it. */
type Place = { rulesetId: string; groups: Group[]; having: Member[]; lacking: Member[] }

/** What everybody below a manager has in common, and what only some have, with what the others do not meet. */
export async function compareTeam(
  context: ReadContext,
  manager: SubjectRow,
): Promise<TeamComparisonJson> {
  const { db } = context
  const team = await selectTeam(db, manager.id)
  const places = placesOf(team, await selectGroups(db, team), (rulesetId) =>
    mayViewRuleset(context, rulesetId),
  )
  const shown = await readShown(db, places)
  const all = places.map((place) => presentPlace(place, { shown, team }))
  const count = { people: team.length, some: 0, differs: 0, common: 0 }
  for (const { kind } of all) count[kind] += 1
  const rows = inOrder(all, teamKinds)
  const whyOf = await reasonsOf(context, { shown, rows: rows.map(({ place }) => place) })
  return {
    count,
    data: rows.map(({ place, ...row }) =>
      Object.assign(row, {
        lacking: place.lacking.map(({ id, full_name }) => ({
          id: encodeId('directoryUser', id),
          full_name,
          why: whyOf(id, place),
        })),
      }),
    ),
  }
}

/** By name, each once. People who may be in no manifest are left out. */
async function selectTeam(db: Reader, managerId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    with recursive below as (
      select id, 1 as depth from directory_user where manager_id = ${managerId}::uuid
      union
      select r.id, b.depth + 1 from below b join directory_user r on r.manager_id = b.id
      where b.depth < ${maxManagementDepth} and r.id <> ${managerId}::uuid
    )
    select id, full_name from directory_user
    where id in (select id from below limit ${10 * mostOfTeam}) and state in ('active', 'expiring') and deleted_at is null
    order by search_key(full_name), id limit ${mostOfTeam + 1}`.execute(db)
  if (rows.length > mostOfTeam)
    throw unprocessable({
      user: [`has more than ${mostOfTeam} people below: ask for one of the managers among them`],
    })
  return rows
}

async function selectGroups(db: Reader, team: readonly Member[]): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select ruleset_id as "rulesetId", rule_id as "ruleId", array_agg(directory_user_id) as people from policy_user
    where directory_user_id = any (${uuids(team.map(({ id }) => id))}) and deleted_at is null group by 1, 2`.execute(
    db,
  )
  return rows.sort((a, b) => b.people.length - a.people.length || (a.ruleId < b.ruleId ? -1 : 1))
}

function placesOf(
  team: readonly Member[],
  groups: readonly Group[],
  sees: (rulesetId: string) => boolean,
): Place[] {
  const ofRulesets = [...Map.groupBy(groups, ({ rulesetId }) => rulesetId)]
  return ofRulesets
    .filter(([rulesetId]) => sees(rulesetId))
    .map(([rulesetId, own]) => {
      const inside = new Set(own.flatMap(({ people }) => people))
      const named = (isIn: boolean) =>
        team.filter(({ id }) => inside.has(id) === isIn).slice(0, mostNamed)
      return { rulesetId, groups: own, having: named(true), lacking: named(false) }
    })
}

async function readShown(db: Reader, places: readonly Place[]): Promise<Shown> {
  const ruleIds = places.flatMap(({ groups }) => groups.map(({ ruleId }) => ruleId))
  const conditions = parseJson<ConditionRow[]>(await selectConditionsText(db, ruleIds))
  return {
    rules: await selectRulesShown(db, ruleIds),
    rulesets: await selectRulesetsShown(
      db,
      places.map(({ rulesetId }) => rulesetId),
    ),
    conditions: Map.groupBy(conditions, ({ rule_id }) => rule_id),
  }
}

function presentPlace(
  place: Place,
  { shown, team }: { shown: Shown; team: readonly Member[] },
): PresentedPlace {
  const having = place.groups.reduce((sum, { people }) => sum + people.length, 0)
  const roles = rolesOf(place, shown)
  return {
    place,
    kind: having < team.length ? 'some' : roles.length > 1 ? 'differs' : 'common',
    ...presentResource(shown, place.rulesetId),
    count: { having, lacking: team.length - having },
    roles,
    having: place.having.map(({ id, full_name }) => ({
      id: encodeId('directoryUser', id),
      full_name,
    })),
  }
}

/** The most frequent first. */
function rolesOf({ groups }: Place, { rules }: Shown) {
  const roles = new Map<string, { role_name: string; role_handle: string; count: number }>()
  for (const { ruleId, people } of groups) {
    const { role_name, role_handle } = parseJson<RuleRow>(rules.get(ruleId) ?? '{}')
    const known = roles.get(role_handle)
    const count = (known?.count ?? 0) + people.length
    roles.set(role_handle, { role_name, role_handle, count })
  }
  return [...roles.values()].sort((a, b) => b.count - a.count)
}

/** Of so many people the facts are read, who lack most of what is shown. */
const mostExplained = 100

/** What someone does not meet of the rule by which most of the others are in. */
async function reasonsOf(
  context: ReadContext,
  { shown, rows }: { shown: Shown; rows: readonly Place[] },
): Promise<(personId: string, place: Place) => string | null> {
  const { db, now } = context
  const viewer = policyViewer(context.may)
  const policy = await currentPolicy(context)
  const ids = [...new Set(rows.flatMap(({ lacking }) => lacking.map(({ id }) => id)))]
  const explained = ids.slice(0, mostExplained)
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
  return (personId, { groups: [largest] }) => {
    const lack = lacks.get(personId)
    if (lack === undefined || largest === undefined) return null
    return clip(`does not meet: ${lack(largest.ruleId)}`, 1999)
  }
}
