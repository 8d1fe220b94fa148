import { onProfile, policyServer, type PolicyServer } from './policy-for-tests.ts'

export const sales = onProfile('department', 'Sales')
export const seniors = onProfile('level', '5', 'greater_than')

export type RulesServer = PolicyServer & {
  /** The ruleset of the group 12, about which all of this is. */
  ruleset: string
  /** Drafts a rule, for people in Sales unless the body says otherwise. @returns its id */
  draft: (body?: object) => Promise<string>
  /** Takes a step with a rule. */
  act: (rule: string, verb: string, body?: object) => ReturnType<PolicyServer['expect']>
  end: (rule: string) => Promise<void>
}

/** Ada and Bob are in Sales, Ada and Cy are seniors. */
export async function rulesServer(): Promise<RulesServer> {
  const server = await policyServer([
    { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
    { email: 'bob@x.example', profile: { department: 'Sales', level: '3' } },
    { email: 'cy@x.example', profile: { department: 'Legal', level: '7' } },
  ])
  const ruleset = await server.rulesetId('12')
  const act = (rule: string, verb: string, body?: object) =>
    server.expect(200, 'POST', `/policy/rules/${rule}/${verb}`, body)
  return Object.assign(server, {
    ruleset,
    draft: async (body = {}) => {
      const drafted = { role: 'member', conditions: [sales], ...body }
      return (await server.expect(201, 'POST', `/policy/rulesets/${ruleset}/rules`, drafted)).body
        .id
    },
    act,
    end: async (rule) => {
      await act(rule, 'deactivate')
    },
  } satisfies Omit<RulesServer, keyof PolicyServer>)
}
