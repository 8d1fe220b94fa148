import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { inPieces, type ManifestChanges } from './manifest-changes.ts'

const id = fc.nat(1000).map(String)
const state = fc.constant('active' as const)
const none = fc.constant(null)
const held = { ruleId: id, state, expiresBy: none, expiresAt: none, graceSince: none }
const before = fc.record({ id, rulesetId: id, ...held })
const ended = fc.constant('expired' as const)
const atMost = { maxLength: 20 }

const anyChanges: fc.Arbitrary<ManifestChanges> = fc.record({
  qualified: fc.array(fc.record({ personId: id, ruleId: id }), atMost),
  unqualified: fc.array(fc.record({ personId: id, ruleId: id }), atMost),
  entered: fc.array(fc.record({ personId: id, rulesetId: id, ...held }), atMost),
  changed: fc.array(fc.record({ personId: id, before, after: fc.record(held) }), atMost),
  ended: fc.array(
    fc.record({ personId: id, before, state: ended, eligible: fc.boolean() }),
    atMost,
  ),
  orgs: fc.array(fc.record({ personId: id, org: fc.constant({}) }), atMost),
})

test('changes in pieces are the same changes, none left out and none twice, and no piece is too large', () => {
  fc.assert(
    fc.property(anyChanges, fc.integer({ min: 1, max: 25 }), (changes, size) => {
      const pieces = [...inPieces(changes, size)]
      for (const piece of pieces) {
        const sizes = Object.values(piece).map((rows) => rows.length)
        assert.ok(Math.max(...sizes) <= size && Math.max(...sizes) > 0)
      }
      assert.deepEqual(
        {
          qualified: pieces.flatMap(({ qualified }) => qualified),
          unqualified: pieces.flatMap(({ unqualified }) => unqualified),
          entered: pieces.flatMap(({ entered }) => entered),
          changed: pieces.flatMap(({ changed }) => changed),
          ended: pieces.flatMap((piece) => piece.ended),
          orgs: pieces.flatMap(({ orgs }) => orgs),
        },
        { ...changes },
      )
    }),
  )
})
