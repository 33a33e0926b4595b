/** Completion script for zsh. */
import type { CompletionTable, TableCommand } from "./table.ts";

export function writeZshScript(
  { groups, commands }: CompletionTable,
  head: readonly string[],
): string {
  const shared = [...groups].map(
    ([name, rows]) => `typeset -ga _tome_${name}=(\n${indentAll(rows.map(quote), "  ")}\n)`,
  );
  return `#compdef tome
${head.map((line) => `# ${line}`).join("\n")}

${shared.join("\n")}

# Sets the candidates after the words of $1, and fails if they are not a command.
_tome_command() {
  below=() values=() flags=()
  case $1 in
${commands.map(formatBranch).join("\n")}
  (*) return 1 ;;
  esac
}
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
  const all = [...flags.map(quote), ...groups.map((name) => `$_tome_${name}`)];
  const sets = [
    `command=${quote(path)}`,
    ...formatArray("below", below.map(quote)),
    ...formatArray("values", values.map(quote)),
    ...formatArray("flags", all),
  ];
  return `  (${keys.map(quote).join("|")})\n${indentAll(sets, "    ")}\n    ;;`;
}

function formatArray(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}=(\n${indentAll(items, "      ")}\n    )`];
}

function indentAll(texts: readonly string[], indent: string): string {
  return texts.map((text) => `${indent}${text}`).join("\n");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const program = `
