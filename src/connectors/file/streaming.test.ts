import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { IntegrationVendor } from '../../contract/states.ts'
import { completeMapping } from './complete-mapping.ts'
import { integrationDefaults } from '../vendors.ts'
import { readExport } from './read-export.ts'

const rows = 40_000
const filler = 'x'.repeat(400)

type Case = {
  vendor: IntegrationVendor
  begin: string
  row: (index: number) => string
  end: string
}

const cases: Readonly<Record<string, Case>> = {
  'JSON lines': {
    vendor: 'idp',
    begin: '',
    row: (id) =>
      `{"id":"00u${id}","status":"ACTIVE","profile":{"email":"p${id}@acme.example","about":"${filler}"}}\n`,
    end: '',
  },
  'one JSON list': {
    vendor: 'codehost',
    begin: '[{"id":0,"username":"root"}',
    row: (id) =>
      `,\n{"id":${id + 1},"username":"p${id}","name":"P ${id}","state":"active","bio":"${filler}"}`,
    end: ']',
  },
  CSV: {
    vendor: 'file',
    begin: 'Employee ID,Name,Status,About\n',
    row: (id) => `${id},"Doe, P${id}",Active,"${filler}\n"\n`,
    end: '',
  },
}

const table = completeMapping({
  account: { vendor_id: ['Employee ID'], full_name: ['Name'] },
})

for (const [name, { vendor, begin, row, end }] of Object.entries(cases)) {
  test(`20 MB of ${name} pass through in bounded memory`, async () => {
    function* generate(): Generator<Buffer> {
      yield Buffer.from(begin)
      for (let at = 0; at < rows; at += 200) {
        yield Buffer.from(Array.from({ length: 200 }, (_, index) => row(at + index)).join(''))
      }
      yield Buffer.from(end)
    }
    const before = process.memoryUsage().rss
    let peak = before
    let count = 0
    const mapping = name === 'CSV' ? table : integrationDefaults(vendor, '').mapping
    for await (const record of readExport({ stream: Readable.from(generate()), mapping })) {
      assert.notEqual(record.kind, 'bad')
      count += 1
      if (count % 1000 === 0) peak = Math.max(peak, process.memoryUsage().rss)
    }
    assert.ok(count >= rows)
    assert.ok(peak - before < 150e6, `grew by ${Math.round((peak - before) / 1e6)} MB`)
  })
}
