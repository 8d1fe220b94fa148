import { sql, type RawBuilder } from 'kysely'
import type { Reader, Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { compareMovements, type MovementRows } from './compare-movements.ts'
import {
  windowStart,
  type CountedBy,
  type Counting,
  type Direction,
  type MovedBeyond,
} from './counting.ts'

/** The limit of a sensitive ruleset: people in each direction, regardless of their share. */
const sensitivePeople = 2

/** A limit that may be exceeded: of a ruleset, or over all rulesets (`ruleset_id` null), whose `size` is not counted here. */
type LimitCount = {
  ruleset_id: string | null
  direction: Direction
  people: number
  size: number | null
  percent: number
  least: number
  is_sensitive: boolean
}

/**
 * `incidentId`: what the source of that incident (a uuid) has moved since 24 hours before it opened counts too. `countsHeld`:
 * what open incidents hold counts as moved.
 */
type IncidentCounting = { incidentId?: string | null; countsHeld?: boolean }

type Window = Required<IncidentCounting> & Pick<CountedBy, 'cause' | 'released'> & { start: Date }

/**
 * Which limits movements would exceed, together with what is counted already. Looks only at rulesets and directions to
 * which they add. Nothing of them is written yet. The caller has locked the tallies (lockTallies), or works on a snapshot.
 */
export async function judge(
  tx: Transaction,
  rows: MovementRows,
  counting: Counting,
  now: Date,
  { incidentId = null, countsHeld = true }: IncidentCounting = {},
): Promise<MovedBeyond[]> {
  if (counting === 'uncounted') return []
  const { rows: counted } = await selectCounted(rows, counting, {
    now,
    incidentId,
    countsHeld,
  }).execute(tx)
  const exceeded: MovedBeyond[] = []
  for (const { ruleset_id: rulesetId, direction, people, size, ...limit } of counted) {
    const { percent, least } = limit
    if (rulesetId === null || size === null) {
      const eligible = await countEligible(tx, Math.ceil((people * 100) / Math.max(percent, 1)))
      if (people * 100 <= eligible * percent) continue
      const counts = { people, size: eligible, percent, least, isSensitive: false }
      exceeded.push({ scope: 'overall', rulesetId: null, direction, ...counts })
    } else if (people > least && people * 100 > size * percent) {
      const counts = { people, size, percent, least, isSensitive: false }
      exceeded.push({ scope: 'ruleset', rulesetId, direction, ...counts })
    } else if (limit.is_sensitive && people > sensitivePeople) {
      const counts = { people, size, percent: 0, least: sensitivePeople, isSensitive: true }
      exceeded.push({ scope: 'ruleset', rulesetId, direction, ...counts })
    }
  }
  return exceeded
}

/** A person whose movement adds to a limit on this direction, in this ruleset. Ids are uuids. */
export type Offence = { rulesetId: string; personId: string; direction: Direction }

/**
 * Which of the movements add to the limits that they exceed. The limit over all rulesets counts people, so a person who
 * counted before adds nothing to it.
 */
export async function findOffences(
  tx: Transaction,
  rows: MovementRows,
  counting: CountedBy,
  now: Date,
  exceeded: readonly MovedBeyond[],
): Promise<Offence[]> {
  const limits = exceeded.map(({ rulesetId, direction }) => ({ ruleset_id: rulesetId, direction }))
  const { kind, id } = counting.cause
  const { rows: offences } = await sql<Offence>`
    with ${compareMovements(rows, counting, now)}, exceeded as materialized (
      select * from json_to_recordset(${JSON.stringify(limits)}::json) as e (ruleset_id uuid, direction text)
    ), counted as materialized (
      select directory_user_id as person_id, direction from cause_person
      where (cause_kind, cause_id) = (${kind}, ${id}::uuid) and at > ${windowStart(now)}
        and direction in (select direction from exceeded where ruleset_id is null)
    )
    select ruleset_id as "rulesetId", person_id as "personId", direction
    from compared cross join lateral (values
      ('lose', loses, lost), ('gain', gains, gained), ('change_role', changes_role, changed_role)
    ) d (direction, does, did)
    where is_kept and does and (
      not did and (ruleset_id, direction) in (select ruleset_id, direction from exceeded where ruleset_id is not null)
      or direction in (select direction from exceeded where ruleset_id is null)
        and (person_id, direction) not in (select person_id, direction from counted))`.execute(tx)
  return offences
}

/** Per ruleset and direction, and for the cause, what is counted after the movements, where it may exceed a limit. */
function selectCounted(
  rows: MovementRows,
  counting: CountedBy,
  { now, ...incidents }: { now: Date } & Required<IncidentCounting>,
) {
  const { cause, released } = counting
  const window: Window = { ...incidents, cause, released, start: windowStart(now) }
  return sql<LimitCount>`
    with ${compareMovements(rows, counting, now)},
      moved as (${movedPerRuleset}),
      of_incidents as materialized (${countedOfIncidents(window)}),
      also as (${incidentsPerRuleset}),
      totals as (${totalsPerRuleset(window)}),
      has as (${peopleOfCause(window)}),
      had as (${formerPeopleOfCause(window)}),
      by_cause as (${changesOfCause})
    ${limitsOfRulesets(window)}
    union all ${limitsOverall(window)}
    order by ruleset_id, direction`
}

/** How what is counted in a ruleset changes. `new_…`: what is counted from now on. */
const movedPerRuleset = sql`
  select ruleset_id, sum(change) as change,
    count(*) filter (where is_kept and loses and not lost) as new_loses,
    count(*) filter (where is_kept and gains and not gained) as new_gains,
    count(*) filter (where is_kept and changes_role and not changed_role) as new_changes_role,
    count(*) filter (where is_kept and loses)::integer - count(*) filter (where lost) as loses,
    count(*) filter (where is_kept and gains)::integer - count(*) filter (where gained) as gains,
    count(*) filter (where is_kept and changes_role)::integer - count(*) filter (where changed_role) as changes_role
  from compared group by ruleset_id`

/** What incidents hold, or have moved, besides what is counted already. */
function countedOfIncidents({ cause, released, incidentId, countsHeld, start }: Window) {
  return sql`
  select x.ruleset_id, x.directory_user_id as person_id, x.integration_id, x.loses, x.gains, x.changes_role,
    x.has_left, x.has_entered
  from open_incident_movement x
  where (x.incident_id = ${incidentId}::uuid or x.is_held and ${countsHeld})
    and ${isConcerned(cause)} and not (${isReleased(released)})
    and not exists (
      select from movement m
      where (m.ruleset_id, m.directory_user_id) = (x.ruleset_id, x.directory_user_id) and m.at > ${start})
    and not exists (
      select from compared c
      where (c.ruleset_id, c.person_id) = (x.ruleset_id, x.directory_user_id) and c.is_kept)`
}

const incidentsPerRuleset = sql`
  select ruleset_id, count(distinct person_id) filter (where loses) as loses,
    count(distinct person_id) filter (where gains) as gains,
    count(distinct person_id) filter (where changes_role) as changes_role,
    count(distinct person_id) filter (where loses and has_left) as left_it,
    count(distinct person_id) filter (where gains and has_entered) as entered
  from of_incidents group by ruleset_id`

/** Of the rulesets to which the movements add: what is counted in them, from the tally without what is older than the window. */
function totalsPerRuleset({ start }: Window) {
  return sql`
  select m.ruleset_id, m.new_loses, m.new_gains, m.new_changes_role, t.people + m.change as people,
    coalesce(a.loses, 0) as also_loses, coalesce(a.gains, 0) as also_gains,
    coalesce(a.changes_role, 0) as also_changes_role,
    coalesce(a.left_it, 0) - coalesce(a.entered, 0) as also_size,
    t.loses + m.loses - old.loses as loses, t.gains + m.gains - old.gains as gains,
    t.changes_role + m.changes_role - old.changes_role as changes_role
  from moved m join ruleset_tally t using (ruleset_id) left join also a using (ruleset_id) cross join lateral (
    select count(*) filter (where loses) as loses, count(*) filter (where gains) as gains,
      count(*) filter (where changes_role) as changes_role
    from movement o where o.ruleset_id = m.ruleset_id and o.at <= ${start}) old
  where m.new_loses + m.new_gains + m.new_changes_role > 0`
}

/** What the cause moves of the people concerned, in any ruleset, after the movements. */
function peopleOfCause({ cause: { kind, id }, start }: Window) {
  return sql`
  select person_id, bool_or(loses) as loses, bool_or(gains) as gains, bool_or(changes_role) as changes_role from (
    select person_id, loses, gains, changes_role from compared
    where is_kept and (cause_kind, cause_id) = (${kind}, ${id}::uuid)
    union all
    select directory_user_id, loses, gains, changes_role from movement m
    where (cause_kind, cause_id) = (${kind}, ${id}::uuid) and at > ${start}
      and directory_user_id in (select person_id from compared)
      and not exists (
        select from compared c where (c.ruleset_id, c.person_id) = (m.ruleset_id, m.directory_user_id))) of_person
  group by person_id`
}

/** The same before the movements. */
function formerPeopleOfCause({ cause: { kind, id }, start }: Window) {
  return sql`
  select directory_user_id as person_id, bool_or(direction = 'lose') as loses, bool_or(direction = 'gain') as gains,
    bool_or(direction = 'change_role') as changes_role
  from cause_person
  where (cause_kind, cause_id) = (${kind}, ${id}::uuid) and at > ${start}
    and directory_user_id in (select person_id from compared)
  group by person_id`
}

const changesOfCause = sql`
  select d.direction, count(*) filter (where d.does and not d.did) as added,
    count(*) filter (where d.does) - count(*) filter (where d.did) as change
  from has full join had using (person_id) cross join lateral (values
    ('lose', coalesce(has.loses, false), coalesce(had.loses, false)),
    ('gain', coalesce(has.gains, false), coalesce(had.gains, false)),
    ('change_role', coalesce(has.changes_role, false), coalesce(had.changes_role, false))) d (direction, does, did)
  group by d.direction`

function limitsOfRulesets({ start }: Window) {
  return sql`
  select ruleset_id, direction, d.people::integer,
    (t.people - t.gains + t.also_size + ${countedWhoLeft(start)})::integer as size, percent, least, s.is_sensitive
  from totals t join ruleset s on s.id = t.ruleset_id cross join policy_settings p cross join lateral (values
    ('lose', t.new_loses, t.loses + t.also_loses, coalesce(s.removal_limit_percent, p.removal_limit_percent),
      coalesce(s.removal_limit_people, p.removal_limit_people)),
    ('gain', t.new_gains, t.gains + t.also_gains, coalesce(s.addition_limit_percent, p.addition_limit_percent),
      coalesce(s.addition_limit_people, p.addition_limit_people)),
    ('change_role', t.new_changes_role, t.changes_role + t.also_changes_role, coalesce(s.role_change_limit_percent, p.role_change_limit_percent),
      coalesce(s.role_change_limit_people, p.role_change_limit_people))) d (direction, added, people, percent, least)
  where d.added > 0 and (d.people > d.least or s.is_sensitive and d.people > ${sensitivePeople})`
}

function limitsOverall({ cause: { kind, id }, start }: Window) {
  return sql`
  select null, direction, people::integer, null, percent, least, false from (
    select direction, added, change - old.people + other.people + case direction when 'lose' then coalesce(t.loses, 0)
        when 'gain' then coalesce(t.gains, 0) else coalesce(t.changes_role, 0) end as people,
      coalesce(i.overall_limit_percent, p.overall_limit_percent) as percent,
      coalesce(i.overall_limit_people, p.overall_limit_people) as least
    from by_cause cross join policy_settings p
    left join cause_tally t on (t.cause_kind, t.cause_id) = (${kind}, ${id}::uuid)
    left join integration i on ${kind} = 'integration' and i.id = ${id}::uuid
    cross join lateral (
      select count(*) as people from cause_person c
      where (c.cause_kind, c.cause_id, c.direction) = (${kind}, ${id}::uuid, by_cause.direction) and c.at <= ${start}) old
    cross join lateral (
      select count(distinct o.person_id) as people from of_incidents o
      where ${kind} = 'integration' and o.integration_id = ${id}::uuid
        and case by_cause.direction when 'lose' then o.loses when 'gain' then o.gains else o.changes_role end
        and not exists (
          select from has h where h.person_id = o.person_id
            and case by_cause.direction when 'lose' then h.loses when 'gain' then h.gains else h.changes_role end)
        and not exists (
          select from cause_person c where (c.cause_kind, c.cause_id, c.direction, c.directory_user_id)
            = (${kind}, ${id}::uuid, by_cause.direction, o.person_id) and c.at > ${start})) other
    where added > 0) overall
  where people > least`
}

/**
 * How many of those who count as lost in a ruleset (`t`) are not in it after the movements, as SQL. The others, who have an end
 * or a sooner one, are among its people.
 */
function countedWhoLeft(start: Date): RawBuilder<number> {
  return sql<number>`(
    (select count(*) from compared c where c.ruleset_id = t.ruleset_id and c.is_kept and c.loses and c.is_out)
    + (select count(*) from movement m
      where m.ruleset_id = t.ruleset_id and m.loses and m.at > ${start}
        and not exists (
          select from compared c where (c.ruleset_id, c.person_id) = (m.ruleset_id, m.directory_user_id))
        and not exists (
          select from policy_user p where (p.ruleset_id, p.directory_user_id) = (m.ruleset_id, m.directory_user_id)
            and p.deleted_at is null)))`
}

/**
 * Whether a movement of an incident (`x`) is in a ruleset where someone moves, or is one of the source that moves them, as
 * SQL: an administrator's change does not look at anything else that incidents hold.
 */
function isConcerned({ kind, id }: CountedBy['cause']): RawBuilder<boolean> {
  const isMoved = sql<boolean>`x.ruleset_id in (select ruleset_id from compared)`
  return kind === 'integration' ? sql`(${isMoved} or x.integration_id = ${id}::uuid)` : isMoved
}

/** Whether an incident holds a movement (`x`) no longer once the change is made, as SQL. */
function isReleased(released: CountedBy['released']): RawBuilder<boolean> {
  if (released === undefined) return sql`false`
  const { incidentId, people } = released
  return sql`x.is_held and x.incident_id = ${incidentId} and x.directory_user_id = any (${uuids(people)})`
}

/** How many people are eligible; no more than `limit` are counted. */
async function countEligible(reader: Reader, limit: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from (
      select from directory_user u left join directory_user parent on parent.id = u.parent_user_id
      where u.deleted_at is null and u.state in ('active', 'expiring')
        and (parent.id is null or (parent.deleted_at is null and parent.state in ('active', 'expiring')))
      limit ${limit}) eligible`.execute(reader)
  return rows[0]?.people ?? 0
}
