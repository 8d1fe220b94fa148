/** Keys with secrets, or with what opens an account again, in letters and digits. */
const exactly: ReadonlySet<string> = new Set([
  'credentials',
  'passwordprofile',
  'hashfunction',
  'recoveryquestion',
  'recoveryemail',
  'recoveryphone',
  'sshpublickeys',
  'salt',
  'token',
  // Of directories.
  'supplementalcredentials',
  'krbprincipalkey',
  'ipanthash',
  'msmcsadmpwd',
  'msdsmanagedpassword',
  'userpkcs12',
])

const ends =
  /(?:passwords?|passwd|pwd|passcode|passphrase|passwort|kennwort|motdepasse|contrasena|senha|wachtwoord|haslo|heslo|salasana|losenord|пароль|パスワード|密码|密碼|secret|apikey|privatekey|(?:api|access|refresh|private|auth|bearer)token)$/
const hashed = /(?:password|passwd|pwd)(?:hash|digest|salt|history|required)$/
const begins = /^mslaps/

const known = new Map<string, boolean>()

/**
 * Whether what stands under the key is a secret, which is never stored in a profile: a password, however it is spelt, a token, a
 * key. `passwordLastSet` is none.
 */
export function isSecretKey(key: string): boolean {
  const said = known.get(key)
  if (said !== undefined) return said
  const is = holdsSecret(key)
  // Sources have few columns; this keeps a hostile one from filling memory.
  if (known.size > 5000) known.clear()
  known.set(key, is)
  return is
}

function holdsSecret(key: string): boolean {
  const name = key
    .replace(/\s*\[[^\]]*\]\s*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return exactly.has(name) || ends.test(name) || hashed.test(name) || begins.test(name)
}
