import { stringify } from 'yaml'
import { chatChannels } from './chat-groups.ts'
import { codehostGroups, codehostProjects } from './codehost-groups.ts'
import type { DemoGroup } from './group-members.ts'
import { idpGroups } from './idp-groups.ts'
import type { Organisation, Person } from './organisation.ts'
import {
  department,
  dimension,
  division,
  managed,
  notContractor,
  rule,
  startedAfter,
  titleMatches,
  userType,
  type PolicyDocument,
  type Rule,
  type Ruleset,
} from './policy-document.ts'
import { departments, divisions } from './structure.ts'
import { suiteDrives, suiteGroups } from './suite-groups.ts'

/** The demo's policy as YAML text. */
export function policyYaml(org: Organisation): string {
  return stringify(demoPolicy(org), { lineWidth: 0, aliasDuplicateObjects: false })
}

/** Some fifty rulesets over what the exports of this organisation contain. */
export function demoPolicy(org: Organisation): PolicyDocument {
  return {
    dimensions: [
      dimension('department', 'Department', 'department'),
      dimension('division', 'Division', 'division'),
      dimension('title', 'Title', 'title'),
      { ...dimension('cost_center', 'Cost center', 'costCenter'), expires_after_days: 3 },
    ],
    rulesets: [
      ...codeGroupRulesets(org),
      ...projectRulesets(org),
      ...channelRulesets(org),
      ...mailingRulesets(org),
      ...driveRulesets(org),
      ...idpRulesets(org),
      ...attributeRulesets(),
    ],
  }
}

function codeGroupRulesets(org: Organisation): Ruleset[] {
  return codehostGroups(org)
    .filter(({ parentVendorId }) => parentVendorId !== null)
    .map((group, place) => {
      const name = nameOf(group)
      const rules = [
        rule('team', 'developer', 20, [department(name), userType('employee')]),
        rule('contractors', 'reporter', 30, [department(name), userType('contractor')]),
        rule('leads', 'maintainer', 10, [
          department(name),
          titleMatches('.*(Director|Manager|Officer).*'),
        ]),
      ]
      const exception: Rule = {
        ...rule('helping-out', 'developer', 40, [
          { type: 'user', email: memberOf(org, 'IT').email },
        ]),
        description:
          'Runs the migration to the new build servers; asked for by the head of Platform',
        expires_at: inDays(org, 21),
      }
      const next: Rule = {
        ...rule('data-readers', 'reporter', 50, [department('Data Engineering')]),
        state: 'staged',
      }
      return managed(group, 7, [
        ...rules,
        ...(name === 'Platform' ? [exception] : []),
        ...(place % 3 === 1 ? [next] : []),
      ])
    })
}

function projectRulesets(org: Organisation): Ruleset[] {
  const chief = org.person(0).email
  const projects = [...codehostProjects(org)].filter(
    (project) => leaderOf(org, departmentOf(project)).email !== chief,
  )
  return projects.slice(0, 5).map((project, place) => {
    const name = departmentOf(project)
    const lead = leaderOf(org, name)
    const rules = [
      rule('reports', 'developer', 20, [{ type: 'all_reports_of', email: lead.email }]),
      rule('lead', 'owner', 5, [{ type: 'user', email: lead.email }]),
      rule('security', 'reporter', 40, [department('Security'), notContractor()]),
    ]
    const draft: Rule = {
      ...rule('newcomers', 'guest', 60, [department(name), startedAfter(inDays(org, -90))]),
      state: 'staged',
    }
    return managed(project, place % 2 === 0 ? 14 : 0, place % 4 === 0 ? [...rules, draft] : rules)
  })
}

function channelRulesets(org: Organisation): Ruleset[] {
  const channels = [...chatChannels(org)]
  const named = (about: string): DemoGroup[] =>
    channels.filter((channel) => channel.about.startsWith(about))
  return [
    ...named('division').map((channel) =>
      managed(channel, 0, [rule('division', 'member', 10, [division(nameOf(channel))])]),
    ),
    ...named('leads').map((channel) =>
      managed(channel, 0, [
        rule('leads', 'member', 10, [
          division(nameOf(channel)),
          titleMatches('.*(Director|Manager|Officer|President).*'),
        ]),
        {
          ...rule('heads-of-others', 'member', 20, [titleMatches('(Chief|Vice President) .*')]),
          state: 'staged',
        },
      ]),
    ),
    ...named('reports of')
      .slice(0, 4)
      .map((channel) => {
        const lead = org.person(Number(channel.about.slice('reports of '.length)))
        return managed(channel, 3, [
          rule('team', 'member', 10, [{ type: 'direct_reports_of', email: lead.email }]),
          rule('lead', 'member', 5, [{ type: 'user', email: lead.email }]),
        ])
      }),
  ]
}

