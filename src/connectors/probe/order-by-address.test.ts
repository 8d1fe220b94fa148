import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { interpretExport } from './interpret-export.ts'

async function people(text: string): Promise<string[]> {
  const open = () => ({ stream: Readable.from([Buffer.from(text)]), name: 'people.csv' })
  const { people: found } = await interpretExport({ open, most: 100 })
  return found.map(({ fullName, email, state }) => `${fullName}, ${email}, ${state}`)
}

function table(...rows: readonly string[]): string {
  return ['Name,Email', ...rows].join('\n')
}

test('addresses show that the family name comes first in names in capitals, and initials show it in others', async () => {
  assert.deepEqual(
    await people(
      table(
        'ROSSI MARIO,mario.rossi@acme.example',
        'DE LUCA ANNA,anna.deluca@acme.example',
        'VERDI LUCA,l.v@acme.example',
      ),
    ),
    [
      'MARIO ROSSI, mario.rossi@acme.example, active',
      'ANNA DE LUCA, anna.deluca@acme.example, active',
      'LUCA VERDI, l.v@acme.example, active',
    ],
  )
  assert.deepEqual(
    await people(table('Rossi Mario,m.rossi@acme.example', 'Bianchi Anna,a.bianchi@acme.example')),
    ['Mario Rossi, m.rossi@acme.example, active', 'Anna Bianchi, a.bianchi@acme.example, active'],
  )
  const asWritten = ['Ada Moreau,moreau.ada@acme.example', 'Li Wei,wei.li@acme.example']
  assert.deepEqual(
    await people(table(...asWritten)),
    asWritten.map((row) => `${row.replace(',', ', ')}, active`),
  )
})
