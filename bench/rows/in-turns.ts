import type { LoadResult } from '../load/result.ts'
import { measureBusy } from '../processes/busy.ts'
import { median } from './median.ts'
import type { Budget, RoundResult, Row, RowId } from './row.ts'

/** One side: what it is called, the process that serves it, and how a turn of it is measured. */
export type Side = { name: string; pid: number; run(seconds: number): Promise<LoadResult> }

export type Comparison = {
  id: RowId
  title: string
  a: Side
  b: Side
  budget: Budget
}

export type Turns = { rounds: number; seconds: number; say(line: string): void }

/** Measures both sides in turns (A B A B …) after a warm-up of each, so that drift affects both equally. */
export async function compareInTurns(comparison: Comparison, turns: Turns): Promise<Row> {
  const { id, title, a, b, budget } = comparison
  turns.say(`${title}: ${a.name} beside ${b.name} …`)
  for (const side of [a, b]) await side.run(turns.seconds)
  const rounds: [RoundResult, RoundResult][] = []
  for (let round = 1; round <= turns.rounds; round++) {
    const results = [await takeTurn(a, turns), await takeTurn(b, turns)] as const
    rounds.push([...results])
    const [first, second] = results.map(({ rate }) => Math.round(rate).toLocaleString('en'))
    turns.say(`  ${round}/${turns.rounds}: ${first}/s beside ${second}/s`)
  }
  const ratios = rounds.map(([first, second]) => first.rate / second.rate)
  const ratio = median(ratios)
  const ok = 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost
  return { id, title, sides: [a.name, b.name], rounds, ratios, ratio, budget, ok }
}

async function takeTurn(side: Side, { seconds }: Turns): Promise<RoundResult> {
  const busy = await measureBusy(side.pid)
  const result = await side.run(seconds)
  return { ...result, serverBusy: await busy() }
}
