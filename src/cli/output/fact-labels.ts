export type Labels = Readonly<Record<string, string>>

/** What people read for fields whose names in the API do not say enough. CSV keeps the names. */
export const labels: Labels = {
  'begin exceeds': 'limits that keep it from beginning',
  'everyone else': 'only negative conditions allowed',
  'expires after days': 'days of grace',
  'expires after days inherited': 'grace is inherited',
  'is authoritative': 'authoritative',
  'is imported': 'imported',
  'is primary': 'primary',
  'is sensitive': 'sensitive',
  'is unattended': 'without an active admin',
  'policy resource blueprint signature': 'policy resource digest',
  'manifest users': 'people in the manifest',
  'qualified users': 'people who meet its conditions',
  'held users': 'people held',
  'staged users': 'people in drafts',
  'expiring users': 'people in the manifest with an end',
}

/** The same of a person. */
export const personLabels: Labels = {
  'secondary users': 'secondary people',
  'direct report users': 'direct reports',
  'directory identities': 'accounts',
  'policy conditions': 'conditions that name them',
  'policy users': 'memberships by policy',
  'policy rulesets': 'rulesets that admit them',
  'manifest rules': 'rules that admit them',
  'qualified rules': 'rules that they meet',
  'staged rules': 'drafts that they would meet',
  'audit logs record': 'audit rows of changes of them',
  'audit logs parent': 'audit rows of changes of what is theirs',
  'audit logs related': 'audit rows that they are related to',
  'audit logs subject': 'audit rows about them',
}