# Processes a word before the cursor; fails if no word can follow it.
_tome_take() {
  local word=$1
  if [[ -n $expected ]]; then
    given+=("$expects=$word")
    expected=
  elif [[ -n $ended ]]; then
    typed+=("$word")
  elif [[ $word == -- ]]; then
    (( $#below == 0 )) || return 1
    ended=yes
  elif [[ $word == -?* ]]; then
    if ! _tome_flag "\${word%%=*}"; then
      return 0
    elif [[ $word == *=* ]]; then
      given+=("$word")
    elif [[ -n $value ]]; then
      expected=$value expects=$word
    else
      given+=("$word=")
    fi
  elif (( $#below == 0 )); then
    typed+=("$word")
  elif [[ -z $command$help && $word == help ]]; then
    help=yes
    _tome_command help
  else
    _tome_command "\${command:+$command }$word"
  fi
}

# Sets value to the possible values of the flag $1; fails if there is no such flag.
_tome_flag() {
  local row
  for row in $flags; do
    if [[ "\${row%%'|'*}" == ("$1"|"!$1") ]]; then
      value=\${\${row#*'|'}%%'|'*}
      return 0
    fi
  done
  return 1
}

_tome_offer_flags() {
  local row
  local -a choices
  for row in $flags; do
    [[ $row == '!'* ]] || choices+=("\${row%%'|'*}:\${row#*'|'*'|'}")
  done
  # With -O, flags are offered even if no dash was typed, because nothing else can follow.
  _describe -O flag choices
}

# Offers the values that $1 describes.
_tome_offer_values() {
  local sign parents= failed=1
  local -a choices members open
  for sign in \${=1}; do
    case $sign in
    ('='*'=') open+=("\${\${sign#'='}//:/\\\\:}") ;;
    (,*) members+=("\${sign#,}") ;;
    ('='*) choices+=("\${\${sign#'='}//:/\\\\:}") ;;
    (%file) _files && failed=0 ;;
    (%folder) _files -/ && failed=0 ;;
    ('^'*) parents=\${sign#'^'} ;;
    (@*)
      _tome_offer_ids "\${sign#@}" "$parents" && failed=0
      parents=
      ;;
    esac
  done
  (( $#choices )) && _describe -t values value choices && failed=0
  (( $#open )) && _describe -t values value open -S '' && failed=0
  (( $#members )) && { compset -P '*,'; _describe -t values value members && failed=0 }
  return failed
}

# Sets found to the typed value of the flag $1, or fails.
_tome_given() {
  local index=\${given[(I)$1=*]}
  found=\${given[index]#*=}
  (( index ))
}

# Sets parents to the ids of the parent from the first source that has one, or fails; $1 is the file
# of the parent's ids and the sources.
_tome_parent() {
  local source line found=
  for source in \${(s:,:)\${1#*:}}; do
    found=
    case $source in
    ('#'*) found=\${typed[\${source#'#'} + 1]-} ;;
    (--org) _tome_given --org || _tome_given --organization ;;
    (-*) _tome_given $source ;;
    (*) found=\${(P)source-} ;;
    esac
    # The ids in a pasted URL are not parsed.
    [[ -n $found ]] && break
  done
  [[ -n $found && $found != */* ]] || return 1
  parents=("\${found#id:}")
  [[ -f $folder/\${1%%:*} && -r $folder/\${1%%:*} ]] || return 0
  for line in \${(f)"$(<$folder/\${1%%:*})"}; do
    [[ \${(L)\${line#*$'\\t'}%%$'\\t'*} != \${(L)found} ]] || parents+=("\${line%%$'\\t'*}")
  done
}

# Fails for a title that a command would not read as a name.
_tome_is_name() {
  [[ -n $1 && $1 != -* && $1 != id:* && $1 != */* && $1 != *[[:cntrl:]]* ]]
}

# Sets found to the location of the local platform's data, or fails; $1 is the folder of its ids.
_tome_data() {
  local follows=
  if [[ -n \${TOME_DATABASE-} ]]; then
    found=\${TOME_DATABASE%%[?\\#]*}
    [[ $found != *@* ]] || found="\${found%%://*}://\${found##*@}"
    return 0
  fi
  [[ -f $1/.current && -r $1/.current ]] || return 1
  { IFS= read -r found && IFS= read -r follows } <$1/.current
  [[ $follows == "\${XDG_DATA_HOME-}" && -d $found ]]
}

# Sets folder to the one with the ids of the current platform, or fails.
_tome_ids() {
  local found profile= origin=
  folder=\${XDG_CACHE_HOME-}
  [[ $folder == /* ]] || folder=\${HOME-}/.cache
  folder+=/tome/ids
  if _tome_given --local; then
    profile=local
  elif _tome_given --profile; then
    profile=$found
  elif [[ -n \${TOME_PROFILE-} ]]; then
    profile=$TOME_PROFILE
  elif [[ -f $folder/.current && -r $folder/.current ]]; then
    IFS= read -r profile <$folder/.current
  fi
  [[ -n $profile && $profile != .* && $profile != *[^A-Za-z0-9._-]* ]] || return 1
  folder+=/$profile
  if [[ $profile == local ]]; then
    _tome_data $folder || return 1
    folder+=/\${found//[^A-Za-z0-9.-]/_}
    # Two locations may have the same folder name.
    [[ -f $folder/.place && -r $folder/.place ]] || return 1
    IFS= read -r origin <$folder/.place
    [[ $origin == "$found" ]]
    return
  fi
  _tome_given --base-url || found=\${TOME_BASE_URL:-\${GITBOOK_ENDPOINT-}}
  if [[ -n $found ]]; then
    origin=\${found%%://*}_\${\${found#*://}%%/*}
    origin=\${origin//[^A-Za-z0-9.-]/_}
  elif [[ -f $folder/.current && -r $folder/.current ]]; then
    IFS= read -r origin <$folder/.current
  fi
  [[ -n $origin && $origin != .* && $origin != *[^A-Za-z0-9._-]* ]] || return 1
  folder+=/$origin
}

# Offers the ids of a file; if the parent is known, only its ids.
_tome_offer_ids() {
  local file=\${1%%:*} prefix= folder= line id rest title wanted=\${(L)\${(Q)PREFIX}} own
  local -a choices named shown parents
  [[ $1 == *:* ]] && prefix=\${\${1#*:}//:/\\\\:} wanted=\${wanted#\${(L)\${1#*:}}}
  _tome_ids && [[ -f $folder/$file && -r $folder/$file ]] || return 1
  [[ -n $2 ]] && _tome_parent "$2"
  for line in \${(f)"$(<$folder/$file)"}; do
    id=\${line%%$'\\t'*} rest=\${line#*$'\\t'}
    [[ -n $id && $id != -* && $id != *[^A-Za-z0-9._-]* ]] || continue
    own=\${rest#*$'\\t'}
    (( ! $#parents )) || [[ -z $own ]] || (( $parents[(Ie)$own] )) || continue
    title=\${rest%%$'\\t'*}
    choices+=("$prefix$id:$title")
    if _tome_is_name "$title" && [[ \${(L)title} == "$wanted"* ]]; then
      named+=("\${prefix//\\\\:/:}$title")
      shown+=("$title -- $id")
    fi
  done
  # The title of the only resource is easier to read than its id.
  # A number is a name itself, and a title precedes an id that happens to start in the same way.
  if [[ -z $wanted && $choices[1] == <->:* ]] || (( !$#named || ! ( $#wanted || $#choices == 1 ) )); then
    (( $#choices )) && _describe -t $file id choices && return 0
  fi
  # Without -U, the typed word stays until a title matches it.
  (( $#named )) && compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -V titles -l -d shown -a named
}

_tome() {
  local command= help= expected= expects= ended= value= index
  local -a below values flags given typed
  _tome_command ''
  for (( index = 2; index < CURRENT; index++ )); do
    _tome_take "\${(Q)words[index]}" || return 1
  done
  index=$(( $#typed + 1 ))
  (( $#values > 0 && index > $#values )) && [[ $values[-1] == *' ...' ]] && index=$#values
  if [[ -n $expected ]]; then
    _tome_offer_values "$expected"
  elif [[ -z $ended && $PREFIX == -*=* ]]; then
    _tome_flag "\${PREFIX%%=*}" && compset -P 1 '*=' && _tome_offer_values "$value"
  elif [[ -z $ended && $PREFIX == -* ]]; then
    _tome_offer_flags
  elif (( $#below )); then
    below=(\${below/'|'/:})
    _describe -t commands command below
  elif [[ -n $help ]]; then
    return 1
  elif (( index <= $#values )); then
    _tome_offer_values "$values[index]"
  elif [[ -z $ended$PREFIX ]]; then
    _tome_offer_flags
  else
    return 1
  fi
}

if [[ \${funcstack[1]-} == _tome ]]; then
  _tome "$@"
elif (( $+functions[compdef] )); then
  compdef _tome tome
fi
`;
