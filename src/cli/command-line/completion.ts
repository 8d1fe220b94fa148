import type { Command } from 'commander'
import { declare } from './declare.ts'

export function completionCommand(program: Command): Command {
  return declare({
    name: 'completion',
    about: 'print a script that completes commands and options in your shell',
    base: (command) => command,
    arguments: [['<shell>', 'bash, zsh or fish', ['bash', 'zsh', 'fish']]],
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/muster',
      'completion zsh > ~/.zfunc/_muster',
      'completion fish > ~/.config/fish/completions/muster.fish',
    ],
    note: 'In bash, `source <(muster completion bash)` completes in this shell alone.',
    load: async () => {
      const { completionScript } = await import('./completion-script.ts')
      return async (shell: 'bash' | 'zsh' | 'fish') =>
        void process.stdout.write(completionScript(program, shell))
    },
  })
}
