import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '../openapi/model.ts'
import { fieldTable } from './fields.ts'
import { html, Html, prose } from './html.ts'
import { operationSection, type Entry } from './operation-section.ts'
import { style } from './style.ts'

/** The Content-Security-Policy of {@link docsPage}: only its own style sheet. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

// One piece, because the policy's hash covers the exact text between the tags.
const styleElement = new Html(`<style>${style}</style>`)

/** The reference for people: one page of HTML made from the OpenAPI document, without a script. */
export function docsPage(document: OpenApiDocument): string {
  const groups = document.tags.map((tag) => ({ ...tag, entries: entriesOf(document, tag.name) }))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Muster API reference</title>
        ${styleElement}
      </head>
      <body>
        <nav aria-label="Operations">
          <a class="brand" href="#top">Muster API <small>${document.info.version}</small></a>
          ${groups.map(
            ({ name, entries }) =>
              html`<h2>${name}</h2>
                <ul>
                  ${entries.map(navigationLine)}
                </ul>`,
          )}
          <h2>more</h2>
          <ul>
            <li><a href="#shapes">Shapes</a></li>
            <li><a href="/api/v1/openapi.json">OpenAPI document</a></li>
          </ul>
        </nav>
        <main id="top">
          <h1>Muster API</h1>
          <p>
            ${document.info.summary}. All paths are relative to
            <code>${document.servers[0]?.url}</code>.
          </p>
          ${prose(document.info.description)}
          ${groups.map(
            ({ name, description, entries }) =>
              html`<h2 id="tag-${name}">${name}</h2>
                <p>${description}</p>
                ${entries.map((entry) => operationSection(document, entry))}`,
          )}
          <h2 id="shapes">Shapes</h2>
          ${Object.entries(document.components.schemas).map(
            ([name, schema]) =>
              html`<section class="operation" id="shape-${name}">
                <h3>${name}</h3>
                ${fieldTable(schema)}
              </section>`,
          )}
        </main>
      </body>
    </html>`
  return page.text
}

function entriesOf(document: OpenApiDocument, tag: string): Entry[] {
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ operation }) => operation.tags.includes(tag))
}

function navigationLine({ method, operation }: Entry): Html {
  return html`<li>
    <a href="#${operation.operationId}"
      ><b class="method ${method}">${method.toUpperCase()}</b> ${operation.summary}</a
    >
  </li>`
}
