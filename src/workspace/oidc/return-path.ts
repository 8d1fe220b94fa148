import { basePathOf } from '../../contract/public-origin.ts'

const maximumLength = 2000

/**
 * The page to show after signing in: a path of this server as a browser reads it, or the first page for anything else, such as
 * another site's address.
 */
export function returnPath(sent: string | undefined, publicOrigin: string): string {
  const first = `${basePathOf(publicOrigin)}/`
  if (sent === undefined || sent.length > maximumLength || !isLocal(sent)) return first
  if (!URL.canParse(sent, publicOrigin)) return first
  const url = new URL(sent, publicOrigin)
  const path = url.pathname + url.search + url.hash
  // `/.//other.example` is normalised to `//other.example`.
  const isOwn = url.origin === new URL(publicOrigin).origin && `${url.pathname}/`.startsWith(first)
  return isOwn && isLocal(path) && path.length <= maximumLength ? path : first
}

/** Browsers read a backslash as a slash, and drop tabs and line ends. */
function isLocal(path: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
}
