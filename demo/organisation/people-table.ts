import { csvLine } from './export-file.ts'
import type { Organisation } from './organisation.ts'

const columns = [
  'Employee ID',
  'First Name',
  'Last Name',
  'Work Email',
  'Department',
  'Division',
  'Cost Center',
  'Title',
  'Manager ID',
  'Employment Type',
  'Location',
  'Status',
  'Hire Date',
  'Termination Date',
]
const statuses = {
  active: 'Active',
  suspended: 'Suspended',
  staged: 'Pre-hire',
  left: 'Terminated',
} as const

/** Everybody as a personnel system's table has them. */
export function* peopleTable(org: Organisation): Generator<string> {
  yield csvLine(columns)
  for (let index = 0; index < org.people; index += 1) {
    const person = org.person(index)
    yield csvLine([
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
