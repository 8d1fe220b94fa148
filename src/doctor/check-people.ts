import { sql, type RawBuilder } from 'kysely'
import { idPrefixes } from '../contract/ids.ts'
import { leadingOrder } from '../directory/identities/leading-account.ts'
import { foundColumns, type Found } from './difference.ts'
import { inRanges, inTurn, type Range, type Snapshot, type Step } from './snapshot.ts'

const size = 5000

/** The columns of people and accounts that triggers and runs derive from others. Values of people are not shown. */
export async function* checkPeople(snapshot: Snapshot): AsyncGenerator<Step> {
  const { tx } = snapshot
  const people = { table: 'directory_user', column: 'id', size }
  yield* inRanges(tx, people, (range) => derivedColumns(snapshot, range))
  yield* inRanges(tx, people, leadingAccount)
  yield* inRanges(tx, { table: 'identity', column: 'id', size }, derivedOfAccounts)
  yield* inTurn(tx, [workspaceUsers(snapshot), services(snapshot), sponsors])
}

const shown = sql`d.is_shown`
const ofValues = {
  what: sql`d.what`,
  stored: sql`case when ${shown} then d.stored end`,
  follows: sql`case when ${shown} then d.follows end`,
}
const ofPerson = { type: sql.lit(idPrefixes.directoryUser), record: sql`u.id`, person: sql`u.id` }

/** A person whose end has passed may show it before it is settled (triggers/directory_user.sql). */
function derivedColumns({ now, settledAt }: Snapshot, { has }: Range): RawBuilder<Found> {
  return sql<Found>`
    select ${foundColumns({ ...ofPerson, ...ofValues })}
    from directory_user u
    cross join lateral (values
      ('state', u.state, directory_user_state(u.base_state, u.expires_at, case when u.state = 'expired'
        then ${now}::timestamptz else ${settledAt}::timestamptz end), true),
      ('expires_at', iso(u.expires_at), iso(case when u.expires_at_is_override then u.expires_at
        else nullif(u.source_expires_at, u.overridden_source_end) end), true),
      ('is_manager', u.is_manager::text, exists (
        select from directory_user r where r.manager_id = u.id and r.deleted_at is null
          and r.state not in ('expired', 'deactivated'))::text, true),
      ('full_name', u.full_name, btrim(u.first_name || ' ' || u.last_name), false),
      ('email_key', u.email_key, email_key(u.email), false),
      ('username', u.username, case when u.username_is_override then u.username
        else nullif(split_part(u.email, '@', 1), '') end, false),
      ('search_text', u.search_text,
        search_text(btrim(u.first_name || ' ' || u.last_name) || ' ' || coalesce(u.email, '') || ' ' || coalesce(u.username, '')), false)
    ) d (what, stored, follows, is_shown)
    where ${has(sql`u.id`)} and d.stored is distinct from d.follows`
}

/**
 * Names, address and leading account of the people whom the primary governs. Who leads depends on the clock where accounts have days,
 * and changes with the next run: only accounts without days are compared.
 */
function leadingAccount({ has }: Range): RawBuilder<Found> {
  const order = leadingOrder({
    state: sql`i.vendor_state`,
    days: sql`null::jsonb`,
    countedBefore: sql`i.id = u.primary_identity_id`,
    last: sql`i.vendor_id collate "C"`,
  })
  return sql<Found>`
    select ${foundColumns({ ...ofPerson, ...ofValues })}
    from directory_user u
    left join identity led on led.id = u.primary_identity_id
    cross join lateral (
      select (array_agg(i.id order by ${order}))[1] as id, count(i.days) as with_days
      from identity i join integration g on g.id = i.integration_id and g.is_primary
      where i.directory_user_id = u.id) first
    cross join lateral (values
      ('primary_identity_id', u.primary_identity_id::text,
        case when first.with_days = 0 then first.id else u.primary_identity_id end::text, true),
      ('first_name', u.first_name, led.first_name, false),
      ('last_name', u.last_name, led.last_name, false),
      ('email', u.email, led.email, false)
    ) d (what, stored, follows, is_shown)
    where ${has(sql`u.id`)} and u.deleted_at is null and (led.id is not null or d.what = 'primary_identity_id')
      and d.stored is distinct from d.follows`
}

function derivedOfAccounts({ has }: Range): RawBuilder<Found> {
  const ofAccount = {
    type: sql.lit(idPrefixes.identity),
    record: sql`i.id`,
    person: sql`i.directory_user_id`,
  }
  return sql<Found>`
    select ${foundColumns({ ...ofAccount, ...ofValues })}
    from identity i
    cross join lateral (values
      ('email_key', i.email_key, email_key(i.email), false),
      ('search_text', i.search_text,
        search_text(i.full_name || ' ' || coalesce(i.email, '') || ' ' || coalesce(i.handle, '')), false)
    ) d (what, stored, follows, is_shown)
    where ${has(sql`i.id`)} and d.stored is distinct from d.follows`
}

/** Who has expired may show it before it is settled, and shows what was before until then. */
function workspaceUsers({ now }: Snapshot): RawBuilder<Found> {
  return sql<Found>`
    select ${foundColumns({
      what: sql`'state'`,
      type: sql.lit(idPrefixes.workspaceUser),
      record: sql`w.id`,
      stored: sql`w.state`,
      follows: sql`s.state`,
    })}
    from workspace_user w
    left join due_instant d on d.kind = 'workspace_user' and d.record_id = w.id and d.at <= ${now} and w.state <> 'expired'
    cross join lateral (select workspace_user_state(w.base_state, w.expires_at,
      coalesce(d.at - interval '1 millisecond', ${now})) as state) s
    where w.state <> s.state`
}

/** Who answers for a service has not left. Of a service without anyone it is known since when: that is the finding. */
const sponsors = sql<Found>`
  select ${foundColumns({
    what: sql`'sponsor_id'`,
    type: sql.lit(idPrefixes.service),
    record: sql`w.id`,
    person: sql`w.sponsor_id`,
    stored: sql`encode_id(${sql.lit(idPrefixes.directoryUser)}, w.sponsor_id)`,
    follows: sql`null`,
  })}
  from service w left join directory_user u on u.id = w.sponsor_id
  where w.deleted_at is null and (u.deleted_at is not null or u.state in ('expired', 'deactivated')
    or (w.sponsor_id is null) <> (w.unsponsored_at is not null))`

/** {@link workspaceUsers}, of services. */
function services({ now }: Snapshot): RawBuilder<Found> {
  return sql<Found>`
    select ${foundColumns({
      what: sql`'state'`,
      type: sql.lit(idPrefixes.service),
      record: sql`w.id`,
      stored: sql`w.state`,
      follows: sql`s.state`,
    })}
    from service w
    left join due_instant d on d.kind = 'service' and d.record_id = w.id and d.at <= ${now} and w.state <> 'expired'
    cross join lateral (select workspace_user_state(w.base_state, w.ends_at,
      coalesce(d.at - interval '1 millisecond', ${now})) as state) s
    where w.state <> s.state`
}
