import { InvalidArgumentError } from 'commander'
import type { Answers } from '../../connectors/probe/question.ts'
import type { Declared } from '../command-line/declare.ts'
import { jsonFlag } from '../command-line/flag.ts'
import { fileArgument, fileFlags } from './file-options.ts'

export const connectFile: Declared = {
  name: 'connect',
  about: 'check how a file would be read, and write its mapping',
  base: [],
  arguments: [['<file>', fileArgument]],
  options: [
    ['--integration <handle>', 'the handle in the command that it prints'],
    ['--mapping <file>', 'read the rows by this mapping, as YAML or JSON, and write none'],
    [
      '--answer <id=choice>',
      'an answer to one of its questions; repeat it for others',
      { read: addAnswer },
    ],
    ['--answers <file>', 'answers by the ids of questions, as YAML or JSON'],
    ['--write <file>', 'where the mapping is written (default: <file>.mapping.yaml)'],
    ...fileFlags,
    jsonFlag,
  ],
  examples: [
    'connect people.csv',
    "connect people.csv --answer 'id=Personnel No' --answer 'date order=day_first'",
    'connect people.csv --mapping people.csv.mapping.yaml',
    'connect export.txt --encoding windows-1250',
  ],
  note: `It needs no database, and changes nothing in one. A mapping file that is there already is kept.
Exports of known products and Muster's own table are understood without a question. Of any other table it proposes a mapping, and
asks what the table does not say: at a terminal one by one, elsewhere it lists the questions, and --answer gives the answers.
Exit codes: 0 everything is understood, 2 rows are refused or a question is open, 1 errors, such as a file that can’t be read.`,
  load: async () => (await import('./run-connect-file.ts')).runConnect,
}

/** A choice may have an equals sign itself, as may the id of a question; ids have ` = ` there. */
function addAnswer(text: string, before: unknown): Answers {
  const at = text.search(/(?<! )=(?! )/)
  if (at < 1) throw new InvalidArgumentError('Write it as <id>=<choice>.')
  return { ...(typeof before === 'object' ? before : {}), [text.slice(0, at)]: text.slice(at + 1) }
}
