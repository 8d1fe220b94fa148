import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { oppositeId } from '../../database/uuids.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { attributeDimensions, makeAttributes } from '../../policy/attributes/make-attributes.ts'
import { beginPeopleChange } from '../../policy/changes/begin-change.ts'
import { followLinkChange, followPeopleChange } from '../../policy/changes/follow-change.ts'
import { changeContextOf, type OperationContext } from '../../policy/changes/operation-kind.ts'
import { restateConditions } from '../../policy/conditions/restate-conditions.ts'
import { findReleased, forgetMovementsOfReleased } from '../../policy/holds/released-movements.ts'
import { endRulesOfReturned } from '../../policy/manifests/end-rules.ts'
import { newIds } from '../../database/new-ids.ts'
import type { ReleasedPeople } from '../../policy/limits/counting.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import type { Performed } from '../../policy/operations/run-operations.ts'
import { findPerson, lockWithRelatives } from '../users/person-queries.ts'
import { findLinkedAccount, type LinkedAccount } from '../identities/linked-account.ts'
import { relinkAccount, type NewLink } from '../identities/relink-account.ts'
import { askToGive, gainsOf, NamedMoves, placesThere } from './link-gains.ts'

/**
 * Gives an account (a uuid) to a person, or to no one, and everything follows: the state, names, manager and reports of the people,
 * attributes, manifests. `read` reads what is asked for, once the account is found (404) and the caller may link it (403).
 */
export async function changeLink(
  context: OperationContext,
  id: string,
  read: () => NewLink,
): Promise<Performed | Stopped> {
  const { tx, actor } = context
  const begun = await beginPeopleChange(changeContextOf(context), {
    hold: () => holdLink(context, id, read),
    managers: true,
  })
  const { account, link, places } = begun.held
  const { personId } = account
  context.requireVersion?.(account.version)
  const done = { records: [id], exceeded: [] }
  if (link.personId === personId && account.isByAdministrator) return done
  const run = { tx, actor, integration: account.integration }
  const isPreview = context.isDryRun === true
  const { others } = await relinkAccount(run, account, link, { isPreview })
  const named = [personId, link.personId].filter((one) => one !== null)
  const pending = await findPending(tx, id)
  await endRulesOfReturned(tx, actor, begun.now)
  if (!isPreview) await restateConditions(tx, { directoryUserIds: named })
  const released = await release(context, pending, [...named, ...others])
  await makeAttributes(tx, {
    now: begun.now,
    actor,
    dimensionIds: await attributeDimensions(tx, account.integration.id),
  })
  const changed = { people: named, others, withReports: account.integration.isPrimary, released }
  const moves = new NamedMoves(named)
  const followed = await followPeopleChange(
    moves.watching(changeContextOf(context)),
    begun,
    changed,
  )
  if (followed instanceof Stopped) return followed.at(account.version)
  const isNewPerson = link.isNewPerson === true
  // A person who is created has what rules give, as after an import.
  const given =
    link.personId === null || link.personId === personId || isNewPerson
      ? []
      : moves.placesAfter(places, link.personId)
  await askToGive(context, given)
  const movesAccess = !moves.isEmpty || (places.length > 0 && link.personId !== personId)
  const counted = await followLinkChange(changeContextOf(context), begun, {
    gains: gainsOf(given),
    // A preview writes the new person aside.
    named: movesAccess && !(isPreview && isNewPerson) ? named : [],
  })
  if (counted instanceof Stopped) return counted.at(account.version)
  const exceeded = [...followed.exceeded, ...counted.exceeded]
  return { ...done, findings: findingsOf(pending), exceeded }
}

type Pending = { incidentId: string | null; rejectedThrough: string | null }

async function findPending(tx: Transaction, id: string): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`
    select incident_id as "incidentId", rejected_incident_id as "rejectedThrough" from held_account
    where identity_id = ${id} and not (incident_id is null and rejected ? 'link' and rejected - 'link' = '{}')`.execute(
    tx,
  )
  return rows[0]
}

