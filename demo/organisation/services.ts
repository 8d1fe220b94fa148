import { idpId } from './accounts.ts'
import type { Organisation, Person } from './organisation.ts'
import { departments } from './structure.ts'

export type ServiceRole = 'admin' | 'audit' | 'permission' | 'token'

/** A person who signs in; `idpVendorId` is the `sub` of their idp. */
export type DemoWorkspaceUser = { idpVendorId: string; name: string; handle: string; email: string }

/** A service account. The first of its admins has the role `admin`; `tokens` is how many it holds. */
export type DemoService = {
  name: string
  handle: string
  description: string
  admins: { idpVendorId: string; role: ServiceRole }[]
  tokens: number
}

const subjects = [
  ['Payroll export', 'Accounting'],
  ['Invoice matching', 'Accounting'],
  ['Cash forecast', 'Treasury'],
  ['Supplier sync', 'Procurement'],
  ['Badge printer', 'Facilities'],
  ['Desk booking', 'Facilities'],
  ['Ticket router', 'Customer Support'],
  ['Fleet tracker', 'Logistics'],
  ['Laptop inventory', 'IT'],
  ['Onboarding bot', 'Human Resources'],
  ['Contract archive', 'Legal'],
  ['Lead scoring', 'Sales Operations'],
  ['Quote builder', 'Inside Sales'],
  ['Partner portal', 'Partnerships'],
  ['Newsletter', 'Marketing'],
  ['Feature flags', 'Product Management'],
  ['Survey collector', 'Research'],
  ['Asset pipeline', 'Design'],
  ['Build runner', 'Platform'],
  ['Deploy gate', 'Platform'],
  ['Cluster autoscaler', 'Platform'],
  ['Warehouse loader', 'Data Engineering'],
  ['Event archive', 'Data Engineering'],
  ['Metrics rollup', 'Data Engineering'],
  ['Secret scanner', 'Security'],
  ['Access review', 'Security'],
  ['Log shipper', 'Security'],
  ['Search indexer', 'Backend'],
  ['Image resizer', 'Backend'],
  ['Push sender', 'Mobile'],
  ['Crash reports', 'Mobile'],
  ['Site preview', 'Frontend'],
  ['Visual tests', 'Quality'],
  ['Load generator', 'Quality'],
  ['Calendar bridge', 'IT'],
  ['Backup verifier', 'IT'],
  ['Board reporting', 'Executive Office'],
  ['Territory planner', 'Field Sales'],
  ['Directory mirror', 'IT'],
  ['Licence counter', 'Procurement'],
] as const

const roles: readonly ServiceRole[] = ['token', 'permission', 'audit', 'admin']

/** Forty service accounts, each run by people of the department that it is for. */
export function demoServices(org: Organisation): {
  workspaceUsers: DemoWorkspaceUser[]
  services: DemoService[]
} {
  const users = new Map<string, DemoWorkspaceUser>()
  const services = subjects.map(([name, department], place): DemoService => {
    const people = adminsOf(org, department, place)
    for (const person of people) users.set(idpId(org, person.index), workspaceUserOf(org, person))
    return {
      name,
      handle: name.toLowerCase().replaceAll(' ', '-'),
      description: `${name}, run by ${department}`,
      admins: people.map((person, at) => ({
        idpVendorId: idpId(org, person.index),
        role: at === 0 ? 'admin' : (roles[(place + at) % roles.length] ?? 'audit'),
      })),
      tokens: org.random.intAt(place, 'service tokens', 4),
    }
  })
  return { workspaceUsers: [...users.values()], services }
}

/** Two to four active people; from the top of the company where the department has too few. */
function adminsOf(org: Organisation, department: string, place: number): Person[] {
  const wanted = 2 + org.random.intAt(place, 'service admins', 3)
  const own = org.peopleOf(departments.findIndex(({ name }) => name === department))
  const candidates = [
    ...own.slice(0, 6),
    ...Array.from({ length: Math.min(9, org.people) }, (_, index) => index),
  ]
  const active = [...new Set(candidates)].filter((index) => org.status(index) === 'active')
  const from = org.random.intAt(place, 'first admin', Math.max(1, Math.min(3, active.length)))
  return [...active.slice(from), ...active.slice(0, from)]
    .slice(0, wanted)
    .map((index) => org.person(index))
}

function workspaceUserOf(org: Organisation, person: Person): DemoWorkspaceUser {
  return {
    idpVendorId: idpId(org, person.index),
    name: `${person.firstName} ${person.lastName}`,
    handle: person.username,
    email: person.email,
  }
}
