import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { interpretExport } from './interpret-export.ts'

const probe = (text: string) =>
  interpretExport({ open: () => ({ stream: Readable.from([Buffer.from(text)]) }), most: 100 })

const texts: Readonly<Record<string, string>> = {
  'a letter': 'Dear all,\nhello\n',
  'a longer letter':
    'Dear Ada,\n\nthe meeting, as you know, is on Monday.\nPlease come, and bring Li.\n',
  'a log': 'INFO 2026-01-01 started, listening\nINFO 2026-01-01 done, 200\n',
  'a log with tabs': '2026-01-01T10:00:00Z\tINFO\tstarted\n2026-01-01T10:00:01Z\tINFO\tready\n',
  Markdown: '# Title\n\nSome text, and more.\n\n- one, two\n- three, four\n',
  Python: 'import os, sys\n\ndef main(a, b):\n    print(a, b)\n',
  JavaScript: 'const a = 1, b = 2;\nfunction f(x, y) {\n  return x, y;\n}\n',
}

for (const [name, text] of Object.entries(texts))
  test(`${name} is refused as plain text`, async () => {
    await assert.rejects(probe(text), (error) => {
      assert.ok(error instanceof UnreadableExport)
      assert.match(error.message, /^This is plain text/)
      return true
    })
  })

test('a table without a known column is no text, and is asked about', async () => {
  const read = await probe('Colour,Weight\nred,5\nblue,7\n')
  assert.deepEqual([read.isIdentified, read.rows], [false, 2])
})

for (const table of [
  'Cyfenw (newydd),Enw bedydd (newydd),Cyfeirnod (ID)\nMorgan,Mari,1\nRees,Ioan,2\n',
  'Cyfenw (newydd);Enw bedydd;Côd gweithiwr:\nMorgan;Mari;1\nRees;Ioan;2\n',
  'Kolumne (neu),Wert)\nrot,5\nblau,7\n',
  'Cyfenw,Cyf. gweithiwr.\nMorgan,1\nRees,2\n',
  'Cyfenw,A yw hi neu ef yma gyda ni o hyd,Sefyllfa 2026-01-01\nMorgan,ydy,1\nRees,nac ydy,2\n',
])
  test(`a table with the header ${table.split('\n')[0]} is no text`, async () => {
    const read = await probe(table)
    assert.deepEqual([read.isIdentified, read.rows], [false, 2])
  })

test('text of which all lines have equally many commas is text', async () => {
  for (const text of [
    '2026-01-01 10:00:01 started, listening\n2026-01-01 10:00:02 ready, waiting\n2026-01-01 10:00:03 done, stopped\n',
    'Dear all, hello\nplease come, today\nand bring Li, too\n',
    'print(a, b)\nprint(c, d)\nprint(e, f)\n',
    '- one, two\n- three, four\n- five, six\n',
  ])
    await assert.rejects(probe(text), /^UnreadableExport: This is plain text/)
})

for (const table of [
  '7;Ada;Moreau;Sales\n8;Li;Wei;Sales\n',
  '103;Ada;Moreau;Engineer;2020-01-31;Eng;Paris\n104;Li;Moreau;Engineer;2020-01-31;Eng;Paris\n',
  'Moreau,Ada,1990-01-31,4500.0\n',
  'Ada;Moreau;05-11-1971;Paris;;TRUE\nLi;Wei;03-09-1980;Rome;63;FALSE\n',
  '7,Ada,Moreau,Manager\n8,Li,Wei,Engineer\n',
])
  test(`a table without a header says so: ${table.slice(0, 12)}`, async () => {
    await assert.rejects(
      probe(table),
      /The first line is a row of a person\. Add a header line above it/,
    )
  })

test('years and days above columns are no values of a row', async () => {
  for (const table of ['Colour,2020,2021\nred,5,6\n', 'Name,Team,2026-01-01\nAda Moreau,A,x\n'])
    assert.equal((await probe(table)).rows, 1)
})

const secret = 'S3same!open'
const row = (...cells: readonly string[]) => cells.join(',')

for (const [name, text] of Object.entries({
  'with addresses': `${row('u1', 'Ada', 'ada@acme.example', secret)}\n${row('u2', 'Li', 'li@acme.example', 'x')}`,
  'of one row': row('u1', 'Ada', 'ada@acme.example', secret),
  'without addresses': `${row('u1', 'Ada', secret, 'group1')}\n${row('u2', 'Li', 'Other9!word', 'group1')}`,
  'with an answer': `${row('ada', 'Moreau', 'pass4word', 'true')}\n${row('li', 'Wei', 'other5word', 'false')}`,
  'of logins': `ada:${secret}\nli:Other9!word`,
  'in quotes': `"${row('u1', 'Ada', 'Moreau', secret)}"\n"${row('u2', 'Li', 'Wei', 'x')}"`,
  'beside another': `${row('ada', secret, 'ada', secret)}\n${row('li', 'x', 'li', 'x')}`,
  'as text of JSON': JSON.stringify(secret),
  'of the lists of JSON': JSON.stringify([
    ['u1', 'Ada', secret],
    ['u2', 'Li', 'Other9!word'],
  ]),
}))
  test(`a file without a header ${name} is refused without its values`, async () => {
    const read = await probe(`${text}\n`).catch((error: unknown) => error)
    const shown = read instanceof Error ? read.message : JSON.stringify(read)
    assert.doesNotMatch(shown, /S3same|Other9|pass4word|other5word/)
    if (name !== 'of the lists of JSON') assert.ok(read instanceof UnreadableExport, shown)
  })

test('a row that is broken is refused without its text', async () => {
  const { refusals } = await probe(
    `id,name,email\n1,Ada,ada@acme.example\n2,"Li,${secret}\n3,Bo,b@acme.example,${secret}\n`,
  )
  assert.equal(refusals.flatMap(({ reasons }) => reasons).length, 2)
  assert.doesNotMatch(JSON.stringify(refusals), /S3same/)
})
