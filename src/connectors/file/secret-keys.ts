import { remembering, wordsOf } from './words-of-name.ts'

/** Keys with secrets, or with what opens an account again, in letters. */
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
  'userpkcs',
])

const ends =
  /(?:passwords?|passwd|pwd|passcode|passphrase|passwort|kennwort|motdepasse|contrasena|senha|palavrapasse|wachtwoord|losenord|passord|adgangskode|salasana|hasło|heslo|jelszo|parola|sifre(?:si)?|пароль|パスワード|密码|密碼|비밀번호|secret|apikey|privatekey|(?:api|access|refresh|private|auth|bearer)token)$/u
const hashed = /(?:password|passwd|pwd)(?:hash|digest|salt|history|plaintext)$/
const begins = /^mslaps/

/** What is said of a password is not one: `Change password`, `Has password`. */
const about =
  /(?:^| )(?:change|reset|force[ds]?|must|need(?:s|ed)?|has|is|no|require[ds]?|weak|expired?) /u

/**
 * Whether what stands under the key is a secret, which is never stored in a profile: a password, however it is spelt, a token, a
 * key. `passwordLastSet` is none.
 */
export const isSecretKey = remembering((key) => {
  const words = wordsOf(key.slice(0, 200).replace(/\s*\[[^\]]*\]\s*$/, ''))
  const name = words.replaceAll(' ', '')
  const is = exactly.has(name) || ends.test(name) || hashed.test(name) || begins.test(name)
  return is && !about.test(words)
})
