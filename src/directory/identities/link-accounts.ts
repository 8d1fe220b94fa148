import { sql, type RawBuilder } from 'kysely'
import { oppositeId } from '../../database/uuids.ts'
import {
  fewRowsOf,
  isAboutFew,
  overEveryone,
  planKept,
  send,
  withBulkPlans,
} from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'
import { analyzeIfLarge } from '../../database/temporary-tables.ts'
import { heldAddresses } from './held-accounts.ts'
import { accountsHeldBefore, addressesWithRejectedEnd, heldAccounts } from './held-selection.ts'
import type { SourceRun } from './integration-facts.ts'
import { noteCandidates } from './candidates.ts'
import { weighEvidence } from './evidence.ts'
import { linkDecisions } from './link-decisions.ts'
import { addStaged, addStored, matchedBy } from './pending-accounts.ts'
import { hasDisappeared } from './replaced-accounts.ts'
import { createPeople, insertIdentities, linkOrphans } from './write-links.ts'

/**
 * Writes the accounts of `staged_account` that the integration did not have, and retries its orphans that the run concerns, all
 * of them in a complete run (`isComplete`): each is linked to the person that it matches or to a new one, or stays an orphan. Run it
 * after known identities are up to date, so that people who left in this same source no longer hold an address.
 * @returns how many were linked to people who were there
 */
export async function linkAccounts(run: SourceRun, isComplete: boolean): Promise<number> {
  const { tx, facts } = run
  if (facts?.accounts === 'known') return 0
  if (facts?.mayMatch === false) {
    await Promise.all([addStaged(run, sql`i.id is null`), decideAll(run, { areOfRun: true })])
    return 0
  }
  send(tx, sql`delete from pending_link`)
  const added = await addStaged(run, sql`i.id is null`)
  const orphans = facts === undefined ? await addConcernedOrphans(run, isComplete) : 0
  return decidePending(run, added + orphans, { areOfRun: true })
}

/** Tries all orphans of one integration again, because other rules match them. */
export async function retryOrphans(run: SourceRun): Promise<void> {
  send(run.tx, sql`delete from pending_link`)
  await decidePending(run, await addStored(run, sql`true`))
}

/** Tries the orphans of one integration again that people who came or changed may match. */
export async function retryConcernedOrphans(run: SourceRun): Promise<void> {
  send(run.tx, sql`delete from pending_link`)
  await decidePending(run, await addConcernedOrphans(run, false))
}

/**
 * Accounts of the primary compete for an address, so all are tried: hardly any belongs to no one. Those that wait for the place of
 * another account may be many, and are tried as those of other sources are, or because their person has changed.
 */
async function addConcernedOrphans(run: SourceRun, all: boolean): Promise<number> {
  noteRetried(run)
  if (all) return addStored(run, sql`true`)
  if (!run.integration.isPrimary) return addStored(run, isConcerned(run))
  return addStored(
    run,
    sql`(i.decided_as is not null
      or i.suggested_directory_user_id is null and not exists (select from identity_candidate c where c.identity_id = i.id)
      or ${isConcerned(run)} or i.suggested_directory_user_id = any (array(select directory_user_id from user_change))
      or i.id in (
        select identity_id from identity_candidate
        where directory_user_id = any (array(select directory_user_id from user_change))))`,
  )
}

/** More pending accounts are decided by the plans of many rows, and more are not left to the next run, which may be about one. */
const few = 1000

/** Whether pending accounts are of the source whose run is staged: then some of them may be held back. */
type Pending = { areOfRun: boolean }

/** Links the accounts of `pending_link`, or makes people of them, or suggests some. `count`: how many they are. */
async function decidePending(
  run: SourceRun,
  count: number,
  pending: Pending = { areOfRun: false },
): Promise<number> {
  if (count === 0) return 0
  const decide = () => decideAll(run, pending)
  if (count <= few) return decide()
  return isAboutFew(run.tx) ? overEveryone(run.tx, decide) : withBulkPlans(run.tx, decide)
}