/** What the incident held of people's access because of the account, it holds no longer. A preview only finds who they are. */
async function release(
  { tx, isDryRun }: OperationContext,
  pending: Pending | undefined,
  people: readonly string[],
): Promise<ReleasedPeople | undefined> {
  const incidentId = pending?.incidentId ?? null
  if (incidentId === null) return undefined
  if (isDryRun === true) return { incidentId, people: await findReleased(tx, incidentId, people) }
  await forgetMovementsOfReleased(tx, incidentId, people)
  return undefined
}

/** What the source said last of a held or rejected account stays unread with any person. */
function findingsOf(pending: Pending | undefined) {
  if (pending === undefined) return []
  const incident = pending.incidentId ?? pending.rejectedThrough
  const where = incident === null ? '' : `: approve them in ${encodeId('incident', incident)}`
  const message = `The account has pending facts that policy does not read${where}.`
  return [{ kind: 'facts_pending', message } as const]
}

/** `places`: of the former and the new person, in the manifests of the integration's resources. */
type HeldLink = { account: LinkedAccount; link: NewLink; places: Places }
type Places = Awaited<ReturnType<typeof placesThere>>

/** Under the policy lock: finds the account, asks, reads what is asked for, and locks the people that it is about. */
async function holdLink(
  { tx, ask, may, isDryRun = false }: OperationContext,
  id: string,
  read: () => NewLink,
): Promise<HeldLink> {
  const account = await findLinkedAccount(tx, id)
  if (account === undefined || !mayKnow(may)) throw noSuch('identity', id)
  await ask('directory.identity.link')
  const link = await withNewPerson(tx, account, read())
  const { personId } = link
  if (account.isOfDeleted && personId !== null)
    throw unprocessable({
      state: [`has ended for good: its integration ${account.integration.handle} is deleted`],
    })
  const isDecision = link.isNewPerson === true || (link.undoes === true && account.wasNewPerson)
  if (personId === null && account.personId === null && !isDecision)
    throw unprocessable({ state: ['has no link: the account belongs to no one'] })
  if (link.undoes === true && account.beforeLink === null)
    throw unprocessable({
      undo: ['needs an account that belonged to no one before an administrator linked it'],
    })
  const named = [account.personId, personId].filter((one) => one !== null)
  if (!isDryRun) await lockWithRelatives(tx, named)
  if (personId !== null && link.isNewPerson !== true) await requireUndeleted(tx, personId)
  const places = await placesThere(tx, account.integration.id, named)
  return { account, link, places }
}

/** Whether the caller may know that an account exists, before 403 says so. */
export function mayKnow(may: OperationContext['may']): boolean {
  return may('directory.identity.link') || may('directory.identity.view')
}

/** 422 where the account belongs to someone. At the primary the new person gets an id. */
async function withNewPerson(
  tx: Transaction,
  { id, personId, integration }: LinkedAccount,
  link: NewLink,
): Promise<NewLink> {
  if (link.isNewPerson !== true) return link
  if (personId !== null) throw unprocessable({ new_person: ['needs an account of no one'] })
  if (!integration.isPrimary) return link
  // The same in a plan and when it is applied, as the person that a run would create of the account.
  const { rows } = await sql<{ id: string }>`
    select o.id from (select ${oppositeId(sql`${id}::uuid`)} as id) o
    where not exists (select from directory_user u where u.id = o.id)`.execute(tx)
  const [created] = rows.length > 0 ? rows.map((row) => row.id) : await newIds(tx, 1)
  return { ...link, personId: created ?? null }
}

async function requireUndeleted(tx: Transaction, id: string): Promise<void> {
  const person = await findPerson(tx, id)
  if (person === undefined) throw noPerson()
  if (person.deleted_at !== null)
    throw unprocessable({ directory_user_id: ['is deleted; restore the user first'] })
}

/** 422 for a person who does not exist. */
export function noPerson() {
  return unprocessable({ directory_user_id: ['names no person'] })
}
