import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './harness.ts'

/** Imports records as JSON lines into the integration at `path`, and waits for the run. */
export async function importLines(
  server: TestServer,
  { path, token }: { path: string; token: string },
  records: readonly object[],
  query = '',
): Promise<void> {
  const begun = await server.call('POST', `${path}/imports${query}`, {
    token,
    raw: records.map((record) => JSON.stringify(record)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  assert.equal(begun.status, 202, begun.text)
  for (;;) {
    const { body } = await server.get(`${path}/runs/${begun.body.id}`, token)
    if (body.state === 'succeeded') return
    assert.ok(['queued', 'waiting', 'running'].includes(body.state), JSON.stringify(body))
    await sleep(50)
  }
}
