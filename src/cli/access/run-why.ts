import type { Body } from '../../../sdk/src/index.ts'
import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { user } from '../nouns/directory-nouns.ts'
import { ruleset } from '../nouns/policy-nouns.ts'
import type { Fact } from '../output/facts.ts'
import { bold, dim, localTime, printText } from '../output/output.ts'
import { printRecord, withLocalTimes } from '../output/present.ts'

type Explanation = Body<'get', '/directory/users/{user}/explain'>
type Rule = Explanation['policy_rules'][number]
type Condition = Rule['conditions'][number]
type Saw = Pick<Condition['saw'], 'identities' | 'managers'>

const places = { in: 'is in', in_grace: 'is in grace in', out: 'is not in' } as const

/** Prints why a person is in the manifest of a resource, or why not. */
export async function runWhy(
  named: string,
  resource: string,
  options: ApiOptions & { type?: string },
): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const of = await findRecord(ruleset, muster, resource, typedBy(ruleset, options))
  const [explanation, { title: person }, { title }] = await Promise.all([
    muster.get('/directory/users/{user}/explain', {
      params: { path: { user: id }, query: { ruleset: of.id } },
    }),
    user.read({ muster, params: { path: { user: id } } }),
    ruleset.read({ muster, params: { path: { ruleset: of.id } } }),
  ])
  if (options.output === 'table') printText(describeExplanation(person, title, explanation))
  else
    printRecord(options, {
      id: of.id,
      json: explanation,
      title: person,
      facts: explanationFacts(person, title, explanation),
    })
}

/** Why a person is in the manifest of a resource, or why not, for a terminal: the answer, then each rule with what it saw. */
function describeExplanation(person: string, resource: string, explanation: Explanation): string {
  const { verdict, policy_user: stay, eligibility, policy_rules: rules } = explanation
  const lines = [bold(`${person} ${places[verdict]} ${resource}`), withLocalTimes(explanation.why)]
  if (stay !== null)
    lines.push(
      `since ${localTime(stay.since)}${stay.until === null ? '' : `, until ${localTime(stay.until)}`}`,
    )
  if (!eligibility.is_eligible)
    lines.push(`may be in no manifest: ${eligibility.reasons.join('; ')}`)
  for (const rule of rules) lines.push('', ...ruleLines(rule, rule.id === stay?.policy_rule_id))
  if (explanation.withheld.length > 0)
    lines.push('', dim('Values of profiles are left out: you may not see them.'))
  return lines.join('\n')
}

/** The same in a line, for spreadsheets. */
function explanationFacts(person: string, resource: string, explanation: Explanation): Fact[] {
  const { verdict, why, policy_user: stay } = explanation
  return [
    ['name', person],
    ['resource', resource],
    ['verdict', verdict],
    ['why', why],
    ['since', stay?.since],
    ['until', stay?.until],
  ]
}

function ruleLines(rule: Rule, isAdmitting: boolean): string[] {
  const notes = [
    ...(isAdmitting ? ['admits them'] : []),
    ...(rule.is_in_force ? [] : [`${rule.state}: not in force`]),
    `priority ${rule.priority}`,
  ]
  const head = `${mark(rule.is_met)} ${rule.role_handle}: ${rule.description ?? 'no conditions'}`
  return [`${head} ${dim(`(${notes.join(', ')})`)}`, ...rule.conditions.map(conditionLine)]
}

function conditionLine(condition: Condition): string {
  return `    ${mark(condition.is_met)} ${condition.description}${seenBy(condition)}`
}

/** What the condition saw: values by source, the managers, or what the rule saw that gives the attribute. */
function seenBy({ saw }: Condition): string {
  const seen = [
    ...ownSight(saw),
    ...(saw.attribute?.rule?.conditions ?? []).flatMap((each) => ownSight(each.saw)),
  ]
  return seen.length === 0 ? '' : dim(`   saw ${seen.join('; ')}`)
}

function ownSight({ identities, managers }: Saw): string[] {
  const values = (identities ?? []).map(
    ({ integration_handle: source, values, changed_at: at }) => {
      const text = values === null ? 'a value that you may not see' : values.join(', ') || 'nothing'
      return `${text} (${source}, ${localTime(at)})`
    },
  )
  return [...values, ...(managers ?? []).map(({ full_name: name }) => name)]
}

function mark(isMet: boolean | null): string {
  return isMet === null ? '?' : isMet ? '✓' : '✗'
}
