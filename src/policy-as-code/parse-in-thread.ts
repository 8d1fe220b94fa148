import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { unprocessable } from '../http/refusals/problem.ts'
import { parseYaml } from './parse-yaml.ts'

type Parsed = ReturnType<typeof parseYaml>

/** Characters of YAML that are parsed within some milliseconds. */
const parsedAtOnce = 4000

/** What a thread may use. Policy files of 1 MiB take a fraction of both. */
const usual = { milliseconds: 30_000, megabytes: 256 }

/**
 * Parses texts of YAML; long ones in a thread, so that the server keeps answering. 422 for texts that take too long or too
 * much memory.
 */
export async function parseInThread(
  texts: readonly string[],
  { milliseconds, megabytes } = usual,
): Promise<readonly Parsed[]> {
  if (texts.reduce((sum, { length }) => sum + length, 0) <= parsedAtOnce)
    return texts.map((text) => parseYaml(text))
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: texts,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  try {
    const [parsed] = await once(worker, 'message', { signal: AbortSignal.timeout(milliseconds) })
    // The thread answers with the results of parseYaml
    return parsed
  } catch (error) {
    if (isTimeout(error)) throw unprocessable({ files: ['take too long to read; send fewer'] })
    if (isOutOfMemory(error))
      throw unprocessable({ files: ['take too much memory to read; send fewer'] })
    throw error
  } finally {
    await worker.terminate()
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
