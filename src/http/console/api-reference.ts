import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { html, Html } from './html.ts'
import { apiProtocol } from '../route/protocol.ts'
import { immutable, registerStaticPage } from './static-page.ts'

/** Only files of this server, no inline scripts or styles. The style sheet of Swagger UI contains its icons. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The path of the OpenAPI document. */
export const openApiPath = `${apiProtocol.prefix}/openapi.json`

/**
 * Starts Swagger UI in the browser. Requests go to the origin of the page, because the policy allows no other; the
 * document may name it differently (localhost, 127.0.0.1). A token stays in the memory of the page. DeepLink is plain
 * text because its link would be inside a button; the address still follows the operation that is open.
 */
const startScript = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', showScheme)
showScheme()
SwaggerUIBundle({
  dom_id: '#reference',
  url: '${openApiPath.slice(1)}',
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  plugins: [({ React }) => ({
    components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
  })],
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href)
    return Object.assign(request, { url: location.origin + pathname + search })
  },
})
`

/** Hides the choice between servers, and raises the contrast of what Swagger UI shows too faintly to be read. */
const style = `
body { margin: 0; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
html:not(.dark-mode) .swagger-ui .opblock-summary-method { color: #000; text-shadow: none; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #5b6776; }
html:not(.dark-mode) .swagger-ui .info a { color: #0b5cad; }
html:not(.dark-mode) .swagger-ui .btn.authorize span { color: #0f6b4f; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #5b6776; }
html.dark-mode .swagger-ui .header-col { color: #e4e6e6; }
`

type File = { url: string; type: string; body: string | Buffer; integrity: string }

let files: { styles: readonly File[]; scripts: readonly File[] } | undefined

/** Serves the API reference for people at /docs: Swagger UI, from the installed package, shows the OpenAPI document. */
export function registerApiReference(server: FastifyInstance): void {
  const { styles, scripts } = (files ??= readFiles())
  for (const { url, type, body } of [...styles, ...scripts])
    registerStaticPage(server, url, { type, body, headers: immutable })
  registerStaticPage(server, '/docs', {
    type: 'text/html; charset=utf-8',
    body: page(styles, scripts),
    headers: {
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
    },
  })
}

/** The servers of one process share them, because the bundle is large. */
function readFiles() {
  const css = readFileSync(new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))
  const bundle = readFileSync(new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')))
  return {
    styles: [staticFile('swagger-ui.css', css), staticFile('reference.css', style)],
    scripts: [staticFile('swagger-ui-bundle.js', bundle), staticFile('start.js', startScript)],
  }
}

/** Its addresses are relative, because the server can be below a path. */
function page(styles: readonly File[], scripts: readonly File[]): string {
  const links = styles.map(
    ({ url, integrity }) =>
      html`<link rel="stylesheet" href="${url.slice(1)}" integrity="${integrity}" />`.text,
  )
  const tags = scripts.map(
    ({ url, integrity }) =>
      html`<script src="${url.slice(1)}" integrity="${integrity}"></script>`.text,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Muster API reference</title>
        ${new Html(links.join('\n'))}
      </head>
      <body>
        <noscript
          >The reference needs JavaScript. The API is also described by
          <a href="${openApiPath.slice(1)}">an OpenAPI document</a>.</noscript
        >
        <div id="reference"></div>
        ${new Html(tags.join('\n'))}
      </body>
    </html>`.text
}

/** A file below /docs whose name contains a hash of its content, so that browsers may keep it. */
function staticFile(name: string, body: string | Buffer): File {
  const digest = createHash('sha256').update(body).digest()
  const [, stem, extension] = /^(.+)\.(js|css)$/.exec(name) ?? []
  return {
    url: `/docs/${stem}-${digest.toString('hex').slice(0, 16)}.${extension}`,
    type: `text/${extension === 'js' ? 'javascript' : 'css'}; charset=utf-8`,
    body,
    integrity: `sha256-${digest.toString('base64')}`,
  }
}
