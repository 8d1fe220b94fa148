import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { muster } from '../../api/muster.ts'
import { readAgain } from '../../api/read-again.ts'
import type { Run } from '../source/run-columns.tsx'

const pauseMilliseconds = 1000

/** A run with its progress, until it has ended; then everything that it changed is read again. */
export function useRun(integration: string, run: string | undefined): Run | undefined {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['/workspace/integrations/{integration}/runs/{run}', integration, run],
    enabled: run !== undefined,
    queryFn: ({ signal }) =>
      muster.get('/workspace/integrations/{integration}/runs/{run}', {
        params: { path: { integration, run: run ?? '' } },
        signal,
      }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pauseMilliseconds),
  })
  const hasEnded = run !== undefined && isOver(data)
  useEffect(() => {
    if (hasEnded) void readAgain(client)
  }, [hasEnded, client])
  return run === undefined ? undefined : data
}

export function isOver(run: Run | undefined): boolean {
  return run !== undefined && run.timestamp.finished_at !== null
}
