import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { record } from '../../audit/record.ts'
import { factsOf, identityColumns } from './audited-columns.ts'
import { auditIdentities, auditPeople } from './account-audit.ts'
import { followPrimaryAccounts } from './follow-primary.ts'
import { identityEntry, type ChangedIdentity } from './identity-entry.ts'
import { stateFromAccount } from './leading-account.ts'
import { resolveHierarchy } from './hierarchy.ts'
import type { IntegrationFacts, SourceRun } from './integration-facts.ts'
import type { LinkedAccount } from './linked-account.ts'
import { keepIdentities, keepUsers, stateOf } from './snapshots.ts'
import { prepareAccountMerge, writeAside } from './stage-accounts.ts'
import { restorePerson, restoreManager, restoreParent } from './restore-person.ts'

/** Who an account belongs to from now on (a uuid; null for no one), and why. */
export type NewLink = {
  personId: string | null
  reason: string
  /** It is again what it was before an administrator decided about it. Then `personId` is null. */
  undoes?: boolean
  /** It is none of those whose it may be: at the primary its person is created, elsewhere it belongs to no one. */
  isNewPerson?: boolean
}

/** `isPreview`: accounts and people are written aside, so that nothing waits for them; the rest of the transaction reads them there. */
type Mode = { isPreview: boolean }

/** The people (uuids) that a new link wrote, besides the former and the new person of the account. */
export type Relinked = { others: readonly string[] }

/**
 * Gives an account to another person, or to no one, as if its source had said so, with its audit rows. The person of a primary
 * account follows it, and so do the managers that it names or that are named by it. The caller holds the policy lock, exclusive.
 */
export async function relinkAccount(
  run: SourceRun,
  account: LinkedAccount,
  link: NewLink,
  { isPreview }: Mode,
): Promise<Relinked> {
  const { tx } = run
  await prepareAccountMerge(tx)
  if (isPreview) await writeAside(tx)
  await keepIdentities(tx, sql`select ${account.id}::uuid`)
  if (link.undoes === true && account.wasNewPerson) await releaseMatched(tx, account)
  if (link.isNewPerson === true && link.personId !== null)
    await createPersonOf(tx, { personId: link.personId, accountId: account.id })
  if (account.personId !== link.personId) await handOverBefore(tx, account)
  await writeLink(tx, account.id, link, run.integration)
  await sql`delete from identity_candidate where identity_id = ${account.id}`.execute(tx)
  const { isPrimary } = run.integration
  if (isPrimary && account.personId !== link.personId) await releasePrimary(run, account)
  if (isPrimary) await followPrimaryAccounts(run)
  const named = [account.personId, link.personId].filter((id) => id !== null)
  await endReview(tx, named)
  if (link.undoes === true && account.personId !== null)
    await (account.wasNewPerson ? deleteCreatedPerson : restorePerson)(
      tx,
      account.personId,
      account,
    )
  // What references lead to follows from the addresses that people have again.
  if (isPrimary) await resolveHierarchy(run, false)
  if (isPrimary && link.undoes === true) {
    await restoreManager(tx, account)
    await restoreParent(tx, account)
  }
  if (!isPreview) {
    if (link.personId !== null) await forgetRejectedLink(tx, account.id)
    await auditIdentities(run)
    await auditPeople(run)
    if (link.undoes === true) await restoreMatch(run, account)
  }
  const { rows } = await sql<{ id: string }>`
    select directory_user_id as id from user_change where directory_user_id <> all (${named}::uuid[])`.execute(
    tx,
  )
  return { others: rows.map(({ id }) => id) }
}

/** A link by an administrator ends the rejection of one. */
async function forgetRejectedLink(tx: Transaction, id: string): Promise<void> {
  await sql`
    with left_over as materialized (
      select identity_id, incident_id, nullif(rejected - 'link', '{}') as rejected from held_account
      where identity_id = ${id} and rejected ? 'link'
    ), forgotten as (
      delete from held_account h using left_over l
      where h.identity_id = l.identity_id and l.rejected is null and l.incident_id is null
    )
    update held_account h set rejected = l.rejected from left_over l
    where h.identity_id = l.identity_id and (l.rejected is not null or l.incident_id is not null)`.execute(
    tx,
  )
}

