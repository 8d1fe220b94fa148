import { setTimeout as sleep } from 'node:timers/promises'
import { connectApi } from '../api.ts'
import { timed } from '../figures.ts'

/** A token's owner, who asks one server over one connection. */
export type Caller = {
  /** Milliseconds of a request for a page, and the path of the next one. */
  timePage(path: string): Promise<{ took: number; next: string | undefined }>
  /** Microseconds for a row of an export, of which a bounded number is read. */
  timeExport(path: string, accept: string): Promise<number>
  close(): void
}

const rowsAtMost = 20_000

export function listCaller(origin: string, token: string): Caller {
  const api = connectApi(origin, token)
  return {
    async timePage(path) {
      const { given, took } = await timed(() => api.call<Page>('GET', path))
      return { took, next: nextOf(given) }
    },
    async timeExport(path, accept) {
      // The server needs a moment to end the export before, which its client has left.
      await sleep(500)
      const { given: rows, took } = await timed(() =>
        readRows(origin + '/api/v1' + path, token, accept),
      )
      return (took * 1000) / rows
    },
    close: () => api.close(),
  }
}

type Page = { links?: { next?: string | null } }

function nextOf({ links }: Page): string | undefined {
  const next = links?.next
  if (next === undefined || next === null) return undefined
  const { pathname, search } = new URL(next)
  return pathname.replace('/api/v1', '') + search
}

/** Reads lines of an export until there are enough. */
async function readRows(url: string, token: string, accept: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept }
  const response = await fetch(url, { headers })
  if (response.status !== 200 || response.body === null)
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  let rows = 0
  for await (const piece of response.body) {
    rows += countLines(piece)
    if (rows >= rowsAtMost) break
  }
  return rows
}

const newline = 10

function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1
  return lines
}
