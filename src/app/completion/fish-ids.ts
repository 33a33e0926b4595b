/** Part of the completion script for fish that reads the stored ids. */

export const fishIds = `# Prints the typed value of a flag, or fails.
function __tome_given_for -a name
    set -q __tome_given[1]
    or return 1
    set -l found (string replace -f -- "$name=" '' $__tome_given)
    and printf '%s\\n' $found[-1]
end

# Prints the ids of the parent from the first source that has one, or fails; the text is the file of the
# parent's ids and the sources.
function __tome_parent -a folder text
    set -l parts (string split -m 1 : -- $text)
    for source in (string split , -- $parts[2])
        set -l found
        switch $source
            case '#*'
                set found $__tome_typed[(math (string sub -s 2 -- $source) + 1)]
            case --org
                set found (__tome_given_for --org; or __tome_given_for --organization)
            case '-*'
                set found (__tome_given_for $source)
            case '*'
                set found $$source
        end
        if test -n "$found"
            # The ids in a pasted URL are not parsed.
            string match -q '*/*' -- $found
            and return 1
            string replace -r '^id:' '' -- $found
            set -l title (string escape --style=regex -- $found)
            test -f $folder/$parts[1] -a -r $folder/$parts[1]
            and string replace -rfi -- '^([^\\t]*)\\t'$title'\\t.*$' '$1' <$folder/$parts[1]
            return 0
        end
    end
    return 1
end

# Prints the location of the local platform's data, or fails; the argument is the folder of its ids.
function __tome_data -a folder
    if test -n "$TOME_DATABASE"
        string replace -r '[?#].*' '' -- $TOME_DATABASE | string replace -r '^(.*?://).*@' '$1'
        return 0
    end
    test -f $folder/.current -a -r $folder/.current
    or return 1
    set -l lines (string match -r -- '.*' <$folder/.current)
    test "$lines[2]" = "$XDG_DATA_HOME" -a -d "$lines[1]"
    and printf '%s\\n' $lines[1]
end

# Prints the folder with the ids of the current platform, or fails.
function __tome_folder
    set -l folder $XDG_CACHE_HOME
    string match -q '/*' -- "$folder"
    or set folder $HOME/.cache
    set folder $folder/tome/ids
    set -l profile
    if __tome_given_for --local >/dev/null
        set profile local
    else
        set profile (__tome_given_for --profile)
        or set profile $TOME_PROFILE
        if test -z "$profile" -a -f $folder/.current -a -r $folder/.current
            read profile <$folder/.current
        end
    end
    string match -qr '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' -- "$profile"
    or return 1
    set folder $folder/$profile
    set -l origin
    if test $profile = local
        set -l location (__tome_data $folder)
        or return 1
        set folder $folder/(string replace -ra '[^A-Za-z0-9.-]' _ -- $location)
        # Two locations may have the same folder name.
        test -f $folder/.place -a -r $folder/.place
        or return 1
        read origin <$folder/.place
        test "$origin" = "$location"
        and printf '%s\\n' $folder
        return
    end
    set -l address (__tome_given_for --base-url; or printf '%s\\n' $TOME_BASE_URL)
    test -n "$address"
    or set address $GITBOOK_ENDPOINT
    if test -n "$address"
        set origin (string replace -r '^(.*?)://([^/]*).*' '$1_$2' -- "$address" | string replace -ra '[^A-Za-z0-9.-]' _)
    else if test -f $folder/.current -a -r $folder/.current
        read origin <$folder/.current
    end
    string match -qr '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' -- "$origin"
    and printf '%s\\n' $folder/$origin
end

# Prints the ids of a file with their titles, and titles with their ids; if the parent is known, only its ids.
function __tome_ids -a file before parents
    set -l parts (string split -m 1 : -- $file)
    set -l folder (__tome_folder)
    or return
    set -l path $folder/$parts[1]
    test -f $path -a -r $path
    or return
    set -l kept '[^\\t]*'
    if test -n "$parents"
        set -l parent (__tome_parent $folder $parents)
        and set kept (string escape --style=regex -- $parent | string join '|')'|'
    end
    set -l lines (string match -r -- '^(?!-)[A-Za-z0-9._-]+\\t[^\\t]*\\t(?:'$kept')$' <$path)
    or return
    set -l begun (string unescape -- (commandline -ct); or commandline -ct)
    set begun (string sub -s (math (string length -- "$before$parts[2]") + 1) -- "$begun" | string escape --style=regex)
    # The title of the only resource is easier to read than its id.
    if test (count $lines) -eq 1 -a -z "$begun"
        and string match -qr -- '^(?!\\d+\\t)[^\\t]*\\t(?!id:)[\\p{L}\\p{N}][^\\t/]*\\t' $lines
        string replace -r -- '^([^\\t]*)\\t([^\\t]*)\\t.*$' "$before$parts[2]"'$2\\t$1' $lines
        return
    end
    # A partial title is completed too, and precedes an id that happens to start in the same way; fish quotes it.
    if string match -qr '[^ ]' -- "$begun"
        and string match -ri -- '^[^\\t]*\\t(?=[\\p{L}\\p{N}])'$begun'[^\\t]*\\t.*' $lines | string replace -r -- '^([^\\t]*)\\t([^\\t]*)\\t.*$' "$before$parts[2]"'$2\\t$1'
        return
    end
    string replace -r -- '^([^\\t]*\\t[^\\t]*)\\t.*$' "$before$parts[2]"'$1' $lines
end
`;