/** The person of an account that is none of those whose it may be, as an import creates the person of a new account. */
async function createPersonOf(
  tx: Transaction,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<void> {
  await sql`insert into user_change (directory_user_id, is_new) values (${personId}, true)`.execute(
    tx,
  )
  await sql`
    insert into directory_user (id, base_state, provisioned_at, deprovisioned_at, first_name, last_name, email, username,
      primary_identity_id)
    select ${personId}::uuid, ${stateFromAccount}, coalesce(i.vendor_created_at, current_instant()),
      case i.vendor_state when 'deactivated' then current_instant() end, i.first_name, i.last_name, i.email,
      nullif(split_part(i.email, '@', 1), ''), i.id
    from identity i where i.id = ${accountId}`.execute(tx)
}

/** Other accounts that were matched with a person who exists by a decision that is undone are tried again. */
async function releaseMatched(tx: Transaction, { id, personId }: LinkedAccount): Promise<void> {
  const matched = sql`
    select id from identity where directory_user_id = ${personId} and id <> ${id} and linked_by in ('email', 'evidence')`
  if ((await keepIdentities(tx, matched)) === 0) return
  await sql`
    update identity set directory_user_id = null, state = ${stateOf({ person: sql`null`, atVendor: sql`vendor_state` })},
      linked_by = null, link_evidence = null, linked_at = null
    where id in (${matched})`.execute(tx)
}

/** A person who was created by a decision that is undone is deleted, unless an account was given to them otherwise. */
async function deleteCreatedPerson(tx: Transaction, personId: string): Promise<void> {
  const created = sql`
    select id from directory_user where id = ${personId} and deleted_at is null
      and not exists (select from identity where directory_user_id = ${personId})`
  await keepUsers(tx, created)
  await sql`
    update directory_user set base_state = 'deactivated', base_state_set_by = 'administrator', deleted_at = current_instant()
    where id in (${created})`.execute(tx)
}

/**
 * What the person was before an earlier link is what the next later one of them brings back: they are no longer what they were between
 * the two.
 */
async function handOverBefore(
  tx: Transaction,
  { id, personId, beforeLink }: LinkedAccount,
): Promise<void> {
  const before = beforeLink?.person
  if (personId === null || before == null) return
  await sql`
    update identity set before_link = jsonb_set(before_link, '{person}', ${JSON.stringify(before)}::jsonb)
    where id = (
      select later.id from identity later join identity i on i.id = ${id} and later.linked_at > i.linked_at
      where later.directory_user_id = ${personId} and later.linked_by = 'administrator'
        and jsonb_typeof(later.before_link -> 'person') = 'object'
      order by later.linked_at, later.id limit 1)`.execute(tx)
}

/** An orphan with evidence is not matched again: the next run leaves it to an administrator. */
async function writeLink(
  tx: Transaction,
  id: string,
  { personId, reason, isNewPerson = false }: NewLink,
  { isPrimary }: IntegrationFacts,
) {
  await sql`
    update identity set directory_user_id = ${personId}::uuid,
      state = ${stateOf({ person: sql`${personId}::uuid`, atVendor: sql`vendor_state` })},
      suggested_directory_user_id = null,
      before_link = case when ${personId}::uuid is not null and directory_user_id is null
        then jsonb_build_object('suggested_directory_user_id', suggested_directory_user_id, 'link_evidence', link_evidence,
          'person', (
            select jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'username', u.username,
              'source_expires_at', u.source_expires_at, 'base_state', u.base_state, 'base_state_set_by', u.base_state_set_by,
              'deprovisioned_at', u.deprovisioned_at, 'activates_at', u.activates_at,
              'manager_id', u.manager_id, 'manager_integration_id', u.manager_integration_id,
              'parent_user_id', u.parent_user_id, 'parent_is_override', u.parent_is_override)
            from directory_user u where u.id = ${personId}::uuid and ${isPrimary})) end,
      linked_by = case when ${personId}::uuid is not null then 'administrator' end,
      link_evidence = ${reason}, decided_as = case when ${isNewPerson}::boolean then 'new_person' end,
      linked_at = case when ${personId}::uuid is not null then current_instant() end
    where id = ${id}`.execute(tx)
  await sql`delete from identity_candidate where identity_id = ${id}`.execute(tx)
}

/**
 * Makes an account of no one again what it was before its link: the next run tries it, unless its match was rejected. A second
 * audit row says so, because the first one has the reason.
 */
async function restoreMatch({ tx, actor }: SourceRun, account: LinkedAccount): Promise<void> {
  const { id, personId, beforeLink } = account
  if (beforeLink === null) return
  const { link_evidence: evidence, suggested_directory_user_id: suggested } = beforeLink
  const { rows } = await sql<ChangedIdentity>`
    with before as materialized (
      select i.id, ${factsOf(identityColumns, 'i')} as facts from identity i where i.id = ${id}
    )
    update identity i set link_evidence = ${evidence},
      suggested_directory_user_id = (select u.id from directory_user u where u.id = ${suggested}::uuid and u.deleted_at is null)
    from before where i.id = before.id
    returning i.id, i.integration_id, ${personId}::uuid as subject_id, before.facts as before, ${factsOf(identityColumns, 'i')} as after`.execute(
    tx,
  )
  if (evidence === null)
    await sql`
      insert into orphan_to_match (integration_id, identity_id)
      select integration_id, id from identity
      where directory_user_id is null and link_evidence is null and id in (select identity_id from identity_change)`.execute(
      tx,
    )
  const [row] = rows
  if (row === undefined) return
  const parent =
    personId === null ? {} : { parent: { kind: 'directoryUser', id: personId } as const }
  await record(tx, actor, [{ ...identityEntry('change', row), ...parent, subjectId: personId }])
}

/** Without another account of theirs that leads now, people keep what they are. */
async function releasePrimary({ tx }: SourceRun, { id }: LinkedAccount): Promise<void> {
  const released = sql`select id from directory_user where primary_identity_id = ${id}`
  if ((await keepUsers(tx, released)) === 0) return
  await sql`
    update directory_user u set primary_identity_id = null, manager_reference = null, manager_problem = null,
      provisioned_at = u.created_at
    where u.primary_identity_id = ${id}`.execute(tx)
}

/** Whose address was recycled is decided now. */
async function endReview(tx: Transaction, people: readonly string[]): Promise<void> {
  const reviewed = sql`
    select id from directory_user where id = any (${people}::uuid[]) and review_reason is not null`
  await keepUsers(tx, reviewed)
  await sql`update directory_user set review_reason = null where id in (${reviewed})`.execute(tx)
}
