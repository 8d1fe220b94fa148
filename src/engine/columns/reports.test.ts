import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { directoryOf } from '../directory.ts'
import { person } from '../facts-for-tests.ts'
import { PeopleColumns } from './people-columns.ts'
import { peopleIn } from './person-set.ts'
import { allReports } from './reports.ts'

const size = 60
const idOf = (index: number) => `p${index}`

/** A chain of sixty, of which a few report to anyone else, so that loops of any length and branches arise. */
const anyManagers = fc
  .array(fc.tuple(fc.nat(size - 1), fc.nat(size + 1)), { maxLength: 5 })
  .map((changes) => {
    const managers = Array.from({ length: size }, (_, i) => i + 1)
    for (const [who, manager] of changes) managers[who] = manager
    return managers
  })

test('everybody below a manager is who has that manager above them, through loops and down to fifty levels', () => {
  fc.assert(
    fc.property(anyManagers, (managers) => {
      const people = managers.map((manager, i) => person(idOf(i), { managerId: idOf(manager) }))
      const directory = directoryOf(people)
      const columns = new PeopleColumns([])
      columns.putAll(people)
      for (let manager = 0; manager <= size + 1; manager++) {
        const below = peopleIn(allReports(columns, columns.indexOf(idOf(manager))))
        const expected = people.filter((who) =>
          directory.managersAbove(who).includes(idOf(manager)),
        )
        assert.deepEqual(
          [...below].map((at) => columns.idAt(at)).sort(),
          expected.map(({ id }) => id).sort(),
        )
      }
    }),
  )
})

test('a change of manager is seen at once', () => {
  const columns = new PeopleColumns([])
  columns.putAll([person('a'), person('b', { managerId: 'a' })])
  const below = () => allReports(columns, columns.indexOf('a')).count
  assert.equal(below(), 1)
  columns.put(person('b'))
  assert.equal(below(), 0)
})
