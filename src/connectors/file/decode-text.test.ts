import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, encodings, type DecodingOptions, type ReadEncoding } from './decode-text.ts'
import { UnreadableExport } from './unreadable-export.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function decode(
  bytes: Uint8Array,
  size = 1000,
  options: DecodingOptions = {},
): Promise<string> {
  return (await Array.fromAsync(decodeText(inPieces(bytes, size), options))).join('')
}

const names = 'id,name\n1,José Ångström 李 😀\n'

test('UTF-8 comes out as it went in, wherever the pieces are cut', async () => {
  for (let size = 4; size < 20; size++) assert.equal(await decode(Buffer.from(names), size), names)
  assert.equal(await decode(Buffer.from(`\ufeff${names}`)), names)
  assert.equal(await decode(Buffer.from(`\ufeff${names}`, 'utf16le')), names)
})

test('a byte that is not UTF-8 is refused with its place, wherever the pieces are cut', async () => {
  const before = Buffer.from(names)
  const bytes = Buffer.concat([before, Buffer.from('2,Jos\xe9,x\n', 'latin1'), before])
  const message = `The file is not UTF-8 (byte ${before.length + 6}); save it as UTF-8, or name its encoding with --encoding: ${encodings.join(', ')}.`
  for (let size = 4; size < 60; size++)
    await assert.rejects(decode(bytes, size), (error) => {
      assert.ok(error instanceof UnreadableExport)
      assert.equal(error.message, message, `pieces of ${size}`)
      return true
    })
})

test('a file cut off within a character is refused', async () => {
  await assert.rejects(decode(Buffer.from('name\né').subarray(0, -1)), /UTF-8 \(byte 6\)/)
  await assert.rejects(
    decode(Buffer.from([0xff, 0xfe, 0x41])),
    /not UTF-16LE, though it was read as that\. Save it as UTF-8/,
  )
})

test('UTF-16 without its mark is found by the NUL bytes of separators and line breaks', async () => {
  const bytes = Buffer.from(names, 'utf16le')
  const found: ReadEncoding[] = []
  for (const size of [3, 1000])
    assert.equal(await decode(bytes, size, { onEncoding: (each) => found.push(each) }), names)
  assert.equal(await decode(Buffer.from(bytes).swap16()), names)
  assert.deepEqual(found[0], { encoding: 'utf-16le', isAssumed: true })
  await assert.rejects(decode(Buffer.from([1, 0, 0, 2, 0, 3, 4, 0, 0])), /has NUL bytes/)
})

test('Windows-1252 is read where the text is plausible in it, also after megabytes of ASCII', async () => {
  const table = 'Name;Ort\nMüller, Änne;Köln\nLefèvre;l’Île-d’Yeu\nNº 7;3ª\nção\n'
  const bytes = Buffer.from(table.replaceAll('’', '\u0092'), 'latin1')
  const found: ReadEncoding[] = []
  for (let size = 3; size < 20; size++)
    assert.equal(await decode(bytes, size, { onEncoding: (each) => found.push(each) }), table)
  assert.deepEqual(found.slice(0, 2), [
    { encoding: 'utf-8', isAssumed: false },
    { encoding: 'windows-1252', isAssumed: true },
  ])
  const plain = 'x'.repeat(10_000)
  assert.equal(await decode(Buffer.concat([Buffer.from(plain), bytes])), plain + table)
})

test('letters of several Western languages in one file are no Hungarian and no Czech', async () => {
  for (const table of [
    'Name\nJean Brûlé\nLuis García\n',
    'Name\nJoão Simões\nJosé Luís\n',
    'Nom\nBenoît Dûment\nÁlvaro Núñez\n',
    'Nimi\nTõnu Õunapuu\nJosé García\n',
    'Navn\nSøren Bjørnæs\nJosé García\nJoão Guimarães\nNoè Galli\n',
    'Navn\nJan Sørvágur\nHøgni Bjørgvín\n',
    'Name\nMìcheal Mac\nBình Tran\nAna Irmãzinha\n',
    'Name,School\nAda Moreau,Collegium Mariæ\n',
    'Nombre;Área\nÁlvaro Peña;#¡VALOR!\n',
  ])
    assert.equal(await decode(Buffer.from(table, 'latin1')), table)
})

const otherEncodings: Readonly<Record<string, readonly number[]>> = {
  'Japanese in Shift JIS': [0x8e, 0xd0, 0x88, 0xf5, 0x94, 0xd4],
  'Russian in Windows-1251': [0xc8, 0xe2, 0xe0, 0xed],
  'Polish in Windows-1250': [0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a],
  'French of an old Mac': [0x4a, 0x6f, 0x73, 0x8e],
}

for (const [name, bytes] of Object.entries(otherEncodings)) {
  test(`${name} is not taken for Windows-1252, and its encoding can be named`, async () => {
    const text = Buffer.from([0x6e, 0x0a, ...bytes, 0x0a])
    await assert.rejects(decode(text), /not UTF-8 .* name its encoding with --encoding/)
  })
}

test('an encoding that is named is used', async () => {
  const bytes = Buffer.from([0x8e, 0xd0, 0x88, 0xf5, 0x94, 0xd4, 0x8d, 0x86])
  assert.equal(await decode(bytes, 3, { encoding: 'shift_jis' }), '社員番号')
})

test('a stray NUL makes no file one of UTF-16', async () => {
  const text = `id,name,email\n${'1,Ada Moreau,ada@acme.example\n'.repeat(9)}`
  await assert.rejects(decode(Buffer.from(text.replace('Ada', 'Ada\0'))), /it has NUL bytes/)
})
