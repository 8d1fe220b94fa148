import { sql } from 'kysely'
import { decodeId, encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import type { BaseState, Person } from '../../engine/model.ts'
import { refusedKey, selectReadableIntegrations } from '../conditions/policy-keys.ts'
import { personOf, type SubjectRow } from '../explain/queries.ts'
import { loadManagersAbove, managersAbove } from '../model/management-chain.ts'
import type { PolicyReads } from '../model/policy-reads.ts'

/** What is assumed of a person for the question alone. What is undefined stays as it is. */
export type Assumed = {
  /** As it was asked: `key`, `handle:key` or `identity id:key` → the value, a JSON array of values, or nothing for none. */
  set: Readonly<Record<string, string>>
  /** A uuid; null for nobody. */
  managerId: string | null | undefined
  state: BaseState | undefined
}

/** One value of an account as it would be. */
export type AssumedValue = { identityId: string; handle: string; key: string; values: string[] }

/** A person with the managers above them, the direct one first. */
export type Subject = { person: Person; managersAbove: readonly string[] }

/** The values as they would be; 400 that names what can be set. */
export async function readValues(
  db: Reader,
  subject: SubjectRow,
  set: Assumed['set'],
): Promise<AssumedValue[]> {
  const named = Object.entries(set)
  if (named.length === 0) return []
  const integrations = await selectReadableIntegrations(db)
  return named.map(([name, value]) => {
    const { key, accounts } = accountsOf(name, subject, integrations)
    const [account, ...others] = accounts
    if (account === undefined)
      throw refused(name, 'this person has no account there that policy reads')
    if (others.length > 0) {
      const ids = accounts.map(({ id }) => `${encodeId('identity', id)}:${key}`)
      throw refused(name, `this person has several accounts there: name one of ${ids.join(', ')}`)
    }
    const { id: identityId, integration_handle: handle } = account
    return { identityId, handle, key, values: readValue(name, value) }
  })
}

type Integrations = Awaited<ReturnType<typeof selectReadableIntegrations>>

/** The accounts that a name can mean: of the named account or integration, or else of the primary one. */
function accountsOf(name: string, { identities }: SubjectRow, integrations: Integrations) {
  const colon = name.indexOf(':')
  const [place, rest] = [name.slice(0, Math.max(colon, 0)), name.slice(colon + 1)]
  const account = identities.find(({ id }) => id === decodeId('identity', place))
  const ofPlace = account
    ? integrations.find(({ id }) => id === account.integration_id)
    : integrations.find(({ handle }) => handle === place)
  const key = ofPlace === undefined ? name : rest
  const integration = ofPlace ?? integrations.find(({ isPrimary }) => isPrimary)
  if (integration === undefined) throw refused(name, 'there is no primary integration: name one')
  const why = refusedKey(integration, key)
  if (why !== null) throw refused(name, why)
  const accounts = identities.filter(({ integration_id: id }) => id === integration.id)
  return { key, accounts: account === undefined ? accounts : [account] }
}

const longestValue = 1000

function readValue(name: string, text: string): string[] {
  const values = text === '' ? [] : (readList(text) ?? [text])
  if (values.length > 100 || values.some((value) => value.length > longestValue))
    throw refused(name, `at most 100 values of ${longestValue} characters`)
  return values
}

/** A JSON array of strings; undefined for any other text, which is a value itself. */
function readList(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) && read.every((each) => typeof each === 'string') ? read : undefined
  } catch {
    return undefined
  }
}

function refused(name: string, why: string) {
  return badRequest(`The query parameter set[${clip(name)}]: ${why}.`)
}

/** The person as assumed at an instant, in milliseconds. 400 for a manager who is below the person. */
export async function assume(
  db: Reader,
  reads: PolicyReads,
  row: SubjectRow,
  { values, managerId, state, at }: Omit<Assumed, 'set'> & { values: AssumedValue[]; at: number },
): Promise<{ now: Subject; assumed: Subject }> {
  const person = personOf(row)
  const changed: Person = {
    ...person,
    ...stateOf(person, state, at),
    managerId: managerId === undefined ? person.managerId : managerId,
    identities: row.identities.map(({ id, integration_id, state: of, profile }) => ({
      integrationId: integration_id,
      isDeactivated: of === 'deactivated',
      profile: withValues(
        profile,
        values.filter(({ identityId }) => identityId === id),
      ),
    })),
  }
  const above = [person.id, ...(managerId === undefined || managerId === null ? [] : [managerId])]
  const needsChain = reads.managementChains || (managerId ?? null) !== null
  const managers = needsChain ? await loadManagersAbove(db, above) : new Map<string, string>()
  if (changed.managerId !== null && closesCycle(person.id, changed.managerId, managers))
    throw badRequest(
      'The query parameter manager names somebody who reports to this person: nobody is above themself.',
    )
  return {
    now: { person, managersAbove: managersAbove(person, managers) },
    assumed: { person: changed, managersAbove: managersAbove(changed, managers) },
  }
}

/** Whether someone is above the person that they would manage. */
function closesCycle(personId: string, managerId: string, managers: ReadonlyMap<string, string>) {
  const seen = new Set<string>()
  for (
    let next: string | undefined = managerId;
    next !== undefined && !seen.has(next);
    next = managers.get(next)
  ) {
    if (next === personId) return true
    seen.add(next)
  }
  return false
}

/** An end that has come is lifted by activation, as everywhere. */
function stateOf({ expiresAt }: Person, state: BaseState | undefined, at: number) {
  if (state === undefined) return {}
  const hasEnded = state === 'active' && expiresAt !== null && expiresAt <= at
  return { baseState: state, ...(hasEnded && { expiresAt: null }) }
}

/** A member of that name comes before a path of it, so it holds for both. */
function withValues(profile: Person['identities'][number]['profile'], values: AssumedValue[]) {
  if (values.length === 0) return profile
  return {
    ...profile,
    ...Object.fromEntries(
      values.map(({ key, values: [only, ...others] }) => [
        key,
        others.length > 0 ? [only, ...others] : (only ?? null),
      ]),
    ),
  }
}

/** When a person, their parent and rules begin, up to an instant. Milliseconds; rules in their order. */
export type Beginnings = {
  person: number | null
  parent: number | null
  rules: readonly BeginningRule[]
}

/** A rule that exceeds a limit does not begin: it waits for its plan. Ids are uuids. */
export async function selectBeginnings(
  db: Reader,
  { personId, parentId, at }: { personId: string; parentId: string | null; at: Date },
): Promise<Beginnings> {
  const begins = (id: string | null) => sql`(
    select floor(extract(epoch from activates_at) * 1000)::bigint from directory_user
    where id = ${id}::uuid and activates_at <= ${at})`
  const { rows } = await sql<Beginnings>`
    select ${begins(personId)} as person, ${begins(parentId)} as parent,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'replaces', replaces_rule_id,
          'at', floor(extract(epoch from activates_at) * 1000)::bigint) order by activates_at, id), '[]')
        from rule where state = 'staged' and begin_exceeds is null and deleted_at is null and activates_at <= ${at}) as rules`.execute(
    db,
  )
  return rows[0] ?? noBeginnings
}

/** Nothing begins. */
export const noBeginnings: Beginnings = { person: null, parent: null, rules: [] }

/** A staged rule with a date. Ids are uuids. */
export type BeginningRule = { id: string; replaces: string | null; at: number }
