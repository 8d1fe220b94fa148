import assert from 'node:assert/strict'
import { settleDue } from '../../../src/policy/manifests/settle.ts'
import { assertDerived } from '../../assert-derived.ts'
import type { Year } from './year.ts'

/** Settles what is due, and compares. `isDeep`: what is derived too, which takes the longer the more people and history there are. */
export async function compareAfterDay(year: Year, { isDeep }: { isDeep: boolean }): Promise<void> {
  await year.workspace.must('GET', '/directory/users?page[size]=1')
  await settleDue(year.workspace.server.database)
  await year.told.compare(year)
  if (isDeep)
    assert.equal(await assertDerived(year.workspace.server.database), 0, 'what is due is settled')
}
