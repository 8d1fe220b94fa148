import assert from 'node:assert/strict'
import type { TestServer } from './harness.ts'
import { endedRun } from './until.ts'

type SentImport = {
  token: string
  /** The path of the integration. */
  path: string
  /** The file, or the records of JSON lines. */
  file: string | readonly object[]
  query?: string | undefined
}

/** Sends a file to an integration, and waits for its run. @returns the run */
export async function importByApi(
  server: TestServer,
  { token, path, file, query = '' }: SentImport,
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into every shape
): Promise<any> {
  const raw =
    typeof file === 'string' ? file : file.map((record) => JSON.stringify(record)).join('\n')
  const { status, body, text } = await server.call('POST', `${path}/imports${query}`, {
    token,
    raw,
  })
  assert.equal(status, 202, text)
  return endedRun(server, path, { id: body.id, token })
}

/** All rows of a list, page by page. */
export async function allPages(
  server: TestServer,
  path: string,
  token: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into every shape
): Promise<any[]> {
  const rows = []
  for (let next: string | null = path; next !== null;) {
    const { status, body, text } = await server.get(next, token)
    assert.equal(status, 200, text)
    rows.push(...body.data)
    next = body.links.next?.replace(/^.*\/api\/v1/, '') ?? null
  }
  return rows
}
