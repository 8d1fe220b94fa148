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

test('initials in addresses show that the family name comes first', async () => {
  assert.deepEqual(
    await people(
      table(
        'ROSSI MARIO,m.rossi@acme.example',
        'DE LUCA ANNA,a.deluca@acme.example',
        'VERDI LUCA,l.v@acme.example',
      ),
    ),
    [
      'MARIO ROSSI, m.rossi@acme.example, active',
      'ANNA DE LUCA, a.deluca@acme.example, active',
      'LUCA VERDI, l.v@acme.example, active',
    ],
  )
  assert.deepEqual(
    await people(table('Rossi Mario,m.rossi@acme.example', 'Bianchi Anna,a.bianchi@acme.example')),
    ['Mario Rossi, m.rossi@acme.example, active', 'Anna Bianchi, a.bianchi@acme.example, active'],
  )
})

test('whole names in addresses show nothing, as some have the family name first: names are taken as written', async () => {
  for (const rows of [
    ['Ada Moreau,moreau.ada@acme.example', 'Li Wei,wei.li@acme.example'],
    ['MARIO ROSSI,rossi.mario@acme.example', 'LUCA VERDI,verdi.luca@acme.example'],
    ['ROSSI MARIO,mario.rossi@acme.example', 'VERDI LUCA,luca.verdi@acme.example'],
  ])
    assert.deepEqual(
      await people(table(...rows)),
      rows.map((row) => `${row.replace(',', ', ')}, active`),
    )
})
