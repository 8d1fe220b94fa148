import { Argument, Command } from 'commander'
import { topics } from './help-topics.ts'
import { bold, printText, WrongArguments } from '../output/output.ts'

/** `muster help`, of a command or of a topic. */
export function helpCommand(program: Command): Command {
  const list = Object.entries(topics).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  return new Command('help')
    .description('help for a command or a topic')
    .addArgument(new Argument('[name...]', 'a command, such as user why, or a topic'))
    .addHelpText(
      'after',
      `\nTopics:\n${list.join('\n')}\n\nExamples:\n  $ muster help names\n  $ muster help user why`,
    )
    .action((names: string[]) => {
      const [first] = names
      const topic = first === undefined ? undefined : topics[first]
      if (topic !== undefined && names.length === 1)
        printText(`${bold(topic.about)}\n\n${topic.text}`)
      else if (first === undefined) {
        program.outputHelp()
        printText(`\nTopics of \`muster help\`:\n${list.join('\n')}`)
      } else commandOf(program, names).outputHelp()
    })
}

/** The command of that name, or of that alias, below another one. */
export function memberOf(command: Command, name: string): Command | undefined {
  return command.commands.find((each) => [each.name(), ...each.aliases()].includes(name))
}

function commandOf(program: Command, names: readonly string[]): Command {
  return names.reduce((command, name) => {
    const found = memberOf(command, name)
    if (found !== undefined) return found
    const known = [...command.commands.map((each) => each.name()), ...Object.keys(topics)]
    throw new WrongArguments(`There is no help for ${name}. There is for: ${known.join(', ')}`)
  }, program)
}
