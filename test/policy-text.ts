/** A policy file whose attributes are the departments of Okta, with a managed ruleset for each of these groups. */
export function policyOfGroups(
  type: 'idp_group' | 'codehost_group',
  groups: Readonly<Record<string, readonly string[]>>,
): string {
  const rulesets = Object.entries(groups).map(
    ([vendorId, rules]) => `
  - resource: { type: ${type}, integration: okta, vendor_id: ${vendorId} }
    state: managed
    rules:
${rules.map((rule) => `      - { state: active, ${rule} }`).join('\n')}`,
  )
  return `
dimensions:
  - { handle: department, name: Department, integration: okta, profile_key: department, attributes_enabled: true }
rulesets:${rulesets.join('')}
`
}