async function decideAll(run: SourceRun, { areOfRun }: Pending): Promise<number> {
  const { tx, integration } = run
  // All are new, and have nothing in common with anyone.
  const areAlone = areOfRun && run.facts?.mayMatch === false
  if (!areAlone) {
    await analyzeIfLarge(tx, 'pending_link')
    await weighEvidence(run, { areStaged: false })
    if (integration.isPrimary) await noteDoubted(run, { areOfRun })
  }
  const ofIntegration = sql`exists (
    select from identity g where g.id = r.identity_id and g.integration_id = ${integration.id})`
  const isHeld = sql`(${areOfRun} and p.vendor_id in (select vendor_id from held_back)
    or p.identity_id in (${accountsHeldBefore}))`
  // Held addresses are read once, because a search for each account takes too long. The address of a primary account whose end was
  // rejected counts as held: its person is still here.
  const state = sql`
    select p.identity_id, coalesce(
      cardinality(h.holders) > 1 or h.holders[1] <> p.identity_id, false
    ) or p.vendor_id in (
      select r.by_vendor_id from replaced_account r
      where ${ofIntegration} and r.by_vendor_id in (select vendor_id from held_back)
    ) or exists (
      select from ${heldAccounts} where h.identity_id = p.identity_id and f.identity_id is not null
        and f.identity_id not in (select identity_id from accepted_account)
    ) or ${integration.isPrimary} and p.email_key in (${addressesWithRejectedEnd(integration)})
    or not ${areOfRun} and p.email_key in (select email_key(email) from held_back where is_new_account)
    or not p.is_new and ${isHeld} as must_wait, ${isHeld} as is_held,
      ${integration.isPrimary} and p.decided_as is null and p.vendor_id in (select vendor_id from doubted_account) as is_doubted
    from ${fewRowsOf(tx, 'pending_link')} p left join (
      select h.email_key, array_agg(h.identity_id) as holders from (${heldAddresses}) h
      where h.email_key is not null group by h.email_key) h on h.email_key = p.email_key`
  const decided = sql`
    update pending_link p set decision = d.decision, review_reason = d.review_reason, evidence = d.evidence,
      directory_user_id = case d.decision
        when 'create' then coalesce(c.person_id, ${personOfStored}, new_id())
        else d.directory_user_id end
    from (${linkDecisions(state, integration)}) d left join accepted_account c on c.identity_id = d.identity_id
    where d.identity_id = p.identity_id
    ${planKept(tx)}`
  send(tx, decided)
  if (!areAlone) {
    const replacing = sql`
      update pending_link p set decision = 'link', directory_user_id = r.person_id, review_reason = null,
        replaced = r.evidence
      from ${fewRowsOf(tx, 'replaced_account')} r
      where p.vendor_id = r.by_vendor_id and ${ofIntegration} and ${hasDisappeared}
      ${planKept(tx)}`
    send(tx, replacing)
    await joinParties(tx)
    await noteCandidates(run)
  }
  if (!areAlone) send(tx, sql`update pending_link set decision = 'orphan' where decision = 'wait'`)
  await Promise.all([createPeople(run), insertIdentities(run)])
  if (areAlone) return 0
  await linkOrphans(run)
  return countLinks(tx)
}

/**
 * An account that waits goes on waiting for a person whose evidence has ended, unless what agreed has changed in the account itself.
 * Where other rules match, it does so only if the person has left.
 */
