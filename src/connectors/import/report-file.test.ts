import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openReport } from './report-file.ts'

test('only the owner of a list of refused rows can read it, also where an earlier one was open to all', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-report-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'people.csv.rejected.jsonl')
  await writeFile(path, 'earlier')
  await chmod(path, 0o644)
  const report = await openReport(path)
  await report.write({ line: 1, kind: 'rejected', reason: 'not an e-mail address: x' })
  assert.equal(await report.close(), path)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})
