import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode-text.ts'
import { UnreadableExport } from './unreadable-export.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function decode(bytes: Uint8Array, size = 1000): Promise<string> {
  return (await Array.fromAsync(decodeText(inPieces(bytes, size)))).join('')
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
  const message = `The file is not UTF-8 (byte ${before.length + 6}); save it as UTF-8.`
  for (let size = 4; size < 60; size++)
    await assert.rejects(decode(bytes, size), (error) => {
      assert.ok(error instanceof UnreadableExport)
      assert.equal(error.message, message, `pieces of ${size}`)
      return true
    })
})

test('a file cut off within a character is refused', async () => {
  await assert.rejects(decode(Buffer.from('name\né').subarray(0, -1)), /UTF-8 \(byte 6\)/)
  await assert.rejects(decode(Buffer.from([0xff, 0xfe, 0x41])), /not UTF-16; save it as UTF-8/)
})
