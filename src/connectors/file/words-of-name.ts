/** How a column writes its times: `Left (DD/MM/YYYY)`, `Deactivated date (UTC)`, `Created UTC`. */
const formOfTimes =
  /[([](?:utc|gmt|cet|local(?: time)?|[adgjmty]{1,4}[./ -][adgjmty]{1,4}[./ -][adgjmty]{1,4})[)\]]|(?<=[ _])utc$/gi

/** `accountLocked`, `ACCOUNT_LOCKED` and `Account locked?` as `account locked`. */
export function wordsOf(name: string): string {
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
export function remembering(test: (text: string) => boolean): (text: string) => boolean {
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
