import type { Declared } from '../command-line/declare.ts'
import { flagsOf, repeated } from '../command-line/flag.ts'
import { serverFlags } from '../command-line/options.ts'

/** `muster api`, for what has no command of its own. */
export const api: Declared = {
  name: 'api',
  about: 'send a request to the API, and print its answer as JSON',
  base: serverFlags(),
  arguments: [
    ['<method-or-path>', 'GET, POST, PATCH, PUT or DELETE; a path alone is read'],
    ['[path]', 'a path of the API, such as /directory/users, with its query if there is one'],
  ],
  options: flagsOf('api', [
    [
      '-f, --field <name=value>',
      'a field of the body, or a parameter of the query where it reads; true, false, null and numbers are what they are, and @ reads a file',
      { read: repeated },
    ],
    ['--raw-field <name=value>', 'the same, always as a text', { read: repeated }],
    ['--input <file>', 'the whole body as JSON or YAML; - reads standard input'],
    ['-H, --header <name:value>', 'a header, such as If-Match', { read: repeated }],
    ['--paginate', 'all rows of a list'],
    ['--show-headers', 'the status, ETag and Location too, on standard error'],
  ]),
  examples: [
    'api /directory/users -f filter[state]=active -f page[size]=5',
    'api POST /workspace/services -f name="Payroll export" -f handle=payroll-export',
    'api PATCH /policy/settings -f expires_after_days=14 -H \'If-Match: "3.0"\'',
    'api POST /policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx/rules --input rule.yaml',
    'api /audit/logs --paginate | jq -r .data[].event',
  ],
  note: `Paths are those of the OpenAPI document, with or without /api/v1 before them. It asks nothing before it changes something. A
failure is on standard error, and the exit code is 1.`,
  load: async () => (await import('./run-api.ts')).runApi,
}
