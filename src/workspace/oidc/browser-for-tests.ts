import { ownOrigin, type Page } from '../auth/sign-in-for-tests.ts'

export type Visit = Page & { url: string }

/** Keeps cookies by host, and knows where the server with the public origin listens. */
export class Browser {
  readonly #serverOrigin: string
  readonly #jars = new Map<string, Map<string, string>>()

  constructor(server: { origin: string }) {
    this.#serverOrigin = server.origin
  }

  /** One request, without following a redirect. */
  async visit(url: string): Promise<Visit> {
    const { origin } = new URL(url)
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url.replace(ownOrigin, this.#serverOrigin), {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
    })
    for (const header of response.headers.getSetCookie()) keep(jar, header)
    const { status, headers } = response
    return { url, status, headers, text: await response.text() }
  }

  /** Follows redirects until there is none, or until the next address begins like `until`; that one is not requested. */
  async follow(url: string, until?: string): Promise<Visit> {
    let visit = await this.visit(url)
    for (let step = 0; step < 12; step++) {
      const location = visit.headers.get('location')
      if (location === null) return visit
      const next = new URL(location, visit.url).href
      if (until !== undefined && next.startsWith(until)) return { ...visit, url: next }
      visit = await this.visit(next)
    }
    throw new Error(`${url} redirects without end`)
  }

  /** The Cookie header for the server. */
  get cookies(): string {
    return [...(this.#jars.get(ownOrigin) ?? [])].map((each) => each.join('=')).join('; ')
  }

  cookie(name: string): string | undefined {
    return this.#jars.get(ownOrigin)?.get(name)
  }
}

function keep(jar: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split(';')
  const [name = '', ...rest] = pair.split('=')
  const isOver = attributes.some((each) => /^ ?(max-age=0$|expires=Thu, 01 Jan 1970)/i.test(each))
  if (isOver) jar.delete(name)
  else jar.set(name, rest.join('='))
}
