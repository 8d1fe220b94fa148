import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ChangeContext } from '../../policy/changes/change-context.ts'
import type { OperationContext } from '../../policy/changes/operation-kind.ts'
import type { Movement } from '../../policy/limits/counting.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import { movesOf, type Move } from '../../policy/manifests/moves.ts'
import { askOnRuleset } from '../../policy/rights/ruleset-rights.ts'

/** A place of a person in a manifest, by uuid. */
type Place = { rulesetId: string; personId: string; ruleId: string; expiresAt: number | null }

/** The places of these people (uuids) in manifests of resources of an integration (a uuid). */
export async function placesThere(
  tx: Transaction,
  integrationId: string,
  people: readonly string[],
): Promise<Place[]> {
  if (people.length === 0) return []
  const { rows } = await sql<Place>`
    select s.ruleset_id as "rulesetId", s.directory_user_id as "personId", s.rule_id as "ruleId",
      floor(extract(epoch from s.expires_at) * 1000)::bigint as "expiresAt"
    from policy_user s join ruleset t on t.id = s.ruleset_id join resource o on o.id = t.resource_id
    where s.directory_user_id = any (${people}::uuid[]) and s.deleted_at is null and o.integration_id = ${integrationId}
    order by 1, 2`.execute(tx)
  return rows
}

/** Asks for what exceptions in these rulesets need: the account gets what its person should have there. */
export async function askToGive(
  context: OperationContext,
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return
  await context.ask('directory.user.view')
  for (const { rulesetId } of places) await askOnRuleset(context, rulesetId, 'activate')
}

/** Notes what a link moves of the people that it names. */
export class NamedMoves {
  readonly #named: ReadonlySet<string>
  readonly #moves: Move[] = []

  constructor(named: readonly string[]) {
    this.#named = new Set(named)
  }

  /** The context, with its recalculations noted. */
  watching(context: ChangeContext): ChangeContext {
    const note = (changes: ManifestChanges) => {
      for (const move of movesOf(changes))
        if (this.#named.has(move.personId)) this.#moves.push(move)
      context.observe?.(changes)
    }
    return { ...context, observe: note }
  }

  get isEmpty(): boolean {
    return this.#moves.length === 0
  }

  /** The places that the person has after the change, of those before it. */
  placesAfter(before: readonly Place[], personId: string): Place[] {
    const moved = new Map(
      this.#moves
        .filter((move) => move.personId === personId)
        .map(({ rulesetId, after }) => [rulesetId, after] as const),
    )
    const kept = before.filter(
      (place) => place.personId === personId && !moved.has(place.rulesetId),
    )
    const entered = [...moved].flatMap(([rulesetId, after]) =>
      after === null
        ? []
        : [{ rulesetId, personId, ruleId: after.ruleId, expiresAt: after.expiresAt }],
    )
    return [...kept, ...entered]
  }
}

/** As movements: each place counts as entered by the account. */
export function gainsOf(places: readonly Place[]): Movement[] {
  return places.map(({ rulesetId, personId, ruleId, expiresAt }) => ({
    rulesetId,
    personId,
    before: null,
    after: { ruleId, expiresAt },
  }))
}
