import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { changesIfThawed } from '../manifests/everybodys-changes.ts'
import { EffectCollector } from '../plans/effect-collector.ts'
import { digestOf } from '../plans/effect-digest.ts'
import { addUp, effectRows, noTotals, type EffectRow, type Totals } from '../plans/effect.ts'
import { findCauses, type Cause } from './causes.ts'

export type HeldTotals = Totals & { people: number }

/**
 * What a freeze keeps from happening. `digest` is hexadecimal, the same for all that an approval lets happen: the same
 * effect, while the same things are gone.
 */
export type HeldEffect = { rows: EffectRow[]; totals: HeldTotals; cause: Cause; digest: string }

/** What would happen in a frozen ruleset now, if it alone followed its conditions again. */
export async function findHeldEffect(
  reader: Reader,
  policy: LoadedPolicy,
  rulesetId: string,
  now: Date,
): Promise<HeldEffect> {
  const collector = new EffectCollector()
  collector.observe(await changesIfThawed(reader, policy, [rulesetId], now.getTime()))
  const rows = effectRows(collector.moves, {
    now: now.getTime(),
    roles: await selectRoles(reader, rulesetId),
    endingFromNow: new Set(),
  })
  const totals = noTotals()
  for (const row of rows) addUp(totals, row)
  const { causes } = await findCauses(reader, policy.freezes)
  const cause = causes.get(rulesetId) ?? { gone: [], quarantined: [] }
  const digest = createHash('sha256').update(digestOf(rows, new Map()))
  digest.update(JSON.stringify(cause.gone.map(({ id }) => id).sort()))
  return {
    rows,
    totals: { ...totals, people: rows.length },
    cause,
    digest: digest.digest('hex'),
  }
}

async function selectRoles(reader: Reader, rulesetId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; handle: string }>`
    select r.id, p.handle from rule r join policy_role p on p.id = r.policy_role_id
    where r.ruleset_id = ${rulesetId}`.execute(reader)
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}
