import { createHash } from 'node:crypto'
import type { Reader } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { changesIfThawed } from '../manifests/everybodys-changes.ts'
import { EffectCollector } from '../effect-collector.ts'
import { digestOf } from '../plans/effect-digest.ts'
import { addUp, effectRows, noTotals, type EffectRow, type Totals } from '../plans/effect.ts'
import { rulesOfMoves } from '../plans/rules-of-moves.ts'
import { unhurried } from '../../http/unhurried.ts'
import { findCauses, type Cause } from './causes.ts'

export type HeldTotals = Totals & { people: number }

/**
 * What a freeze keeps from happening. `digest` is hexadecimal, the same for all that an approval lets happen: the same
 * effect, while the same things are gone.
 */
export type HeldEffect = {
  rows: Iterable<EffectRow>
  totals: HeldTotals
  cause: Cause
  digest: string
}

/** What would happen in a frozen ruleset now, if it alone followed its conditions again. */
export async function findHeldEffect(
  reader: Reader,
  policy: LoadedPolicy,
  rulesetId: string,
  now: Date,
): Promise<HeldEffect> {
  const collector = new EffectCollector()
  for await (const changes of changesIfThawed(reader, policy, [rulesetId], now.getTime())) {
    collector.observe(changes)
  }
  const rows = effectRows(collector.moves, {
    now: now.getTime(),
    rules: await rulesOfMoves(reader, collector.moves),
    endingFromNow: new Set(),
  })
  const totals = { ...noTotals(), people: 0 }
  for await (const row of unhurried(rows)) {
    addUp(totals, row)
    totals.people += 1
  }
  const { causes } = await findCauses(reader, policy.freezes)
  const cause = causes.get(rulesetId) ?? { gone: [], quarantined: [] }
  const digest = createHash('sha256').update(await digestOf(rows, new Map()))
  digest.update(JSON.stringify(cause.gone.map(({ id }) => id).sort()))
  return {
    rows,
    totals,
    cause,
    digest: digest.digest('hex'),
  }
}
