import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MusterError } from 'muster-sdk'
import { useEffect } from 'react'
import { muster } from '../../api/muster.ts'
import { readAgain } from '../../api/use-api.ts'
import type { Run } from '../source/run-columns.tsx'

const pauseMilliseconds = 1000

/** A run as far as it could be read. */
export type RunRead = {
  run: Run | undefined
  /** It has been started and is not known to be over. */
  isGoing: boolean
  error: MusterError | null
  retry: () => void
}

/** A run with its progress, until it has ended; then everything that it changed is read again. */
export function useRun(integration: string, run: string | undefined): RunRead {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['/workspace/integrations/{integration}/runs/{run}', integration, run],
    enabled: run !== undefined,
    queryFn: ({ signal }) =>
      muster.get('/workspace/integrations/{integration}/runs/{run}', {
        params: { path: { integration, run: run ?? '' } },
        signal,
      }),
    refetchInterval: ({ state: { data: last, error: failure } }) =>
      isOver(last) || (last === undefined && failure !== null) ? false : pauseMilliseconds,
  })
  const hasEnded = run !== undefined && isOver(data)
  useEffect(() => {
    if (hasEnded) void readAgain(client)
  }, [hasEnded, client])
  const retry = () => void refetch()
  if (run === undefined) return { run: undefined, isGoing: false, error: null, retry }
  // One that is no longer kept has ended.
  const isGoing = !isOver(data) && error?.status !== 404
  return { run: data, isGoing, error, retry }
}

function isOver(run: Run | undefined): boolean {
  return run !== undefined && run.timestamp.finished_at !== null
}
