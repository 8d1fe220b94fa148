import { setTimeout as sleep } from 'node:timers/promises'
import { MusterError, type Body, type Muster } from '../../../sdk/src/index.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>

const pauses = { first: 100, longest: 2000 }

/** The run once it is over. An interruption ends the command, not the run. */
export async function waitForRun(
  muster: Muster,
  begun: Run,
  onRead: (run: Run) => void,
): Promise<Run> {
  let run = begun
  for (let pause = pauses.first; run.timestamp.finished_at === null;) {
    await sleep(pause)
    pause = Math.min(pauses.longest, pause * 1.5)
    run = await read(muster, run)
    onRead(run)
  }
  return run
}

/** A server that restarts meanwhile has interrupted the run, and says so once it is back. */
async function read(muster: Muster, run: Run): Promise<Run> {
  try {
    return await muster.get('/workspace/integrations/{integration}/runs/{run}', {
      params: { path: { integration: run.integration_id, run: run.id } },
    })
  } catch (error) {
    if (error instanceof MusterError && error.status === null) return run
    throw error
  }
}
