import { csvLine } from './export-file.ts'
import type { Organisation } from './organisation.ts'

const columns = [
  'id',
  'employee_id',
  'first_name',
  'last_name',
  'email',
  'department',
  'division',
  'cost_center',
  'title',
  'manager_id',
  'type',
  'location',
  'state',
  'first_day',
  'last_day',
]
const statuses = {
  active: 'active',
  suspended: 'suspended',
  staged: 'staged',
  left: 'deactivated',
} as const

/** Everybody in Muster's own table. */
export function* peopleTable(org: Organisation): Generator<string> {
  yield csvLine(columns)
  for (let index = 0; index < org.people; index += 1) {
    const person = org.person(index)
    yield csvLine([
      person.employeeNumber,
      person.employeeNumber,
      person.firstName,
      person.lastName,
      person.email,
      person.department,
      person.division,
      person.costCenter,
      person.title,
      person.managerIndex === null ? '' : org.person(person.managerIndex).employeeNumber,
      person.userType === 'contractor' ? 'Contractor' : 'Employee',
      `${person.location.city}, ${person.location.country}`,
      statuses[person.status],
      person.startDate,
      person.endDate ?? '',
    ])
  }
}
