import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { MusterError, type Body } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { jsonBeginning } from './json-beginning.ts'
import type { Json } from './mapping-json.ts'

/** How a file is understood. */
export type Interpretation = Extract<
  Body<'post', '/workspace/integrations/{integration}/imports'>,
  { product: string }
>

export type Encoding = Interpretation['encoding']

/** Answers to questions about a file, by their ids. */
export type Answers = Readonly<Record<string, string>>

const pauseMilliseconds = 300

/** A file, and its encoding where it was named. */
export type SentFile = { file: File | null; encoding: Encoding | undefined }

const noAnswers: Answers = {}

/** How a file is understood by a mapping that is edited; without one, by the product that the file shows. */
export function useFileProbe(
  integration: string,
  { file, encoding }: SentFile,
  mapping: Json | undefined,
  answers: Answers = noAnswers,
): UseQueryResult<Interpretation> {
  const [settled] = useDebouncedValue(mapping, pauseMilliseconds)
  return useQuery({
    queryKey: [
      'probe',
      integration,
      file?.name,
      file?.size,
      file?.lastModified,
      encoding ?? null,
      settled ?? null,
      answers,
    ],
    enabled: file !== null,
    retry: false,
    // The same file gives the same answer until something is changed, and it may be large.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const beginning = await beginningOf(file)
      const sent = { name: file?.name, file: beginning, encoding, mapping: settled, answers }
      const read = await probe(integration, sent, signal)
      return { ...read, is_all: read.is_all && beginning.size === file?.size }
    },
  })
}

const enoughBytes = 8 * 1024 * 1024
const lineFeed = 10

/**
 * A probe reads the first records, so that no more is sent with each edit. A file that can't be cut between two of them is sent
 * whole.
 */
async function beginningOf(file: File | null): Promise<Blob> {
  if (file === null) return new Blob()
  if (file.size <= enoughBytes || /\.gz$/i.test(file.name)) return file
  const bytes = new Uint8Array(await file.slice(0, enoughBytes).arrayBuffer())
  // A zero byte means UTF-16, whose brackets and line feeds have two bytes.
  if (bytes.subarray(0, 100).includes(0)) return file
  if (!isOfLines(file.name)) return cutJson(bytes) ?? file
  const end = bytes.lastIndexOf(lineFeed)
  return end < 0 ? file : file.slice(0, end + 1)
}

function isOfLines(name: string): boolean {
  return /\.(csv|tsv|txt|jsonl|ndjson|ldif)$/i.test(name)
}

function cutJson(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const cut = jsonBeginning(bytes)
  return cut === null ? null : new Blob([cut])
}

/** The mapping, or the answers, are before the file in the body. */
async function probe(
  integration: string,
  {
    name,
    file,
    encoding,
    mapping,
    answers,
  }: {
    name: string | undefined
    file: Blob
    encoding: Encoding | undefined
    mapping: Json | undefined
    answers: Answers
  },
  signal: AbortSignal,
): Promise<Interpretation> {
  const sent = mapping ?? (Object.keys(answers).length === 0 ? undefined : answers)
  const begin = new Blob(sent === undefined ? [] : [JSON.stringify(sent)])
  const bytes = String(begin.size)
  const answer = await muster.post('/workspace/integrations/{integration}/imports', {
    params: {
      path: { integration },
      query: {
        probe: 'true',
        ...(name !== undefined && { name: name.slice(0, 200) }),
        ...(encoding !== undefined && { encoding }),
        ...(mapping === undefined
          ? { by: 'product' as const, ...(sent !== undefined && { answers_bytes: bytes }) }
          : { mapping_bytes: bytes }),
      },
    },
    body: new Blob([begin, file], { type: 'application/octet-stream' }),
    signal,
  })
  if ('product' in answer) return answer
  throw new MusterError('The file was imported where it should have been tried.', {})
}
