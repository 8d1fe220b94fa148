import { ofHome } from '../file/words-of-others.ts'
import type { Column } from './column.ts'

/**
 * Columns of addresses without private ones behind the first, where most rows have that. A person without an address of work has none
 * then.
 */
export function withoutPrivate(paths: readonly string[], columns: readonly Column[]): string[] {
  const [first, ...others] = paths
  if (first === undefined || !isMostlyFilled(first, columns)) return [...paths]
  return [first, ...others.filter((path) => !isPrivate(path, columns))]
}

function isMostlyFilled(path: string, columns: readonly Column[]): boolean {
  const { length } = domainsOf(path, columns)
  return length > 0 && length * 2 >= cellsOf(path, columns).length
}

/** Of mail providers, or called so. A company may have several domains. */
function isPrivate(path: string, columns: readonly Column[]): boolean {
  const domains = domainsOf(path, columns)
  const ofProviders = domains.filter((domain) => provider.test(domain))
  return ofHome.test(path) || ofProviders.length * 2 > domains.length
}

/** Where anybody can have an address. */
const provider =
  /^(?:(?:gmail|googlemail|icloud|me|mac|aol|proton|protonmail|fastmail|hey|qq|163|126|comcast|verizon|btinternet|rediffmail)\.(?:com|net|me)|(?:outlook|hotmail|live|msn|yahoo|ymail|gmx|yandex)\.[a-z]{2,3}(?:\.[a-z]{2})?|(?:web|t-online|freenet)\.de|(?:orange|wanadoo|free|laposte|sfr)\.fr|(?:libero|virgilio)\.it|(?:wp|o2|onet|interia)\.pl|seznam\.cz|(?:mail|bk|list|inbox)\.ru|ukr\.net|naver\.com|daum\.net|bluewin\.ch|pm\.me|(?:uol|bol|terra)\.com\.br)$/

function domainsOf(path: string, columns: readonly Column[]): string[] {
  return cellsOf(path, columns).flatMap(
    (cell) => /@([^\s@<>,;]+)/.exec(cell)?.[1]?.toLowerCase() ?? [],
  )
}

function cellsOf(path: string, columns: readonly Column[]): readonly string[] {
  return columns.find(({ name }) => name === path)?.cells ?? []
}
