import { remembering } from './remarks-of-rows.ts'
import { wordsOf } from './words-of-name.ts'

/** Words for passwords at the end of a key: `TempPassword`, `Initial password [Required]`, `Passwort`, `Mot de passe`. */
const ofSecrets =
  /(?:^| )(?:passwords?|pass ?word|passwd|pwd|passphrase|passcode|passwort|kennwort|mot de passe|contrasena|senha|palavra passe|wachtwoord|losenord|passord|adgangskode|salasana|hasło|heslo|jelszo|parola|sifre(?:si)?|пароль|パスワード|密码|密碼|비밀번호)(?: (?:required|optional|hash|salt|plain ?text))*$/u
/** What is said of a password is not one: `Change password`, `Has password`. */
const aboutSecrets =
  /(?:^| )(?:change|reset|force[ds]?|must|need(?:s|ed)?|has|is|no|require[ds]?|weak|expired?) /u

/** Whether a key names a password, which is never stored. */
export const isSecretName = remembering((key) => {
  const words = wordsOf(key.slice(0, 200))
  return ofSecrets.test(words) && !aboutSecrets.test(words)
})
