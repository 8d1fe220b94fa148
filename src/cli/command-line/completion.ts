import type { Command } from 'commander'
import { declare } from './declare.ts'
import { memberOf } from './help.ts'

type Shell = 'bash' | 'zsh' | 'fish'

export function completionCommand(program: Command): Command {
  return declare({
    name: 'completion',
    about: 'print a script that completes commands and options in your shell',
    base: [],
    arguments: [
      ['<shell>', 'bash, zsh or fish', ['bash', 'zsh', 'fish']],
      ['[words...]', 'a command line, of which the script asks what can follow'],
    ],
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/muster',
      'completion zsh > ~/.zfunc/_muster',
      'completion fish > ~/.config/fish/completions/muster.fish',
    ],
    note: 'In bash, `source <(muster completion bash)` completes in this shell alone.',
    load: async () => async (shell: Shell, words: readonly string[]) => {
      const lines = completionsOf(program, words).map(([word, about]) =>
        shell === 'fish' ? `${word}\t${about}\n` : `${word}\n`,
      )
      process.stdout.write(words.length === 0 ? scripts[shell] : lines.join(''))
    },
  })
}

/** What the last of the words can be, each with what it does. No server is asked. */
function completionsOf(
  program: Command,
  words: readonly string[],
): (readonly [word: string, about: string])[] {
  const [before, typed] = [words.slice(0, -1), words.at(-1) ?? '']
  const command = before.reduce((found, word) => memberOf(found, word) ?? found, program)
  const previous = before.at(-1)
  const option = command.options.find(({ long, short }) => [long, short].includes(previous))
  const choices = option?.argChoices
  const known = choices?.map((choice) => [choice, ''] as const) ?? [
    ...command.commands.map((each) => [each.name(), each.description()] as const),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) =>
      argChoices.map((choice) => [choice, ''] as const),
    ),
    ...command.options.map(({ long, description }) => [long ?? '', description] as const),
    ['--help', 'help for this command'] as const,
  ]
  return known.filter(([word]) => word.startsWith(typed))
}

const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completes muster in bash. Written by: muster completion bash
_muster() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
  [ -n "\${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _muster muster
`,
  zsh: `#compdef muster
# Completes muster in zsh. Written by: muster completion zsh
_muster() {
  local -a found
  found=(\${(f)"$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2> /dev/null)"})
  compadd -- "\${found[@]}" || _files
}
if [ "$funcstack[1]" = _muster ]; then _muster "$@"; else compdef _muster muster; fi
`,
  fish: `# Completes muster in fish. Written by: muster completion fish
function __muster_complete
    set -l words (commandline -opc)
    $words[1] completion fish -- $words[2..] (commandline -ct | string collect --allow-empty) 2> /dev/null
end
complete -c muster -a '(__muster_complete)'
`,
}
