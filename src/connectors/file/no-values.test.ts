import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainTable, read } from '../../../test/read-export-text.ts'

const rows = [
  ['amoreau', 'Sommer2024', 'Ada Moreau', '2024-01-05'],
  ['bli', 'DE89370400440532013000', 'Bo Li', '+49 170 5550100'],
  ['cwei', 'correcthorse', 'Cy Wei', '2024-02-05'],
]
const values = /Sommer2024|Hunter2|DE8937|5550100|correcthorse|moreau|Wei/

/** What is said of a file: the reasons of its rows, or why it is refused. */
async function said(text: string, name: string): Promise<string> {
  try {
    return JSON.stringify(await read('file', text, { name, mapping: plainTable }))
  } catch (error) {
    return String(error)
  }
}

test('a table without a header is refused without a text of it', async () => {
  for (const separator of [',', '\t', '|', ';'])
    for (const table of [rows, rows.slice(1), rows.toReversed()]) {
      const text = table.map((cells) => cells.join(separator)).join('\n')
      const reason = await said(text, 'people.csv')
      assert.match(reason, /none of its 4 columns/)
      assert.doesNotMatch(reason, values, text)
    }
})

test('nor are lines that are no records shown', async () => {
  for (const [text, name] of [
    ['"Hunter2!"\n"Sommer2024"', 'people.jsonl'],
    ['["Hunter2!", "Sommer2024"]', 'people.json'],
    ['amoreau:Sommer2024\nbli:Hunter2!', 'people.jsonl'],
    ['{"name": "Hunter2!', 'people.jsonl'],
    ["{'name': 'Hunter2!'}", 'people.jsonl'],
    ['{"amoreau": "Sommer2024", "bli": "Hunter2!"}', 'people.json'],
    ['[["amoreau", "Sommer2024"], ["bli", "Hunter2!"]]', 'people.json'],
  ] as const)
    assert.doesNotMatch(await said(text, name), values, text)
})
