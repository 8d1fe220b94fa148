import { compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { evaluatePerson, type PersonVerdict } from './evaluate-person.ts'
import type { Instant, Person, Policy } from './model.ts'

/** All facts of a workspace that a verdict can depend on, in any order. */
export interface World {
  people: readonly Person[]
  policy: Policy
}

/** One person in a manifest, under the rule that admits them. */
export interface ManifestEntry {
  personId: string
  ruleId: string
}

/** The verdict of the policy about everybody. Grace is not included, because it depends on earlier stays. */
export interface WorldVerdict {
  /** Person → the rules in force that they qualify for, in admission order. */
  qualified: ReadonlyMap<string, readonly string[]>
  /** Person → the attributes that they qualify for, in admission order. */
  attributes: ReadonlyMap<string, readonly string[]>
  /** Every managed ruleset → who is admitted, by person id. */
  manifests: ReadonlyMap<string, readonly ManifestEntry[]>
}

/** Evaluates everybody. Throws what `compilePolicy` throws. */
export function evaluateWorld({ people, policy }: World, now: Instant): WorldVerdict {
  const setting = { policy: compilePolicy(policy), directory: directoryOf(people), now }
  const verdicts = new Map(people.map((person) => [person.id, evaluatePerson(setting, person)]))
  return {
    qualified: new Map([...verdicts].map(([id, verdict]) => [id, verdict.qualified])),
    attributes: new Map([...verdicts].map(([id, verdict]) => [id, verdict.attributes])),
    manifests: manifestsOf(policy, verdicts),
  }
}

function manifestsOf(
  policy: Policy,
  verdicts: ReadonlyMap<string, PersonVerdict>,
): Map<string, ManifestEntry[]> {
  const managed = policy.rulesets.filter((ruleset) => ruleset.state === 'managed')
  const manifests = new Map<string, ManifestEntry[]>(managed.map(({ id }) => [id, []]))
  for (const personId of [...verdicts.keys()].sort()) {
    for (const [rulesetId, ruleId] of verdicts.get(personId)?.admitted ?? []) {
      manifests.get(rulesetId)?.push({ personId, ruleId })
    }
  }
  return manifests
}
