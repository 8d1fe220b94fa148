import { createHash } from 'node:crypto'
import type { Reader } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { changesIfThawed } from '../manifests/everybodys-changes.ts'
import { EffectCollector } from '../plans/effect-collector.ts'
import { digestOf } from '../plans/effect-digest.ts'
import { addUp, effectRows, noTotals, type EffectRow, type Totals } from '../plans/effect.ts'
import { rolesOfMoves } from '../plans/roles-of-moves.ts'
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
    roles: await rolesOfMoves(reader, collector.moves),
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
