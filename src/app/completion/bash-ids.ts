/** Part of the completion script for bash that reads the stored ids. */

export const bashIds = `# Sets found to the typed value of the flag $1, or fails.
__tome_given() {
  local index
  for ((index = \${#given[@]} - 1; index >= 0; index--)); do
    if [[ \${given[index]} == "$1="* ]]; then
      found=\${given[index]#*=}
      return 0
    fi
  done
  return 1
}

# Sets parents to the ids of the parent, between spaces, from the first source that has one, or fails;
# $1 is the file of the parent's ids and the sources.
__tome_parent() {
  local source index line title found='' wanted file=$folder/\${1%%:*} sources=\${1#*:}
  for source in \${sources//,/ }; do
    found=''
    case $source in
    '#'*)
      index=\${source#'#'}
      found=\${typed[index]-}
      ;;
    --org) __tome_given --org || __tome_given --organization ;;
    -*) __tome_given "$source" ;;
    *) found=\${!source-} ;;
    esac
    # The ids in a pasted URL are not parsed.
    [[ -z $found ]] || break
  done
  [[ -n $found && $found != */* ]] || return 1
  parents=" \${found#id:} "
  [[ -f $file && -r $file ]] || return 0
  wanted=\${found//[\\"\\'\\\\]/}
  ((BASH_VERSINFO[0] < 4)) || wanted=\${wanted,,}
  while IFS= read -r line; do
    title=\${line#*$'\\t'}
    title=\${title%%$'\\t'*}
    title=\${title//[\\"\\'\\\\]/}
    ((BASH_VERSINFO[0] < 4)) || title=\${title,,}
    [[ $title != "$wanted" ]] || parents+="\${line%%$'\\t'*} "
  done <"$file"
}

# Sets word to a title as typed at the cursor, or fails for one that a command would not read as a name.
__tome_quote() {
  [[ -n $1 && $1 != -* && $1 != id:* && $1 != */* && $1 != *[[:cntrl:]]* ]] || return 1
  case $quote in
  '"')
    [[ $1 != *['"$\`\\!']* ]] || return 1
    word=$1
    ;;
  "'")
    [[ $1 != *"'"* ]] || return 1
    word=$1
    ;;
  *) printf -v word %q "$1" ;;
  esac
}

# Sets found to the location of the local platform's data, or fails; $1 is the folder of its ids.
__tome_data() {
  local follows=''
  if [[ -n \${TOME_DATABASE-} ]]; then
    found=\${TOME_DATABASE%%[?#]*}
    [[ $found != *@* ]] || found=\${found%%://*}://\${found##*@}
    return 0
  fi
  [[ -f $1/.current && -r $1/.current ]] || return 1
  { IFS= read -r found && IFS= read -r follows; } <"$1/.current"
  [[ $follows == "\${XDG_DATA_HOME-}" && -d $found ]]
}

# Sets folder to the one with the ids of the current platform, or fails.
__tome_ids() {
  local found profile='' origin=''
  folder=\${XDG_CACHE_HOME-}
  [[ $folder == /* ]] || folder=\${HOME-}/.cache
  folder+=/tome/ids
  if __tome_given --local; then
    profile=local
  elif __tome_given --profile; then
    profile=$found
  elif [[ -n \${TOME_PROFILE-} ]]; then
    profile=$TOME_PROFILE
  elif [[ -f $folder/.current && -r $folder/.current ]]; then
    IFS= read -r profile <"$folder/.current"
  fi
  [[ -n $profile && $profile != .* && $profile != *[!A-Za-z0-9._-]* ]] || return 1
  folder+=/$profile
  if [[ $profile == local ]]; then
    __tome_data "$folder" || return 1
    folder+=/\${found//[!A-Za-z0-9.-]/_}
    # Two locations may have the same folder name.
    [[ -f $folder/.place && -r $folder/.place ]] || return 1
    IFS= read -r origin <"$folder/.place"
    [[ $origin == "$found" ]]
    return
  fi
  __tome_given --base-url || found=\${TOME_BASE_URL:-\${GITBOOK_ENDPOINT-}}
  if [[ -n $found ]]; then
    origin=\${found#*://}
    origin=\${found%%://*}_\${origin%%/*}
    origin=\${origin//[!A-Za-z0-9.-]/_}
  elif [[ -f $folder/.current && -r $folder/.current ]]; then
    IFS= read -r origin <"$folder/.current"
  fi
  [[ -n $origin && $origin != .* && $origin != *[!A-Za-z0-9._-]* ]] || return 1
  folder+=/$origin
}

# Offers the ids of a file as values after $2; if the parent is known, only its ids.
__tome_offer_ids() {
  local file=\${1%%:*} before=$2 folder='' parents='' begun='' line id title word
  local count=\${#matches[@]}
  local -a lines=()
  [[ $1 == *:* ]] && before+=\${1#*:}
  if [[ $current == "$before"* ]]; then
    begun=\${current#"$before"}
  elif [[ $before != "$current"* ]]; then
    return 0
  fi
  __tome_ids || return 0
  [[ -f $folder/$file && -r $folder/$file ]] || return 0
  [[ -z $3 ]] || __tome_parent "$3" || parents=''
  if ((BASH_VERSINFO[0] >= 4)); then
    mapfile -t lines <"$folder/$file"
  else
    while IFS= read -r line; do lines+=("$line"); done <"$folder/$file"
  fi
  # A title precedes an id that happens to start in the same way.
  __tome_offer_titles
  ((\${#matches[@]} == count)) || return 0
  for line in "\${lines[@]+"\${lines[@]}"}"; do
    [[ $line == "$begun"* ]] || continue
    __tome_read_id && [[ $id == "$begun"* ]] || continue
    matches+=("$before$id")
    titles+=("$title")
  done
  [[ \${matches[count]-} == *[!0-9]* ]] || return 0
  if [[ -z $begun ]] && ((\${#matches[@]} == count + 1)) && __tome_quote "\${titles[count]}"; then
    # The title of the only resource is easier to read than its id.
    matches[count]=$before$word
  fi
}

# Sets id and title to those of line, or fails if its parent is another one.
__tome_read_id() {
  id=\${line%%$'\\t'*} title=\${line#*$'\\t'}
  [[ -n $id && $id != -* && $id != *[!A-Za-z0-9._-]* ]] || return 1
  [[ -z $parents || -z \${title#*$'\\t'} || $parents == *" \${title#*$'\\t'} "* ]] || return 1
  title=\${title%%$'\\t'*}
}

# Offers the titles of lines that start with begun.
__tome_offer_titles() {
  local line id title name common='' mixed='' wanted=\${begun//\\\\/} count=\${#matches[@]}
  # Readline would append the title to the text before these characters.
  [[ -n $wanted && $wanted != *[=:]* ]] || return 0
  ((BASH_VERSINFO[0] < 4)) || wanted=\${wanted,,}
  for line in "\${lines[@]+"\${lines[@]}"}"; do
    __tome_read_id || continue
    name=$title
    ((BASH_VERSINFO[0] < 4)) || name=\${title,,}
    [[ $name == "$wanted"* ]] || continue
    if __tome_quote "$title"; then
      name=\${title:0:\${#wanted}}
      [[ \${common:-$name} == "$name" ]] || mixed=yes
      common=$name
      matches+=("$before$word")
      titles+=("$id")
    else
      mixed=yes
      matches+=("$before$id")
      titles+=("$title")
    fi
  done
  # A shorter common prefix of several titles must not replace the typed word.
  ((\${#matches[@]} - count < 2)) || [[ -z $mixed || \${COMP_TYPE-} == 37 ]] || { matches+=(' '); titles+=(''); }
}
`;
