/** Keys that never become part of a stored profile, whatever the vendor. */
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