async function noteDoubted({ tx, integration }: SourceRun, { areOfRun }: Pending): Promise<void> {
  const [before, now] = [sql`n.before`, sql`to_jsonb(i)`]
  const turned = (key: string, of: (facts: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`case when n.before is not null and ${of(before)} is distinct from ${of(now)} then ${key} end`
  await sql`
    insert into doubted_account (vendor_id, person_id, agrees, contradicts)
    select p.vendor_id, c.directory_user_id, c.agrees, c.contradicts
    from pending_link p join identity_candidate c on c.identity_id = p.identity_id
    join identity i on i.id = p.identity_id join directory_user u on u.id = c.directory_user_id
    left join identity_change n on n.identity_id = i.id cross join ${matchedBy(integration.id)}
    where (${areOfRun} or u.state in ('expired', 'deactivated')) and (c.agrees = '{}' or not c.agrees <@ array_remove(array[
      ${turned('address', (facts) => sql`email_key(${facts} ->> 'email')`)},
      ${turned('name', (facts) => sql`name_words(${facts} ->> 'first_name', ${facts} ->> 'last_name', ${facts} ->> 'full_name')`)},
      ${turned('number', (facts) => sql`profile_text(${facts} -> 'profile', g.number_key)`)}], null)) ${planKept(tx)}`.execute(
    tx,
  )
}

/** The id of the person that a stored account creates; null if it created one before, who has other accounts now. */
const personOfStored = sql`(
  select o.id from (select ${oppositeId(sql`p.identity_id`)} as id) o
  where not p.is_new and not exists (select from directory_user u where u.id = o.id))`

async function countLinks(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*) as links from pending_link where decision = 'link'`.execute(tx)
  return rows[0]?.links ?? 0
}

/** Of the accounts that make one person, one makes it: an active one, else a suspended one, the first by its id. The others are theirs. */
async function joinParties(tx: Transaction): Promise<void> {
  await sql`
    with maker as (
      select distinct on (party) party, identity_id, directory_user_id, vendor_id from pending_link
      where decision = 'create' and party in (select party from pending_link where party <> identity_id)
      order by party, array_position(array['active', 'suspended', 'deactivated'], state), vendor_id
    )
    update pending_link p set decision = 'link', directory_user_id = m.directory_user_id, review_reason = null,
      evidence = 'the same person as the account ' || m.vendor_id || ', which appeared with it'
    from maker m where m.party = p.party and p.decision = 'create' and p.identity_id <> m.identity_id ${planKept(tx)}`.execute(
    tx,
  )
}

/**
 * Notes what others have changed about orphans of the integration since they were last tried, by `orphan_to_match`. To be called
 * before the run reads what they may match.
 */
function noteRetried({ tx, integration }: SourceRun): void {
  const noted = sql`
    insert into retried_orphan (n, identity_id)
    select n, identity_id from orphan_to_match where integration_id = ${integration.id}`
  send(tx, noted)
}

/** Leaves nothing to the next run of what {@link noteRetried} noted. A merge that writes aside does not call it. */
export async function forgetRetried({ tx }: Pick<SourceRun, 'tx'>): Promise<void> {
  await sql`
    delete from orphan_to_match where n = any (array(select n from retried_orphan))`.execute(tx)
}

/**
 * Leaves the orphans that the run wrote to the next run, where people may change beside it (not under `isExclusive`): who takes
 * an address meanwhile does not see them yet. Of very many, a complete run finds what was missed.
 */
export async function noteChangedOrphans(
  { tx, integration }: SourceRun,
  isExclusive: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into orphan_to_match (integration_id, identity_id)
    select i.integration_id, i.id from identity i
    where i.id = any (array(select identity_id from identity_change limit ${few})) and not ${isExclusive}
      and i.integration_id = ${integration.id} and i.email_key is not null
      and i.directory_user_id is null and i.link_evidence is null
      and (select count(*) from identity_change) < ${few}`.execute(tx)
}

/**
 * Whether an orphan (`i`) of an integration other than the primary may be matched otherwise than before, as SQL that costs by what
 * has changed: it has one of the addresses or numbers that the run concerns, the run changed it, or {@link noteRetried} noted it.
 */
function isConcerned({ integration }: Pick<SourceRun, 'integration'>): RawBuilder<boolean> {
  return sql<boolean>`i.id = any (array(
    select o.id from identity o
    where o.email_key = any (array(${concernedAddresses})) and o.integration_id = ${integration.id}
      and o.directory_user_id is null and o.link_evidence is null
    union select o.id from identity o
    where o.integration_id = ${integration.id} and o.vendor_id = any (array(select by_vendor_id from replaced_account))
    union select o.id from account_number n join identity o on o.id = n.identity_id
    where n.value = any (array(
        select value from account_number where identity_id = any (array(select identity_id from identity_change))
          and (select g.is_primary or g.trusts_employee_id from integration g where g.id = ${integration.id})))
      and o.integration_id = ${integration.id} and o.directory_user_id is null and o.link_evidence is null
    union select identity_id from identity_change
    union select identity_id from retried_orphan))`
}

/** Former and present addresses of the people and accounts that the run changed, and of held accounts that it accepts, as SQL. */
const concernedAddresses = sql`
  select email_key(before ->> 'email') from user_change
  union select u.email_key from directory_user u
  where u.id = any (array(select directory_user_id from user_change))
  union select email_key(before ->> 'email') from identity_change
  union select a.email_key from identity a where a.id = any (array(
    select identity_id from identity_change union all select identity_id from accepted_account))
  union select email_key from held_account
  where identity_id = any (array(select identity_id from accepted_account))`
