import { sql, type RawBuilder } from 'kysely'
import type { IntegrationFacts } from './integration-facts.ts'

/** What decides which of several accounts of a person, or of several rows of one id, counts; each as SQL of one row. */
type LeadingFacts = {
  /** active, suspended or deactivated */
  state: RawBuilder<unknown>
  /** Its first and last day, with the state that the source gives beside them; null for none. */
  days: RawBuilder<unknown>
  /** Whether it counted before; null is no. */
  countedBefore: RawBuilder<unknown>
  /** Unique, and independent of the order of arrival where that must not decide. */
  last: RawBuilder<unknown>
}

/**
 * The order in which accounts of one person at the primary lead, and rows of one id count, for `order by`: the first one does. One in force
 * precedes one that is ahead, and that one precedes one that has ended; then an active precedes a suspended one, unless both have ended,
 * and the latest first day the others.
 */
export function leadingOrder({
  state,
  days,
  countedBefore,
  last,
}: LeadingFacts): RawBuilder<unknown> {
  const hasEnded = sql`(${state} = 'deactivated' or (${days} ->> 'ends_at')::timestamptz <= current_instant())`
  return sql`case when ${hasEnded} is true then 2
      when (${days} ->> 'begins_at')::timestamptz > current_instant() then 1 else 0 end,
    ${hasEnded} is not true and coalesce(${days} ->> 'state', ${state}) <> 'active', ${days} ->> 'first_day' desc nulls last, (${countedBefore}) is not true, ${last}`
}

/**
 * The leading account of each person, as SQL: `person_id`, and all columns of the account. `accounts`: a `from` clause with accounts of
 * the primary (`i`) and their people (`u`), both joined.
 */
export function leadingAccounts(accounts: RawBuilder<unknown>): RawBuilder<unknown> {
  const order = leadingOrder({
    state: sql`i.vendor_state`,
    days: sql`i.days`,
    countedBefore: sql`i.id = u.primary_identity_id`,
    last: sql`i.vendor_id collate "C"`,
  })
  return sql`select distinct on (u.id) u.id as person_id, i.* ${accounts} order by u.id, ${order}`
}

/** The state that an account (`i`) gives its person, as SQL: one that was never active is about to start. */
export const stateFromAccount = sql<string>`
  case when i.never_active then 'staged' else i.vendor_state end`

type SaysNew = Pick<IntegrationFacts, 'tellsNewAccounts'>

/**
 * Whether an account that the source reports for the first time (`a`) is inactive and was never active, as SQL. Where the vendor has no
 * word for that, each inactive one is.
 */
export function isNewInactive({ tellsNewAccounts }: SaysNew): RawBuilder<boolean> {
  return sql<boolean>`(a.state = 'suspended' and (a.is_new or not ${tellsNewAccounts}::boolean))`
}

/** Whether an account (`i`) is, as the source reports it now (`a`), still inactive and was never active, or is so again, as SQL. */
export function isStillInactive({ tellsNewAccounts }: SaysNew): RawBuilder<boolean> {
  return sql<boolean>`(a.state = 'suspended' and case
    when a.is_new then i.never_active or i.vendor_state = 'deactivated'
    else i.never_active and not ${tellsNewAccounts}::boolean end)`
}
