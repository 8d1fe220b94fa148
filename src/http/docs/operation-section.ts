import type {
  Media,
  OpenApiDocument,
  Operation,
  Parameter,
  ResponseObject,
} from '../openapi/model.ts'
import { fieldTable, notesOf, typeOf } from './fields.ts'
import { html, inline, prose, type Html } from './html.ts'

export type Entry = { method: string; path: string; operation: Operation }

/** One operation of the reference: what it does, what it takes, what it answers. */
export function operationSection(document: OpenApiDocument, entry: Entry): Html {
  const { method, path, operation } = entry
  const body = operation.requestBody?.content['application/json']
  return html`<section class="operation" id="${operation.operationId}">
    <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
    <p class="endpoint">
      <b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code>
    </p>
    ${prose(operation.description)} ${parameterTable(operation.parameters)}
    ${body && bodyPart('Body', body)}
    <h4>Call</h4>
    <pre>${curlLine(document, entry, body)}</pre>
    ${answers(document, operation)}
  </section>`
}

function parameterTable(parameters: readonly Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined
  const rows = parameters.map(({ name, in: where, required, description = '', schema }) => {
    const need = required ? html` <small>required</small>` : ''
    return html`<tr>
      <td><code>${name}</code>${need}</td>
      <td>${where}</td>
      <td>${typeOf(schema)}</td>
      <td>${notesOf({ ...schema, description })}</td>
    </tr>`
  })
  return html`<h4>Parameters</h4>
    <table class="fields">
      <thead>
        <tr>
          <th>Name</th>
          <th>In</th>
          <th>Type</th>
          <th>Notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
}

function bodyPart(title: string, { schema, example }: Media): Html {
  const shape = '$ref' in schema ? html`<p>${typeOf(schema)}</p>` : fieldTable(schema)
  return html`<h4>${title}</h4>
    ${shape}
    <details>
      <summary>Example</summary>
      <pre>${JSON.stringify(example, null, 2)}</pre>
    </details>`
}

function curlLine(
  document: OpenApiDocument,
  { method, path, operation }: Entry,
  body: Media | undefined,
): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, String(example)]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name)
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${document.servers[0]?.url ?? ''}${filled}'`,
    ...(operation.security.length === 0 ? [] : [`-H "Authorization: Bearer $MUSTER_TOKEN"`]),
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body.example).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

function answers(document: OpenApiDocument, { responses }: Operation): Html {
  const all = Object.entries(responses).map(([status, answer]) => ({
    status,
    answer: resolve(document, answer),
  }))
  const rows = all.map(
    ({ status, answer }) =>
      html`<tr>
        <td><code>${status}</code></td>
        <td>${inline(answer?.description ?? '')}</td>
      </tr>`,
  )
  const success = all.find(({ status }) => status.startsWith('2'))
  const media = success?.answer?.content?.['application/json']
  return html`${media && bodyPart(`Answer ${success?.status ?? ''}`, media)}
    <details>
      <summary>Every status</summary>
      <table class="fields">
        <tbody>
          ${rows}
        </tbody>
      </table>
    </details>`
}

function resolve(
  document: OpenApiDocument,
  answer: Operation['responses'][string],
): ResponseObject | undefined {
  if (!('$ref' in answer)) return answer
  return document.components.responses[answer.$ref.split('/').at(-1) ?? '']
}
