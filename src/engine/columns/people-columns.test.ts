import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person } from '../facts-for-tests.ts'
import { nobody } from './people-facts.ts'
import { PeopleColumns } from './people-columns.ts'

test('whose relatives somebody is is known wherever in the columns they come', () => {
  for (let before = 0; before < 130; before++) {
    const columns = new PeopleColumns([])
    for (let other = 0; other < before; other++) columns.put(person(`other${other}`))
    const child = columns.put(person('child', { managerId: 'manager', parentId: 'parent' }))
    assert.equal(columns.managers[child], columns.indexOf('manager'), `after ${before}`)
    assert.equal(columns.parents[child], columns.indexOf('parent'), `after ${before}`)
    assert.notEqual(columns.indexOf('parent'), nobody)
  }
})
