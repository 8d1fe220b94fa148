import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { propertyRuns } from '../../../test/property-runs.ts'
import { testServer } from '../../../test/harness.ts'
import { foldCase } from './fold-case.ts'
import { scimEndpoint } from './scim-for-tests.ts'

// Letters whose other case is another letter, several letters, the same as that of another one, or depends on its neighbours.
const letters = [
  ...Array.from('aZéÉİıiIßẞſKkÅåσΣςﬀŉǰΐᾳᾼῼǅǄǆԱևꭰᎠΩω'),
  'e\u0301',
  'i\u0307',
  '𐐀',
  '𐐨',
  '😀',
  '%',
  '_',
  '\\',
  '"',
  ' ',
]
const name = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 })
  .map((some) => `x${some.join('')}`)

const server = await testServer()
const scim = await scimEndpoint(server)

test('a code point, its upper case and its lower case fold to the same', () => {
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const point = String.fromCodePoint(code)
    for (const variant of [point.toUpperCase(), point.toLowerCase(), foldCase(point)])
      if (foldCase(variant) !== foldCase(point)) assert.fail(`U+${code.toString(16)}`)
  }
})

test('a userName is found by eq, and taken, in any case of its letters', async () => {
  await fc.assert(
    fc.asyncProperty(name, async (userName) => {
      const made = await scim.user(userName)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const variants = [userName, userName.toUpperCase(), userName.toLowerCase()]
      const answers = await Promise.all(
        variants.map(async (variant) => {
          const filters = ['eq', 'sw', 'ew', 'co'].map(
            (op) => `userName ${op} ${JSON.stringify(variant)}`,
          )
          const found = filters.map(async (filter) => {
            const { body } = await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
            return body.totalResults
          })
          const again = await scim.user(variant)
          return {
            status: again.status,
            type: again.body.scimType,
            totals: await Promise.all(found),
          }
        }),
      )
      assert.equal((await scim.send('DELETE', `/Users/${made.body.id}`)).status, 204)
      for (const answer of answers)
        assert.deepEqual(answer, { status: 409, type: 'uniqueness', totals: [1, 1, 1, 1] })
    }),
    { numRuns: propertyRuns(6) },
  )
})

test('texts of other attributes are found as they were stored, and by eq in any case of ASCII', async () => {
  await fc.assert(
    fc.asyncProperty(name, async (title) => {
      const made = await scim.user('titled', { title, emails: [{ value: title }] })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const inCapitals = title.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
      const filters = ['title', 'emails.value'].flatMap((attribute) =>
        [`eq ${JSON.stringify(inCapitals)}`]
          .concat(['eq', 'sw', 'ew', 'co'].map((op) => `${op} ${JSON.stringify(title)}`))
          .map((comparison) => `${attribute} ${comparison}`),
      )
      const totals = await Promise.all(
        filters.map(async (filter) => {
          const found = await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
          return found.body.totalResults
        }),
      )
      assert.equal((await scim.send('DELETE', `/Users/${made.body.id}`)).status, 204)
      for (const [at, filter] of filters.entries()) assert.equal(totals[at], 1, filter)
    }),
    { numRuns: propertyRuns(6) },
  )
})
