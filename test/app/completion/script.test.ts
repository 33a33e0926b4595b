import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBashScript } from "../../../src/app/completion/bash.ts";
import { writeFishScript } from "../../../src/app/completion/fish.ts";
import { writePowershellScript } from "../../../src/app/completion/powershell.ts";
import { buildCompletionScript, shells } from "../../../src/app/completion/script.ts";
import type { CompletionTable } from "../../../src/app/completion/table.ts";
import { writeZshScript } from "../../../src/app/completion/zsh.ts";
import { UsageError } from "../../../src/errors.ts";
import { slowTest } from "../../support/generators/amount.ts";

slowTest("the scripts have LF line endings", async () => {
  for (const shell of Object.keys(shells)) {
    const script = await buildCompletionScript(shell);
    expect(script).not.toMatch(/[^\P{Cc}\n]/u);
    expect(script.endsWith("\n")).toBe(true);
  }
});

test.each(Object.entries(shells))(
  "the script for %s that is installed with the package is the one of these commands",
  async (shell, { file }) => {
    const path = join(import.meta.dirname, "../../../completions", file);
    // If it is not, run npm run generate.
    expect(readFileSync(path, "utf8") === (await buildCompletionScript(shell))).toBe(true);
  },
);

test("an unsupported shell is a usage error", async () => {
  await expect(buildCompletionScript("tcsh")).rejects.toThrow(UsageError);
});

const table: CompletionTable = {
  groups: new Map([
    ["every", ["--json||It's JSON", "--help|"]],
    ["lists", ["--limit|."]],
  ]),
  commands: [
    {
      keys: [""],
      path: "",
      below: ["space|Spaces' own", "a‘b\\c"],
      ...{ arguments: [], flags: [], groups: [] },
    },
    {
      keys: ["space get", "spaces get"],
      path: "space get",
      below: [],
      arguments: ["@space", "%file ..."],
      flags: ["--org|@org"],
      groups: ["every", "lists"],
    },
    { keys: ["x"], path: "x", below: [], arguments: [], flags: ["-f|="], groups: [] },
    { keys: ["y"], path: "y", below: [], arguments: [], flags: [], groups: ["every"] },
  ],
};

test.each([
  [
    "bash",
    writeBashScript,
    "\n# Sets found",
    `# One
# Two

__tome_every=('--json||It'\\''s JSON' '--help|')
__tome_lists=('--limit|.')

# Sets the candidates after the words of $1; fails if they are not a command.
__tome_command() {
  below=() arguments=() flags=()
  case $1 in
  '') command='' below=('space|Spaces'\\'' own' 'a‘b\\c') ;;
  'space get'|'spaces get') command='space get' arguments=('@space' '%file ...') flags=('--org|@org' "\${__tome_every[@]}" "\${__tome_lists[@]}") ;;
  'x') command='x' flags=('-f|=') ;;
  'y') command='y' flags=("\${__tome_every[@]}") ;;
  *) return 1 ;;
  esac
}
`,
  ],
  [
    "zsh",
    writeZshScript,
    "\n# Processes a word",
    "#compdef tome\n# One\n# Two\n\ntypeset -ga _tome_every=(\n  '--json||It'\\''s JSON'\n  '--help|'\n)\ntypeset -ga _tome_lists=(\n  '--limit|.'\n)\n\n# Sets the candidates after the words of $1, and fails if they are not a command.\n_tome_command() {\n  below=() values=() flags=()\n  case $1 in\n  ('')\n    command=''\n    below=(\n      'space|Spaces'\\'' own'\n      'a‘b\\c'\n    )\n    ;;\n  ('space get'|'spaces get')\n    command='space get'\n    values=(\n      '@space'\n      '%file ...'\n    )\n    flags=(\n      '--org|@org'\n      $_tome_every\n      $_tome_lists\n    )\n    ;;\n  ('x')\n    command='x'\n    flags=(\n      '-f|='\n    )\n    ;;\n  ('y')\n    command='y'\n    flags=(\n      $_tome_every\n    )\n    ;;\n  (*) return 1 ;;\n  esac\n}\n",
  ],
  [
    "fish",
    writeFishScript,
    "\n# Reads the words",
    "# One\n# Two\n\nset -g __tome_every \\\n    '--json||It\\'s JSON' \\\n    '--help|'\nset -g __tome_lists \\\n    '--limit|.'\n\n# Sets the candidates after the words of the argument, and fails if they are not a command.\nfunction __tome_command\n    set -g __tome_below\n    set -g __tome_arguments\n    set -g __tome_flags\n    switch \"$argv\"\n        case ''\n            set -g __tome_path ''\n            set -g __tome_below \\\n                'space|Spaces\\' own' \\\n                'a‘b\\\\c'\n        case 'space get' 'spaces get'\n            set -g __tome_path 'space get'\n            set -g __tome_arguments \\\n                '@space' \\\n                '%file ...'\n            set -g __tome_flags \\\n                '--org|@org' \\\n                $__tome_every \\\n                $__tome_lists\n        case 'x'\n            set -g __tome_path 'x'\n            set -g __tome_flags \\\n                '-f|='\n        case 'y'\n            set -g __tome_path 'y'\n            set -g __tome_flags \\\n                $__tome_every\n        case '*'\n            return 1\n    end\n    # Setting a variable keeps the status of the command before.\n    return 0\nend\n",
  ],
  [
    "PowerShell",
    writePowershellScript,
    "\n    # True if a flag",
    "# One\n# Two\n\nRegister-ArgumentCompleter -Native -CommandName 'tome' -ScriptBlock {\n    param($wordToComplete, $commandAst, $cursorPosition)\n\n    $every = @(\n        '--json||It''s JSON'\n        '--help|'\n    )\n    $lists = @(\n        '--limit|.'\n    )\n\n    # Sets the candidates after some words; false if they are not a command.\n    function Set-TomeCommand([string] $words) {\n        $state.Below = @()\n        $state.Values = @()\n        $state.Flags = @()\n        switch -CaseSensitive ($words) {\n            '' {\n                $state.Path = ''\n                $state.Below = @(\n                    'space|Spaces'' own'\n                    'a‘‘b\\c'\n                )\n                return $true\n            }\n            'spaces get' { return Set-TomeCommand 'space get' }\n            'space get' {\n                $state.Path = 'space get'\n                $state.Values = @(\n                    '@space'\n                    '%file ...'\n                )\n                $state.Flags = @(\n                    '--org|@org'\n                ) + $every + $lists\n                return $true\n            }\n            'x' {\n                $state.Path = 'x'\n                $state.Flags = @(\n                    '-f|='\n                )\n                return $true\n            }\n            'y' {\n                $state.Path = 'y'\n                $state.Flags = @() + $every\n                return $true\n            }\n        }\n        return $false\n    }\n",
  ],
])("the table of commands in the script for %s", (_shell, write, end, expected) => {
  expect(write(table, ["One", "Two"]).split(end)[0]).toBe(expected);
});
