import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import type { Source } from '../source/use-source.ts'
import type { Json } from './mapping-json.ts'
import type { PreviewPerson } from './people-cards.tsx'
import {
  useFileProbe,
  type Encoding,
  type Interpretation,
  type SentFile,
} from './use-file-probe.ts'

/** What a mapping is tried on: a file, or nothing yet. */
export type Trial = {
  file: File | null
  setFile: (file: File | null) => void
  encoding: Encoding | undefined
  setEncoding: (encoding: Encoding | undefined) => void
  interpretation: Interpretation | undefined
  error: ReturnType<typeof useFileProbe>['error']
  retry: () => void
  /** Nothing is known yet. */
  isReading: boolean
  /** Of the file, or as they were read last. */
  people: readonly PreviewPerson[]
  /** Columns of the file, and keys of the profiles that it gives. */
  columns: readonly string[]
  profileKeys: readonly string[]
}

const noFile: SentFile = { file: null, encoding: undefined }

/** Tries an edited mapping on a file, and knows which names stand in it. */
export function useTrial(source: Source, mapping: Json, first: SentFile = noFile): Trial {
  const [file, setFile] = useState(first.file)
  const [encoding, setEncoding] = useState(first.encoding)
  const { data, error, isFetching, refetch } = useFileProbe(source.id, { file, encoding }, mapping)
  const interpretation = file === null ? undefined : data
  const latest = useLatestAccounts(source, file === null)
  const people = interpretation?.people ?? latest.people
  const keys = profileKeysOf(people)
  return {
    file,
    setFile,
    encoding,
    setEncoding,
    interpretation,
    error,
    retry: () => void refetch(),
    isReading: latest.isReading || (interpretation === undefined && isFetching),
    people,
    columns: interpretation?.columns.map(({ name }) => name) ?? keys,
    profileKeys: keys,
  }
}

export function profileKeysOf(
  people: readonly { profile: Readonly<Record<string, unknown>> | null }[],
): string[] {
  return [...new Set(people.flatMap(({ profile }) => Object.keys(profile ?? {})))]
}

/** Some accounts of the source as they were read last, with their profiles where those may be seen. */
export function useLatestAccounts({ id }: Source, isWanted = true) {
  const mayRead = useMay('directory.identity.view')
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['latest accounts', id],
    enabled: mayRead && isWanted,
    queryFn: async ({ signal }) => {
      const query = { 'filter[integration_id]': id, 'page[size]': '3' }
      const { data: rows } = await muster.get('/directory/identities', {
        params: { query },
        signal,
      })
      return Promise.all(
        rows.map(({ id: identity }) =>
          muster.get('/directory/identities/{identity}', {
            params: { path: { identity } },
            signal,
          }),
        ),
      )
    },
  })
  return {
    people: data ?? noAccounts,
    isReading: isLoading,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

const noAccounts: readonly never[] = []
