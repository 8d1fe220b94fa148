import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Body, MusterError } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { can } from '../../parts/can.tsx'
import { withLabels } from '../connect/connectors.ts'
import type { Source } from '../source/use-source.ts'
import type { Json } from './mapping-json.ts'

type Read = Body<'get', '/workspace/integrations/{integration}/preview'>
export type Preview = Body<'post', '/workspace/integrations/{integration}/preview'>

/** Entries of a source that is read by its address, and what a mapping makes of them. */
export type SampleTrial = {
  mayRead: boolean
  /** Whether the mapping that is edited can be tried, and not only the saved one. */
  triesDrafts: boolean
  isReading: boolean
  isRead: boolean
  read: () => void
  failure: string | null
  error: MusterError | null
  preview: Preview | undefined
}

/** So long entries stay here after the page was left, so that the next step of connecting has them. */
const keptMilliseconds = 60_000
const pauseMilliseconds = 300

/**
 * Reads entries when asked to: that takes a while, and may fail. They stay in this browser, and each edit of the mapping is tried
 * on them, without asking the source again.
 */
export function useSample(source: Source, mapping: Json, isAskedFirst = false): SampleTrial {
  const mayRead = useMay('directory.identity.view') && can(source, 'sync')
  const triesDrafts = useMay('directory.identity.profile.view') && can(source, 'update')
  const [isAsked, setIsAsked] = useState(isAskedFirst)
  const sampled = useSampled(source, { isAsked: isAsked && mayRead, triesDrafts })
  const sample = sampled.data?.sample
  const tried = useTried(source, { sample, readAt: sampled.dataUpdatedAt, mapping })
  const { data } = sampled
  const isReadable = data !== undefined && data.failure === null
  return {
    mayRead,
    triesDrafts,
    isReading: sampled.isFetching,
    isRead: data !== undefined,
    read: () => (isAsked ? void sampled.refetch() : setIsAsked(true)),
    failure: data?.failure == null ? null : withLabels(source, data.failure),
    error: sampled.error ?? tried.error,
    preview: isReadable ? (tried.data ?? data) : undefined,
  }
}

function useSampled(
  { id, connection, credentials }: Source,
  { isAsked, triesDrafts }: { isAsked: boolean; triesDrafts: boolean },
) {
  return useQuery<Read>({
    queryKey: ['sample', id, connection, credentials, triesDrafts],
    // A change of anything here would otherwise read the source again.
    enabled: ({ state }) => isAsked && state.data === undefined && state.error === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMilliseconds,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      muster.get('/workspace/integrations/{integration}/preview', {
        params: {
          path: { integration: id },
          query: triesDrafts ? { include: ['sample'] } : {},
        },
        signal,
      }),
  })
}

type Trying = { sample: Read['sample']; readAt: number; mapping: Json }

function useTried({ id }: Source, { sample, readAt, mapping }: Trying) {
  const [settled] = useDebouncedValue(mapping, pauseMilliseconds)
  return useQuery<Preview>({
    queryKey: ['tried sample', id, readAt, settled],
    enabled: sample !== undefined && sample !== null,
    gcTime: keptMilliseconds,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      if (sample === undefined || sample === null) throw new Error('nothing was read')
      return muster.post('/workspace/integrations/{integration}/preview', {
        params: { path: { integration: id } },
        body: { mapping: settled, sample },
        signal,
      })
    },
  })
}
