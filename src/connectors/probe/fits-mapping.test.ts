import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { importByApi } from '../../../test/import-by-api.ts'
import { completeMapping } from '../file/complete-mapping.ts'

const server = await testServer()
const { token } = await makeOwner(server)

/** A source whose mapping somebody confirmed for tables with these columns. */
async function source(): Promise<{ load: (...lines: string[]) => ReturnType<typeof importByApi> }> {
  const { body, status, text } = await server.call('POST', '/workspace/integrations', {
    token,
    body: {
      handle: `table-${randomUUID()}`,
      vendor: 'file',
      trusts_email: true,
      mapping: completeMapping({
        account: {
          vendor_id: ['Nr'],
          full_name: ['Who'],
          email: ['Mail'],
          state: { date_order: 'day_first', ended_at: ['Left'] },
        },
      }),
    },
  })
  assert.equal(status, 201, text)
  const path = `/workspace/integrations/${body.id}`
  return {
    load: (...lines) =>
      importByApi(server, { token, path, file: lines.join('\n'), query: '?format=csv' }),
  }
}

const header = 'Nr,Who,Mail,Left'
const right = [
  '1,Ada Moreau,ada@acme.example,',
  '2,Bea Lund,bea@acme.example,31/01/2020',
  '3,Cy Vance,cy@acme.example,',
  '4,Di Quist,di@acme.example,',
]

const misfits: Record<string, { file: string[]; says: RegExp }> = {
  'whose columns have moved': {
    file: ['Nr,Mail,Who,Left', ...right],
    says: /Most values of Mail are no addresses/,
  },
  'whose ids are shared by people of other names': {
    file: [header, ...right.map((line) => line.replace(/^\d/, '7'))],
    says: /Nr is not an id/,
  },
  'whose dates are in the other order': {
    file: [header, ...right.map((line) => line.replace('31/01/2020', '01/31/2020'))],
    says: /Left has dates that are none with the day first/,
  },
  'without the line of its columns': { file: right, says: /header|names? its columns|first line/i },
}

for (const [what, { file, says }] of Object.entries(misfits))
  test(`a later file ${what} is refused, and nobody changes`, async () => {
    const { load } = await source()
    const first = await load(header, ...right)
    assert.deepEqual([first.state, first.count.rows_read], ['succeeded', 4], first.failure)
    const later = await load(...file)
    assert.equal(later.state, 'failed')
    assert.match(later.failure.replaceAll('"', ''), says)
    assert.equal(later.count.identities_ended ?? 0, 0)
    assert.equal((await load(header, ...right)).state, 'succeeded')
  })

test('a later file with other values in the same columns fits', async () => {
  const { load } = await source()
  await load(header, ...right)
  const later = await load(
    'Left,Mail,Nr,Who,Room',
    ',ada@acme.example,1,Ada Moreau-Lund,4',
    '03/04/2020,,2,Bea Lund,',
    ',cy@acme.example,3,Cy Vance,5',
  )
  assert.deepEqual([later.state, later.count.rows_rejected], ['succeeded', 0])
})
