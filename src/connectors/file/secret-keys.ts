/** How a column writes its times: `Left (DD/MM/YYYY)`, `Deactivated date (UTC)`, `Created UTC`. */
const formOfTimes =
  /[([](?:utc|gmt|cet|local(?: time)?|[adgjmty]{1,4}[./ -][adgjmty]{1,4}[./ -][adgjmty]{1,4})[)\]]|(?<=[ _])utc$/gi

/** `accountLocked`, `ACCOUNT_LOCKED` and `Account locked?` as `account locked`. */
function wordsOf(name: string): string {
  return (
    name
      .replaceAll(formOfTimes, ' ')
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .normalize('NFKD')
      // An å is no a: `Låst` says who is locked out.
      .replaceAll('a\u030a', 'å')
      .replaceAll('ı', 'i')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
      .trim()
  )
}

/** A test whose answers are kept: keys and sections are few. The limits are for records with keys of their own. */
function remembering(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    if (text.length > 1000) return test(text)
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size > 5000) known.clear()
    const is = test(text)
    known.set(text, is)
    return is
  }
}

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
  'secret',
  'secretdata',
  // Of directories.
  'supplementalcredentials',
  'krbprincipalkey',
  'ipanthash',
  'msmcsadmpwd',
  'msdsmanagedpassword',
  'userpkcs',
])

const passwords =
  /password|passwd|pwd|passcode|passphrase|passwort|kennw[oö]rt|motdepasse|contrasena|senha|palavrapasse|wachtwoord|losenord|passord|adgangskode|salasana|hasło|^heslo|jelszo|^parola|parola$|^sifre|sifre(?:si)?$|пароль|パスワード|密码|密碼|비밀번호/u
/** What is said of a password is not one: `Change password`, `Has password`, `passwordLastSet`, `badPwdCount`. */
const about =
  /(?:^| )(?:last|set|expire[ds]?|expiry|expiration|age|polic(?:y|ies)|change[ds]?|must|never|need(?:s|ed)?|not|required?|requires|has|is|no|force[ds]?|bad|failure|locked|attempts?|count|dates?|time|at|when|status|enabled|weak|strength|type|method|days|until|since|sign)(?: |$)/u
const others =
  /tokens?$|(?:client|api|otp|totp|mfa|shared|oauth|app|consumer)secret$|apikey$|privatekey$|(?:recovery|backup)codes?$|^mslaps/

/**
 * Whether what stands under the key is a secret, which is never stored in a profile: a password, however it is spelt, a token, a
 * key.
 */
export const isSecretKey = remembering((key) => {
  const words = wordsOf(key.slice(0, 200).replace(/\s*\[[^\]]*\]\s*$|;.*$/, ''))
  const name = words.replaceAll(' ', '')
  if (exactly.has(name) || others.test(name)) return true
  return passwords.test(name) && !about.test(words)
})

export function isSecretPath(path: string): boolean {
  return path.split('.').some((part) => isSecretKey(part))
}
