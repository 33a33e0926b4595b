/** Completion script for fish. */
import { fishIds } from "./fish-ids.ts";
import type { CompletionTable, TableCommand } from "./table.ts";

export function writeFishScript(
  { groups, commands }: CompletionTable,
  head: readonly string[],
): string {
  const shared = [...groups].map(
    ([name, rows]) => `set -g __tome_${name} \\\n${joinContinued(rows.map(quote), "    ")}`,
  );
  return `${head.map((line) => `# ${line}`).join("\n")}

${shared.join("\n")}

# Sets the candidates after the words of the argument, and fails if they are not a command.
function __tome_command
    set -g __tome_below
    set -g __tome_arguments
    set -g __tome_flags
    switch "$argv"
${commands.map(formatBranch).join("\n")}
        case '*'
            return 1
    end
    # Setting a variable keeps the status of the command before.
    return 0
end
${program}`;
}

function formatBranch({
  keys,
  path,
  below,
  arguments: values,
  flags,
  groups,
}: TableCommand): string {
  const all = [...flags.map(quote), ...groups.map((name) => `$__tome_${name}`)];
  return [
    `        case ${keys.map(quote).join(" ")}`,
    `            set -g __tome_path ${quote(path)}`,
    ...list("below", below.map(quote)),
    ...list("arguments", values.map(quote)),
    ...list("flags", all),
  ].join("\n");
}

function list(name: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`            set -g __tome_${name} \\\n${joinContinued(items, "                ")}`];
}

function joinContinued(items: readonly string[], indent: string): string {
  return items.map((item) => `${indent}${item}`).join(" \\\n");
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

const program = `
# Reads the words before the cursor; fails if no word can follow them.
function __tome_walk
    for name in help expected expects ended value given typed
        set -g __tome_$name
    end
    __tome_command ''
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        __tome_take $word
        or return 1
    end
    return 0
end

function __tome_take -a word
    if test -n "$__tome_expected"
        set -a __tome_given "$__tome_expects=$word"
        set __tome_expected
    else if test -n "$__tome_ended"
        set -a __tome_typed $word
    else if test "$word" = --
        not set -q __tome_below[1]
        or return 1
        set __tome_ended yes
    else if string match -q -- '-*' $word; and test "$word" != -
        set -l name (string split -f 1 -m 1 = -- $word)
        if not __tome_flag $name
            return 0
        else if string match -q -- '*=*' $word
            set -a __tome_given $word
        else if test -n "$__tome_value"
            set __tome_expected $__tome_value
            set __tome_expects $name
        else
            set -a __tome_given "$name="
        end
    else if not set -q __tome_below[1]
        set -a __tome_typed $word
    else if test -z "$__tome_path$__tome_help"; and test "$word" = help
        set __tome_help yes
        __tome_command help
    else
        __tome_command (string trim -- "$__tome_path $word")
        or return 1
    end
    return 0
end

# Sets __tome_value to the possible values of a flag; fails if there is no such flag.
function __tome_flag -a name
    for row in $__tome_flags
        set -l parts (string split -m 2 '|' -- $row)
        if contains -- $parts[1] $name "!$name"
            set __tome_value $parts[2]
            return 0
        end
    end
    return 1
end

# Prints the values for the cursor, each with its description after a tab.
function __tome_complete
    __tome_walk
    or return
    set -l current (commandline -ct)
    if test -n "$__tome_expected"
        __tome_values $__tome_expected ''
    else if test -z "$__tome_ended"; and string match -q -- '-*=*' $current
        set -l name (string split -f 1 -m 1 = -- $current)
        __tome_flag $name
        and __tome_values $__tome_value "$name="
    else if test -z "$__tome_ended"; and string match -q -- '-*' $current
        __tome_offer_flags
    else if set -q __tome_below[1]
        string replace '|' \\t -- $__tome_below
    else if test -n "$__tome_help"
        return
    else if set -l value (__tome_argument)
        __tome_values $value ''
    else if test -z "$__tome_ended$current"
        __tome_offer_flags
    end
end

# Prints the possible values of the argument at the cursor; fails if there is none.
function __tome_argument
    set -l index (math (count $__tome_typed) + 1)
    set -l last (count $__tome_arguments)
    if test $index -gt $last -a $last -gt 0
        string match -q '* ...' -- $__tome_arguments[-1]
        and set index $last
    end
    test $index -le $last
    and printf '%s\\n' $__tome_arguments[$index]
end

function __tome_offer_flags
    string match -v -- '!*' $__tome_flags | string replace -r '\\|[^|]*\\|' \\t
end

# Prints the values that a text describes, with the beginning of the word before each.
function __tome_values -a text before
    set -l parents ''
    for sign in (string split ' ' -- $text)
        set -l rest (string sub -s 2 -- $sign)
        switch $sign
            case '=*'
                printf '%s\\n' $before$rest
            case ',*'
                set -l typed (string sub -s (math (string length -- "$before") + 1) -- (commandline -ct))
                set -l listed (string replace -r '[^,]*$' '' -- "$typed")
                printf '%s\\n' "$before$listed$rest"
            case '%folder'
                __tome_folders $before
            case '^*'
                set parents $rest
            case '@*'
                __tome_ids $rest "$before" "$parents"
                set parents ''
        end
    end
end

${fishIds}
# Prints the folders that match the word at the cursor.
function __tome_folders -a before
    set -l current (string sub -s (math (string length -- "$before") + 1) -- (commandline -ct))
    printf '%s\\n' "$before"(__fish_complete_directories "$current")
end

function __tome_wants_file
    __tome_walk
    or return 1
    set -l current (commandline -ct)
    set -l value $__tome_expected
    if test -z "$value"; and string match -q -- '-*' $current
        __tome_flag (string split -f 1 -m 1 = -- $current)
        and set value $__tome_value
        or return 1
    else if test -z "$value"
        set value (__tome_argument)
    end
    string match -q '*%file*' -- "$value"
end

complete -c tome -e
complete -c tome -f
complete -c tome -n __tome_wants_file -F
complete -c tome -a '(__tome_complete)'
`;
