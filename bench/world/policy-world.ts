import type { Condition, Operator, Person, Policy, Rule, Ruleset } from '../../src/engine/model.ts'

/** Ids are uuids, as in the database, that sort as they count. */
function idOf(noun: keyof typeof nouns, index: number): string {
  return `${nouns[noun]}0000000-0000-7000-8000-${String(index).padStart(12, '0')}`
}

const nouns = { integration: 1, person: 2, attribute: 3, group: 4, ruleset: 5, rule: 6 } as const

/** The one integration, whose profiles the rules test. */
export const primaryIntegrationId = idOf('integration', 0)

/** The kind of value that profiles hold under each key, for code that stores or compares them by kind. */
export const kindOfKey = {
  department: 'text',
  division: 'text',
  costCenter: 'text',
  title: 'text',
  site: 'text',
  type: 'text',
  skills: 'list',
  level: 'number',
  startDate: 'date',
  email: 'text',
} as const
export type KeyKind = (typeof kindOfKey)[keyof typeof kindOfKey]

/** How much of everything there is. */
export type Scale = { people: number; rulesets: number; rules: number }

/** A stream of numbers in [0, 1), the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const titles = ['Engineer', 'Analyst', 'Nurse', 'Manager', 'Director', 'Consultant', 'Technician']
const ranks = ['', 'Senior ', 'Lead ', 'Junior ', 'Principal ', 'VP ']
const skills = [
  'sql',
  'python',
  'sap',
  'gcp',
  'aws',
  'k8s',
  'tax',
  'law',
  'icd10',
  'ros',
  'go',
  'r',
]

/** The smaller numbers are far more frequent, as departments and cost centres are of very different sizes. */
function skewed(random: () => number, count: number): number {
  return Math.floor(random() ** 2 * count)
}

function departmentsOf({ people }: Scale): number {
  return Math.max(20, Math.round(people / 400))
}

/** People in a tree of managers, eight below each; one in fifty is suspended, one in forty has no title. */
export function* makePeople(scale: Scale): Generator<Person> {
  const random = randomOf(7)
  for (let i = 0; i < scale.people; i++) {
    const department = skewed(random, departmentsOf(scale))
    const title = `${ranks[skewed(random, ranks.length)]}${titles[skewed(random, titles.length)]}`
    const profile = {
      department: `Department ${department}`,
      division: `Division ${department % 30}`,
      costCenter: `CC-${1000 + skewed(random, departmentsOf(scale) * 2)}`,
      title: random() < 0.025 ? undefined : `${title} ${['I', 'II', 'III'][skewed(random, 3)]}`,
      site: `${['DE', 'FR', 'US', 'JP', 'BR'][skewed(random, 5)]}-${skewed(random, 80)}`,
      type: random() < 0.85 ? 'employee' : 'contractor',
      skills: skills.filter(() => random() < 0.15),
      level: Math.floor(random() * 12),
      startDate: `20${10 + Math.floor(random() * 16)}-0${1 + Math.floor(random() * 9)}-15`,
      email: `person.${i}@${random() < 0.9 ? 'example.com' : 'partner.example.org'}`,
    }
    yield {
      id: idOf('person', i),
      baseState: random() < 0.02 ? 'suspended' : 'active',
      expiresAt: null,
      deletedAt: null,
      managerId: i === 0 ? null : idOf('person', Math.floor((i - 1) / 8)),
      parentId: null,
      identities: [{ integrationId: primaryIntegrationId, profile }],
    }
  }
}

/** Two fifths of the rulesets are of attributes, each decided by one rule; the rest share the other rules. */
export function makePolicy(scale: Scale): Policy {
  const attributes = Math.floor(scale.rulesets * 0.4)
  const random = randomOf(11)
  const rulesets = Array.from({ length: scale.rulesets }, (_, i) => rulesetAt(i, attributes))
  const rules = Array.from({ length: scale.rules }, (_, i): Rule => {
    const at = i < scale.rulesets ? i : attributes + (i % (scale.rulesets - attributes))
    const conditions =
      at < attributes
        ? [profileTest('department', 'equals', `department ${at}`)]
        : Array.from({ length: 2 + Math.floor(random() * 3) }, () =>
            pick(random, scale, attributes),
          )
    return ruleAt(i, at, conditions)
  })
  return { primaryIntegrationId, rulesets, rules }
}

function rulesetAt(i: number, attributes: number): Ruleset {
  const isAttribute = i < attributes
  return {
    id: idOf('ruleset', i),
    resourceId: idOf(isAttribute ? 'attribute' : 'group', i),
    type: isAttribute ? 'directory_attribute' : 'codehost_group',
    state: 'managed',
    expiresAfterDays: null,
  }
}

function ruleAt(i: number, ruleset: number, conditions: Condition[]): Rule {
  return {
    id: idOf('rule', i),
    rulesetId: idOf('ruleset', ruleset),
    state: 'active',
    role: 'member',
    priority: 100,
    activatedAt: i,
    expiresAt: null,
    expiresAfterDays: null,
    everyoneElse: false,
    conditions,
  }
}

function profileTest(profileKey: string, operator: Operator, value: string | null): Condition {
  return { type: 'identity', resourceId: null, profileKey, operator, value }
}

/** One condition of the mix that administrators write: mostly equality, some lists, patterns and managers. */
function pick(random: () => number, scale: Scale, attributes: number): Condition {
  const departments = departmentsOf(scale)
  const manager = idOf('person', skewed(random, Math.floor(scale.people / 10)))
  const choices: readonly (readonly [number, () => Condition])[] = [
    [22, () => profileTest('department', 'equals', `Department ${skewed(random, departments)}`)],
    [14, () => profileTest('costCenter', 'in', JSON.stringify(someCentres(random, departments)))],
    [10, () => profileTest('type', 'equals', 'employee')],
    [6, () => profileTest('type', 'not_equals', 'contractor')],
    [8, () => profileTest('division', 'equals', `division ${skewed(random, 30)}`)],
    [8, () => profileTest('title', 'contains', titles[skewed(random, titles.length)] ?? 'Nurse')],
    [5, () => profileTest('title', 'matches', `(senior|lead) ${titles[skewed(random, 7)]}.*`)],
    [
      4,
      () => profileTest('site', 'starts_with', ['DE-', 'FR-', 'US-'][skewed(random, 3)] ?? 'DE-'),
    ],
    [4, () => profileTest('skills', 'equals', skills[skewed(random, skills.length)] ?? 'sql')],
    [2, () => profileTest('skills', 'not_contains', 'law')],
    [3, () => profileTest('level', 'greater_than', String(skewed(random, 10)))],
    [1, () => profileTest('startDate', 'less_than', '2020-01-01')],
    [1, () => profileTest('email', 'ends_with', '@partner.example.org')],
    [1, () => profileTest('title', 'exists', null)],
    [
      8,
      () => ({
        type: 'attribute',
        resourceId: idOf('attribute', skewed(random, attributes)),
        operator: null,
      }),
    ],
    [2, () => ({ type: 'all_reports_of', resourceId: manager, operator: null })],
    [1, () => ({ type: 'direct_reports_of', resourceId: manager, operator: null })],
  ]
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of choices) {
    left -= weight
    if (left < 0) return make()
  }
  return profileTest('title', 'exists', null)
}

function someCentres(random: () => number, departments: number): string[] {
  return Array.from({ length: 3 }, () => `CC-${1000 + skewed(random, departments * 2)}`)
}
