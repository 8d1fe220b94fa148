import type { Body, Muster } from '../../../sdk/src/index.ts'
import { readRunRows, type RunRows } from './read-run-rows.ts'
import { describeRunPeople, readRunPeople, type RunPeople } from './run-people.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

export type RunDetails = {
  rows: RunRows['rows']
  /** The people that a plan would change, with `--full`. */
  everybody: RunPeople
  /** What people read below the facts of the run. */
  sections: string[]
}

/** The rows that a run left out, and the people of a plan. */
export async function readRunDetails(
  muster: Muster,
  run: Run,
  options: { full?: boolean },
): Promise<RunDetails> {
  const { rows, refused } = await readRunRows(muster, run)
  const people = await readRunPeople(muster, run, options)
  return {
    rows,
    everybody: options.full === true ? people : {},
    sections: [...describeRunPeople(run, people, options), ...(refused === '' ? [] : [refused])],
  }
}
