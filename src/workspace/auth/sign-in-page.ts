import { createHash } from 'node:crypto'
import { html, Html } from '../../http/console/html.ts'

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f5f7f9, #14171c); color: light-dark(#1c2430, #dfe4ea); }
main { max-width: 26rem; padding: 2rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
button { font: inherit; font-weight: 600; padding: .6rem 1.4rem; border: 0; border-radius: 6px; background: #0b5cad; color: #ffffff; cursor: pointer; }
:focus-visible { outline: 3px solid light-dark(#0b5cad, #7fb7f0); outline-offset: 3px; }
`

/** The Content-Security-Policy of these pages: their own style sheet, and a form that posts only to itself. */
export const signInPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

// One piece, because the policy's hash covers the exact text between the tags.
const styleElement = new Html(`<style>${style}</style>`)

/** The page of a link has one button: a program that fetches addresses by itself must not use the link up. */
export function askingPage(): string {
  return page(
    'Sign in to Muster',
    html`<p>This signs you in on this browser for twelve hours. The link works once.</p>
      <form method="post"><button type="submit">Sign in</button></form>`,
  )
}

/** Why nothing happens, in plain words. */
export function refusingPage(title: string, why: string): string {
  return page(title, html`<p>${why}</p>`)
}

/** A page of this kind. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text
}
