import { Choice } from '../../parts/choice.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

export type ScimProfile = Source['scim_profile']

const profiles: readonly ScimProfile[] = [
  'strict',
  'entra',
  'okta',
  'onelogin',
  'authentik',
  'keycloak',
]

/** Which client pushes: each departs from the RFC in its own way. */
export function ScimProfileChoice({
  value,
  onChange,
}: {
  value: ScimProfile
  onChange: (profile: ScimProfile) => void
}) {
  const { profile: label, profiles: names } = text.scim
  return (
    <Choice
      label={label}
      options={profiles.map((each) => ({ value: each, label: names[each] }))}
      value={value}
      onChange={onChange}
    />
  )
}