function mailingRulesets(org: Organisation): Ruleset[] {
  return suiteGroups(org)
    .filter(({ about }) => about.startsWith('division'))
    .slice(2)
    .map((group) =>
      managed(group, 0, [
        rule('employees', 'member', 20, [division(nameOf(group)), userType('employee')]),
        rule('directors', 'owner', 5, [division(nameOf(group)), titleMatches('Director of .*')]),
      ]),
    )
}

function driveRulesets(org: Organisation): Ruleset[] {
  const drives = suiteDrives(org).filter(
    ({ about, resourceType }) =>
      about.startsWith('department') && resourceType === 'suite_workspace_drive',
  )
  return drives.slice(-8).map((drive) => {
    const name = nameOf(drive)
    const costCenters = departments.find((entry) => entry.name === name)?.costCenters ?? []
    return managed(drive, 30, [
      rule('payers', 'writer', 20, [
        {
          type: 'identity',
          integration: 'idp',
          profile_key: 'costCenter',
          operator: 'in',
          value: costCenters,
        },
        notContractor(),
      ]),
      rule('leads', 'manager', 10, [
        department(name),
        titleMatches('.*(Director|Manager|Officer|President).*'),
      ]),
    ])
  })
}

function idpRulesets(org: Organisation): Ruleset[] {
  const groups = idpGroups(org)
  const chief = org.person(0)
  const rulesOf: Readonly<Record<string, Rule[]>> = {
    contractors: [rule('contractors', 'member', 10, [userType('contractor')])],
    employees: [rule('employees', 'member', 10, [userType('employee')])],
    managers: [
      rule('below-the-chief', 'member', 20, [
        { type: 'all_reports_of', email: chief.email },
        titleMatches('.*(Director|Manager|Officer|President).*'),
      ]),
      rule('the-chief', 'member', 10, [{ type: 'user', email: chief.email }]),
    ],
    administrators: [rule('admin-accounts', 'member', 10, [userType('admin')])],
    'remote access': [
      rule('badge-holders', 'member', 20, [
        { type: 'identity', integration: 'idp', profile_key: 'badgeId', operator: 'exists' },
        division('Engineering'),
        notContractor(),
      ]),
      {
        ...rule('contractors-too', 'member', 30, [userType('contractor'), division('Engineering')]),
        state: 'staged',
      },
    ],
  }
  return groups.flatMap((group) => {
    const rules = rulesOf[group.about]
    return rules ? [managed(group, 0, rules)] : []
  })
}

/** Rules besides the imported ones: people who count as a department without being in it. */
function attributeRulesets(): Ruleset[] {
  return [
    departmentRuleset('Security', [
      rule('platform-leads', 'member', 20, [
        department('Platform'),
        titleMatches('.*(Director|Manager).*'),
      ]),
    ]),
    // Composed twice: who counts as Security because of a rule above counts as IT as well.
    departmentRuleset('IT', [
      rule('security', 'member', 20, [department('Security'), division('Engineering')]),
    ]),
  ]
}

function departmentRuleset(value: string, rules: Rule[]): Ruleset {
  return {
    resource: { type: 'directory_attribute', dimension: 'department', value },
    state: 'managed',
    rules,
  }
}

function departmentOf(project: DemoGroup): string {
  return project.about.slice('project of '.length)
}

/** The name at the end of what a group is about, such as `department Design`. */
function nameOf(group: DemoGroup): string {
  const name = group.about.slice(group.about.indexOf(' ') + 1)
  const known = [...departments, ...divisions].some((entry) => entry.name === name)
  if (!known) throw new Error(`${group.about} names no department or division`)
  return name
}

/** The highest placed person of a department, or the chief executive if the department is empty. */
function leaderOf(org: Organisation, name: string): Person {
  const people = org.peopleOf(departments.findIndex((entry) => entry.name === name))
  return org.person(people.find((index) => org.status(index) === 'active') ?? 0)
}

/** A person of a department without reports, or the chief executive if the department is empty. */
function memberOf(org: Organisation, name: string): Person {
  const people = org.peopleOf(departments.findIndex((entry) => entry.name === name))
  return org.person(people.findLast((index) => org.status(index) === 'active') ?? 0)
}

function inDays(org: Organisation, days: number): string {
  return new Date(Date.parse(org.today) + days * 86_400_000).toISOString()
}
