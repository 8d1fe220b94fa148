import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../refusals/problem.ts'
import { charsetOf } from './media-types.ts'
import { allowLongBody, piecesInTime, type BodyTimes } from './slow-bodies.ts'

/** The body of a route that takes a file. It is there until the request is over, or, after `keep`, until `discard`. */
export type ReceivedFile = {
  bytes: number
  /** The `charset` of its Content-Type. */
  charset: string | undefined
  /** From the first byte on; any number of readings, each of which may end early. */
  read(): AsyncIterable<Uint8Array>
  keep(): void
  discard(): Promise<void>
  /** What an Idempotency-Key compares. */
  toJSON(): { sha256: string }
}

const mostBytes = 2 ** 30

const received = new WeakSet<object>()

/** What a file is sent as. */
export const fileTypes = [
  'text/csv',
  'application/json',
  'application/x-ndjson',
  'application/octet-stream',
] as const

/** Browsers, curl and systems know files of text by these too; `vnd.ms-excel` is `.csv` on Windows. */
const typeOfText =
  /^(?:text\/.*|application\/(?:.*\+json|(?:x-)?(?:csv|json|ndjson|jsonl|jsonlines|ldif|gzip)|octet-stream|vnd\.ms-excel|x-www-form-urlencoded))$/

/** Adds routes whose bodies are files. They are written to the disk as they come, and never held in memory. */
export function takeFiles(
  server: FastifyInstance,
  times: BodyTimes,
  register: (scope: FastifyInstance) => void,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => {
      allowLongBody(request)
      return receiveFile(piecesInTime(payload, times), charsetOf(request.headers))
    })
    // Not onResponse: that never comes for a client that has left meanwhile.
    scope.addHook('onSend', async ({ body }) => {
      if (isReceivedFile(body)) await body.discard()
    })
    register(scope)
  })
}

/** Whether the body of a request is a file that goes with it. */
export function isReceivedFile(body: unknown): body is ReceivedFile {
  return typeof body === 'object' && body !== null && received.has(body)
}

/** Refuses what its headers already show not to be a file that is taken: 415 for its type, 413 for a length above the limit. */
export function refuseUnfitFile({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^(?:x-)?gzip$|^identity$/i.test(encoding))
    throw new Problem(415, 'Send the file unpacked, or with `Content-Encoding: gzip`.', notRead)
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  const type = given.trim().toLowerCase()
  if (type !== '' && !typeOfText.test(type)) throw new Problem(415, wrongTypeOfFile(type), notRead)
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
}

function wrongTypeOfFile(type: string): string {
  return type.startsWith('multipart/')
    ? 'Send the file itself as the body, not in a form: curl --data-binary @file, not -F.'
    : `A file of the type ${JSON.stringify(type.slice(0, 100))} is not taken. Send ${fileTypes.join(', ')}, or another type of text; save a workbook as CSV first.`
}

/** What is still to come is not read. */
const notRead = { headers: { connection: 'close' } }

function tooLarge(): Problem {
  return new Problem(413, `The file is larger than ${mostBytes} bytes (1 GiB).`, notRead)
}

async function receiveFile(
  pieces: AsyncIterable<Uint8Array>,
  charset: string | undefined,
): Promise<ReceivedFile> {
  const handle = await openNameless()
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of pieces) {
      bytes += chunk.length
      if (bytes > mostBytes) throw tooLarge()
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  const sha256 = hash.digest('hex')
  const file = {
    bytes,
    charset,
    read: () => readFrom(handle),
    keep: () => void received.delete(file),
    discard: async () => {
      received.delete(file)
      await handle.close()
    },
    toJSON: () => ({ sha256 }),
  }
  received.add(file)
  return file
}

const pieceBytes = 64 * 1024

/** A stream of the file would close it for every other reading as soon as one of them ends early. */
async function* readFrom(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceBytes), { position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** A file without a name, whose content is gone with the process: a crash leaves nothing of it. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-upload-'))
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
