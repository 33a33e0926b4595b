# Completion of the command line tome.
# Made from its commands: starts no process, and obeys neither what is typed nor what is read.

Register-ArgumentCompleter -Native -CommandName 'tome' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $limits = @(
        '--limit|.|Most items to show (50 of a list that comes in pages)'
        '-L|.|Most items to show (50 of a list that comes in pages)'
        '--all||Show every item'
    )
    $lists = @(
        '--page-token|.|Start at this page'
        '--page-size|.|Items in a request, at most 1000'
    )
    $bodies = @(
        '--input|%file|Read the body from a JSON or YAML file, - for standard input; flags win over it'
    )
    $many = @(
        '--from|%file|Do it for every line of a CSV, NDJSON or JSON file, - for standard input'
        '--concurrency|.|Items under way at once, at most 64'
        '--journal|%file|Keep account of the items in this file'
        '--resume|%file|Go on where this journal ends'
        '--retry-unknown||With --resume, repeat what may have been done already'
        '--stop-on-error||Begin no further item after one has failed'
    )
    $requests = @(
        '--dry-run||Print the request and send nothing'
        '-n||Print the request and send nothing'
    )
    $confirmed = @(
        '--yes||Do not ask for confirmation'
        '-y||Do not ask for confirmation'
    )
    $gets = @(
        '--web||Open its page in the browser instead of printing it'
    )
    $every = @(
        '--json||Print JSON; with a comma-separated list, only these fields'
        '--jq|.|Filter the JSON with a jq program'
        '-q|.|Filter the JSON with a jq program'
        '--format|=table =json =ndjson =yaml =csv =tsv =id|Print in this form'
        '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
        '--profile|.|Use the settings and token of this profile'
        '--local||Use the embedded platform, as --profile local does'
        '--base-url|.|Address of the platform'
        '--timeout|.|How long a request may take with its repeats'
        '--retries|.|How often a request may be repeated'
        '--no-input||Never ask; a missing value is an error'
        '--quiet||No notes and no progress'
        '--debug||Show requests and answers on standard error, without secrets'
        '--record|%file|Keep what travels in a file, without secrets'
        '--replay|%file|Answer from such a file, without a network'
        '--no-color||No colour'
        '--help||Show help'
        '-h||Show help'
        '--version||Show the version'
        '-V||Show the version'
    )
    $findings = @(
        '--report|.|Write what was found for a pipeline: junit=<file> or sarif=<file>'
    )
    $early = @(
        '!--limit|.|'
        '!-L|.|'
        '!--all||'
        '!--page-token|.|'
        '!--page-size|.|'
        '!--input|%file|'
        '!--from|%file|'
        '!--concurrency|.|'
        '!--journal|%file|'
        '!--resume|%file|'
        '!--retry-unknown||'
        '!--stop-on-error||'
        '!--dry-run||'
        '!-n||'
        '!--yes||'
        '!-y||'
        '!--web||'
        '!--report|.|'
        '!--org|@org|'
        '!--organization|@org|'
        '!--space|@space|'
        '!--site|@site|'
        '!--cr|@cr|'
    )

    # Sets what can follow some words; false where they are no command.
    function Set-TomeCommand([string] $words) {
        $state.Below = @()
        $state.Values = @()
        $state.Flags = @()
        switch -CaseSensitive ($words) {
            '' {
                $state.Place = ''
                $state.Below = @(
                    'org|Organizations, their settings and invites'
                    'collection|Collections of spaces'
                    'space|Spaces, the containers of pages'
                    'member|Members and guests of an organization'
                    'team|Teams, to which content is granted together'
                    'saml|SAML providers, who vouch for those that sign in'
                    'sso|How people sign in by single sign-on'
                    'site|Docs sites, their structure and their visitors'
                    'integration|Integrations, their installations and events'
                    'content|The content of a space, and templates for it'
                    'page|Pages of a space, their texts and links'
                    'file|Files of a space'
                    'revision|What a space was'
                    'comment|Comments on spaces and change requests, and replies'
                    'cr|Change requests, their content and reviews'
                    'git|Git repositories that spaces are kept alike with'
                    'openapi|API specifications and their versions'
                    'conversation|Conversations with readers, and the issues in them'
                    'translation|Translations of spaces'
                    'whoami|Show whose token is in use'
                    'auth|Log in and out, and look after tokens'
                    'config|Read and change settings'
                    'api|Send any request of the API'
                    'serve|Serve the embedded platform over HTTP'
                    'local|Look after the embedded platform''s data'
                    'open|Open the page of a thing in the browser'
                    'doctor|Check settings, token, network and clock'
                    'completion|Print the completion script of a shell'
                    'help|Show help on a command or a topic'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'orgs' { return Set-TomeCommand 'org' }
            'org' {
                $state.Place = 'org'
                $state.Below = @(
                    'list|List the organizations you belong to'
                    'create|Create an organization with you as its admin'
                    'get|Show an organization'
                    'update|Change an organization''s settings'
                    'search|Search the pages of all spaces of an organization that you may read'
                    'join|Join an organization that allows your email domain, or by an invite'
                    'ping|Note that you are here, and get a token that tells sites who you are'
                    'for-domain|List the organizations that an email domain may join'
                    'invite|Work with the invites of an organization'
                    'instructions|Work with what an organization tells agents'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'org list' {
                $state.Place = 'org list'
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'org create' {
                $state.Place = 'org create'
                $state.Flags = @(
                    '--title|.|Title'
                    '--email-domain|.|Email domain whose people may join'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'org get' {
                $state.Place = 'org get'
                $state.Values = @(
                    '@org'
                )
                $state.Flags = @() + $requests + $gets + $every
                return $true
            }
            'org update' {
                $state.Place = 'org update'
                $state.Values = @(
                    '@org ...'
                )
                $state.Flags = @(
                    '--title|.|Title'
                    '--email-domain|.|Email domain whose people may join'
                    '--hostname|.|Default hostname of public content'
                    '--default-role|=admin =create =review =edit =comment =read =guest|Role of people who join; guest means none'
                    '--no-default-role||No default role'
                    '--default-content|^#0,TOME_ORG,GITBOOK_ORGANIZATION @site:site: ^#0,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^#0,TOME_ORG,GITBOOK_ORGANIZATION @collection:collection:|What members see first: site:ID, space:ID or collection:ID'
                    '--no-default-content||No default content'
                    '--logo|.|Address of the logo'
                    '--no-logo||No logo'
                    '--sso||Enforce single sign-on for everyone'
                    '--no-sso||The opposite of --sso'
                    '--ai||Switch the AI features on'
                    '--no-ai||The opposite of --ai'
                    '--invite-links||Allow invite links'
                    '--no-invite-links||The opposite of --invite-links'
                    '--merge-rules|=none|What a change request needs to be merged, in every space that inherits'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'org search' {
                $state.Place = 'org search'
                $state.Values = @(
                    '.'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'org join' {
                $state.Place = 'org join'
                $state.Values = @(
                    '@org ...'
                )
                $state.Flags = @(
                    '--invite|@invite|Id or web address of the invite'
                ) + $many + $requests + $every
                return $true
            }
            'org ping' {
                $state.Place = 'org ping'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $every
                return $true
            }
            'org for-domain' {
                $state.Place = 'org for-domain'
                $state.Values = @(
                    '.'
                )
                $state.Flags = @() + $limits + $requests + $every
                return $true
            }
            'org invites' { return Set-TomeCommand 'org invite' }
            'org invite' {
                $state.Place = 'org invite'
                $state.Below = @(
                    'list|List the invite links of an organization'
                    'create|Create an invite link, to the organization or to a collection or space in it'
                    'users|Invite people by email'
                    'delete|Delete an invite link'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'org invite list' {
                $state.Place = 'org invite list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'org invite create' {
                $state.Place = 'org invite create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization of those who join by it'
                    '--no-role||No role'
                    '--level|=admin =create =review =edit =comment =read|Role in the space or collection of those who join by it'
                    '--to-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that it leads to'
                    '--to-collection|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection that it leads to'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'org invite users' {
                $state.Place = 'org invite users'
                $state.Values = @(
                    '...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--role|=admin =create =review =edit =comment =read =guest|Role of those who have none of their own in the list'
                    '--no-role||No role'
                    '--sso||They sign in by single sign-on'
                    '--no-sso||The opposite of --sso'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'org invite delete' {
                $state.Place = 'org invite delete'
                $state.Values = @(
                    '@invite ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'org instructions' {
                $state.Place = 'org instructions'
                $state.Below = @(
                    'get|Show what an organization tells agents'
                    'put|Replace what an organization tells agents'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'org instructions get' {
                $state.Place = 'org instructions get'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $every
                return $true
            }
            'org instructions put' {
                $state.Place = 'org instructions put'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--text|.|The instructions, in Markdown'
                    '--file|%file|Markdown file with the instructions, - for standard input'
                ) + $many + $requests + $every
                return $true
            }
            'collections' { return Set-TomeCommand 'collection' }
            'collection' {
                $state.Place = 'collection'
                $state.Below = @(
                    'list|List the collections of an organization'
                    'create|Create a collection'
                    'get|Show a collection'
                    'update|Change a collection''s title, description or default level'
                    'delete|Delete a collection; what it holds moves to its parent'
                    'spaces|List the spaces in a collection'
                    'move|Move a collection into another, or among its siblings'
                    'transfer|Transfer a collection and all it holds to another organization'
                    'permission|Work with the roles granted in a collection'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'collection list' {
                $state.Place = 'collection list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--nested||Include collections inside other collections'
                    '--no-nested||The opposite of --nested'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'collection create' {
                $state.Place = 'collection create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--title|.|Title'
                    '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to create it in'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'collection get' {
                $state.Place = 'collection get'
                $state.Values = @(
                    '@collection'
                )
                $state.Flags = @() + $requests + $gets + $every
                return $true
            }
            'collection update' {
                $state.Place = 'collection update'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @(
                    '--title|.|Title'
                    '--description|.|Description'
                    '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named'
                    '--no-default-level||No default level'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'collection delete' {
                $state.Place = 'collection delete'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @() + $many + $requests + $confirmed + $every
                return $true
            }
            'collection spaces' {
                $state.Place = 'collection spaces'
                $state.Values = @(
                    '@collection'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'collection move' {
                $state.Place = 'collection move'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @(
                    '--parent|@collection|Collection to move into; --no-parent moves to the top level'
                    '--no-parent||No parent'
                    '--before|@space @collection:collection:|Place it right before this space, or collection:<id>'
                    '--after|@space @collection:collection:|Place it right after this space, or collection:<id>'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'collection transfer' {
                $state.Place = 'collection transfer'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @(
                    '--to|@org|Organization that receives it'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'collection permissions' { return Set-TomeCommand 'collection permission' }
            'collection permission' {
                $state.Place = 'collection permission'
                $state.Below = @(
                    'grant|Grant a role in a collection to people or teams'
                    'users|List the people to whom a role in a collection was granted'
                    'teams|List the teams to which a role in a collection was granted'
                    'update|Change the role that was granted to a person or a team'
                    'remove|Take back the role that was granted to a person or a team'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'collection permission grant' {
                $state.Place = 'collection permission grant'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @(
                    '--role|=admin =create =review =edit =comment =read|Role in it, and in all that it holds'
                    '--user|@user|Member or guest who gets it'
                    '--team|@team|Team that gets it'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'collection permission users' {
                $state.Place = 'collection permission users'
                $state.Values = @(
                    '@collection'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'collection permission teams' {
                $state.Place = 'collection permission teams'
                $state.Values = @(
                    '@collection'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'collection permission update' {
                $state.Place = 'collection permission update'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @(
                    '--user|@user|Id or web address of the user'
                    '--role|=admin =create =review =edit =comment =read|Role in it, and in all that it holds'
                    '--team|@team|Id or web address of the team'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'collection permission remove' {
                $state.Place = 'collection permission remove'
                $state.Values = @(
                    '@collection ...'
                )
                $state.Flags = @(
                    '--user|@user|Id or web address of the user'
                    '--team|@team|Id or web address of the team'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'spaces' { return Set-TomeCommand 'space' }
            'space' {
                $state.Place = 'space'
                $state.Below = @(
                    'list|List the spaces of an organization'
                    'create|Create a space'
                    'get|Show a space'
                    'update|Change a space''s title, emoji, edit mode, level, language or merge rules'
                    'delete|Delete a space; it can be restored for 7 days'
                    'duplicate|Duplicate a space with its content'
                    'restore|Restore a space that was deleted within the last 7 days'
                    'move|Move a space into a collection, or among its siblings'
                    'commenters|List the members who commented on a space'
                    'links|List the links in a space, and whether they lead anywhere'
                    'search|Search the pages of a space'
                    'transfer|Transfer a space to another organization'
                    'permission|Work with the roles granted in a space'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'space list' {
                $state.Place = 'space list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'space create' {
                $state.Place = 'space create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--title|.|Title'
                    '--emoji|.|Emoji shown with the title'
                    '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to create it in'
                    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content'
                    '--edit-mode|=live =locked|live allows direct edits, locked refuses every edit'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'space get' {
                $state.Place = 'space get'
                $state.Values = @(
                    '@space'
                )
                $state.Flags = @(
                    '--share-key|.|Share key, to resolve published addresses'
                ) + $requests + $gets + $every
                return $true
            }
            'space update' {
                $state.Place = 'space update'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @(
                    '--title|.|Title'
                    '--emoji|.|Emoji shown with the title'
                    '--no-emoji||No emoji'
                    '--icon|.|Address of an image shown instead of an emoji'
                    '--no-icon||No icon'
                    '--edit-mode|=live =locked|live allows direct edits, locked refuses every edit'
                    '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named'
                    '--no-default-level||No default level'
                    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content'
                    '--merge-rules|=inherit =none|What a change request needs to be merged'
                    '--reviewer|@user|User who must approve a change request; stands for --merge-rules'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'space delete' {
                $state.Place = 'space delete'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @() + $many + $requests + $confirmed + $every
                return $true
            }
            'space duplicate' {
                $state.Place = 'space duplicate'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @() + $many + $requests + $every
                return $true
            }
            'space restore' {
                $state.Place = 'space restore'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @() + $many + $requests + $every
                return $true
            }
            'space move' {
                $state.Place = 'space move'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @(
                    '--parent|@collection|Collection to move into; --no-parent moves to the top level'
                    '--no-parent||No parent'
                    '--before|@space @collection:collection:|Place it right before this space, or collection:<id>'
                    '--after|@space @collection:collection:|Place it right after this space, or collection:<id>'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'space commenters' {
                $state.Place = 'space commenters'
                $state.Values = @(
                    '@space'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'space links' {
                $state.Place = 'space links'
                $state.Values = @(
                    '@space'
                )
                $state.Flags = @(
                    '--status|=ok =broken =in-app|Only links in this state'
                    '--fail||End with exit code 10 where links are broken'
                    '!--no-fail||'
                ) + $limits + $lists + $requests + $every + $findings
                return $true
            }
            'space search' {
                $state.Place = 'space search'
                $state.Values = @(
                    '@space'
                    '.'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'space transfer' {
                $state.Place = 'space transfer'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @(
                    '--to|@org|Organization that receives it'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'space permissions' { return Set-TomeCommand 'space permission' }
            'space permission' {
                $state.Place = 'space permission'
                $state.Below = @(
                    'grant|Grant a role in a space to people or teams'
                    'users|List the people to whom a role in a space was granted'
                    'teams|List the teams to which a role in a space was granted'
                    'update|Change the role that was granted to a person or a team'
                    'remove|Take back the role that was granted to a person or a team'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'space permission grant' {
                $state.Place = 'space permission grant'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @(
                    '--role|=admin =create =review =edit =comment =read|Role in it, and in all that it holds'
                    '--user|@user|Member or guest who gets it'
                    '--team|@team|Team that gets it'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'space permission users' {
                $state.Place = 'space permission users'
                $state.Values = @(
                    '@space'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'space permission teams' {
                $state.Place = 'space permission teams'
                $state.Values = @(
                    '@space'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'space permission update' {
                $state.Place = 'space permission update'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @(
                    '--user|@user|Id or web address of the user'
                    '--role|=admin =create =review =edit =comment =read|Role in it, and in all that it holds'
                    '--team|@team|Id or web address of the team'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'space permission remove' {
                $state.Place = 'space permission remove'
                $state.Values = @(
                    '@space ...'
                )
                $state.Flags = @(
                    '--user|@user|Id or web address of the user'
                    '--team|@team|Id or web address of the team'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'members' { return Set-TomeCommand 'member' }
            'member' {
                $state.Place = 'member'
                $state.Below = @(
                    'list|List the members and guests of an organization'
                    'get|Show a member'
                    'update|Change the role of a member'
                    'remove|Remove a member from an organization; what they wrote stays'
                    'sso|Make a member one who signs in by single sign-on'
                    'spaces|List the spaces that a member sees, with the role in each'
                    'teams|List the teams that a member is in, with the role in each'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'member list' {
                $state.Place = 'member list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--role|=admin =create =review =edit =comment =read =guest|Only those with this role'
                    '--search|.|Only those whose name or email has this in it'
                    '--sort|=joinedAt =lastSeenAt =name|What to sort by; lastSeenAt leaves out who was never seen'
                    '--order|=asc =desc|asc lists the earliest first'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'member get' {
                $state.Place = 'member get'
                $state.Values = @(
                    '@user'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'member update' {
                $state.Place = 'member update'
                $state.Values = @(
                    '@user ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization'
                    '--no-role||No role'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'member remove' {
                $state.Place = 'member remove'
                $state.Values = @(
                    '@user ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'member sso' {
                $state.Place = 'member sso'
                $state.Values = @(
                    '@user ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $every
                return $true
            }
            'member spaces' {
                $state.Place = 'member spaces'
                $state.Values = @(
                    '@user'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--order|=asc =desc|asc lists the earliest first'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'member teams' {
                $state.Place = 'member teams'
                $state.Values = @(
                    '@user'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--title|.|Only those whose title has this in it'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'teams' { return Set-TomeCommand 'team' }
            'team' {
                $state.Place = 'team'
                $state.Below = @(
                    'list|List the teams of an organization'
                    'create|Create a team'
                    'get|Show a team'
                    'update|Change the title of a team'
                    'delete|Delete a team; its members stay in the organization'
                    'members|List the members of a team'
                    'add|Put members into a team'
                    'drop|Take a member out of a team'
                    'put|Put one member into a team, or change the role in it'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'team list' {
                $state.Place = 'team list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--owner|@user|Only those that this member can manage'
                    '--title|.|Only those whose title has this in it'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'team create' {
                $state.Place = 'team create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--title|.|Title'
                    '--member|@user|Member to put into it'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'team get' {
                $state.Place = 'team get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'team update' {
                $state.Place = 'team update'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--title|.|Title'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'team delete' {
                $state.Place = 'team delete'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'team members' {
                $state.Place = 'team members'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'team add' {
                $state.Place = 'team add'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
                    '...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--remove|.|Member to take out of it, by id or email'
                    '--memberships|.|Roles in the team by user id, as {"<user>": {"role": "owner"}}'
                    '--role|=owner =member|Role of all of them in the team; an owner manages it'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'team drop' {
                $state.Place = 'team drop'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
                    '@user ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'team put' {
                $state.Place = 'team put'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
                    '@user ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--role|=owner =member|An owner manages the team'
                ) + $bodies + $many + $requests + $confirmed + $every
                return $true
            }
            'saml' {
                $state.Place = 'saml'
                $state.Below = @(
                    'list|List the SAML providers of an organization'
                    'create|Create a SAML provider'
                    'get|Show a SAML provider'
                    'update|Change a SAML provider'
                    'delete|Delete a SAML provider'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'saml list' {
                $state.Place = 'saml list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'saml create' {
                $state.Place = 'saml create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--label|.|Name shown to those who sign in'
                    '--entity-id|.|Entity id of the identity provider'
                    '--certificate|%file|File with the identity provider''s certificate, as PEM or base64'
                    '--sso-url|.|Address where the identity provider signs people in'
                    '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that people join when they first sign in'
                    '--default-role|=admin =create =review =edit =comment =read =guest|Role of people when they first sign in'
                    '--no-default-role||No default role'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'saml get' {
                $state.Place = 'saml get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'saml update' {
                $state.Place = 'saml update'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--label|.|Name shown to those who sign in'
                    '--entity-id|.|Entity id of the identity provider'
                    '--certificate|%file|File with the identity provider''s certificate, as PEM or base64'
                    '--sso-url|.|Address where the identity provider signs people in'
                    '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that people join when they first sign in'
                    '--default-role|=admin =create =review =edit =comment =read =guest|Role of people when they first sign in'
                    '--no-default-role||No default role'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'saml delete' {
                $state.Place = 'saml delete'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'sso' {
                $state.Place = 'sso'
                $state.Below = @(
                    'list|List where people sign in by single sign-on'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'sso list' {
                $state.Place = 'sso list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $requests + $every
                return $true
            }
            'sites' { return Set-TomeCommand 'site' }
            'site' {
                $state.Place = 'site'
                $state.Below = @(
                    'list|List the docs sites of an organization'
                    'create|Create a docs site'
                    'get|Show a docs site'
                    'update|Change a docs site''s title, audience, addresses or defaults'
                    'delete|Delete a docs site for good; its spaces stay'
                    'publish|Publish a docs site'
                    'unpublish|Take a docs site offline; its structure and settings stay'
                    'published|Show what visitors of a published docs site see'
                    'structure|Show the sections, groups and spaces of a docs site in their order'
                    'sort|Move a section, group or site space among its siblings'
                    'section|Work with the sections of a docs site'
                    'section-group|Work with groups of sections, and of further groups'
                    'space|Work with the places of a docs site at which spaces stand'
                    'adaptive-schema|Work with the schema of a docs site''s visitors'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'site list' {
                $state.Place = 'site list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only sites on which this space stands'
                    '--title|.|Only sites with this in their title, in upper or lower case'
                    '--published||Only sites that are published, or only those that are not'
                    '--no-published||The opposite of --published'
                    '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Only sites of this type'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'site create' {
                $state.Place = 'site create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Type'
                    '--title|.|Title'
                    '--visibility|=public =unlisted =share-link =visitor-auth|Who may read it once it is published'
                    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to put on it; the first one is where visitors arrive'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site get' {
                $state.Place = 'site get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $gets + $every
                return $true
            }
            'site update' {
                $state.Place = 'site update'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--title|.|Title'
                    '--visibility|=public =unlisted =share-link =visitor-auth|Who may read it once it is published'
                    '--basename|.|Last part of its published address'
                    '--adaptive-content||Let conditions read the visitor''s claims'
                    '--no-adaptive-content||The opposite of --adaptive-content'
                    '--agents-context|=excluded =included|Whether agents of the organization may draw on it'
                    '--default-site-space|^#0 @site-space|Site space where visitors arrive, at the root or in the default section'
                    '--default-site-section|^#0 @site-section|Section where visitors arrive'
                    '--proxy|.|Host and path under which a proxy of yours shows it'
                    '--no-proxy||No proxy'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site delete' {
                $state.Place = 'site delete'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'site publish' {
                $state.Place = 'site publish'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $every
                return $true
            }
            'site unpublish' {
                $state.Place = 'site unpublish'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'site published' {
                $state.Place = 'site published'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--share-key|.|Key of a share link, to resolve published addresses'
                    '--claims|.|Claims of the visitor as a JSON object, on the embedded platform'
                ) + $requests + $every
                return $true
            }
            'site structure' {
                $state.Place = 'site structure'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--share-key|.|Key of a share link, to resolve published addresses'
                ) + $limits + $every
                return $true
            }
            'site sort' {
                $state.Place = 'site sort'
                $state.Values = @(
                    '...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--before|.|Place it right before this sibling'
                    '--after|.|Place it right after this sibling'
                ) + $many + $requests + $every
                return $true
            }
            'site sections' { return Set-TomeCommand 'site section' }
            'site section' {
                $state.Place = 'site section'
                $state.Below = @(
                    'list|List the sections of a docs site'
                    'create|Add a section to a docs site'
                    'update|Change a section''s title, path, default, condition, icon, description or group'
                    'delete|Delete a section; its spaces stay in the organization'
                    'move|Move a section among its siblings (site sort also knows groups)'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'site section list' {
                $state.Place = 'site section list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--share-key|.|Key of a share link, to resolve published addresses'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'site section create' {
                $state.Place = 'site section create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that it shows'
                    '--title|.|Title; that of the space where left out'
                    '--no-title||No title'
                    '--icon|.|Name of an icon'
                    '--no-icon||No icon'
                    '--group|^--site,TOME_SITE @site-section-group|Group to add it to, as its last; the top level where left out'
                    '--no-group||No group'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site section update' {
                $state.Place = 'site section update'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--title|.|Title'
                    '--path|.|Path on the site'
                    '--default-site-space|^--site,TOME_SITE @site-space|Site space that visitors of the section see first'
                    '--condition|.|Expression that decides which visitors see it'
                    '--no-condition||No condition'
                    '--icon|.|Name of an icon'
                    '--no-icon||No icon'
                    '--description|.|Description'
                    '--no-description||No description'
                    '--group|=none ^--site,TOME_SITE @site-section-group|Group to put it into, as its last; none takes it out of its group'
                    '--no-group||No group'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site section delete' {
                $state.Place = 'site section delete'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'site section move' {
                $state.Place = 'site section move'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--before|^--site,TOME_SITE @site-section|Place it right before this section'
                    '--after|^--site,TOME_SITE @site-section|Place it right after this section'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site section-groups' { return Set-TomeCommand 'site section-group' }
            'site section-group' {
                $state.Place = 'site section-group'
                $state.Below = @(
                    'list|List the section groups of a docs site'
                    'create|Add a section group to a docs site'
                    'update|Change a section group''s title or icon'
                    'delete|Delete a section group; what it holds takes its place'
                    'add|Put a section into a group, as its last'
                    'remove|Take a section out of its group; it stays on the site'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'site section-group list' {
                $state.Place = 'site section-group list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'site section-group create' {
                $state.Place = 'site section-group create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--title|.|Title'
                    '--icon|.|Name of an icon'
                    '--no-icon||No icon'
                    '--section|^--site,TOME_SITE @site-section|Section to put into it, in this order'
                    '--parent|^--site,TOME_SITE @site-section-group|Group to create it in; the top level where left out'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site section-group update' {
                $state.Place = 'site section-group update'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section-group ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--title|.|Title'
                    '--icon|.|Name of an icon'
                    '--no-icon||No icon'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site section-group delete' {
                $state.Place = 'site section-group delete'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section-group ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'site section-group add' {
                $state.Place = 'site section-group add'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section-group'
                    '^--site,TOME_SITE @site-section ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site section-group remove' {
                $state.Place = 'site section-group remove'
                $state.Values = @(
                    '^--site,TOME_SITE @site-section-group'
                    '^--site,TOME_SITE @site-section ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'site spaces' { return Set-TomeCommand 'site space' }
            'site space' {
                $state.Place = 'site space'
                $state.Below = @(
                    'list|List the site spaces of a docs site'
                    'add|Put a space on a docs site'
                    'update|Change a site space''s path, condition or space'
                    'remove|Take a space off a docs site; the space itself stays'
                    'move|Move a site space among its siblings'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'site space list' {
                $state.Place = 'site space list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--share-key|.|Key of a share link, to resolve published addresses'
                    '--default||Only those that visitors see first, or only the others'
                    '--no-default||The opposite of --default'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'site space add' {
                $state.Place = 'site space add'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--section|^--site,TOME_SITE @site-section|Section to put it in; the default one, or the root, where left out'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site space update' {
                $state.Place = 'site space update'
                $state.Values = @(
                    '^--site,TOME_SITE @site-space ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--path|.|Path on the site or in its section'
                    '--condition|.|Expression that decides which visitors see it'
                    '--no-condition||No condition'
                    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show there from now on'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site space remove' {
                $state.Place = 'site space remove'
                $state.Values = @(
                    '^--site,TOME_SITE @site-space ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'site space move' {
                $state.Place = 'site space move'
                $state.Values = @(
                    '^--site,TOME_SITE @site-space ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Id or web address of the docs site'
                    '--before|^--site,TOME_SITE @site-space|Place it right before this site space'
                    '--after|^--site,TOME_SITE @site-space|Place it right after this site space'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'site adaptive-schema' {
                $state.Place = 'site adaptive-schema'
                $state.Below = @(
                    'get|Show the schema of a docs site''s visitors'
                    'put|Replace the schema of a docs site''s visitors'
                    'conditions|List the conditions that the visitors'' schema makes possible'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'site adaptive-schema get' {
                $state.Place = 'site adaptive-schema get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'site adaptive-schema put' {
                $state.Place = 'site adaptive-schema put'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--file|%file|File with the JSON schema itself, - for standard input'
                ) + $many + $requests + $every
                return $true
            }
            'site adaptive-schema conditions' {
                $state.Place = 'site adaptive-schema conditions'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $requests + $every
                return $true
            }
            'integrations' { return Set-TomeCommand 'integration' }
            'integration' {
                $state.Place = 'integration'
                $state.Below = @(
                    'list|List the integrations that you may install or administer'
                    'get|Show an integration'
                    'publish|Publish an integration, or its next version'
                    'unpublish|Unpublish an integration, which also uninstalls it everywhere'
                    'installations|List where an integration is installed'
                    'install|Install an integration in an organization'
                    'uninstall|Uninstall an integration from an organization'
                    'spaces|List the spaces that an integration works on'
                    'sites|List the docs sites that an integration works on'
                    'dev|Send an integration''s events to a tunnel'
                    'event|See what an integration was told, and how that went'
                    'installation|Look at one installation of an integration'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'integration list' {
                $state.Place = 'integration list'
                $state.Flags = @(
                    '--search|.|Only those with this text in their name or title'
                    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only those of this category'
                    '--block-domain|.|Only those with a block that unfurls links to this domain'
                    '--blocks||Only those with blocks; --no-blocks: only those without'
                    '--no-blocks||The opposite of --blocks'
                    '--content-sources||Only those with content sources; --no-content-sources: only those without'
                    '--no-content-sources||The opposite of --content-sources'
                    '--owner|@org|Only those that this organization has published'
                    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only those that ask for this scope'
                    '--target|=all =site =space =organization|Only those that are made for this target'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'integration get' {
                $state.Place = 'integration get'
                $state.Values = @(
                    '@integration'
                )
                $state.Flags = @() + $requests + $every
                return $true
            }
            'integration publish' {
                $state.Place = 'integration publish'
                $state.Values = @(
                    '@integration ...'
                )
                $state.Flags = @(
                    '--manifest|%file|JSON or YAML file with the fields of the request; flags win over it'
                    '--input|%file|The same as --manifest'
                    '--org|@org|Organization that publishes it, by id or hostname'
                    '!--organization|@org|'
                    '--title|.|Title'
                    '--description|.|What it is for, in a sentence'
                    '--summary|.|What it does, in Markdown'
                    '--runtime|=v1 =v2|Runtime that the script is written for'
                    '--visibility|=public =private =unlisted|public is listed for everyone, unlisted is found by its name alone, private is its organization''s own'
                    '--target|=all =site =space =organization|What it is made to be installed on'
                    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|What it may do; give one --scope for each'
                    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Where it is found in a catalogue'
                    '--script|%file|File with the script, - for standard input'
                    '--icon|%file|File with the icon'
                    '--preview-image|%file|File with an image that shows it at work, at most 3'
                    '--secret|.|Secret; KEY alone takes the value of that environment variable'
                    '--content-security-policy|.|Policy sent with the answers of its script'
                ) + $many + $requests + $every
                return $true
            }
            'integration unpublish' {
                $state.Place = 'integration unpublish'
                $state.Values = @(
                    '@integration ...'
                )
                $state.Flags = @() + $many + $requests + $confirmed + $every
                return $true
            }
            'integration installations' {
                $state.Place = 'integration installations'
                $state.Values = @(
                    '@integration'
                )
                $state.Flags = @(
                    '--external-id|.|Only those that carry this id of another system'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'integration install' {
                $state.Place = 'integration install'
                $state.Values = @(
                    '@integration ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'integration uninstall' {
                $state.Place = 'integration uninstall'
                $state.Values = @(
                    '@integration'
                    '@installation ...'
                )
                $state.Flags = @() + $many + $requests + $confirmed + $every
                return $true
            }
            'integration spaces' {
                $state.Place = 'integration spaces'
                $state.Values = @(
                    '@integration'
                )
                $state.Flags = @(
                    '--external-id|.|Only those that carry this id of another system'
                    '--extended||Answer each whole and not only its id'
                    '--no-extended||The opposite of --extended'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'integration sites' {
                $state.Place = 'integration sites'
                $state.Values = @(
                    '@integration'
                )
                $state.Flags = @(
                    '--external-id|.|Only those that carry this id of another system'
                    '--extended||Answer each whole and not only its id'
                    '--no-extended||The opposite of --extended'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'integration dev' {
                $state.Place = 'integration dev'
                $state.Values = @(
                    '@integration ...'
                )
                $state.Flags = @(
                    '--tunnel-url|.|Address that events are sent to'
                    '--all||Send the events of every organization, and not only of the one that published it'
                    '--no-all||The opposite of --all'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'integration events' { return Set-TomeCommand 'integration event' }
            'integration event' {
                $state.Place = 'integration event'
                $state.Below = @(
                    'list|List the events of an integration, the latest first'
                    'get|Show an event of an integration, with what happened while it was sent'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'integration event list' {
                $state.Place = 'integration event list'
                $state.Values = @(
                    '@integration'
                )
                $state.Flags = @() + $limits + $lists + $requests + $every
                return $true
            }
            'integration event get' {
                $state.Place = 'integration event get'
                $state.Values = @(
                    '@integration'
                    '@event'
                )
                $state.Flags = @() + $every
                return $true
            }
            'integration installation' {
                $state.Place = 'integration installation'
                $state.Below = @(
                    'get|Show an installation of an integration'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'integration installation get' {
                $state.Place = 'integration installation get'
                $state.Values = @(
                    '@integration'
                    '@installation'
                )
                $state.Flags = @() + $requests + $every
                return $true
            }
            'content' {
                $state.Place = 'content'
                $state.Below = @(
                    'get|Show the content of a space: its pages, files and variables'
                    'apply-template|Add the pages of a template to a space, or to one of its change requests'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'content get' {
                $state.Place = 'content get'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                ) + $requests + $every
                return $true
            }
            'content apply-template' {
                $state.Place = 'content apply-template'
                $state.Values = @(
                    '...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--params|.|What the template asks for: references by their names'
                    '--cr|^--space,TOME_SPACE @cr|Change request that receives it; the space itself where absent'
                    '--file-ref|.|File that the template asks for, by its name there'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'pages' { return Set-TomeCommand 'page' }
            'page' {
                $state.Place = 'page'
                $state.Below = @(
                    'list|List the pages of a space as they stand in each other'
                    'get|Show a page with its text'
                    'links|List the links on a page, and whether they lead anywhere'
                    'backlinks|List the places that link to a page'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'page list' {
                $state.Place = 'page list'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                ) + $limits + $every
                return $true
            }
            'page get' {
                $state.Place = 'page get'
                $state.Values = @(
                    '^--space,TOME_SPACE @page'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--path|.|Path of the page in its space, such as guides/start'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page''s text'
                    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                )
                return $true
            }
            'page links' {
                $state.Place = 'page links'
                $state.Values = @(
                    '^--space,TOME_SPACE @page'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--status|=ok =broken =in-app|Only links in this state'
                    '--fail||End with exit code 10 where links are broken'
                    '!--no-fail||'
                ) + $limits + $lists + $requests + $every + $findings
                return $true
            }
            'page backlinks' {
                $state.Place = 'page backlinks'
                $state.Values = @(
                    '^--space,TOME_SPACE @page'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'files' { return Set-TomeCommand 'file' }
            'file' {
                $state.Place = 'file'
                $state.Below = @(
                    'list|List the files of a space'
                    'get|Show a file, with the address of its bytes'
                    'backlinks|List the places that use a file'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'file list' {
                $state.Place = 'file list'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'file get' {
                $state.Place = 'file get'
                $state.Values = @(
                    '^--space,TOME_SPACE @file'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                    '--save|%file|Save the bytes as this file'
                    '--force||Replace the file where it is there already'
                    '!--no-force||'
                ) + $every
                return $true
            }
            'file backlinks' {
                $state.Place = 'file backlinks'
                $state.Values = @(
                    '^--space,TOME_SPACE @file'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'revisions' { return Set-TomeCommand 'revision' }
            'revision' {
                $state.Place = 'revision'
                $state.Below = @(
                    'get|Show the content of a space as it was in a revision'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'revision get' {
                $state.Place = 'revision get'
                $state.Values = @(
                    '^--space,TOME_SPACE @revision'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                ) + $requests + $every
                return $true
            }
            'comments' { return Set-TomeCommand 'comment' }
            'comment' {
                $state.Place = 'comment'
                $state.Below = @(
                    'list|List the comments in a space, or in one of its change requests'
                    'create|Comment on a space or a change request, or on something in it'
                    'get|Show a comment'
                    'update|Change a comment''s text, resolve it, or react to it'
                    'delete|Delete a comment with its replies'
                    'reply|Work with the replies to a comment'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'comment list' {
                $state.Place = 'comment list'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--status|=all =open =resolved|Only those in this state'
                    '--order|=asc =desc|asc lists the oldest first'
                    '--target-page|^--space,TOME_SPACE @page|Only those on this page'
                    '--author|@user|Only those posted by one of these people'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                ) + $limits + $lists + $requests
                return $true
            }
            'comment create' {
                $state.Place = 'comment create'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--body|.|Text'
                    '--page|^--space,TOME_SPACE @page|Page to comment on'
                    '--node|.|Block of the page to comment on'
                    '--table-cell|.|Cell of a table on the page to comment on'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'comment get' {
                $state.Place = 'comment get'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                ) + $requests
                return $true
            }
            'comment update' {
                $state.Place = 'comment update'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--body|.|Text'
                    '--resolve||Resolve the comment'
                    '--no-resolve||The opposite of --resolve'
                    '--add-reaction|.|React with this emoji'
                    '--remove-reaction|.|Take back your reaction with this emoji'
                    '--unresolve||Open the comment again'
                    '!--no-unresolve||'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'comment delete' {
                $state.Place = 'comment delete'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'comment replies' { return Set-TomeCommand 'comment reply' }
            'comment reply' {
                $state.Place = 'comment reply'
                $state.Below = @(
                    'list|List the replies to a comment'
                    'create|Reply to a comment'
                    'get|Show a reply'
                    'update|Change a reply''s text, or react to it'
                    'delete|Delete a reply'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'comment reply list' {
                $state.Place = 'comment reply list'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                ) + $limits + $lists + $requests
                return $true
            }
            'comment reply create' {
                $state.Place = 'comment reply create'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--body|.|Text'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'comment reply get' {
                $state.Place = 'comment reply get'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment'
                    '^#0 @reply'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                ) + $requests
                return $true
            }
            'comment reply update' {
                $state.Place = 'comment reply update'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment'
                    '^#0 @reply ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                    '--body|.|Text'
                    '--resolve||Resolve the comment'
                    '--no-resolve||The opposite of --resolve'
                    '--add-reaction|.|React with this emoji'
                    '--remove-reaction|.|Take back your reaction with this emoji'
                    '--unresolve||Open the comment again'
                    '!--no-unresolve||'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'comment reply delete' {
                $state.Place = 'comment reply delete'
                $state.Values = @(
                    '^--space,TOME_SPACE @comment'
                    '^#0 @reply ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--cr|^--space,TOME_SPACE @cr|Id or web address of the change request'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'cr' {
                $state.Place = 'cr'
                $state.Below = @(
                    'list|List change requests of a space or, where none is given or set, of an organization'
                    'create|Create a change request, as a draft'
                    'get|Show a change request'
                    'update|Change a change request''s subject, description or status'
                    'merge|Merge a change request into its space'
                    'pull|Pull what changed in the space into a change request'
                    'pdf|Make a PDF of a change request''s pages'
                    'edit|Edit a page of a change request, add one, or apply a list of changes'
                    'page|Show a page with its text, as it is in a change request'
                    'changes|Show what a change request would change in its space'
                    'review|Approve a change request, or ask for changes to it'
                    'reviews|List the reviews of a change request, or show one'
                    'reviewers|List the people who were asked to review a change request'
                    'request-review|Ask people to review a change request'
                    'commenters|List the members who commented on a change request'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'cr list' {
                $state.Place = 'cr list'
                $state.Flags = @(
                    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Id or web address of the space'
                    '--status|=draft =open =archived =merged|Only those in this state'
                    '--creator|@user|Only those created by this user'
                    '--contributor|@user|Only those this user created or edited'
                    '--requested-reviewer|@user|Only those this user was asked to review'
                    '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only those made for this cluster of issues'
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--org-wide||Those of the whole organization, even where a space is set'
                    '!--no-org-wide||'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'cr create' {
                $state.Place = 'cr create'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--subject|.|Subject'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'cr get' {
                $state.Place = 'cr get'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $requests + $gets + $every
                return $true
            }
            'cr update' {
                $state.Place = 'cr update'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--subject|.|Subject'
                    '--description|.|Description'
                    '--status|=draft =open =archived|New state; archived is final, as merged is'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'cr merge' {
                $state.Place = 'cr merge'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $many + $requests + $every + $findings
                return $true
            }
            'cr pull' {
                $state.Place = 'cr pull'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $many + $requests + $every + $findings
                return $true
            }
            'cr pdf' {
                $state.Place = 'cr pdf'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--page|^--space,TOME_SPACE @page|Page to begin at; the pages below it follow'
                    '--only||Leave out the pages below --page'
                    '--no-only||The opposite of --only'
                    '--save|%file|Save the PDF as this file'
                    '--force||Replace the file where it is there already'
                    '!--no-force||'
                ) + $every
                return $true
            }
            'cr edit' {
                $state.Place = 'cr edit'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--page|^--space,TOME_SPACE @page|Page to edit'
                    '--new||Add a page instead of editing one'
                    '!--no-new||'
                    '--file|%file|Markdown file with the text of the page, - for standard input'
                    '--title|.|Title of the page'
                    '--slug|.|Its part of the address'
                    '--into|^--space,TOME_SPACE @page|Page to put it into'
                    '--delete||Delete the page with the pages below it'
                    '!--no-delete||'
                    '--revert-to|.|Take the page back to what it was in this revision'
                    '--input|%file|JSON or YAML file with {"changes": [...]}, the whole body, - for standard input'
                ) + $many + $requests + $every
                return $true
            }
            'cr page' {
                $state.Place = 'cr page'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                    '^--space,TOME_SPACE @page'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page''s text'
                    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
                    '--metadata||Tell where things stand in their Git repository'
                    '--no-metadata||The opposite of --metadata'
                    '--computed||Compute the content that is made from something else'
                    '--no-computed||The opposite of --computed'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                ) + $requests
                return $true
            }
            'cr changes' {
                $state.Place = 'cr changes'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--limit|.|How many changes to answer'
                ) + $requests + $every
                return $true
            }
            'cr review' {
                $state.Place = 'cr review'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--approve||Approve it'
                    '!--no-approve||'
                    '--body|.|Text'
                    '--request-changes||Ask for changes to it'
                    '!--no-request-changes||'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'cr reviews' {
                $state.Place = 'cr reviews'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                    '^#0 @review'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
                    '--outdated||Only those that a later request, review or edit replaced, or only the others'
                    '--no-outdated||The opposite of --outdated'
                    '--json||Print JSON; with a comma-separated list, only these fields'
                    '--jq|.|Filter the JSON with a jq program'
                    '-q|.|Filter the JSON with a jq program'
                    '--raw-csv||Leave CSV and TSV cells that a spreadsheet would run as formulas as they are'
                    '--profile|.|Use the settings and token of this profile'
                    '--local||Use the embedded platform, as --profile local does'
                    '--base-url|.|Address of the platform'
                    '--timeout|.|How long a request may take with its repeats'
                    '--retries|.|How often a request may be repeated'
                    '--no-input||Never ask; a missing value is an error'
                    '--quiet||No notes and no progress'
                    '--debug||Show requests and answers on standard error, without secrets'
                    '--record|%file|Keep what travels in a file, without secrets'
                    '--replay|%file|Answer from such a file, without a network'
                    '--no-color||No colour'
                    '--help||Show help'
                    '-h||Show help'
                    '--version||Show the version'
                    '-V||Show the version'
                ) + $limits + $lists + $requests
                return $true
            }
            'cr reviewers' {
                $state.Place = 'cr reviewers'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'cr request-review' {
                $state.Place = 'cr request-review'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr ...'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--reviewer|@user|Member to ask'
                    '--subject|.|New subject of the change request'
                    '--description|.|New description'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'cr commenters' {
                $state.Place = 'cr commenters'
                $state.Values = @(
                    '^--space,TOME_SPACE @cr'
                )
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'git' {
                $state.Place = 'git'
                $state.Below = @(
                    'import|Bring the content of a Git repository into a space'
                    'export|Commit the content of a space to a Git repository'
                    'info|Show the Git repository of a space, and what became of the last import or export'
                    'remove-legacy|Remove the old kind of Git connection from a space'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'git import' {
                $state.Place = 'git import'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--url|.|Address of the repository; it may hold a user name and password'
                    '--ref|.|Branch, in full: refs/heads/main'
                    '--force||Also where it is older, or the space has changes that contradict'
                    '--no-force||The opposite of --force'
                    '--standalone||Make a revision only, and leave the space''s content as it is'
                    '--no-standalone||The opposite of --standalone'
                    '--project-directory|%folder|Folder of the repository that holds the content'
                    '--repo-cache-id|.|Names a copy that may be kept of the repository'
                    '--repo-tree-url|.|Beginning of the addresses of files in the repository'
                    '--repo-commit-url|.|Beginning of the addresses of commits'
                    '--timestamp|.|When it was caused; what is older than the last one is left out'
                    '--provider|=github =gitlab|Who hosts the repository'
                    '--provider-url|.|Address of the repository for people'
                    '--wait||Wait until the work is done'
                    '!--no-wait||'
                    '--wait-limit|.|With --wait: seconds to wait at most'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'git export' {
                $state.Place = 'git export'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                    '--url|.|Address of the repository; it may hold a user name and password'
                    '--ref|.|Branch, in full: refs/heads/main'
                    '--message|.|Message of the commit'
                    '--force||Also where it is older, or the branch has changes that contradict'
                    '--no-force||The opposite of --force'
                    '--project-directory|%folder|Folder of the repository that holds the content'
                    '--repo-cache-id|.|Names a copy that may be kept of the repository'
                    '--repo-tree-url|.|Beginning of the addresses of files in the repository'
                    '--repo-commit-url|.|Beginning of the addresses of commits'
                    '--timestamp|.|When it was caused; what is older than the last one is left out'
                    '--provider|=github =gitlab|Who hosts the repository'
                    '--provider-url|.|Address of the repository for people'
                    '--wait||Wait until the work is done'
                    '!--no-wait||'
                    '--wait-limit|.|With --wait: seconds to wait at most'
                ) + $many + $requests + $every
                return $true
            }
            'git info' {
                $state.Place = 'git info'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $requests + $every
                return $true
            }
            'git remove-legacy' {
                $state.Place = 'git remove-legacy'
                $state.Flags = @(
                    '--space|@space|Id or web address of the space'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'openapi' {
                $state.Place = 'openapi'
                $state.Below = @(
                    'list|List the API specifications of an organization'
                    'create|Store an API specification under a new slug'
                    'get|Show an API specification'
                    'put|Store an API specification, or a new source for one that is there'
                    'publish|Store an API specification, as `openapi put` does'
                    'update|Change who may see an API specification'
                    'delete|Delete an API specification with all its versions'
                    'version|See the versions of an API specification'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'openapi list' {
                $state.Place = 'openapi list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'openapi create' {
                $state.Place = 'openapi create'
                $state.Values = @(
                    '...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--url|.|Address that the platform fetches it from'
                    '--file|%file|File to send, with the files that it refers to; - for standard input'
                    '--root|%folder|Folder that the files may be in; the file''s own unless given'
                    '--input|%file|JSON or YAML file with the body of the request'
                    '--wait||Wait until the work is done'
                    '!--no-wait||'
                    '--wait-limit|.|With --wait: seconds to wait at most'
                ) + $many + $requests + $every + $findings
                return $true
            }
            'openapi get' {
                $state.Place = 'openapi get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'openapi put' {
                $state.Place = 'openapi put'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--url|.|Address that the platform fetches it from'
                    '--file|%file|File to send, with the files that it refers to; - for standard input'
                    '--root|%folder|Folder that the files may be in; the file''s own unless given'
                    '--input|%file|JSON or YAML file with the body of the request'
                    '--wait||Wait until the work is done'
                    '!--no-wait||'
                    '--wait-limit|.|With --wait: seconds to wait at most'
                ) + $many + $requests + $every + $findings
                return $true
            }
            'openapi publish' {
                $state.Place = 'openapi publish'
                $state.Values = @(
                    '%file ...'
                )
                $state.Flags = @(
                    '--org|@org|Organization that owns it'
                    '-o|@org|Organization that owns it'
                    '!--organization|@org|'
                    '--spec|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug that it is known by'
                    '-s|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug that it is known by'
                    '--root|%folder|Folder that the files may be in; the file''s own unless given'
                    '--wait||Wait until the work is done'
                    '!--no-wait||'
                    '--wait-limit|.|With --wait: seconds to wait at most'
                ) + $many + $requests + $every + $findings
                return $true
            }
            'openapi update' {
                $state.Place = 'openapi update'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--visibility|=private =public|public gives it an address that needs no token'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'openapi delete' {
                $state.Place = 'openapi delete'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'openapi versions' { return Set-TomeCommand 'openapi version' }
            'openapi version' {
                $state.Place = 'openapi version'
                $state.Below = @(
                    'list|List the versions of an API specification, the latest first'
                    'get|Show a version of an API specification, the latest one unless told'
                    'content|Show the files of a version of an API specification, or save them'
                    'raw|Print the text of a version of an API specification as it was sent or fetched'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'openapi version list' {
                $state.Place = 'openapi version list'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'openapi version get' {
                $state.Place = 'openapi version get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
                    '@specification-version'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'openapi version content' {
                $state.Place = 'openapi version content'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
                    '@specification-version'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--save|%folder|Folder to write the files into, and nothing outside'
                    '--force||With --save: replace files that are there already'
                    '!--no-force||'
                ) + $every
                return $true
            }
            'openapi version raw' {
                $state.Place = 'openapi version raw'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
                    '@specification-version'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $every
                return $true
            }
            'conversations' { return Set-TomeCommand 'conversation' }
            'conversation' {
                $state.Place = 'conversation'
                $state.Below = @(
                    'list|List the conversations of an organization'
                    'ingest|Take in conversations; one that is known already is replaced'
                    'get|Show a conversation with all that was said'
                    'cluster|Work with clusters of alike issues'
                    'issue|Work with the issues found in conversations'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'conversation list' {
                $state.Place = 'conversation list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--source|.|Only those from this source, such as email'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'conversation ingest' {
                $state.Place = 'conversation ingest'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--file|%file|JSON or NDJSON with one conversation or many; - for standard input'
                ) + $many + $requests + $every
                return $true
            }
            'conversation get' {
                $state.Place = 'conversation get'
                $state.Values = @(
                    '.'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'conversation clusters' { return Set-TomeCommand 'conversation cluster' }
            'conversation cluster' {
                $state.Place = 'conversation cluster'
                $state.Below = @(
                    'list|List the clusters of alike issues'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'conversation cluster list' {
                $state.Place = 'conversation cluster list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--status|=pending =analysing|Only those that wait for their analysis, or are in it'
                    '--order|=asc =desc|Direction of the order'
                    '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted|What they are ordered by'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'conversation issues' { return Set-TomeCommand 'conversation issue' }
            'conversation issue' {
                $state.Place = 'conversation issue'
                $state.Below = @(
                    'list|List the issues found in conversations'
                    'get|Show an issue with its conversation'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'conversation issue list' {
                $state.Place = 'conversation issue list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only those of this cluster'
                    '--conversation|.|Only those of this conversation'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'conversation issue get' {
                $state.Place = 'conversation issue get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @issue'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'translations' { return Set-TomeCommand 'translation' }
            'translation' {
                $state.Place = 'translation'
                $state.Below = @(
                    'list|List the translations of an organization'
                    'create|Create a translation of a space; run it to get its pages'
                    'get|Show a translation'
                    'update|Change the instructions of a translation'
                    'delete|Delete a translation; the space that it made stays'
                    'run|Translate what has changed since the last run'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'translation list' {
                $state.Place = 'translation list'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $limits + $lists + $requests + $every
                return $true
            }
            'translation create' {
                $state.Place = 'translation create'
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--source-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to translate'
                    '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language it is written in'
                    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language to translate into'
                    '--instructions|.|What the translator is to heed'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'translation get' {
                $state.Place = 'translation get'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $requests + $every
                return $true
            }
            'translation update' {
                $state.Place = 'translation update'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--instructions|.|What the translator is to heed'
                ) + $bodies + $many + $requests + $every
                return $true
            }
            'translation delete' {
                $state.Place = 'translation delete'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                ) + $many + $requests + $confirmed + $every
                return $true
            }
            'translation run' {
                $state.Place = 'translation run'
                $state.Values = @(
                    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
                )
                $state.Flags = @(
                    '--org|@org|Id or web address of the organization'
                    '!--organization|@org|'
                    '--wait||Wait until the work is done'
                    '!--no-wait||'
                    '--wait-limit|.|With --wait: seconds to wait at most'
                ) + $many + $requests + $every
                return $true
            }
            'whoami' {
                $state.Place = 'whoami'
                $state.Flags = @() + $requests + $every
                return $true
            }
            'auth' {
                $state.Place = 'auth'
                $state.Below = @(
                    'login|Store a token for a platform'
                    'logout|Forget the stored token of a profile'
                    'status|Show which token is in use, where it is kept, and whether it works'
                    'token|Print the token in use'
                    'list|List the profiles, the platform of each, and where its token is kept'
                    'switch|Choose the profile that is used where nothing names another'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'auth login' {
                $state.Place = 'auth login'
                $state.Flags = @(
                    '--with-token||Read the token from standard input'
                    '!--no-with-token||'
                    '--offline||Store it without asking the platform'
                    '!--no-offline||'
                    '--insecure-storage||Store it in a file, though there is a keyring'
                    '!--no-insecure-storage||'
                ) + $every
                return $true
            }
            'auth logout' {
                $state.Place = 'auth logout'
                $state.Flags = @() + $every
                return $true
            }
            'auth status' {
                $state.Place = 'auth status'
                $state.Flags = @(
                    '--offline||Do not ask the platform'
                    '!--no-offline||'
                ) + $every
                return $true
            }
            'auth token' {
                $state.Place = 'auth token'
                $state.Flags = @() + $every
                return $true
            }
            'auth list' {
                $state.Place = 'auth list'
                $state.Flags = @() + $limits + $every
                return $true
            }
            'auth switch' {
                $state.Place = 'auth switch'
                $state.Values = @(
                    '.'
                )
                $state.Flags = @() + $every
                return $true
            }
            'config' {
                $state.Place = 'config'
                $state.Below = @(
                    'get|Print the value of a setting that is in force'
                    'set|Set a setting of the profile'
                    'unset|Remove settings from the profile'
                    'list|List the settings in force, and where each comes from'
                    'path|Print the folder of the settings'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'config get' {
                $state.Place = 'config get'
                $state.Values = @(
                    '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir'
                )
                $state.Flags = @() + $every
                return $true
            }
            'config set' {
                $state.Place = 'config set'
                $state.Values = @(
                    '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir'
                    '.'
                )
                $state.Flags = @() + $every
                return $true
            }
            'config unset' {
                $state.Place = 'config unset'
                $state.Values = @(
                    '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir ...'
                )
                $state.Flags = @() + $every
                return $true
            }
            'config list' {
                $state.Place = 'config list'
                $state.Flags = @() + $limits + $every
                return $true
            }
            'config path' {
                $state.Place = 'config path'
                $state.Flags = @() + $every
                return $true
            }
            'api' {
                $state.Place = 'api'
                $state.Values = @(
                    '=GET =POST =PUT =PATCH =DELETE =HEAD =OPTIONS'
                    '.'
                )
                $state.Flags = @(
                    '--field|.|Text for the body, or for the query of a GET'
                    '-f|.|Text for the body, or for the query of a GET'
                    '--typed-field|.|The same, read as JSON where it is JSON; @file is a file''s text'
                    '-F|.|The same, read as JSON where it is JSON; @file is a file''s text'
                    '--header|.|Header of the request'
                    '-H|.|Header of the request'
                    '--input|%file|File with the body, - for standard input'
                    '--paginate||Fetch every page of a list'
                    '!--no-paginate||'
                    '--slurp||With --paginate: one array of all pages'
                    '!--no-slurp||'
                    '--include||Print the status and the headers too'
                    '-i||Print the status and the headers too'
                    '!--no-include||'
                ) + $requests + $confirmed + $every
                return $true
            }
            'serve' {
                $state.Place = 'serve'
                $state.Flags = @(
                    '--port|.|Port, 0 for any free one'
                    '--host|.|Address to bind'
                    '--data|%folder|Folder of the data'
                    '--database|.|Address of a PostgreSQL database to keep the data in'
                    '--memory||Keep the data in memory, and lose it at the end'
                    '!--no-memory||'
                    '--seed||Add the sample workspace where it is not there yet'
                    '!--no-seed||'
                    '--ready-file|%file|File that is written when it accepts requests'
                    '--allow-private||Let the platform fetch from private and loopback addresses'
                    '!--no-allow-private||'
                    '--faults|%file|Plan of faults, a JSON or YAML file, - for standard input'
                    '--repeatable|.|Draw ids from this seed and let the clock stand still; data in memory'
                    '--clock|.|Where the clock of --repeatable stands'
                    '--log|=text =json =off|One line on standard error for each request'
                    '--metrics||Let whoever reaches the address read /metrics without a token'
                    '!--no-metrics||'
                    '--public-url|.|Address that callers use where a proxy stands in between'
                ) + $every
                return $true
            }
            'local' {
                $state.Place = 'local'
                $state.Below = @(
                    'seed|Add the sample workspace, or load an export in place of all data'
                    'reset|Remove all data and begin anew'
                    'export|Write all data to one file'
                    'import|Replace all data by an export'
                    'path|Print the folder of the data'
                    'token|Print a token of the embedded platform: the owner''s, or one of another person'
                    'clock|Show the embedded platform''s time, or move it'
                    'faults|Show the plan of faults of the platform that is served, or begin one'
                    'requests|List the latest requests to the platform that is served'
                    'state|Show a digest of all data, the same for the same data'
                    'exec|Run a program against a fresh platform, and exit with its code'
                )
                $state.Flags = @() + $every + $early
                return $true
            }
            'local seed' {
                $state.Place = 'local seed'
                $state.Values = @(
                    '%file'
                )
                $state.Flags = @(
                    '--database|.|Address of a PostgreSQL database that holds the data'
                ) + $every
                return $true
            }
            'local reset' {
                $state.Place = 'local reset'
                $state.Flags = @(
                    '--database|.|Address of a PostgreSQL database that holds the data'
                ) + $requests + $confirmed + $every
                return $true
            }
            'local export' {
                $state.Place = 'local export'
                $state.Values = @(
                    '%file'
                )
                $state.Flags = @(
                    '--database|.|Address of a PostgreSQL database that holds the data'
                ) + $every
                return $true
            }
            'local import' {
                $state.Place = 'local import'
                $state.Values = @(
                    '%file'
                )
                $state.Flags = @(
                    '--database|.|Address of a PostgreSQL database that holds the data'
                ) + $requests + $confirmed + $every
                return $true
            }
            'local path' {
                $state.Place = 'local path'
                $state.Flags = @() + $every
                return $true
            }
            'local token' {
                $state.Place = 'local token'
                $state.Flags = @(
                    '--role|=admin =create =review =edit =comment =read =guest|Of somebody who has this role'
                    '--user|@user|Of this user'
                    '--in|@org|Organization of the role; the first one unless given'
                    '--database|.|Address of a PostgreSQL database that holds the data'
                ) + $every
                return $true
            }
            'local clock' {
                $state.Place = 'local clock'
                $state.Flags = @(
                    '--advance|.|How far, such as 8d, -2h or 90m'
                    '--set|.|The new time'
                    '--reset||Back to the real time'
                    '!--no-reset||'
                    '--database|.|Address of a PostgreSQL database that holds the data'
                ) + $every
                return $true
            }
            'local faults' {
                $state.Place = 'local faults'
                $state.Values = @(
                    '%file'
                )
                $state.Flags = @(
                    '--end||End the plan that is in force'
                    '!--no-end||'
                ) + $every
                return $true
            }
            'local requests' {
                $state.Place = 'local requests'
                $state.Flags = @(
                    '--misses||Only those for what there is not, but something like it'
                    '!--no-misses||'
                    '--last|.|Most requests to show'
                    '--clear||Forget them'
                    '!--no-clear||'
                ) + $limits + $every
                return $true
            }
            'local state' {
                $state.Place = 'local state'
                $state.Flags = @(
                    '--rows||With all rows, without secrets'
                    '!--no-rows||'
                ) + $every
                return $true
            }
            'local exec' {
                $state.Place = 'local exec'
                $state.Values = @(
                    '...'
                )
                $state.Flags = @(
                    '--seed||Begin with the sample workspace'
                    '!--no-seed||'
                    '--faults|%file|Plan of faults, a JSON or YAML file, - for standard input'
                    '--repeatable|.|Draw ids from this seed and let the clock stand still; data in memory'
                    '--clock|.|Where the clock of --repeatable stands'
                ) + $every
                return $true
            }
            'open' {
                $state.Place = 'open'
                $state.Values = @(
                    '.'
                    '.'
                )
                $state.Flags = @() + $every
                return $true
            }
            'doctor' {
                $state.Place = 'doctor'
                $state.Flags = @() + $every
                return $true
            }
            'completion' {
                $state.Place = 'completion'
                $state.Values = @(
                    '=bash =zsh =fish =powershell'
                )
                $state.Flags = @(
                    '--install||Put it where the shell finds it'
                    '!--no-install||'
                ) + $every
                return $true
            }
            'help' {
                $state.Place = ''
                $state.Below = @(
                    'org|Organizations, their settings and invites'
                    'collection|Collections of spaces'
                    'space|Spaces, the containers of pages'
                    'member|Members and guests of an organization'
                    'team|Teams, to which content is granted together'
                    'saml|SAML providers, who vouch for those that sign in'
                    'sso|How people sign in by single sign-on'
                    'site|Docs sites, their structure and their visitors'
                    'integration|Integrations, their installations and events'
                    'content|The content of a space, and templates for it'
                    'page|Pages of a space, their texts and links'
                    'file|Files of a space'
                    'revision|What a space was'
                    'comment|Comments on spaces and change requests, and replies'
                    'cr|Change requests, their content and reviews'
                    'git|Git repositories that spaces are kept alike with'
                    'openapi|API specifications and their versions'
                    'conversation|Conversations with readers, and the issues in them'
                    'translation|Translations of spaces'
                    'whoami|Show whose token is in use'
                    'auth|Log in and out, and look after tokens'
                    'config|Read and change settings'
                    'api|Send any request of the API'
                    'serve|Serve the embedded platform over HTTP'
                    'local|The embedded platform, for work without an account'
                    'open|Open the page of a thing in the browser'
                    'doctor|Check settings, token, network and clock'
                    'completion|Print the completion script of a shell'
                    'bulk|One command for many things, and how it goes on after a crash'
                    'environment|Environment variables and where settings come from'
                    'exit-codes|What each exit code means'
                    'formatting|Forms of output, fields and jq filters'
                )
                return $true
            }
        }
        return $false
    }

    # True where a flag is known; what may follow it is in Value then.
    function Find-TomeFlag([string] $name) {
        foreach ($row in $state.Flags) {
            $parts = $row -split '\|', 3
            if ($parts[0] -ceq $name -or $parts[0] -ceq "!$name") {
                $state.Value = $parts[1]
                return $true
            }
        }
        return $false
    }

    # Takes a word before the cursor; false where nothing can follow it.
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
        elseif ($state.Place -ceq '' -and -not $state.Help -and $word -ceq 'help') {
            $state.Help = $true
            return Set-TomeCommand 'help'
        }
        else {
            return Set-TomeCommand ("$($state.Place) $word".Trim())
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
            $parts = $row -split '\|', 3
            if (-not $parts[0].StartsWith('!')) { Add-TomeResult $parts[0] $parts[2] 'ParameterName' }
        }
    }

    # Adds the values that a text describes, after what stands before them in the same word.
    function Add-TomeValues([string] $text, [string] $before) {
        $parents = ''
        foreach ($sign in $text -split ' ') {
            $rest = $sign.Substring([System.Math]::Min(1, $sign.Length))
            if ($sign.StartsWith('=')) {
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

    # The value that was typed for a flag, or nothing.
    function Get-TomeGiven([string] $name) {
        $start = "$name="
        $found = @($state.Given | Where-Object { $_.StartsWith($start, [System.StringComparison]::Ordinal) })
        if ($found.Count -gt 0) { return $found[-1].Substring($start.Length) }
    }

    # The parent that a text names the places of, or nothing.
    function Get-TomeParent([string] $places) {
        if ($places -ceq '') { return }
        foreach ($place in $places -split ',') {
            $found = ''
            if ($place.StartsWith('#')) {
                $index = [int] $place.Substring(1)
                if ($index -lt $state.Typed.Count) { $found = $state.Typed[$index] }
            }
            elseif ($place.StartsWith('-')) {
                $found = Get-TomeGiven $place
                if (-not $found -and $place -ceq '--org') { $found = Get-TomeGiven '--organization' }
            }
            else {
                $found = [System.Environment]::GetEnvironmentVariable($place)
            }
            if ($found) {
                # The address of a page in the browser says more than this can read.
                if ($found.Contains('/')) { return }
                return $found
            }
        }
    }

    function Read-TomeLine([string] $path) {
        if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
        return @([System.IO.File]::ReadAllLines($path))[0]
    }

    # Where the embedded platform's data is, or nothing.
    function Get-TomeData([string] $folder) {
        if ($env:TOME_DATABASE) {
            return $env:TOME_DATABASE -replace '[?#].*', '' -replace '^(.*?://).*@', '$1'
        }
        $path = Join-Path $folder '.current'
        if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
        $place, $follows = [System.IO.File]::ReadAllLines($path)
        if ("$follows" -cne "$env:XDG_DATA_HOME") { return }
        if (Test-Path -LiteralPath $place -PathType Container) { return $place }
    }

    # The folder where the ids of the platform in force were seen, or nothing.
    function Get-TomeFolder {
        $name = '^[A-Za-z0-9_-][A-Za-z0-9._-]*\z'
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
            $place = Get-TomeData $folder
            if (-not $place) { return }
            $folder = Join-Path $folder ($place -creplace '[^A-Za-z0-9.-]', '_')
            # Two places may have the same name here.
            if ((Read-TomeLine (Join-Path $folder '.place')) -cne $place) { return }
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

    # Adds the ids of a file; of those whose parent is known, only its own.
    function Add-TomeIds([string] $sign, [string] $before, [string] $parents) {
        $file, $prefix = $sign -split ':', 2
        $folder = Get-TomeFolder
        if (-not $folder) { return }
        $path = Join-Path $folder $file
        if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
        $parent = Get-TomeParent $parents
        foreach ($line in [System.IO.File]::ReadAllLines($path)) {
            $id, $title, $own = $line -split "`t", 3
            if ($id -cnotmatch '^[A-Za-z0-9._][A-Za-z0-9._-]*\z') { continue }
            if ($parent -and $own -and $own -cne $parent) { continue }
            Add-TomeResult "$before$prefix$id" $title 'ParameterValue'
        }
    }

    $state = @{
        Place = ''; Below = @(); Values = @(); Flags = @()
        Help = $false; Ended = $false; Expected = ''; Expects = ''; Value = ''
        Given = @(); Typed = @(); Results = @(); Files = $false
        Current = "$wordToComplete".TrimStart([char[]] "'`"")
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
                $parts = $row -split '\|', 2
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
        # A file that cannot be read completes to nothing.
        return ''
    }
    if ($state.Results.Count -gt 0) { return $state.Results }
    # Where nothing is returned, PowerShell offers files.
    if (-not $state.Files) { return '' }
}
