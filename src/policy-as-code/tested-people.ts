import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import type { Condition, Person } from '../engine/model.ts'
import { evaluatePerson, type Setting } from '../engine/evaluate-person.ts'
import { createTurns } from '../http/lists/in-slices.ts'
import type { LoadedPolicy } from '../policy/model/compiled-policy.ts'
import { peopleFacts } from '../policy/model/people-facts.ts'
import { findMeeters } from '../policy/rulesets/people/draft-meeters.ts'
import { testedStates, type TestedValues } from './folder-file.ts'

/** The people that a test may be about at most. */
export const maximumTested = 20_000

/** The policy that is tested, in the transaction that has made it what the folder says. */
export type TestedPolicy = { tx: Transaction; policy: LoadedPolicy; now: Date }

/** A person as tests see them: ruleset → the role that a rule in force gives them there. */
export type TestedPerson = { isEligible: boolean; roles: ReadonlyMap<string, string> }

/** The undeleted people (uuids) with these values; null for more than {@link maximumTested}. */
export async function peopleWith(
  { tx, policy, now }: TestedPolicy,
  { state, ...values }: TestedValues,
): Promise<string[] | null> {
  const conditions = Object.entries(values).map(([profileKey, value]): Condition => ({
    type: 'identity',
    resourceId: null,
    profileKey,
    operator: 'equals',
    value,
  }))
  const met =
    conditions.length === 0
      ? undefined
      : await findMeeters({ db: tx, now }, policy.source, conditions)
  if (met?.isCapped === true) return null
  const { rows } = await sql<{ id: string }>`
    select p.id from directory_user p where p.deleted_at is null
      ${met === undefined ? sql`` : sql`and p.id in (${met.people})`}
      ${state === undefined ? sql`` : sql`and p.base_state = ${state}`}
    limit ${maximumTested + 1}`.execute(tx)
  return rows.length > maximumTested ? null : rows.map(({ id }) => id)
}

/** Evaluates people by uuid, as far as these rulesets. */
export async function evaluateTested(
  { tx, policy, now }: TestedPolicy,
  people: readonly string[],
  rulesets: ReadonlySet<string>,
): Promise<Map<string, TestedPerson>> {
  const read = reader(policy, rulesets)
  const found = new Map<string, TestedPerson>()
  const turns = createTurns()
  for await (const { people: batch, directory } of peopleFacts(tx, policy.reads, people))
    for (const person of batch) {
      if (turns.isDue()) await turns.next()
      found.set(person.id, read({ directory, now: now.getTime() }, person))
    }
  return found
}

/** Evaluates a person who has only an account in the primary integration, with these values. */
export function evaluateMadeUp(
  { policy, now }: TestedPolicy,
  { state = 'active', ...profile }: TestedValues,
  rulesets: ReadonlySet<string>,
): TestedPerson {
  const integrationId = policy.source.primaryIntegrationId
  const person: Person = {
    id: randomUUID(),
    baseState: testedStates.find((known) => known === state) ?? 'active',
    expiresAt: null,
    deletedAt: null,
    managerId: null,
    parentId: null,
    identities: integrationId === null ? [] : [{ integrationId, profile, isDeactivated: false }],
  }
  const directory = { parentOf: () => null, managersAbove: () => [] }
  return reader(policy, rulesets)({ directory, now: now.getTime() }, person)
}

function reader({ compiled, source }: LoadedPolicy, rulesets: ReadonlySet<string>) {
  const roleOf = new Map(source.rules.map(({ id, role }) => [id, role]))
  return (setting: Omit<Setting, 'policy'>, person: Person): TestedPerson => {
    const { eligible, admitted } = evaluatePerson({ policy: compiled, ...setting }, person)
    const roles = [...admitted].flatMap(([ruleset, rule]) =>
      rulesets.has(ruleset) ? [[ruleset, roleOf.get(rule) ?? ''] as const] : [],
    )
    return { isEligible: eligible, roles: new Map(roles) }
  }
}
