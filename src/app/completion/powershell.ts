/** Completion script for PowerShell. */
import type { CompletionTable, TableCommand } from "./table.ts";

export function writePowershellScript(
  { groups, commands }: CompletionTable,
  head: readonly string[],
): string {
  const shared = [...groups].map(
    ([name, rows]) => `    $${name} = @(\n${indentAll(rows.map(quote), "        ")}\n    )`,
  );
  return `${head.map((line) => `# ${line}`).join("\n")}

Register-ArgumentCompleter -Native -CommandName 'tome' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

${shared.join("\n")}

    # Sets the candidates after some words; false if they are not a command.
    function Set-TomeCommand([string] $words) {
        $state.Below = @()
        $state.Values = @()
        $state.Flags = @()
        switch -CaseSensitive ($words) {
${commands.map(formatBranch).join("\n")}
        }
        return $false
    }
${program}}
`;
}

function formatBranch({
  keys,
  path,
  below,
  arguments: values,
  flags,
  groups,
}: TableCommand): string {
  const [first = "", ...others] = keys;
  return [
    ...others.map((key) => `            ${quote(key)} { return Set-TomeCommand ${quote(first)} }`),
    `            ${quote(first)} {`,
    `                $state.Path = ${quote(path)}`,
    ...list("Below", below, []),
    ...list("Values", values, []),
    ...list("Flags", flags, groups),
    "                return $true",
    "            }",
  ].join("\n");
}

function list(name: string, rows: readonly string[], groups: readonly string[]): string[] {
  if (rows.length === 0 && groups.length === 0) return [];
  const own =
    rows.length === 0
      ? "@()"
      : `@(\n${indentAll(rows.map(quote), "                    ")}\n                )`;
  const sum = [own, ...groups.map((group) => `$${group}`)].join(" + ");
  return [`                $state.${name} = ${sum}`];
}

function indentAll(texts: readonly string[], indent: string): string {
  return texts.map((text) => `${indent}${text}`).join("\n");
}

/** PowerShell also accepts typographic quotation marks as the end of a string. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

const program = `
    # True if a flag exists; sets Value to its possible values.
    function Find-TomeFlag([string] $name) {
        foreach ($row in $state.Flags) {
            $parts = $row -split '\\|', 3
            if ($parts[0] -ceq $name -or $parts[0] -ceq "!$name") {
                $state.Value = $parts[1]
                return $true
            }
        }
        return $false
    }

    # Processes a word before the cursor; false if no word can follow it.
    function Read-TomeWord([string] $word) {
        if ($state.Expected -cne '') {
            $state.Given += "$($state.Expects)=$word"
            $state.Expected = ''
        }
        elseif ($state.Ended) {
            $state.Typed += $word
        }
        elseif ($word -ceq '--') {
            $state.Ended = $true
            return $state.Below.Count -eq 0
        }
        elseif ($word.Length -gt 1 -and $word.StartsWith('-')) {
            $name = ($word -split '=', 2)[0]
            if (Find-TomeFlag $name) {
                if ($word.Contains('=')) {
                    $state.Given += $word
                }
                elseif ($state.Value -cne '') {
                    $state.Expected = $state.Value
                    $state.Expects = $name
                }
                else {
                    $state.Given += "$name="
                }
            }
        }
        elseif ($state.Below.Count -eq 0) {
            $state.Typed += $word
        }
        elseif ($state.Path -ceq '' -and -not $state.Help -and $word -ceq 'help') {
            $state.Help = $true
            return Set-TomeCommand 'help'
        }
        else {
            return Set-TomeCommand ("$($state.Path) $word".Trim())
        }
        return $true
    }

    function Add-TomeResult([string] $text, [string] $about, [string] $kind) {
        if (-not $text.StartsWith($state.Current, [System.StringComparison]::Ordinal)) { return }
        if ($about -ceq '') { $about = $text }
        $state.Results += [System.Management.Automation.CompletionResult]::new($text, $text, $kind, $about)
    }

    function Add-TomeFlags {
        foreach ($row in $state.Flags) {
            $parts = $row -split '\\|', 3
            if (-not $parts[0].StartsWith('!')) { Add-TomeResult $parts[0] $parts[2] 'ParameterName' }
        }
    }

    # Adds the values that a text describes, with the beginning of the word before each.
    function Add-TomeValues([string] $text, [string] $before) {
        $parents = ''
        foreach ($sign in $text -split ' ') {
            $rest = $sign.Substring([System.Math]::Min(1, $sign.Length))
            if ($sign.StartsWith('=') -or $sign.StartsWith(',')) {
                Add-TomeResult "$before$rest" '' 'ParameterValue'
            }
            elseif ($sign.StartsWith('%')) {
                $state.Files = $true
            }
            elseif ($sign.StartsWith('^')) {
                $parents = $rest
            }
            elseif ($sign.StartsWith('@')) {
                Add-TomeIds $rest $before $parents
                $parents = ''
            }
        }
    }

    # The typed value of a flag, or nothing.
    function Get-TomeGiven([string] $name) {
        $start = "$name="
        $found = @($state.Given | Where-Object { $_.StartsWith($start, [System.StringComparison]::Ordinal) })
        if ($found.Count -gt 0) { return $found[-1].Substring($start.Length) }
    }

    # The ids of the parent from the first source that has one, or nothing; the text is the file of the
    # parent's ids and the sources.
    function Get-TomeParent([string] $folder, [string] $text) {
        if ($text -ceq '') { return }
        $file, $sources = $text -split ':', 2
        foreach ($source in $sources -split ',') {
            $found = ''
            if ($source.StartsWith('#')) {
                $index = [int] $source.Substring(1)
                if ($index -lt $state.Typed.Count) { $found = $state.Typed[$index] }
            }
            elseif ($source.StartsWith('-')) {
                $found = Get-TomeGiven $source
                if (-not $found -and $source -ceq '--org') { $found = Get-TomeGiven '--organization' }
            }
            else {
                $found = [System.Environment]::GetEnvironmentVariable($source)
            }
            if ($found) {
                # The ids in a pasted URL are not parsed.
                if ($found.Contains('/')) { return }
                $ids = @($found -creplace '^id:', '')
                $path = Join-Path $folder $file
                if (Test-Path -LiteralPath $path -PathType Leaf) {
                    foreach ($line in [System.IO.File]::ReadAllLines($path)) {
                        $id, $title, $own = $line -split "\`t", 3
                        if ($title -ieq $found) { $ids += $id }
                    }
                }
                return $ids
            }
        }
    }

    # A title as a word of the command line; nothing for one that a command would not read as a name.
    function Get-TomeWord([string] $title) {
        if ($title -cnotmatch '^(?!id:)[\\p{L}\\p{N}][^/\\p{Cc}]*\\z') { return }
        if ($title -cmatch '^[\\p{L}\\p{N}._-]+\\z') { return $title }
        return "'" + ($title -creplace "['\\u2018-\\u201b]", '$0$0') + "'"
    }

    function Read-TomeLine([string] $path) {
        if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
        return @([System.IO.File]::ReadAllLines($path))[0]
    }

    # The location of the local platform's data, or nothing.
    function Get-TomeData([string] $folder) {
        if ($env:TOME_DATABASE) {
            return $env:TOME_DATABASE -replace '[?#].*', '' -replace '^(.*?://).*@', '$1'
        }
        $path = Join-Path $folder '.current'
        if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
        $location, $dataHome = [System.IO.File]::ReadAllLines($path)
        if ("$dataHome" -cne "$env:XDG_DATA_HOME") { return }
        if (Test-Path -LiteralPath $location -PathType Container) { return $location }
    }

    # The folder with the ids of the current platform, or nothing.
    function Get-TomeFolder {
        $name = '^[A-Za-z0-9_-][A-Za-z0-9._-]*\\z'
        $cache = $env:XDG_CACHE_HOME
        if (-not $cache -or -not [System.IO.Path]::IsPathRooted($cache)) { $cache = Join-Path $HOME '.cache' }
        $folder = Join-Path (Join-Path $cache 'tome') 'ids'
        $profileName = Get-TomeGiven '--profile'
        if ($null -ne (Get-TomeGiven '--local')) { $profileName = 'local' }
        if (-not $profileName) { $profileName = $env:TOME_PROFILE }
        if (-not $profileName) { $profileName = Read-TomeLine (Join-Path $folder '.current') }
        if ($profileName -cnotmatch $name) { return }
        $folder = Join-Path $folder $profileName
        if ($profileName -ceq 'local') {
            $location = Get-TomeData $folder
            if (-not $location) { return }
            $folder = Join-Path $folder ($location -creplace '[^A-Za-z0-9.-]', '_')
            # Two locations may have the same folder name.
            if ((Read-TomeLine (Join-Path $folder '.place')) -cne $location) { return }
            return $folder
        }
        $origin = ''
        $address = Get-TomeGiven '--base-url'
        if (-not $address) { $address = $env:TOME_BASE_URL }
        if (-not $address) { $address = $env:GITBOOK_ENDPOINT }
        if ($address) { $origin = $address -replace '^(.*?)://([^/]*).*', '$1_$2' -creplace '[^A-Za-z0-9.-]', '_' }
        if (-not $origin) { $origin = Read-TomeLine (Join-Path $folder '.current') }
        if ($origin -cnotmatch $name) { return }
        return Join-Path $folder $origin
    }

    # Adds the ids of a file; if the parent is known, only its ids.
    function Add-TomeIds([string] $sign, [string] $before, [string] $parents) {
        $file, $prefix = $sign -split ':', 2
        $folder = Get-TomeFolder
        if (-not $folder) { return }
        $path = Join-Path $folder $file
        if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
        $parent = @(Get-TomeParent $folder $parents)
        $start, $count, $named = "$before$prefix", $state.Results.Count, @()
        foreach ($line in [System.IO.File]::ReadAllLines($path)) {
            $id, $title, $own = $line -split "\`t", 3
            if ($id -cnotmatch '^[A-Za-z0-9._][A-Za-z0-9._-]*\\z') { continue }
            if ($parent.Count -gt 0 -and $own -and $parent -cnotcontains $own) { continue }
            Add-TomeResult "$start$id" $title 'ParameterValue'
            # A quoted word after an equals sign is not the same word, so the id is inserted there.
            $word = if ($start -ceq '') { Get-TomeWord $title }
            if (-not $word) { $word = "$start$id" }
            if ($title -and "$start$title".StartsWith($state.Current, 'OrdinalIgnoreCase')) {
                $named += [System.Management.Automation.CompletionResult]::new($word, $title, 'ParameterValue', $id)
            }
        }
        $isNumber = $state.Results.Count -gt $count -and $state.Results[$count].ListItemText -cmatch '^[0-9]+\\z'
        $isOnly = $state.Current -ceq $start -and -not $isNumber -and $named.Count -eq 1 -and $state.Results.Count -eq $count + 1
        if ($isOnly) { $state.Results = @($state.Results | Select-Object -First $count) + $named }
        # A title precedes an id that happens to start in the same way.
        elseif ($named.Count -gt 0 -and $state.Current -cne $start) { $state.Results = @($state.Results | Select-Object -First $count) + $named }
    }

    $state = @{
        Path = ''; Below = @(); Values = @(); Flags = @()
        Help = $false; Ended = $false; Expected = ''; Expects = ''; Value = ''
        Given = @(); Typed = @(); Results = @(); Files = $false
        Current = "$wordToComplete".TrimStart([char[]] "'\`"")
    }
    try {
        if (-not (Set-TomeCommand '')) { return '' }
        foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
            if ($element.Extent.EndOffset -ge $cursorPosition) { break }
            $word = $element.Extent.Text
            if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $word = $element.Value }
            if (-not (Read-TomeWord $word)) { return '' }
        }
        $current = $state.Current
        $index = $state.Typed.Count
        $last = $state.Values.Count - 1
        if ($last -ge 0 -and $index -gt $last -and $state.Values[$last].EndsWith(' ...')) { $index = $last }
        if ($state.Expected -cne '') {
            Add-TomeValues $state.Expected ''
        }
        elseif (-not $state.Ended -and $current.StartsWith('-') -and $current.Contains('=')) {
            $name = ($current -split '=', 2)[0]
            if (Find-TomeFlag $name) { Add-TomeValues $state.Value "$name=" }
        }
        elseif (-not $state.Ended -and $current.StartsWith('-')) {
            Add-TomeFlags
        }
        elseif ($state.Below.Count -gt 0) {
            foreach ($row in $state.Below) {
                $parts = $row -split '\\|', 2
                Add-TomeResult $parts[0] $parts[1] 'Command'
            }
        }
        elseif (-not $state.Help -and $index -le $last) {
            Add-TomeValues $state.Values[$index] ''
        }
        elseif (-not $state.Help -and -not $state.Ended -and $current -ceq '') {
            Add-TomeFlags
        }
    }
    catch {
        # An unreadable file yields no completions.
        return ''
    }
    if ($state.Results.Count -gt 0) { return $state.Results }
    # If nothing is returned, PowerShell offers files.
    if (-not $state.Files) { return '' }
`;
