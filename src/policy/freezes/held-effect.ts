import type { Reader } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { changesIfThawed } from '../manifests/everybodys-changes.ts'
import { EffectCollector } from '../effect-collector.ts'
import { digestOf } from '../plans/effect-digest.ts'
import { addUp, effectRows, noTotals, type EffectRow, type Totals } from '../plans/effect.ts'
import { rulesOfMoves } from '../plans/rules-of-moves.ts'
import { unhurried } from '../../http/unhurried.ts'

export type HeldTotals = Totals & { people: number }

/** What a freeze keeps from happening. `digest` is hexadecimal, the same for the same effect. */
export type HeldEffect = {
  rows: Iterable<EffectRow>
  totals: HeldTotals
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
  const digest = await digestOf(rows, new Map())
  return { rows, totals, digest: digest.toString('hex') }
}
