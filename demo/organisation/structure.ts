/** The fixed parts of the company, without people. */

export type Division = {
  name: string
  head: string
  departments: readonly string[]
  titles: readonly string[]
}

export const divisions = [
  {
    name: 'Engineering',
    head: 'Chief Technology Officer',
    departments: [
      'Platform',
      'Backend',
      'Frontend',
      'Mobile',
      'Data Engineering',
      'Security',
      'Quality',
    ],
    titles: [
      'Software Engineer',
      'Senior Software Engineer',
      'Staff Engineer',
      'Principal Engineer',
      'Site Reliability Engineer',
      'Test Engineer',
      'Data Engineer',
    ],
  },
  {
    name: 'Product',
    head: 'Chief Product Officer',
    departments: ['Product Management', 'Design', 'Research'],
    titles: [
      'Product Manager',
      'Senior Product Manager',
      'Product Designer',
      'Senior Product Designer',
      'User Researcher',
      'Technical Writer',
      'Product Analyst',
    ],
  },
  {
    name: 'Sales',
    head: 'Chief Revenue Officer',
    departments: ['Field Sales', 'Inside Sales', 'Sales Operations', 'Partnerships', 'Marketing'],
    titles: [
      'Account Executive',
      'Senior Account Executive',
      'Sales Engineer',
      'Sales Development Representative',
      'Partner Manager',
      'Marketing Specialist',
      'Campaign Manager',
    ],
  },
  {
    name: 'Operations',
    head: 'Chief Operating Officer',
    departments: ['Executive Office', 'IT', 'Facilities', 'Customer Support', 'Logistics'],
    titles: [
      'Support Agent',
      'Senior Support Agent',
      'Systems Administrator',
      'Logistics Planner',
      'Facilities Coordinator',
      'Executive Assistant',
      'Operations Analyst',
    ],
  },
  {
    name: 'Finance',
    head: 'Chief Financial Officer',
    departments: ['Accounting', 'Treasury', 'Procurement'],
    titles: [
      'Accountant',
      'Senior Accountant',
      'Financial Analyst',
      'Controller',
      'Buyer',
      'Treasury Analyst',
      'Payroll Specialist',
    ],
  },
  {
    name: 'People',
    head: 'Chief People Officer',
    departments: ['Human Resources', 'Legal'],
    titles: [
      'Recruiter',
      'Senior Recruiter',
      'People Partner',
      'Legal Counsel',
      'Compliance Officer',
      'Learning Specialist',
      'Paralegal',
    ],
  },
] as const satisfies readonly Division[]

/** Which division each direct report of the chief executive heads. */
export const divisionHeads = [0, 0, 1, 2, 2, 3, 4, 5] as const

export type Department = { name: string; division: number; costCenters: readonly string[] }

/** All departments in order; the first fifteen have two cost centres, which makes forty. */
export const departments: readonly Department[] = divisions
  .flatMap((division, index) => division.departments.map((name) => ({ name, division: index })))
  .map(({ name, division }, index) => ({
    name,
    division,
    costCenters: Array.from(
      { length: index < 15 ? 2 : 1 },
      (_, part) => `CC-${1000 + index * 10 + part}`,
    ),
  }))

export const executiveOffice = departments.findIndex(({ name }) => name === 'Executive Office')

export type Location = { city: string; country: string; weight: number }

export const locations: readonly Location[] = [
  { city: 'Berlin', country: 'DE', weight: 20 },
  { city: 'Lisboa', country: 'PT', weight: 12 },
  { city: 'Kraków', country: 'PL', weight: 12 },
  { city: 'New York', country: 'US', weight: 15 },
  { city: 'São Paulo', country: 'BR', weight: 8 },
  { city: 'Bengaluru', country: 'IN', weight: 12 },
  { city: '東京', country: 'JP', weight: 6 },
  { city: 'Tel Aviv', country: 'IL', weight: 5 },
  { city: 'Dubai', country: 'AE', weight: 5 },
  { city: 'Remote', country: 'IE', weight: 5 },
]

export const mailDomain = 'acme.example'

/** A name as it is written in addresses and paths. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
