/** `accountLocked`, `ACCOUNT_LOCKED` and `Account locked?` as `account locked`. */
export function wordsOf(name: string): string {
  return (
    name
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
