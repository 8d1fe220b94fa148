import { yamlText } from '../yaml-text.ts'
import { examplesOf } from './examples.ts'
import type { Draft, Translation } from './translate.ts'

/** A file of a folder of the policy. */
type File = { path: string; text: string }

/** Where the groups and accounts are: the handle of the source, and whether it is the primary. */
export type Place = { integration: string; isPrimary: boolean }

/** A folder with the drafts of each group, and beside it tests, which pass once all drafts are active. */
export function renderTranslations(translations: readonly Translation[], place: Place): File[] {
  const groups = [...Map.groupBy(translations, ({ group }) => JSON.stringify(group)).values()]
  const drafted = groups.filter((rules) => rules.some(({ drafts }) => drafts.length > 0))
  const taken = new Set<string>()
  const files = drafted.map((rules) => ({
    path: `policy/${nameOf(rules.flatMap(({ drafts }) => drafts)[0]?.key ?? 'group', taken)}.yaml`,
    text: commentOf(rules) + yamlText(fileOf(rules, place)),
  }))
  const tests = place.isPrimary ? drafted.flatMap((rules) => testsOf(rules, place)) : []
  if (tests.length === 0) return files
  const note = '# They pass once all drafts are active: move this file into the folder then.\n'
  return [...files, { path: 'tests.yaml', text: note + yamlText({ tests }) }]
}

/** A name that no other file has. */
function nameOf(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`
  taken.add(name)
  return name
}

const resourceOf = ({ group: { type, ...id } }: Translation, { integration }: Place) => ({
  type,
  integration,
  ...id,
})

function fileOf(rules: readonly Translation[], place: Place): object {
  const [first] = rules
  const drafts = uniqueKeys(rules.flatMap((rule) => rule.drafts))
  return {
    resource: first === undefined ? {} : resourceOf(first, place),
    state: 'monitored',
    rules: drafts,
  }
}

/** Rules of one group that have one name. */
function uniqueKeys(drafts: readonly Draft[]): Draft[] {
  const taken = new Set<string>()
  return drafts.map((draft) => ({ ...draft, key: nameOf(draft.key, taken) }))
}

function testsOf(rules: readonly Translation[], place: Place): object[] {
  const [first] = rules
  if (first === undefined) return []
  const resource = resourceOf(first, place)
  return examplesOf(rules.flatMap(({ branches }) => branches)).map((example) =>
    Object.assign({ resource }, example),
  )
}

/** What became of each rule, as comments: hostile text stays on lines of its own. */
function commentOf(rules: readonly Translation[]): string {
  const lines = rules.flatMap(({ name, text, verdict, reasons }) => [
    `${name}: ${verdict}`,
    ...reasons.map((reason) => `- ${reason}`),
    `  ${text}`,
  ])
  return lines.map((line) => `# ${oneLine(line)}\n`).join('')
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
