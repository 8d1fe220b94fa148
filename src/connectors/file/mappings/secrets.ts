/** Keys that are never stored in a profile, for any vendor. */
export const secretKeys: readonly string[] = [
  'password',
  'hashFunction',
  'credentials',
  'recovery_question',
  'recoveryEmail',
  'recoveryPhone',
  'sshPublicKeys',
  'private_token',
  'token',
]
