import type { Body } from 'muster-sdk'

export type Explanation = Body<'get', '/directory/users/{user}/explain'>
export type ExplainedRule = Explanation['policy_rules'][number]
export type Pending = Explanation['pending'][number]

/** A condition at any depth: rules of attributes have conditions again. */
export type SeenCondition = {
  id: string
  type: ExplainedRule['conditions'][number]['type']
  profile_key: string | null
  description: string
  is_met: boolean | null
  saw: {
    identities: readonly SeenIdentity[] | null
    managers: readonly { id: string; full_name: string }[] | null
    attribute: {
      holds: boolean | null
      rule: { conditions: readonly SeenCondition[] } | null
      is_cut: boolean
    } | null
  }
}

type SeenIdentity = {
  id: string
  integration_handle: string
  is_ignored: boolean
  values: readonly string[] | null
  changed_at: string
}
