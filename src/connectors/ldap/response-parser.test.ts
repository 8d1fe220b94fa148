import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { MessageParser, PagedResultsControl, SearchEntry, SearchReference } from 'ldapts'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { ber, done, entry, lastOfPage, text } from '../../../test/directories/ldap-bytes.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { ResponseParser, type PendingRequest } from './response-parser.ts'
import { ResponseRefused } from './response-refused.ts'
import { openMessage, readOperation } from './read-message.ts'

const id = ber(0x02, Buffer.from([7]))
const message = (...parts: readonly Buffer[]) => ber(0x30, id, ...parts)

const name = fc.stringMatching(/^[a-z]{1,5}(;binary)?$/)
const attributes = fc.dictionary(name, fc.array(fc.string({ maxLength: 200, unit: 'binary' })))
const part = fc.oneof(
  fc.tuple(fc.string(), attributes).map(([dn, values]) => entry(dn, values)),
  fc.array(fc.string()).map((uris) => ber(0x73, ...uris.map(text))),
)
const page = fc.record({ parts: fc.array(part, { maxLength: 6 }), cookie: fc.string() })

const messagesOf = ({ parts, cookie }: { parts: Buffer[]; cookie: string }) =>
  [...parts, lastOfPage(cookie)].map((each) => message(each))

type Outcome = Parameters<PendingRequest['resolve']>[0] | Error

/** What a request gets from bytes that come in these chunks; undefined as long as it waits. */
function received(chunks: Iterable<Buffer>): { outcome: Outcome | undefined; ended: boolean } {
  let outcome: Outcome | undefined
  let ended = false
  const parser = new ResponseParser(() => (ended = true))
  const resolve = (response: Outcome) => (outcome = response)
  const reject = (error: unknown) => (outcome = error instanceof Error ? error : undefined)
  const pending = new Map([['7', { resolve, reject }]])
  for (const chunk of chunks) parser.read(chunk, pending)
  return { outcome, ended }
}

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const shown = (each: unknown) =>
  each instanceof SearchEntry
    ? [each.name, ...each.attributes.map(({ type, values }) => [type, ...values.map(textIn)])]
    : each instanceof SearchReference
      ? each.uris
      : each instanceof PagedResultsControl
        ? each.value?.cookie?.toString()
        : each

const textIn = (value: string | Buffer) => Buffer.from(value).toString('latin1')

test('a page is read as the client’s own parser reads it, however it is divided', () => {
  fc.assert(
    fc.property(page, fc.integer({ min: 1, max: 300 }), (given, size) => {
      const messages = messagesOf(given)
      const { outcome } = received(chunksOf(Buffer.concat(messages), size))
      assert.ok(outcome !== undefined && 'searchEntries' in outcome)
      const expected: unknown[] = []
      const theirs = new MessageParser()
      theirs.on('message', (each) => expected.push(each))
      for (const each of messages) theirs.read(each, new Map())
      const last = expected.pop()
      assert.ok(last instanceof Object && 'controls' in last && Array.isArray(last.controls))
      const ofType = (type: typeof SearchEntry | typeof SearchReference) =>
        expected.filter((each) => each instanceof type).map(shown)
      assert.deepEqual(outcome.searchEntries.map(shown), ofType(SearchEntry))
      assert.deepEqual(outcome.searchReferences.map(shown), ofType(SearchReference))
      assert.deepEqual(outcome.controls?.map(shown), last.controls.map(shown))
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('a message that was changed anywhere has no more values than bytes, and ends or is refused', () => {
  const change = fc.record({
    at: fc.nat(400),
    bytes: fc.uint8Array({ maxLength: 6 }),
    removed: fc.nat(6),
  })
  let refused = 0
  fc.assert(
    fc.property(page, fc.array(change, { minLength: 1, maxLength: 4 }), (given, changes) => {
      for (const each of messagesOf(given)) {
        const changed = changes.reduce(
          (bytes, { at, removed, bytes: added }) =>
            Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]),
          each,
        )
        let values = 0
        try {
          const { messageId, message: rest } = openMessage(changed, () => (values += 1))
          readOperation(messageId, rest)
        } catch (error) {
          assert.ok(error instanceof ResponseRefused)
          refused += 1
        }
        assert.ok(values <= changed.length / 2)
        const { outcome, ended } = received(chunksOf(changed, 50))
        assert.ok(ended || !(outcome instanceof Error))
      }
    }),
    { numRuns: propertyRuns(1000) },
  )
  assert.ok(refused > 500, `${refused} were refused`)
})

test('bytes that are no messages are refused, and what comes after them is not read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      fc.pre(bytes[0] !== 0x30)
      const { outcome, ended } = received([Buffer.from(bytes), message(lastOfPage(''))])
      assert.ok(outcome instanceof ResponseRefused && ended)
    }),
  )
})

test('messages without a request, such as the notice of a server that stops, are left out', () => {
  const notice = ber(0x30, ber(0x02, Buffer.from([0])), ber(0x78, ...done))
  const { outcome } = received([Buffer.concat([notice, notice, message(lastOfPage(''))])])
  assert.ok(outcome !== undefined && 'searchEntries' in outcome)
})

test('a long message in many chunks, and many messages in one, take linear time', async () => {
  await assertGrowsLinearly(50_000, (size) => {
    received(chunksOf(message(entry('cn=a', { cn: ['x'.repeat(size)] })), 1))
  })
  await assertGrowsLinearly(5_000, (size) => {
    received([Buffer.concat(Array.from({ length: size }, () => message(entry('cn=a'))))])
  })
})
