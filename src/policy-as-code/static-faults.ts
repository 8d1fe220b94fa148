import { readInstant } from '../http/shapes/schema.ts'
import { repeatsOf, type FileFault } from './folder-error.ts'
import {
  testedStates,
  type FolderResource,
  type FolderRule,
  type FolderTest,
  type RulesetFile,
  type SettingsFile,
} from './folder-file.ts'

/** By which keys a vendor's resource may be named, besides its integration. */
const names = ['vendor_id', 'handle'] as const

/** The faults in a ruleset's file that are independent of the database. */
export function rulesetFaults({ resource, rules, tests = [] }: RulesetFile): FileFault[] {
  return [...resourceFaults(resource, 'resource'), ...ruleFaults(rules), ...testFaults(tests)]
}

export function settingsFaults({ tests = [] }: SettingsFile): FileFault[] {
  const ofResources = tests.flatMap(({ resource }, index) =>
    resourceFaults(resource, `tests[${index}].resource`),
  )
  return [...ofResources, ...testFaults(tests)]
}

/** A test is about one person, everyone or no one with some values. */
function* testFaults(tests: readonly FolderTest[]): Generator<FileFault> {
  for (const [index, { person, everyone, nobody, has }] of tests.entries()) {
    const path = `tests[${index}]`
    const given = Object.entries({ person, everyone, nobody }).filter(([, of]) => of !== undefined)
    if (given.length !== 1) yield { path, message: 'names one of person, everyone and nobody' }
    if (has !== undefined && person === undefined)
      yield { path: `${path}.has`, message: 'is for a person' }
    for (const [name, of] of given) {
      const state = typeof of === 'object' ? of['state'] : undefined
      if (state !== undefined && !testedStates.some((known) => known === state))
        yield {
          path: `${path}.${name}.state`,
          message: `${JSON.stringify(state)} is unknown; allowed: ${testedStates.join(', ')}`,
        }
    }
  }
}

function resourceFaults(resource: FolderResource, path: string): FileFault[] {
  const { type } = resource
  const isAttribute = type === 'directory_attribute'
  const required = isAttribute ? ['dimension', 'value'] : ['integration']
  const allowed = isAttribute ? required : [...required, ...names]
  const given = Object.keys(resource).filter((key) => key !== 'type')
  const isNamed = isAttribute || names.some((name) => resource[name] !== undefined)
  const fits =
    given.every((key) => allowed.includes(key)) && required.every((key) => given.includes(key))
  if (fits && isNamed) return []
  const wanted = isAttribute ? 'dimension and value' : `integration and ${names.join(' or ')}`
  const message = `a ${type} is named by ${wanted}, but here stand ${given.join(', ') || 'none'}`
  return [{ path, message }]
}

function* ruleFaults(rules: readonly FolderRule[]): Generator<FileFault> {
  const all = [...rules.entries()]
  for (const name of ['key', 'id'] as const)
    for (const [[index], [first]] of repeatsOf(all, ([, rule]) => [rule[name]]))
      yield { path: `rules[${index}].${name}`, message: `is that of rules[${first}] already` }
  for (const [index, rule] of all) {
    if (rule.replaces !== undefined && rule.activates_at === undefined)
      yield { path: `rules[${index}].replaces`, message: 'is for a rule with activates_at' }
    if (rule.activates_at !== undefined && rule.state === 'active')
      yield { path: `rules[${index}].activates_at`, message: 'is for a staged rule' }
    for (const name of ['activates_at', 'expires_at'] as const) {
      const at = rule[name]
      if (at !== undefined && readInstant(at) === undefined)
        yield { path: `rules[${index}].${name}`, message: 'is no date of the calendar' }
    }
  }
}
