import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { changesIfThawed } from '../manifests/everybodys-changes.ts'
import { EffectCollector } from '../plans/effect-collector.ts'
import { digestOf } from '../plans/effect-digest.ts'
import { addUp, effectRows, noTotals, type EffectRow, type Totals } from '../plans/effect.ts'

export type HeldTotals = Totals & { people: number }

/** What a freeze keeps from happening. `digest` is hexadecimal, the same for the same effect. */
export type HeldEffect = { rows: EffectRow[]; totals: HeldTotals; digest: string }

/** What would happen in a frozen ruleset now, if it alone followed its conditions again. */
export async function findHeldEffect(
  reader: Reader,
  policy: LoadedPolicy,
  rulesetId: string,
  now: Date,
): Promise<HeldEffect> {
  const collector = new EffectCollector()
  collector.observe(await changesIfThawed(reader, policy, rulesetId, now.getTime()))
  const rows = effectRows(collector.moves, {
    now: now.getTime(),
    roles: await selectRoles(reader, rulesetId),
    endingFromNow: new Set(),
  })
  const totals = noTotals()
  for (const row of rows) addUp(totals, row)
  return {
    rows,
    totals: { ...totals, people: rows.length },
    digest: digestOf(rows, new Map()).toString('hex'),
  }
}

async function selectRoles(reader: Reader, rulesetId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; handle: string }>`
    select r.id, p.handle from rule r join policy_role p on p.id = r.policy_role_id
    where r.ruleset_id = ${rulesetId}`.execute(reader)
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}
