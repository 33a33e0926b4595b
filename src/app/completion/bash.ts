/** Completion script for bash. */
import { bashIds } from "./bash-ids.ts";
import type { CompletionTable, TableCommand } from "./table.ts";

export function writeBashScript(
  { groups, commands }: CompletionTable,
  head: readonly string[],
): string {
  const shared = [...groups].map(([name, rows]) => `__tome_${name}=(${quoteAll(rows)})`);
  return `${head.map((line) => `# ${line}`).join("\n")}

${shared.join("\n")}

# Sets the candidates after the words of $1; fails if they are not a command.
__tome_command() {
  below=() arguments=() flags=()
  case $1 in
${commands.map(formatBranch).join("\n")}
  *) return 1 ;;
  esac
}

${bashIds}${program}`;
}

function formatBranch({
  keys,
  path,
  below,
  arguments: values,
  flags,
  groups,
}: TableCommand): string {
  const all = [...flags.map(quote), ...groups.map((name) => `"\${__tome_${name}[@]}"`)].join(" ");
  const sets = [
    `command=${quote(path)}`,
    ...(below.length === 0 ? [] : [`below=(${quoteAll(below)})`]),
    ...(values.length === 0 ? [] : [`arguments=(${quoteAll(values)})`]),
    ...(all === "" ? [] : [`flags=(${all})`]),
  ];
  return `  ${keys.map(quote).join("|")}) ${sets.join(" ")} ;;`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteAll(texts: readonly string[]): string {
  return texts.map(quote).join(" ");
}

const program = `
# Sets words and current, up to the cursor; bash also splits words at = and :, tome does not.
__tome_words() {
  local rest=\${COMP_LINE:0:COMP_POINT} text piece index
  for ((index = 0; index <= COMP_CWORD; index++)); do
    text=\${rest#"\${rest%%[![:space:]]*}"}
    piece=\${COMP_WORDS[index]}
    if ((index == COMP_CWORD)); then piece=$text; fi
    if ((\${#words[@]} > 0)) && [[ $text == "$rest" ]]; then
      words[\${#words[@]}-1]+=$piece
    else
      words+=("$piece")
    fi
    rest=\${text#"$piece"}
  done
  current=\${words[\${#words[@]}-1]}
}

# Processes a word before the cursor; fails if no word can follow it.
__tome_take() {
  local word=$1 name
  case $word in
  '"'*'"' | "'"*"'") word=\${word:1:\${#word}-2} ;;
  esac
  if [[ -n $redirected ]]; then
    redirected=''
  elif [[ $word == *['<>'] && -z \${word//[0-9<>&|]/} ]]; then
    redirected=yes
  elif [[ -n $expected ]]; then
    given+=("$expects=$word")
    expected=''
  elif [[ -n $ended ]]; then
    typed+=("$word")
  elif [[ $word == -- ]]; then
    ((\${#below[@]} == 0)) || return 1
    ended=yes
  elif [[ $word == -?* ]]; then
    name=\${word%%=*}
    if ! __tome_flag "$name"; then
      return 0
    elif [[ $word == *=* ]]; then
      given+=("$word")
    elif [[ -n $value ]]; then
      expected=$value expects=$name
    else
      given+=("$name=")
    fi
  elif ((\${#below[@]} == 0)); then
    typed+=("$word")
  elif [[ -z $command$help && $word == help ]]; then
    help=yes
    __tome_command help
  else
    __tome_command "\${command:+$command }$word"
  fi
}

# Sets value to the possible values of the flag $1; fails if there is no such flag.
__tome_flag() {
  local row
  for row in "\${flags[@]+"\${flags[@]}"}"; do
    if [[ \${row%%'|'*} == "$1" || \${row%%'|'*} == "!$1" ]]; then
      value=\${row#*'|'}
      return 0
    fi
  done
  return 1
}

__tome_offer() {
  if [[ $1 == "$current"* ]]; then
    matches+=("$1")
    titles+=("$2")
  fi
}

__tome_offer_flags() {
  local row
  for row in "\${flags[@]+"\${flags[@]}"}"; do
    [[ $row == '!'* ]] || __tome_offer "\${row%%'|'*}" ''
  done
}

# Offers the values that $1 describes; $2 comes before them in the same word.
__tome_offer_values() {
  local sign parents='' listed=\${current#"$2"}
  case $listed in *,*) listed=\${listed%,*}, ;; *) listed='' ;; esac
  for sign in $1; do
    case $sign in
    =*) __tome_offer "$2\${sign#=}" '' ;;
    ,*) __tome_offer "$2$listed\${sign#,}" '' ;;
    %file) path=default ;;
    %folder) path=dirnames ;;
    ^*) parents=\${sign#^} ;;
    @*)
      __tome_offer_ids "\${sign#@}" "$2" "$parents"
      parents=''
      ;;
    esac
  done
}

# Shows titles beside ids, unless the shell would insert them into the line.
__tome_show_titles() {
  local index key space most=\${COLUMNS:-80}
  local -A seen=()
  case \${COMP_TYPE-} in
  9 | 33 | 63 | 64) ;;
  *) return 0 ;;
  esac
  [[ $most != *[!0-9]* ]] || most=80
  for ((index = 0; index < \${#matches[@]}; index++)); do
    # Two ids that readline treats as equal would be completed with the common prefix of their titles.
    key=\${matches[index],,}
    key=x\${key//_/-}
    [[ -z \${seen[$key]-} ]] || return 0
    seen[$key]=yes
  done
  for ((index = 0; index < \${#matches[@]}; index++)); do
    space=$((10#$most - \${#COMPREPLY[index]} - 4))
    if ((space > 8)) && [[ -n \${titles[index]} ]]; then
      COMPREPLY[index]+="  \${titles[index]:0:space}"
    fi
  done
}

_tome() {
  local IFS=$' \\t\\n' current='' command='' help='' expected='' expects='' ended='' redirected=''
  local value='' path='' cut='' mark index quote=''
  local -a words=() below=() arguments=() flags=() given=() typed=() matches=() titles=()
  COMPREPLY=()
  __tome_words
  __tome_command ''
  for ((index = 1; index < \${#words[@]} - 1; index++)); do
    __tome_take "\${words[index]}" || return 0
  done
  if [[ $current == ['"'\\']* ]]; then
    quote=\${current:0:1}
    current=\${current:1}
  else
    for mark in = :; do
      if [[ \${COMP_WORDBREAKS-} == *"$mark"* && $current == *"$mark"* ]]; then
        value=\${current%"\${current##*"$mark"}"}
        ((\${#value} > \${#cut})) && cut=$value
      fi
    done
  fi
  index=\${#typed[@]}
  if ((\${#arguments[@]} > 0 && index >= \${#arguments[@]})) && [[ \${arguments[\${#arguments[@]}-1]-} == *' ...' ]]; then
    index=$((\${#arguments[@]} - 1))
  fi
  if [[ -n $redirected || $current == ['<>']* ]]; then
    path=default
  elif [[ -n $expected ]]; then
    __tome_offer_values "$expected" ''
  elif [[ -z $ended && $current == -*=* ]]; then
    __tome_flag "\${current%%=*}" && __tome_offer_values "$value" "\${current%%=*}="
  elif [[ -z $ended && $current == -* ]]; then
    __tome_offer_flags
  elif ((\${#below[@]} > 0)); then
    for value in "\${below[@]}"; do __tome_offer "$value" ''; done
  elif [[ -n $help ]]; then
    :
  elif ((index < \${#arguments[@]})); then
    __tome_offer_values "\${arguments[index]}" ''
  elif [[ -z $ended && -z $current ]]; then
    __tome_offer_flags
  fi
  ((\${#matches[@]} == 0)) || COMPREPLY=("\${matches[@]#"$cut"}")
  if ((BASH_VERSINFO[0] >= 4)); then
    ((\${#matches[@]} < 2 || \${#matches[@]} > 200)) || __tome_show_titles
    [[ -z $path ]] || compopt -o "$path"
    [[ \${matches[0]-} != *= ]] || compopt -o nospace
  fi
}

if ((BASH_VERSINFO[0] >= 4)); then
  complete -F _tome tome
else
  # Bash 3 cannot decide for each word whether to complete files.
  complete -o default -F _tome tome
fi
`;
