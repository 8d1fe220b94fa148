import { Command, InvalidArgumentError, Option } from 'commander'
import { encodings } from '../../connectors/file/decode-text.ts'
import type { Answers } from '../../connectors/probe/question.ts'
import { shapes } from '../../connectors/file/shape.ts'
import { formats } from '../../connectors/file/sniff-format.ts'
import { jsonFlag, withFlag } from '../command-line/flag.ts'
import { membersOfOption } from './members-of.ts'
import type { ConnectOptions } from './run-connect-file.ts'

/** A choice may have an equals sign itself, as may the id of a question; ids have ` = ` there. */
function addAnswer(text: string, before: Answers = {}): Answers {
  const at = text.search(/(?<! )=(?! )/)
  if (at < 1) throw new InvalidArgumentError('Write it as <id>=<choice>.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

export function connectCommand(): Command {
  const command = new Command('connect')
    .description('check how a file would be read, and write its mapping')
    .argument('<file>', 'users, groups or members as JSON, JSON lines, CSV or LDIF, also gzipped')
    .addOption(
      new Option('--integration <handle>', 'the handle in the command that it prints').env(
        'MUSTER_INTEGRATION',
      ),
    )
    .addOption(
      new Option(
        '--mapping <file>',
        'read the rows by this mapping, as YAML or JSON, and write none',
      ).env('MUSTER_MAPPING'),
    )
    .addOption(
      new Option('--answer <id=choice>', 'an answer to one of its questions; repeat it for others')
        .argParser(addAnswer)
        .env('MUSTER_ANSWER'),
    )
    .addOption(
      new Option('--answers <file>', 'answers by the ids of questions, as YAML or JSON').env(
        'MUSTER_ANSWERS',
      ),
    )
    .addOption(
      new Option(
        '--write <file>',
        'where the mapping is written (default: <file>.mapping.yaml)',
      ).env('MUSTER_WRITE'),
    )
    .addOption(
      new Option('--format <format>', 'when it can’t be told from the file')
        .choices(formats)
        .env('MUSTER_FORMAT'),
    )
    .addOption(
      new Option('--encoding <encoding>', 'when it can’t be told from the file')
        .choices(encodings)
        .env('MUSTER_ENCODING'),
    )
    .addOption(
      new Option('--shape <shape>', 'when it can’t be told from the first record')
        .choices(shapes)
        .env('MUSTER_SHAPE'),
    )
    .addOption(membersOfOption())
    .addHelpText(
      'after',
      `
Examples:
  $ muster connect people.csv
  $ muster connect people.csv --answer 'id=Personnel No' --answer 'date order=day_first'
  $ muster connect people.csv --mapping people.csv.mapping.yaml
  $ muster connect export.txt --encoding windows-1250

It needs no database, and changes nothing in one. A mapping file that is there already is kept.
Exports of known products and Muster's own table are understood without a question. Of any other table it proposes a mapping, and
asks what the table does not say: at a terminal one by one, elsewhere it lists the questions, and --answer gives the answers.
Exit codes: 0 everything is understood, 2 rows are refused or a question is open, 1 errors, such as a file that can’t be read.`,
    )
    .action(async (file: string, options: ConnectOptions) => {
      const { runConnect } = await import('./run-connect-file.ts')
      await runConnect(file, options)
    })
  return withFlag(command, jsonFlag)
}
