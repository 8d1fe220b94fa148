import { accountsIn, hasOnlyDeactivated } from './accounts.ts'
import type { Directory } from './directory.ts'
import { isAway } from './effective-state.ts'
import { comparedText } from './fold.ts'
import type { Identity, Instant, Person } from './model.ts'
import type { Found } from './operators.ts'
import { readProfile } from './profile-value.ts'

/** A compiled condition or rule: true where the person meets it. */
export type Check = (view: PersonView) => boolean

/** For each attribute and each resource that rules decide: those rules, compiled. */
export type DecidingChecks = ReadonlyMap<string, readonly Check[]>

/** One person as conditions see them. Each answer is worked out when first asked for, and kept. */
export interface PersonView {
  personId: string
  /** Expired, deactivated or deleted: positive `user` conditions on them are false. */
  isAway: boolean
  managerId: string | null
  managersAbove(): readonly string[]
  /** What the person's identities in that integration hold under the key; deactivated ones count in the primary only. */
  find(integrationId: string, profileKey: string, isPrimary: boolean): Found
  /** Whether the person has accounts in that integration, and all of them are deactivated. */
  hasOnlyDeactivated(integrationId: string): boolean
  /** Whether the person qualifies for a rule of the attribute or resource; null if no rule decides it. */
  holds(id: string): boolean | null
}

/** Looks at a person at `now` through the rules that decide attributes and resources: those in force, or the staged ones too. */
export function viewPerson(
  person: Person,
  { directory, now }: { directory: Directory; now: Instant },
  deciding: DecidingChecks,
): PersonView {
  const found = new Map<string, Map<string, Found>>()
  const held = new Map<string, boolean | null>()
  let above: readonly string[] | undefined
  const view: PersonView = {
    personId: person.id,
    isAway: isAway(person, now),
    managerId: person.managerId,
    managersAbove: () => (above ??= directory.managersAbove(person)),
    hasOnlyDeactivated: (integrationId) => hasOnlyDeactivated(person, integrationId),
    find(integrationId, profileKey, isPrimary) {
      const here = remember(found, integrationId, () => new Map<string, Found>())
      return remember(here, profileKey, () =>
        look(accountsIn(person, integrationId, isPrimary), profileKey),
      )
    },
    holds: (id) =>
      remember(held, id, () => {
        const checks = deciding.get(id)
        return checks === undefined ? null : checks.some((check) => check(view))
      }),
  }
  return view
}

function look(here: readonly Identity[], profileKey: string): Found {
  const values = here.flatMap((identity) => readProfile(identity.profile, profileKey))
  return { hasIdentity: here.length > 0, values: values.map(comparedText) }
}

function remember<V>(memory: Map<string, V>, key: string, work: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const value = work()
  memory.set(key, value)
  return value
}
