import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readProfile } from './profile-value.ts'

test('a key spelled exactly so wins over the path that it could be', () => {
  assert.deepEqual(readProfile({ 'a.b': 'exact', a: { b: 'path' } }, 'a.b'), ['exact'])
  assert.deepEqual(readProfile({ 'a.b': null, a: { b: 'path' } }, 'a.b'), [])
})

test('a dotted path goes down into objects', () => {
  assert.deepEqual(readProfile({ profile: { org: { unit: 'R&D' } } }, 'profile.org.unit'), ['R&D'])
})

test('a number in a path picks an element of a list, or a key of an object', () => {
  const profile = { organizations: [{ title: 'Nurse' }, { title: 'Tutor' }], byYear: { '7': 'x' } }
  assert.deepEqual(readProfile(profile, 'organizations.1.title'), ['Tutor'])
  assert.deepEqual(readProfile(profile, 'organizations.2.title'), [])
  assert.deepEqual(readProfile(profile, 'byYear.7'), ['x'])
})

test('a name in a path goes through every element of a list, nested lists too', () => {
  const profile = { emails: [{ value: 'a@x' }, [{ value: ['b@x', 'c@x'] }], { other: 1 }, null] }
  assert.deepEqual(readProfile(profile, 'emails.value'), ['a@x', 'b@x', 'c@x'])
})

test('numbers and booleans become their JSON text', () => {
  assert.deepEqual(readProfile({ list: [1, 2.5, true, false, 0] }, 'list'), [
    '1',
    '2.5',
    'true',
    'false',
    '0',
  ])
})

test('null, objects, blank strings, empty lists and missing keys give nothing', () => {
  const profile = { none: null, object: { a: 1 }, blank: ' \t', empty: [], text: 'x' }
  for (const key of ['none', 'object', 'blank', 'empty', 'missing', 'text.x', 'none.x', '']) {
    assert.deepEqual(readProfile(profile, key), [], key)
  }
})

test('values come without the blanks around them', () => {
  assert.deepEqual(readProfile({ department: '  Sales ' }, 'department'), ['Sales'])
})

test('what a profile inherits is not in it', () => {
  for (const key of [
    'constructor',
    'constructor.name',
    '__proto__',
    'list.length',
    'toString.name',
  ]) {
    assert.deepEqual(readProfile({ list: ['a'] }, key), [], key)
  }
})

test('any profile and key give strings that are trimmed and not blank', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (profile, key) => {
      for (const value of readProfile({ ...profile }, key)) {
        assert.equal(value, value.trim())
        assert.notEqual(value, '')
      }
    }),
  )
})
