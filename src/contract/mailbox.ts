/**
 * What no address has here: blanks, controls, characters that no one sees, and what stands around addresses or between them, as in
 * `Ada <ada@acme.example>`, `mailto:ada@acme.example` or a comment. `email_key` in SQL lists the same.
 */
const foreign =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- finding such characters is the point
  /[\u0000-\u0020"(),:;<>[\\\]\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]/
const oneAtSign =
  /^[^@]{1,64}@(?:[^!-/:-@[-`{-~]+(?:-+[^!-/:-@[-`{-~]+)*\.)*[^!-/:-@[-`{-~]+(?:-+[^!-/:-@[-`{-~]+)*$/

/** An address as it is spelled, where a text is exactly one mailbox and nothing else but blanks around it; else null. */
export function mailbox(text: string): string | null {
  const bare = withoutBlanks(text)
  return !foreign.test(bare) && oneAtSign.test(bare) ? bare : null
}

function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && blanks.has(text.charAt(from))) from += 1
  while (to > from && blanks.has(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

const blanks: ReadonlySet<string> = new Set(' \t\n\r')

/** What tells that two addresses are the same: without the case of ASCII letters only, as `email_key` in SQL. */
export function emailKey(text: string): string | null {
  return mailbox(text)?.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) ?? null
}
