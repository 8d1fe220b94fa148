const maximumLength = 2000

/**
 * The page to show after signing in: a path of this server as a browser reads it, or `/` for anything else, such as
 * another site's address.
 */
export function returnPath(sent: string | undefined, publicOrigin: string): string {
  if (sent === undefined || sent.length > maximumLength || !isLocal(sent)) return '/'
  if (!URL.canParse(sent, publicOrigin)) return '/'
  const url = new URL(sent, publicOrigin)
  const path = url.pathname + url.search + url.hash
  // `/.//other.example` is normalised to `//other.example`.
  return url.origin === publicOrigin && isLocal(path) && path.length <= maximumLength ? path : '/'
}

/** Browsers read a backslash as a slash, and drop tabs and line ends. */
function isLocal(path: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)
}
