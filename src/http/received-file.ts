import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** The body of a route that takes a file, stored until the request is over or `keep` was called. */
export type ReceivedFile = {
  path: string
  bytes: number
  /** From now on the caller deletes it by `discard`. */
  keep(): void
  discard(): Promise<void>
  /** What an Idempotency-Key compares. */
  toJSON(): { sha256: string }
}

const mostBytes = 2 ** 30

const received = new WeakSet<object>()

/** Adds routes whose bodies are files of any type. They are written to the disk as they come, and never held in memory. */
export function takeFiles(
  server: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable) =>
      receiveFile(payload),
    )
    scope.addHook('onResponse', async ({ body }) => {
      if (isReceivedFile(body)) await body.discard()
    })
    register(scope)
  })
}

/** Whether the body of a request is a file that is to be deleted with it. */
export function isReceivedFile(body: unknown): body is ReceivedFile {
  return typeof body === 'object' && body !== null && received.has(body)
}

async function receiveFile(payload: Readable): Promise<ReceivedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-upload-'))
  const path = join(folder, 'file')
  const discard = () => rm(folder, { recursive: true, force: true })
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      payload,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > mostBytes)
            throw new Problem(413, `The file is larger than ${mostBytes} bytes (1 GiB).`)
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
  } catch (error) {
    await discard()
    throw error
  }
  const sha256 = hash.digest('hex')
  const file = {
    path,
    bytes,
    keep: () => void received.delete(file),
    discard,
    toJSON: () => ({ sha256 }),
  }
  received.add(file)
  return file
}
