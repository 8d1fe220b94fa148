import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function areNumbers(...badges: readonly string[]): Promise<boolean> {
  const rows = badges.map((badge, at) => `${at},p${at}@acme.example,${badge}`)
  const text = ['ID,Email,Badge', ...rows].join('\n')
  const open = () => ({ stream: Readable.from([Buffer.from(text)]), name: 'people.csv' })
  const { numberKeys } = await interpretExport({ open, most: 100 })
  return numberKeys.badgeIdProfileKey === 'Badge'
}

test('a column of badges holds numbers where each of several has a digit and is of one person', async () => {
  assert.equal(await areNumbers('B1', 'B2', 'B3'), true)
  assert.equal(await areNumbers('B1', 'B2', ''), false)
  assert.equal(await areNumbers('B1', 'B1', 'B2'), false)
  assert.equal(await areNumbers('Gold', 'Silver', 'Bronze'), false)
})
