# Completion of the command line tome.
# Made from its commands: starts no process, and obeys neither what is typed nor what is read.

Register-ArgumentCompleter -Native -CommandName 'tome' -ScriptBlock {
 param($wordToComplete, $commandAst, $cursorPosition)

 $limits = @(
  '--limit|.|Most items to show (default 50 for a list with pages)'
  '-L|.|Most items to show (default 50 for a list with pages)'
  '--all||Show every item'
 )
 $choices = @(
  '--filter|.|Only rows whose column has this text: ''title=Rel*'', status!=merged'
  '--sort|.|Sort the rows by this column, backwards with a - before it'
 )
 $tables = @(
  '--columns|.|Show these columns in this order, with commas between them: id,title'
 )
 $lists = @(
  '--page-token|.|Start at this page'
  '--page-size|.|Items in a request, at most 1000'
 )
 $bodies = @(
  '--input|%file|Read the body from a JSON or YAML file, - for standard input; flags win over it'
 )
 $many = @(
  '--from|%file|Run for every item of a CSV, NDJSON or JSON file, - for standard input'
  '--concurrency|.|Items at once, at most 64'
  '--journal|%file|Record the items in this file'
  '--resume|%file|Continue from this journal'
  '--retry-unknown||With --resume, repeat what may have been done already'
  '--stop-on-error||Start no further item after one has failed'
 )
 $requests = @(
  '--dry-run||Print the request and send nothing'
  '-n||Print the request and send nothing'
 )
 $confirmed = @(
  '--yes||Do not ask for confirmation'
  '-y||Do not ask for confirmation'
 )
 $writes = @(
  '--verbose||On a terminal, show the whole of what was changed'
 )
 $gets = @(
  '--web||Open the page of the thing in the browser instead of printing it'
 )
 $every = @(
  '--json||Print JSON; with a comma-separated list, only these fields'
  '--jq|.|Filter the JSON with a jq program'
  '-q|.|Filter the JSON with a jq program'
  '--format|=table =json =ndjson =yaml =csv =tsv =id|Print in this format'
  '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
  '--profile|.|Use the settings and token of this profile'
  '--local||Use the embedded platform, as --profile local does'
  '--base-url|.|Address of the platform'
  '--timeout|.|How long a request may take, including repeats'
  '--retries|.|How often a request may be repeated'
  '--no-input||Never ask; a missing value is an error'
  '--quiet||No notes and no progress'
  '--debug||Show requests and answers on standard error, without secrets'
  '--record|%file|Record requests and answers in this file, without secrets'
  '--replay|%file|Answer from a recording, without a network'
  '--no-color||No colour'
  '--color||Colour, even if it does not go to a terminal'
  '--help||Show help'
  '-h||Show help'
  '--version||Show the version'
  '-V||Show the version'
 )
 $findings = @(
  '--report|.|Write a report for a pipeline: junit=<file>, sarif=<file> or markdown=<file>'
 )
 $early = @(
  '!--limit|.|'
  '!-L|.|'
  '!--all||'
  '!--filter|.|'
  '!--sort|.|'
  '!--columns|.|'
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
  '!--verbose||'
  '!--web||'
  '!--report|.|'
  '!--org|@org|'
  '!--organization|@org|'
  '!--space|@space|'
  '!--site|@site|'
  '!--cr|@cr|'
 )

 # Sets what can follow some words; false if they are no command.
 function Set-TomeCommand([string] $words) {
  $state.Below = @()
  $state.Values = @()
  $state.Flags = @()
  switch -CaseSensitive ($words) {
   '' {
    $state.Path = ''
    $state.Below = @(
     'status|Show what waits for you'
     'tree|Show collections and spaces as a tree'
     'org|Organizations, their settings and invites'
     'collection|Collections of spaces'
     'space|Spaces, the containers of pages'
     'member|Members and guests of an organization'
     'team|Teams, which are granted content as a whole'
     'access|Who has access to what, and why'
     'saml|SAML providers, for single sign-on'
     'sso|Ways to sign in by single sign-on'
     'site|Docs sites, their structure and their visitors'
     'integration|Integrations, their installations and events'
     'content|The content of a space, and templates for it'
     'page|Pages of a space, their texts and links'
     'file|Files of a space'
     'revision|Earlier states of a space'
     'comment|Comments on spaces and change requests, and replies'
     'cr|Change requests, their content and reviews'
     'git|Git repositories that spaces are kept in sync with'
     'openapi|API specifications and their versions'
     'check|Check whether documentation is in order'
     'export|Write an organization as files'
     'plan|Show what apply would change'
     'apply|Make an organization what files say'
     'drift|Show what changed since the last apply'
     'backup|Copies of spaces, and the way back'
     'conversation|Conversations with readers, and the issues in them'
     'import|Imports of websites into spaces'
     'translation|Translations of spaces'
     'whoami|Show the user of the token in use'
     'hostname|Hostnames of docs sites and organizations'
     'user|Your own name, picture and invitations'
     'auth|Log in and out, and manage tokens'
     'config|Read and change settings'
     'api|Send any request of the API'
     'serve|Serve the embedded platform over HTTP'
     'preview|Show a folder of Markdown as a site, live'
     'local|Manage the data of the embedded platform'
     'open|Open the page of a thing in the browser'
     'tour|Watch real commands at work'
     'history|What tome has sent, and how it ended'
     'undo|Take back what a command has sent'
     'doctor|Check settings, token, network and clock'
     'completion|Print the completion script of a shell'
     'help|Show help on a command or a topic'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'status' {
    $state.Path = 'status'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--all||Check the links of every space that you edit, not of 50 alone'
     '!--no-all||'
     '--fail||End with exit code 10 if anything waits; checks every space'
     '!--no-fail||'
    ) + $every
    return $true
   }
   'tree' {
    $state.Path = 'tree'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'orgs' { return Set-TomeCommand 'org' }
   'org' {
    $state.Path = 'org'
    $state.Below = @(
     'list|List the organizations you belong to'
     'create|Create an organization with you as its admin'
     'get|Show an organization'
     'update|Change an organization''s settings'
     'search|Search the pages of all spaces of an organization that you may read'
     'join|Join an organization that allows your email domain, or by an invite'
     'ping|Note that you are here, and get a token that tells sites who you are'
     'for-domain|List the organizations that an email domain may join'
     'domain|Work with the domains of an organization'
     'invite|Work with the invites of an organization'
     'audit|Look up who changed what in an organization'
     'instructions|Work with the instructions of an organization for agents'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org list' {
    $state.Path = 'org list'
    $state.Flags = @(
     '!--columns|,id ,title ,type ,created|'
     '!--sort|=id =title =type =created|'
     '!--filter|=id= =title= =type= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org create' {
    $state.Path = 'org create'
    $state.Flags = @(
     '--title|.|Title'
     '--email-domain|.|Email domain whose people may join'
     '--with-default-site||Make a docs site in it too'
     '--no-with-default-site||The opposite of --with-default-site'
     '--openapi-url|.|API specification for that site'
     '--onboarding-preferences|.|What that site is for'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org get' {
    $state.Path = 'org get'
    $state.Values = @(
     '@org'
    )
    $state.Flags = @(
     '!--columns|,id ,title ,type ,hostname ,email-domains ,default-role ,single-sign-on ,ai ,invite-links ,merge-rules ,required ,created ,address|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'org update' {
    $state.Path = 'org update'
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
     '--merge-rules|=none =approval|What a change request needs to be merged, in every space that inherits; approval is one of somebody else'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org search' {
    $state.Path = 'org search'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,space-id ,space ,pages ,found|'
     '!--sort|=space-id =space =pages =found|'
     '!--filter|=space-id= =space= =pages= =found=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org join' {
    $state.Path = 'org join'
    $state.Values = @(
     '@org ...'
    )
    $state.Flags = @(
     '--invite|@invite|Id or web address of the invite'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org ping' {
    $state.Path = 'org ping'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org for-domain' {
    $state.Path = 'org for-domain'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '!--columns|,id ,title|'
     '!--sort|=id =title|'
     '!--filter|=id= =title=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'org domain' {
    $state.Path = 'org domain'
    $state.Below = @(
     'list|List the domains that an organization claims'
     'get|Show a domain that an organization claims'
     'add|Claim a domain for an organization'
     'check|Look up the TXT record that verifies a domain'
     'remove|Give up a domain'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org domain list' {
    $state.Path = 'org domain list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,domain ,status ,verified-by ,txt-record ,value|'
     '!--sort|=domain =status =verified-by =txt-record =value|'
     '!--filter|=domain= =status= =verified-by= =txt-record= =value=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org domain get' {
    $state.Path = 'org domain get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,domain ,status ,verified-by ,txt-record ,value ,verified ,checked ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'org domain add' {
    $state.Path = 'org domain add'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org domain check' {
    $state.Path = 'org domain check'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org domain remove' {
    $state.Path = 'org domain remove'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org invites' { return Set-TomeCommand 'org invite' }
   'org invite' {
    $state.Path = 'org invite'
    $state.Below = @(
     'list|List the invite links of an organization'
     'get|Show an invite link of an organization'
     'update|Change what an invite link gives those who join by it from now on'
     'create|Create an invite link, to the organization or to a collection or space in it'
     'users|Invite people by email'
     'pending|List the users who have not answered an invitation yet'
     'withdraw|Withdraw an invitation that was not answered yet'
     'delete|Delete an invite link'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org invite list' {
    $state.Path = 'org invite list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,role ,level ,space ,collection|'
     '!--sort|=id =role =level =space =collection|'
     '!--filter|=id= =role= =level= =space= =collection=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org invite get' {
    $state.Path = 'org invite get'
    $state.Values = @(
     '@invite'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,role ,level ,space ,collection|'
    ) + $tables + $requests + $every
    return $true
   }
   'org invite update' {
    $state.Path = 'org invite update'
    $state.Values = @(
     '@invite ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Role in the organization, of a link to the organization'
     '--no-role||No role'
     '--level|=admin =create =review =edit =comment =read =guest|Role in the space or collection, of a link to one'
     '--no-level||No level'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org invite create' {
    $state.Path = 'org invite create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Role in the organization of those who join by it'
     '--no-role||No role'
     '--level|=admin =create =review =edit =comment =read =guest|Role in the space or collection of those who join by it'
     '--no-level||No level'
     '--to-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that it leads to'
     '--to-collection|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection that it leads to'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org invite users' {
    $state.Path = 'org invite users'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Role of those who have none of their own in the list'
     '--no-role||No role'
     '--sso||They sign in by single sign-on'
     '--no-sso||The opposite of --sso'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org invite pending' {
    $state.Path = 'org invite pending'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,user ,email ,role ,invited-by ,created|'
     '!--sort|=user =email =role =invited-by =created|'
     '!--filter|=user= =email= =role= =invited-by= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org invite withdraw' {
    $state.Path = 'org invite withdraw'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org invite delete' {
    $state.Path = 'org invite delete'
    $state.Values = @(
     '@invite ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org audit' {
    $state.Path = 'org audit'
    $state.Below = @(
     'list|List who changed what in an organization, and when'
     'get|Show one change in full: what was given, with which token, from which address'
     'actions|List the actions that are recorded, with what each does'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org audit list' {
    $state.Path = 'org audit list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--since|.|Only changes at this time or later'
     '--until|.|Only changes at this time or earlier'
     '--action|.|Only this action, such as deleteSpaceById'
     '--actor|@user|Only changes by this person'
     '--target|.|Only changes of this space, collection, docs site, team or person, or of any other id'
     '!--columns|,time ,person ,action ,type ,target ,target-id ,id|'
     '!--sort|=time =person =action =type =target =target-id =id|'
     '!--filter|=time= =person= =action= =type= =target= =target-id= =id=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org audit get' {
    $state.Path = 'org audit get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @audit-event'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,time ,person ,action ,type ,target ,target-id ,given ,token ,from ,through ,program ,request|'
    ) + $tables + $requests + $every
    return $true
   }
   'org audit actions' {
    $state.Path = 'org audit actions'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,action ,does|'
     '!--sort|=action =does|'
     '!--filter|=action= =does=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'org instructions' {
    $state.Path = 'org instructions'
    $state.Below = @(
     'get|Show the instructions of an organization for agents'
     'put|Replace the instructions of an organization for agents'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org instructions get' {
    $state.Path = 'org instructions get'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $every
    return $true
   }
   'org instructions put' {
    $state.Path = 'org instructions put'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--text|.|The instructions, in Markdown'
     '--file|%file|Markdown file with the instructions, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'collections' { return Set-TomeCommand 'collection' }
   'collection' {
    $state.Path = 'collection'
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
    $state.Path = 'collection list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--nested||Include collections inside other collections'
     '--no-nested||The opposite of --nested'
     '!--columns|,id ,title ,parent ,default-level ,description|'
     '!--sort|=id =title =parent =default-level =description|'
     '!--filter|=id= =title= =parent= =default-level= =description=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'collection create' {
    $state.Path = 'collection create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to create it in'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'collection get' {
    $state.Path = 'collection get'
    $state.Values = @(
     '@collection'
    )
    $state.Flags = @(
     '!--columns|,id ,title ,parent ,default-level ,description ,organization ,address|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'collection update' {
    $state.Path = 'collection update'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--title|.|Title'
     '--description|.|Description'
     '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named'
     '--no-default-level||No default level'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'collection delete' {
    $state.Path = 'collection delete'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection spaces' {
    $state.Path = 'collection spaces'
    $state.Values = @(
     '@collection'
    )
    $state.Flags = @(
     '!--columns|,id ,title ,visibility ,edit-mode ,updated|'
     '!--sort|=id =title =visibility =edit-mode =updated|'
     '!--filter|=id= =title= =visibility= =edit-mode= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'collection move' {
    $state.Path = 'collection move'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--parent|@collection|Collection to move into; --no-parent moves to the top level'
     '--no-parent||No parent'
     '--before|@space @collection:collection:|Place it right before this space, or collection:<id>'
     '--after|@space @collection:collection:|Place it right after this space, or collection:<id>'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'collection transfer' {
    $state.Path = 'collection transfer'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--to|@org|Organization that receives it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection permissions' { return Set-TomeCommand 'collection permission' }
   'collection permission' {
    $state.Path = 'collection permission'
    $state.Below = @(
     'list|List everybody who has a role in the collection, wherever it comes from'
     'grant|Grant a role in a collection to people or teams'
     'users|List people who were granted a role in the collection'
     'teams|List teams that were granted a role in the collection'
     'update|Change the role that was granted to a person or a team'
     'remove|Take back the role that was granted to a person or a team'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'collection permission list' {
    $state.Path = 'collection permission list'
    $state.Values = @(
     '@collection'
    )
    $state.Flags = @(
     '--role|=admin =create =review =edit =comment =read|Only those with this role there'
     '!--columns|,role ,user ,name ,email|'
     '!--sort|=role =user =name =email|'
     '!--filter|=role= =user= =name= =email=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'collection permission grant' {
    $state.Path = 'collection permission grant'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted'
     '--no-role||No role'
     '--user|@user|Member or guest who gets it'
     '--team|@team|Team that gets it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection permission users' {
    $state.Path = 'collection permission users'
    $state.Values = @(
     '@collection'
    )
    $state.Flags = @(
     '!--columns|,role ,user ,name ,email|'
     '!--sort|=role =user =name =email|'
     '!--filter|=role= =user= =name= =email=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'collection permission teams' {
    $state.Path = 'collection permission teams'
    $state.Values = @(
     '@collection'
    )
    $state.Flags = @(
     '!--columns|,role ,team ,title ,members|'
     '!--sort|=role =team =title =members|'
     '!--filter|=role= =team= =title= =members=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'collection permission update' {
    $state.Path = 'collection permission update'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--user|@user|Email, name, id or web address of the user'
     '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted'
     '--no-role||No role'
     '--team|@team|Title, id or web address of the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection permission remove' {
    $state.Path = 'collection permission remove'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--user|@user|Email, name, id or web address of the user'
     '--team|@team|Title, id or web address of the team'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'spaces' { return Set-TomeCommand 'space' }
   'space' {
    $state.Path = 'space'
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
     'integrations|List the integrations that work on a space'
     'pdf|Make a PDF of a space''s pages'
     'embed|Show what a page elsewhere is called, as a link to it in a space shows it'
     'search|Search the pages of a space'
     'transfer|Transfer a space to another organization'
     'permission|Work with the roles granted in a space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'space list' {
    $state.Path = 'space list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,collection ,visibility ,edit-mode ,updated|'
     '!--sort|=id =title =collection =visibility =edit-mode =updated|'
     '!--filter|=id= =title= =collection= =visibility= =edit-mode= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space create' {
    $state.Path = 'space create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--emoji|.|Emoji shown with the title'
     '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to create it in'
     '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content'
     '--edit-mode|=live =locked|live allows direct edits, locked refuses every edit'
     '--template|.|Template whose pages it begins with'
     '--empty||Without any page, as it is anyway'
     '--no-empty||The opposite of --empty'
     '--computed-source|.|Where all its content comes from'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'space get' {
    $state.Path = 'space get'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--share-key|.|Share key, to resolve published addresses'
     '!--columns|,id ,title ,emoji ,organization ,parent ,visibility ,edit-mode ,default-level ,language ,merge-rules ,required ,change-requests ,open ,draft ,comments ,created ,updated ,deleted ,address|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'space update' {
    $state.Path = 'space update'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--title|.|Title'
     '--emoji|.|Emoji shown with the title; without one, the platform shows its own'
     '--no-emoji||No emoji'
     '--icon|.|Address of an image shown instead of an emoji'
     '--no-icon||No icon'
     '--edit-mode|=live =locked|live allows direct edits, locked refuses every edit'
     '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named'
     '--no-default-level||No default level'
     '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content'
     '--merge-rules|=inherit =none =approval|What a change request needs to be merged; approval is one of somebody else'
     '--reviewer|@user|User who must approve change requests, in place of --merge-rules'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'space delete' {
    $state.Path = 'space delete'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space duplicate' {
    $state.Path = 'space duplicate'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'space restore' {
    $state.Path = 'space restore'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'space move' {
    $state.Path = 'space move'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--parent|@collection|Collection to move into; --no-parent moves to the top level'
     '--no-parent||No parent'
     '--before|@space @collection:collection:|Place it right before this space, or collection:<id>'
     '--after|@space @collection:collection:|Place it right after this space, or collection:<id>'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'space commenters' {
    $state.Path = 'space commenters'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '!--columns|,id ,name ,email ,role|'
     '!--sort|=id =name =email =role|'
     '!--filter|=id= =name= =email= =role=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space links' {
    $state.Path = 'space links'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--status|=ok =broken =in-app|Only links in this state'
     '--fail||End with exit code 10 if links are broken'
     '!--no-fail||'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'space integrations' {
    $state.Path = 'space integrations'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--search|.|Only those with this text in their name or title'
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'space pdf' {
    $state.Path = 'space pdf'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--page|^#0 @page|Page to begin at; the pages below it follow'
     '--only||Leave out the pages below --page'
     '--no-only||The opposite of --only'
     '--save|%file|Save it as this file'
     '--force||Replace the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'space embed' {
    $state.Path = 'space embed'
    $state.Values = @(
     '@space'
     '.'
    )
    $state.Flags = @(
     '!--columns|,title ,site ,icon|'
    ) + $tables + $requests + $every
    return $true
   }
   'space search' {
    $state.Path = 'space search'
    $state.Values = @(
     '@space'
     '.'
    )
    $state.Flags = @(
     '!--columns|,id ,title ,path ,sections ,found|'
     '!--sort|=id =title =path =sections =found|'
     '!--filter|=id= =title= =path= =sections= =found=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space transfer' {
    $state.Path = 'space transfer'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--to|@org|Organization that receives it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space permissions' { return Set-TomeCommand 'space permission' }
   'space permission' {
    $state.Path = 'space permission'
    $state.Below = @(
     'list|List everybody who has a role in the space, wherever it comes from'
     'grant|Grant a role in a space to people or teams'
     'users|List people who were granted a role in the space'
     'teams|List teams that were granted a role in the space'
     'update|Change the role that was granted to a person or a team'
     'remove|Take back the role that was granted to a person or a team'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'space permission list' {
    $state.Path = 'space permission list'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--role|=admin =create =review =edit =comment =read|Only those with this role there'
     '!--columns|,role ,user ,name ,email|'
     '!--sort|=role =user =name =email|'
     '!--filter|=role= =user= =name= =email=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space permission grant' {
    $state.Path = 'space permission grant'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted'
     '--no-role||No role'
     '--user|@user|Member or guest who gets it'
     '--team|@team|Team that gets it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space permission users' {
    $state.Path = 'space permission users'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '!--columns|,role ,user ,name ,email|'
     '!--sort|=role =user =name =email|'
     '!--filter|=role= =user= =name= =email=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space permission teams' {
    $state.Path = 'space permission teams'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '!--columns|,role ,team ,title ,members|'
     '!--sort|=role =team =title =members|'
     '!--filter|=role= =team= =title= =members=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space permission update' {
    $state.Path = 'space permission update'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--user|@user|Email, name, id or web address of the user'
     '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted'
     '--no-role||No role'
     '--team|@team|Title, id or web address of the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space permission remove' {
    $state.Path = 'space permission remove'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--user|@user|Email, name, id or web address of the user'
     '--team|@team|Title, id or web address of the team'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'members' { return Set-TomeCommand 'member' }
   'member' {
    $state.Path = 'member'
    $state.Below = @(
     'list|List the members and guests of an organization'
     'get|Show a member'
     'update|Change the role of a member, or disable them'
     'disable|Keep a member from everything in the organization; what they have stays theirs'
     'enable|Let a member who is disabled use the organization again'
     'remove|Remove a member from an organization; what they wrote stays'
     'sso|Make a member sign in by single sign-on'
     'spaces|List the spaces that a member sees, with the role in each'
     'teams|List the teams that a member is in, with the role in each'
     'sync|Make the members those of a roster: CSV, JSON or a SCIM ListResponse'
     'offboard|Take everything from a person, after handing over what others need'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'member list' {
    $state.Path = 'member list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Only those with this role in the organization'
     '--search|.|Only those whose name or email has this in it'
     '--sort|=joinedAt =lastSeenAt =name|What to sort by; lastSeenAt leaves out who was never seen'
     '--order|=asc =desc|asc lists the earliest first'
     '!--columns|,id ,name ,email ,role ,spaces ,teams ,last-seen ,disabled|'
     '!--sort|=id =name =email =role =spaces =teams =last-seen =disabled|'
     '!--filter|=id= =name= =email= =role= =spaces= =teams= =last-seen= =disabled=|'
     '--filter|.|Only rows whose column has this text: ''title=Rel*'', status!=merged'
    ) + $limits + $tables + $lists + $requests + $every
    return $true
   }
   'member get' {
    $state.Path = 'member get'
    $state.Values = @(
     '@user'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,name ,email ,role ,single-sign-on ,disabled ,spaces ,teams ,joined ,last-seen|'
    ) + $tables + $requests + $every
    return $true
   }
   'member update' {
    $state.Path = 'member update'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Role in the organization'
     '--no-role||No role'
     '--disabled||Keep them from everything in the organization; what they have stays theirs'
     '--no-disabled||The opposite of --disabled'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'member disable' {
    $state.Path = 'member disable'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'member enable' {
    $state.Path = 'member enable'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'member remove' {
    $state.Path = 'member remove'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'member sso' {
    $state.Path = 'member sso'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'member spaces' {
    $state.Path = 'member spaces'
    $state.Values = @(
     '@user'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--order|=asc =desc|asc lists the earliest first'
     '!--columns|,role ,space ,title ,parent|'
     '!--sort|=role =space =title =parent|'
     '!--filter|=role= =space= =title= =parent=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'member teams' {
    $state.Path = 'member teams'
    $state.Values = @(
     '@user'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Only those whose title has this in it'
     '!--columns|,role ,team ,title|'
     '!--sort|=role =team =title|'
     '!--filter|=role= =team= =title=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'member sync' {
    $state.Path = 'member sync'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--roster|%file|File with email, role, teams, sso and id of each; - for standard input'
     '--prune||Also remove members, and take them out of teams, as it says'
     '!--no-prune||'
     '--max-removals|.|Most people who may lose something: a number, or a part of the members'
     '--protect|.|Email of a member who loses nothing'
     '--state|%file|File that keeps which member each id of the roster is'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'member offboard' {
    $state.Path = 'member offboard'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--successor|@user|Member who gets their reviews, rules, teams and grants'
     '--keep-member||Leave them in the organization, as a guest without access'
     '!--no-keep-member||'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'teams' { return Set-TomeCommand 'team' }
   'team' {
    $state.Path = 'team'
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
    $state.Path = 'team list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--owner|@user|Only those that this member can manage'
     '--title|.|Only those whose title has this in it'
     '!--columns|,id ,title ,members ,spaces ,created|'
     '!--sort|=id =title =members =spaces =created|'
     '!--filter|=id= =title= =members= =spaces= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'team create' {
    $state.Path = 'team create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--member|@user|Member to put into it'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'team get' {
    $state.Path = 'team get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,members ,spaces ,you-manage-it ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'team update' {
    $state.Path = 'team update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Title'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'team delete' {
    $state.Path = 'team delete'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team members' {
    $state.Path = 'team members'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,name ,email ,in-the-team ,role|'
     '!--sort|=id =name =email =in-the-team =role|'
     '!--filter|=id= =name= =email= =in-the-team= =role=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'team add' {
    $state.Path = 'team add'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--remove|.|Member to take out of it, by id or email'
     '--memberships|.|Roles in the team by user id, as {"<user>": {"role": "owner"}}'
     '--role|=owner =member|Role of all of them in the team; an owner manages it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team drop' {
    $state.Path = 'team drop'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team put' {
    $state.Path = 'team put'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=owner =member|An owner manages the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'access' {
    $state.Path = 'access'
    $state.Below = @(
     'list|List who has which role in what, and why'
     'review|Save who has access for a review, and compare it with an earlier one'
     'apply|Carry out the decisions of a review: keep, revoke, or another role'
     'explain|Show the operations, OAuth scopes and roles that a command needs; sends nothing'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'access list' {
    $state.Path = 'access list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--user|@user|Only what this person has'
     '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only what people have by this team'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only who has access to this space'
     '--collection|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Only who has access to this collection'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only who has access to this docs site'
     '--role|=admin =create =review =edit =comment =read =guest|Only those with this role there'
     '--direct||Only what was granted to people themselves, and not by a team'
     '!--no-direct||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'access review' {
    $state.Path = 'access review'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--save|%folder|New folder for the review'
     '--since|%folder|Folder of an earlier review; prints what differs'
     '--fail||End with exit code 10 if a role was added, removed or raised since then'
     '!--no-fail||'
    ) + $limits + $choices + $tables + $every + $findings
    return $true
   }
   'access apply' {
    $state.Path = 'access apply'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'access explain' {
    $state.Path = 'access explain'
    $state.Values = @(
     '...'
    )
    $state.Flags = @() + $limits + $choices + $tables + $every
    return $true
   }
   'saml' {
    $state.Path = 'saml'
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
    $state.Path = 'saml list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,label ,status ,default-team ,default-role ,created|'
     '!--sort|=id =label =status =default-team =default-role =created|'
     '!--filter|=id= =label= =status= =default-team= =default-role= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'saml create' {
    $state.Path = 'saml create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--label|.|Name shown to those who sign in'
     '--entity-id|.|Entity id of the identity provider'
     '--certificate|%file|File with the identity provider''s certificate, as PEM or base64'
     '--sso-url|.|Address where the identity provider signs people in'
     '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that people join when they first sign in'
     '--default-role|=admin =create =review =edit =comment =read =guest|Role of people when they first sign in'
     '--no-default-role||No default role'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'saml get' {
    $state.Path = 'saml get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,label ,status ,entity-id ,sign-in-address ,certificate ,default-team ,default-role ,metadata ,assertions-to ,start-at ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'saml update' {
    $state.Path = 'saml update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--label|.|Name shown to those who sign in'
     '--entity-id|.|Entity id of the identity provider'
     '--certificate|%file|File with the identity provider''s certificate, as PEM or base64'
     '--sso-url|.|Address where the identity provider signs people in'
     '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that people join when they first sign in'
     '--default-role|=admin =create =review =edit =comment =read =guest|Role of people when they first sign in'
     '--no-default-role||No default role'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'saml delete' {
    $state.Path = 'saml delete'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'sso' {
    $state.Path = 'sso'
    $state.Below = @(
     'list|List the ways to sign in by single sign-on'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'sso list' {
    $state.Path = 'sso list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,label ,start-at|'
     '!--sort|=id =label =start-at|'
     '!--filter|=id= =label= =start-at=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'sites' { return Set-TomeCommand 'site' }
   'site' {
    $state.Path = 'site'
    $state.Below = @(
     'list|List the docs sites of an organization'
     'create|Create a docs site'
     'get|Show a docs site'
     'update|Change a docs site''s title, audience, addresses, level or defaults'
     'delete|Delete a docs site for good; its spaces stay'
     'integrations|List the integrations that work on a docs site'
     'apply-template|Fill an empty docs site with sections and pages to begin with'
     'publish|Publish a docs site'
     'unpublish|Take a docs site offline; its structure and settings stay'
     'published|Show what visitors of a published docs site see'
     'resolve|Resolve an address of a published docs site, as one of its visitors'
     'lookup|Resolve an address of a published docs site (deprecated: use tome site resolve)'
     'search|Search the pages that a docs site shows'
     'preview|Open a docs site in the browser as it will be, or as one of its visitors sees it'
     'visitor-token|Sign a token with which a visitor opens a docs site, with the key of the site'
     'structure|Show the sections, groups and spaces of a docs site in their order'
     'sort|Move a section, group, link or site space among its siblings'
     'section|Work with the sections of a docs site'
     'section-group|Work with groups of sections, and of further groups'
     'space|Work with site spaces: the spaces that a docs site shows'
     'external-link|Work with links to somewhere else in the navigation of a docs site'
     'redirect|Work with the redirects of a docs site, which take visitors on from old addresses'
     'share-link|Work with share links, which open a docs site to whoever has one'
     'auth|Work with how visitors of a docs site sign in'
     'customization|Work with how a docs site looks and what it offers'
     'adaptive-schema|Work with the schema of a docs site''s visitors'
     'permission|Work with the roles granted on a docs site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site list' {
    $state.Path = 'site list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only sites on which this space stands'
     '--title|.|Only sites with this in their title, in upper or lower case'
     '--published||Only sites that are published, or only those that are not'
     '--no-published||The opposite of --published'
     '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Only sites of this type'
     '!--columns|,id ,title ,visibility ,published ,spaces ,created|'
     '!--sort|=id =title =visibility =published =spaces =created|'
     '!--filter|=id= =title= =visibility= =published= =spaces= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site create' {
    $state.Path = 'site create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Type'
     '--title|.|Title'
     '--visibility|=public =unlisted =share-link =visitor-auth|Who may read it once it is published'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to put on it; the first one is where visitors arrive'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site get' {
    $state.Path = 'site get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,type ,visibility ,published ,spaces ,basename ,hostname ,proxy ,proxy-target ,adaptive-content ,default-level ,agents-context ,created ,address ,published-at|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'site update' {
    $state.Path = 'site update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--visibility|=public =unlisted =share-link =visitor-auth|Who may read it once it is published'
     '--basename|.|Last part of its published address'
     '--adaptive-content||Let conditions read the visitor''s claims'
     '--no-adaptive-content||The opposite of --adaptive-content'
     '--agents-context|=excluded =included|Whether agents of the organization may draw on it'
     '--default-site-space|^#0 @site-space|Site space where visitors arrive, at the root or in the default section'
     '--default-site-section|^#0 @site-section|Section where visitors arrive'
     '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named'
     '--no-default-level||No default level'
     '--proxy|.|Host and path under which a proxy of yours shows it'
     '--no-proxy||No proxy'
     '--hostname|.|Hostname of your own at which a proxy of yours shows it'
     '--no-hostname||No hostname'
     '--styleguide|=none ^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Style guide of the site'
     '--no-styleguide||No styleguide'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site delete' {
    $state.Path = 'site delete'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site integrations' {
    $state.Path = 'site integrations'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--search|.|Only those with this text in their name or title'
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'site apply-template' {
    $state.Path = 'site apply-template'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site publish' {
    $state.Path = 'site publish'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site unpublish' {
    $state.Path = 'site unpublish'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site published' {
    $state.Path = 'site published'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--share-key|.|Key of a share link, to resolve published addresses'
     '--claims|.|Claims of the visitor as a JSON object, on the embedded platform'
     '!--columns|,id ,title ,visibility ,structure ,published-at|'
    ) + $tables + $requests + $every
    return $true
   }
   'site resolve' {
    $state.Path = 'site resolve'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--redirect-on-error||Answer where visitors sign in, if the visitor''s token is not valid'
     '--no-redirect-on-error||The opposite of --redirect-on-error'
     '--visitor-type|=human =agent|Who visits'
     '--unsigned-claims|.|What the visitor says, as JSON; conditions read it below unsigned'
     '!--columns|,site ,section ,site-space ,space ,path ,address ,sign-in-at|'
    ) + $tables + $bodies + $requests + $every
    return $true
   }
   'site lookup' {
    $state.Path = 'site lookup'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--redirect-on-error||Answer where visitors sign in, if the visitor''s token is not valid'
     '--no-redirect-on-error||The opposite of --redirect-on-error'
     '!--columns|,site ,section ,site-space ,space ,path ,address ,sign-in-at|'
    ) + $tables + $requests + $every
    return $true
   }
   'site search' {
    $state.Path = 'site search'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--scope|.|Which parts of the site, as JSON; all of them if absent'
     '--mode|=specific =current =all|Which parts, in place of a scope'
     '--in-site-space|^#0 @site-space|Search this site space, with --mode specific'
     '--from-site-space|^#0 @site-space|Search this site space and the default of each section, with --mode current'
     '!--columns|,space-id ,space ,pages ,found|'
     '!--sort|=space-id =space =pages =found|'
     '!--filter|=space-id= =space= =pages= =found=|'
    ) + $limits + $choices + $tables + $lists + $bodies + $requests + $every
    return $true
   }
   'site preview' {
    $state.Path = 'site preview'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--at|^#0 @site-space|Begin at this site space'
     '--claims|%file|File with the claims of a visitor, as JSON or YAML'
     '--as-visitor|.|Email of the visitor, as a claim'
     '--renderer|.|Address of the hosted platform''s renderer, to show it there'
     '--browser||Open it; --no-browser only prints the address'
     '!--no-browser||'
    ) + $every
    return $true
   }
   'site visitor-token' {
    $state.Path = 'site visitor-token'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--claims|%file|File with the claims of a visitor, as JSON or YAML'
     '--expires|.|How long it is good, such as 15m, 1h or 7d'
    ) + $every
    return $true
   }
   'site structure' {
    $state.Path = 'site structure'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--share-key|.|Key of a share link, to resolve published addresses'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'site sort' {
    $state.Path = 'site sort'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--before|.|Move it right before this sibling'
     '--after|.|Move it right after this sibling'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site sections' { return Set-TomeCommand 'site section' }
   'site section' {
    $state.Path = 'site section'
    $state.Below = @(
     'list|List the sections of a docs site'
     'create|Add a section to a docs site'
     'update|Change a section''s title, path, default, condition, icon, description or group'
     'delete|Delete a section; its spaces stay in the organization'
     'move|Move a section among its siblings (deprecated: use tome site sort)'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site section list' {
    $state.Path = 'site section list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--share-key|.|Key of a share link, to resolve published addresses'
     '!--columns|,id ,title ,path ,default ,group ,condition|'
     '!--sort|=id =title =path =default =group =condition|'
     '!--filter|=id= =title= =path= =default= =group= =condition=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site section create' {
    $state.Path = 'site section create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--space|=new ^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that it shows; new makes one'
     '--no-space||No space'
     '--template|.|Template of the space that is made'
     '--title|.|Title; that of the space if left out'
     '--no-title||No title'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--group|^--site,TOME_SITE @site-section-group|Group to add it to, as its last; the top level if left out'
     '--no-group||No group'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--page|@page|Page of the space to begin at'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section update' {
    $state.Path = 'site section update'
    $state.Values = @(
     '^--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
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
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--localized-title|.|Title in other languages, by their codes'
     '--no-localized-title||No localized title'
     '--localized-description|.|Description in other languages, by their codes'
     '--no-localized-description||No localized description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section delete' {
    $state.Path = 'site section delete'
    $state.Values = @(
     '^--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site section move' {
    $state.Path = 'site section move'
    $state.Values = @(
     '^--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--before|^--site,TOME_SITE @site-section|Place it right before this section'
     '--after|^--site,TOME_SITE @site-section|Place it right after this section'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-groups' { return Set-TomeCommand 'site section-group' }
   'site section-group' {
    $state.Path = 'site section-group'
    $state.Below = @(
     'list|List the section groups of a docs site'
     'create|Add a section group to a docs site'
     'update|Change a section group''s title, icon or parent'
     'move|Move a section group among its siblings (deprecated: use tome site sort)'
     'delete|Delete a section group; what it holds takes its place'
     'add|Put a section into a group, as its last'
     'remove|Take a section out of its group; it stays on the site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site section-group list' {
    $state.Path = 'site section-group list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '!--columns|,id ,title ,parent ,icon|'
     '!--sort|=id =title =parent =icon|'
     '!--filter|=id= =title= =parent= =icon=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site section-group create' {
    $state.Path = 'site section-group create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--title|.|Title'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--section|^--site,TOME_SITE @site-section|Section to put into it, in this order'
     '--parent|^--site,TOME_SITE @site-section-group|Group to create it in; the top level if left out'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group update' {
    $state.Path = 'site section-group update'
    $state.Values = @(
     '^--site,TOME_SITE @site-section-group ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--title|.|Title'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--parent|=none ^--site,TOME_SITE @site-section-group|Group to put it into, as its last; none takes it out of its group'
     '--no-parent||No parent'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--localized-title|.|Title in other languages, by their codes'
     '--no-localized-title||No localized title'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group move' {
    $state.Path = 'site section-group move'
    $state.Values = @(
     '^--site,TOME_SITE @site-section-group ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--before|^--site,TOME_SITE @site-section-group ^--site,TOME_SITE @site-section:section:|Place it right before this group or section'
     '--after|^--site,TOME_SITE @site-section-group ^--site,TOME_SITE @site-section:section:|Place it right after this group or section'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group delete' {
    $state.Path = 'site section-group delete'
    $state.Values = @(
     '^--site,TOME_SITE @site-section-group ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site section-group add' {
    $state.Path = 'site section-group add'
    $state.Values = @(
     '^--site,TOME_SITE @site-section-group'
     '^--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group remove' {
    $state.Path = 'site section-group remove'
    $state.Values = @(
     '^--site,TOME_SITE @site-section-group'
     '^--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site spaces' { return Set-TomeCommand 'site space' }
   'site space' {
    $state.Path = 'site space'
    $state.Below = @(
     'list|List the site spaces of a docs site'
     'add|Put a space on a docs site'
     'update|Change a site space''s path, condition or space'
     'remove|Take a space off a docs site; the space itself stays'
     'move|Move a site space among its siblings (deprecated: use tome site sort)'
     'duplicate|Duplicate the space of a site space, and put the copy next to it on the site'
     'customization|Work with how a site space looks, where it differs from its site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site space list' {
    $state.Path = 'site space list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--share-key|.|Key of a share link, to resolve published addresses'
     '--default||Only those that visitors see first, or only the others'
     '--no-default||The opposite of --default'
     '!--columns|,id ,title ,space ,section ,path ,default|'
     '!--sort|=id =title =space =section =path =default|'
     '!--filter|=id= =title= =space= =section= =path= =default=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site space add' {
    $state.Path = 'site space add'
    $state.Values = @(
     '=new ^--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--template|.|Template of the space that is made'
     '--section|^--site,TOME_SITE @site-section|Section to put it in; the default one, or the root, if left out'
     '--title|.|Title of the space that is made'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--page|^#0 @page|Page of the space to begin at'
     '--no-page||No page'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space update' {
    $state.Path = 'site space update'
    $state.Values = @(
     '^--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--path|.|Path on the site or in its section'
     '--condition|.|Expression that decides which visitors see it'
     '--no-condition||No condition'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show there from now on'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--hidden||Leave it out of the navigation; its address shows it'
     '--no-hidden||The opposite of --hidden'
     '--page|@page|Page of the space to begin at'
     '--no-page||No page'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space remove' {
    $state.Path = 'site space remove'
    $state.Values = @(
     '^--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site space move' {
    $state.Path = 'site space move'
    $state.Values = @(
     '^--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--before|^--site,TOME_SITE @site-space|Place it right before this site space'
     '--after|^--site,TOME_SITE @site-space|Place it right after this site space'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space duplicate' {
    $state.Path = 'site space duplicate'
    $state.Values = @(
     '^--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space customization' {
    $state.Path = 'site space customization'
    $state.Below = @(
     'get|Show how a site space looks, with the settings of its site where it has none'
     'update|Change how a site space looks, in place of the settings of its site'
     'delete|Let a site space look like its site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site space customization get' {
    $state.Path = 'site space customization get'
    $state.Values = @(
     '^--site,TOME_SITE @site-space'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--unmasked||Taken for older clients, and changes nothing'
     '--no-unmasked||The opposite of --unmasked'
     '!--columns|,title ,theme ,primary-color ,in-the-dark ,corners ,font ,logo ,logo-in-the-dark ,emoji ,favicon ,mode ,copyright ,announcement ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'site space customization update' {
    $state.Path = 'site space customization update'
    $state.Values = @(
     '^--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--title|.|Title for its visitors'
     '--no-title||No title'
     '--theme|=clean =muted =bold =gradient|Theme'
     '--no-theme||No theme'
     '--primary-color|.|Colour such as #346ddb, or two: light,dark'
     '--no-primary-color||No primary color'
     '--logo|.|Address of the logo in the header'
     '--no-logo||No logo'
     '--logo-dark|.|Address of the logo for screens that are dark'
     '--no-logo-dark||No logo dark'
     '--favicon|.|Address of the icon in the browser''s tab'
     '--no-favicon||No favicon'
     '--emoji|.|Emoji in place of that icon'
     '--no-emoji||No emoji'
     '--corners|=straight =rounded =circular|Corners'
     '--no-corners||No corners'
     '--mode|=light =dark =system|Light or dark at first'
     '--no-mode||No mode'
     '--copyright|.|Line at the bottom of its pages'
     '--no-copyright||No copyright'
     '--file|%file|JSON or YAML with any settings, as get --json prints them; - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site space customization delete' {
    $state.Path = 'site space customization delete'
    $state.Values = @(
     '^--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site external-links' { return Set-TomeCommand 'site external-link' }
   'site external-link' {
    $state.Path = 'site external-link'
    $state.Below = @(
     'add|Add a link to somewhere else to the navigation of a docs site'
     'update|Change an external link''s title, address, icon, condition or group'
     'remove|Remove an external link from the navigation of a docs site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site external-link add' {
    $state.Path = 'site external-link add'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--title|.|Title'
     '--url|.|Where it leads, with https:// or http://'
     '--description|.|Description'
     '--no-description||No description'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--group|^--site,TOME_SITE @site-section-group|Group to add it to, as its last; the top level if left out'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--condition|.|Expression that decides which visitors see it'
     '--no-condition||No condition'
     '--localized-title|.|Title in other languages, by their codes'
     '--localized-description|.|Description in other languages, by their codes'
     '--no-localized-description||No localized description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site external-link update' {
    $state.Path = 'site external-link update'
    $state.Values = @(
     '^--site,TOME_SITE @site-external-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--title|.|Title'
     '--url|.|Where it leads, with https:// or http://'
     '--description|.|Description'
     '--no-description||No description'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--group|=none ^--site,TOME_SITE @site-section-group|Group to put it into, as its last; none takes it out of its group'
     '--no-group||No group'
     '--draft||Keep it from visitors for now'
     '--no-draft||The opposite of --draft'
     '--condition|.|Expression that decides which visitors see it'
     '--no-condition||No condition'
     '--localized-title|.|Title in other languages, by their codes'
     '--no-localized-title||No localized title'
     '--localized-description|.|Description in other languages, by their codes'
     '--no-localized-description||No localized description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site external-link remove' {
    $state.Path = 'site external-link remove'
    $state.Values = @(
     '^--site,TOME_SITE @site-external-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site redirects' { return Set-TomeCommand 'site redirect' }
   'site redirect' {
    $state.Path = 'site redirect'
    $state.Below = @(
     'list|List the redirects of a docs site'
     'get|Show where a path of a docs site is redirected'
     'create|Redirect a path of a docs site'
     'update|Change a redirect of a docs site'
     'delete|Delete a redirect of a docs site'
     'put|Create, change, publish and delete many redirects of a docs site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site redirect list' {
    $state.Path = 'site redirect list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--search|.|Only those with this in their source'
     '--draft||The drafts instead of the live ones'
     '--no-draft||The opposite of --draft'
     '--order-by|=createdAt =updatedAt =source|What they are sorted by'
     '!--columns|,id ,source ,to ,url ,page ,site-space ,section ,capture ,permanent ,draft ,created ,updated|'
     '!--sort|=id =source =to =url =page =site-space =section =capture =permanent =draft =created =updated|'
     '!--filter|=id= =source= =to= =url= =page= =site-space= =section= =capture= =permanent= =draft= =created= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site redirect get' {
    $state.Path = 'site redirect get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--share-key|.|Key of a share link, to resolve published addresses'
     '!--columns|,id ,source ,target ,permanent ,capture|'
    ) + $tables + $requests + $every
    return $true
   }
   'site redirect create' {
    $state.Path = 'site redirect create'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--capture||Add what the * stands for to the destination'
     '--no-capture||The opposite of --capture'
     '--draft||Keep it as a draft, which redirects nobody'
     '--no-draft||The opposite of --draft'
     '--permanent||Tell browsers and search engines that it is for good (308)'
     '--no-permanent||The opposite of --permanent'
     '--to|.|Where it leads: a path on the site such as /guides/install, or an address'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site redirect update' {
    $state.Path = 'site redirect update'
    $state.Values = @(
     '^--site,TOME_SITE @site-redirect ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--source|.|Path on the site that it redirects from, such as /old or /old/*'
     '--capture||Add what the * stands for to the destination'
     '--no-capture||The opposite of --capture'
     '--draft||Make it a draft, or make a draft live'
     '--no-draft||The opposite of --draft'
     '--permanent||Tell browsers and search engines that it is for good (308)'
     '--no-permanent||The opposite of --permanent'
     '--to|.|Where it leads: a path on the site such as /guides/install, or an address'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site redirect delete' {
    $state.Path = 'site redirect delete'
    $state.Values = @(
     '^--site,TOME_SITE @site-redirect ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site redirect put' {
    $state.Path = 'site redirect put'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--file|%file|CSV, NDJSON or JSON with source, destination and perhaps intent; - for standard input'
    ) + $limits + $tables + $many + $requests + $confirmed + $writes + $every + $findings
    return $true
   }
   'site share-links' { return Set-TomeCommand 'site share-link' }
   'site share-link' {
    $state.Path = 'site share-link'
    $state.Below = @(
     'list|List the share links of a docs site'
     'create|Create a share link of a docs site'
     'update|Rename or revoke a share link of a docs site'
     'delete|Delete a share link of a docs site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site share-link list' {
    $state.Path = 'site share-link list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--search|.|Only those with this in their name, or with this key'
     '!--columns|,id ,name ,active ,created ,link|'
     '!--sort|=id =name =active =created =link|'
     '!--filter|=id= =name= =active= =created= =link=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site share-link create' {
    $state.Path = 'site share-link create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--name|.|Name, by which you tell who has it'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site share-link update' {
    $state.Path = 'site share-link update'
    $state.Values = @(
     '^--site,TOME_SITE @share-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
     '--active||Let it open the site; --no-active revokes it'
     '--no-active||The opposite of --active'
     '--name|.|Name, by which you tell who has it'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site share-link delete' {
    $state.Path = 'site share-link delete'
    $state.Values = @(
     '^--site,TOME_SITE @share-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site auth' {
    $state.Path = 'site auth'
    $state.Below = @(
     'get|Show how visitors of a docs site sign in, and the key that signs their tokens'
     'update|Change how visitors of a docs site sign in'
     'regenerate|Replace the key that signs the tokens of a docs site''s visitors'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site auth get' {
    $state.Path = 'site auth get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,backend ,fallback-url ,logout-url ,integration ,private-key|'
    ) + $tables + $requests + $every
    return $true
   }
   'site auth update' {
    $state.Path = 'site auth update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--backend|=custom =integration|What signs visitors in: your own server, or an integration'
     '--fallback-url|.|Where visitors go to sign in, if they have no valid token'
     '--no-fallback-url||No fallback url'
     '--logout-url|.|Where visitors go to sign out'
     '--no-logout-url||No logout url'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site auth regenerate' {
    $state.Path = 'site auth regenerate'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site customization' {
    $state.Path = 'site customization'
    $state.Below = @(
     'get|Show how a docs site looks and what it offers'
     'update|Change how a docs site looks and what it offers'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site customization get' {
    $state.Path = 'site customization get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--unmasked||Taken for older clients, and changes nothing'
     '--no-unmasked||The opposite of --unmasked'
     '!--columns|,title ,theme ,primary-color ,in-the-dark ,corners ,font ,logo ,logo-in-the-dark ,emoji ,favicon ,mode ,copyright ,announcement ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'site customization update' {
    $state.Path = 'site customization update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--title|.|Title for its visitors'
     '--no-title||No title'
     '--theme|=clean =muted =bold =gradient|Theme'
     '--no-theme||No theme'
     '--primary-color|.|Colour such as #346ddb, or two: light,dark'
     '--no-primary-color||No primary color'
     '--logo|.|Address of the logo in the header'
     '--no-logo||No logo'
     '--logo-dark|.|Address of the logo for screens that are dark'
     '--no-logo-dark||No logo dark'
     '--favicon|.|Address of the icon in the browser''s tab'
     '--no-favicon||No favicon'
     '--emoji|.|Emoji in place of that icon'
     '--no-emoji||No emoji'
     '--corners|=straight =rounded =circular|Corners'
     '--no-corners||No corners'
     '--mode|=light =dark =system|Light or dark at first'
     '--no-mode||No mode'
     '--copyright|.|Line at the bottom of its pages'
     '--no-copyright||No copyright'
     '--file|%file|JSON or YAML with any settings, as get --json prints them; - for standard input'
     '--font|.|Font, such as Inter'
     '--no-font||No font'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site adaptive-schema' {
    $state.Path = 'site adaptive-schema'
    $state.Below = @(
     'get|Show the schema of a docs site''s visitors'
     'put|Replace the schema of a docs site''s visitors'
     'conditions|List the conditions that the visitors'' schema makes possible'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site adaptive-schema get' {
    $state.Path = 'site adaptive-schema get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,updated ,schema|'
    ) + $tables + $requests + $every
    return $true
   }
   'site adaptive-schema put' {
    $state.Path = 'site adaptive-schema put'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--file|%file|File with the JSON schema itself, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site adaptive-schema conditions' {
    $state.Path = 'site adaptive-schema conditions'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,description ,condition|'
     '!--sort|=description =condition|'
     '!--filter|=description= =condition=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'site permissions' { return Set-TomeCommand 'site permission' }
   'site permission' {
    $state.Path = 'site permission'
    $state.Below = @(
     'list|List everybody who has a role on the docs site, and where it comes from'
     'grant|Grant a role on a docs site to people or teams'
     'users|List people who were granted a role on the docs site'
     'teams|List teams that were granted a role on the docs site'
     'update|Change the role that was granted to a person or a team'
     'remove|Take back the role that was granted to a person or a team'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site permission list' {
    $state.Path = 'site permission list'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Only those with this role in the organization'
     '--search|.|Only those whose name or email has this in it'
     '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only members of this team'
     '--sort|=joinedAt =lastSeenAt =name|What to sort by'
     '--order|=asc =desc|asc lists the earliest first'
     '!--columns|,role ,user ,name ,email ,from ,by|'
     '!--sort|=role =user =name =email =from =by|'
     '!--filter|=role= =user= =name= =email= =from= =by=|'
     '--filter|.|Only rows whose column has this text: ''title=Rel*'', status!=merged'
    ) + $limits + $tables + $lists + $requests + $every
    return $true
   }
   'site permission grant' {
    $state.Path = 'site permission grant'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted'
     '--no-role||No role'
     '--user|@user|Member or guest who gets it'
     '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that gets it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site permission users' {
    $state.Path = 'site permission users'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,role ,user ,name ,email|'
     '!--sort|=role =user =name =email|'
     '!--filter|=role= =user= =name= =email=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site permission teams' {
    $state.Path = 'site permission teams'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,role ,team ,title ,members|'
     '!--sort|=role =team =title =members|'
     '!--filter|=role= =team= =title= =members=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site permission update' {
    $state.Path = 'site permission update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--user|@user|Email, name, id or web address of the user'
     '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted'
     '--no-role||No role'
     '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or web address of the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site permission remove' {
    $state.Path = 'site permission remove'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--user|@user|Email, name, id or web address of the user'
     '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or web address of the team'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integrations' { return Set-TomeCommand 'integration' }
   'integration' {
    $state.Path = 'integration'
    $state.Below = @(
     'list|List the integrations that you may install or administer'
     'available|List the integrations that can be installed in an organization'
     'installed|List the integrations that are installed in an organization'
     'get|Show an integration'
     'publish|Publish an integration, or its next version'
     'unpublish|Unpublish an integration, which also uninstalls it everywhere'
     'installations|List where an integration is installed'
     'install|Install an integration in an organization'
     'uninstall|Uninstall an integration from an organization'
     'spaces|List the spaces that an integration works on'
     'sites|List the docs sites that an integration works on'
     'dev|Send an integration''s events to a tunnel'
     'dev-off|Send an integration''s events to no tunnel any more'
     'token|Create a token with which an integration finds its installations for an hour'
     'event|Show the events of an integration, and how they were delivered'
     'installation|Show an installation of an integration, and choose what it works on'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration list' {
    $state.Path = 'integration list'
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
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration available' {
    $state.Path = 'integration available'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
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
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration installed' {
    $state.Path = 'integration installed'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--search|.|Only those with this text in their name or title'
     '!--columns|,name ,title ,installation ,status ,on-spaces ,on-sites ,pending-scopes|'
     '!--sort|=name =title =installation =status =on-spaces =on-sites =pending-scopes|'
     '!--filter|=name= =title= =installation= =status= =on-spaces= =on-sites= =pending-scopes=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration get' {
    $state.Path = 'integration get'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '!--columns|,name ,title ,version ,description ,summary ,visibility ,target ,scopes ,categories ,verified ,owner ,policy ,address|'
    ) + $tables + $requests + $every
    return $true
   }
   'integration publish' {
    $state.Path = 'integration publish'
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
    ) + $many + $requests + $writes + $every
    return $true
   }
   'integration unpublish' {
    $state.Path = 'integration unpublish'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integration installations' {
    $state.Path = 'integration installations'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '--external-id|.|Only those that carry this id of another system'
     '!--columns|,id ,status ,organization ,spaces ,pending-scopes ,created|'
     '!--sort|=id =status =organization =spaces =pending-scopes =created|'
     '!--filter|=id= =status= =organization= =spaces= =pending-scopes= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration install' {
    $state.Path = 'integration install'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration uninstall' {
    $state.Path = 'integration uninstall'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integration spaces' {
    $state.Path = 'integration spaces'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '--external-id|.|Only those that carry this id of another system'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
     '!--columns|,id ,status ,installation ,external-ids|'
     '!--sort|=id =status =installation =external-ids|'
     '!--filter|=id= =status= =installation= =external-ids=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration sites' {
    $state.Path = 'integration sites'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '--external-id|.|Only those that carry this id of another system'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
     '!--columns|,id ,status ,installation ,external-ids|'
     '!--sort|=id =status =installation =external-ids|'
     '!--filter|=id= =status= =installation= =external-ids=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration dev' {
    $state.Path = 'integration dev'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @(
     '--tunnel-url|.|Address that events are sent to'
     '--all||Send the events of every organization, and not only of the one that published it'
     '--no-all||The opposite of --all'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration dev-off' {
    $state.Path = 'integration dev-off'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'integration token' {
    $state.Path = 'integration token'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'integration events' { return Set-TomeCommand 'integration event' }
   'integration event' {
    $state.Path = 'integration event'
    $state.Below = @(
     'list|List the events of an integration, the latest first'
     'get|Show an event of an integration, with what happened while it was sent'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration event list' {
    $state.Path = 'integration event list'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '!--columns|,id ,type ,status ,failure ,installation ,created|'
     '!--sort|=id =type =status =failure =installation =created|'
     '!--filter|=id= =type= =status= =failure= =installation= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration event get' {
    $state.Path = 'integration event get'
    $state.Values = @(
     '@integration'
     '@event'
    )
    $state.Flags = @() + $every
    return $true
   }
   'integration installation' {
    $state.Path = 'integration installation'
    $state.Below = @(
     'get|Show an installation of an integration'
     'update|Change the settings of an installation, and what it works on'
     'accept|Accept the permissions that a new version of an integration requests'
     'token|Create a token with which an installation uses the API for an hour'
     'space|Choose the spaces that an integration works on, and its settings there'
     'site|Choose the docs sites that an integration works on, and its settings there'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration installation get' {
    $state.Path = 'integration installation get'
    $state.Values = @(
     '@integration'
     '@installation'
    )
    $state.Flags = @(
     '!--columns|,id ,status ,organization ,spaces ,pending-scopes ,created ,updated ,on-spaces ,on-sites ,settings ,external-ids ,accepted-scopes ,accepted-target ,pending-target ,pending-version|'
    ) + $tables + $requests + $every
    return $true
   }
   'integration installation update' {
    $state.Path = 'integration installation update'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--configuration|.|All settings, in place of those before'
     '--external-id|.|Id of another system'
     '--space-selection|=all =selected|Works on all spaces of the organization, or on those it is installed on'
     '--site-selection|=all =selected|Works on all docs sites of the organization, or on those it is installed on'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration installation accept' {
    $state.Path = 'integration installation accept'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--integration-version|.|Version to accept; refused if it is not the newest'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integration installation token' {
    $state.Path = 'integration installation token'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'integration installation spaces' { return Set-TomeCommand 'integration installation space' }
   'integration installation space' {
    $state.Path = 'integration installation space'
    $state.Below = @(
     'list|List the spaces that an installation works on'
     'install|Install an integration on one space'
     'get|Show the installation of an integration on one space'
     'update|Change the settings of an integration for one space'
     'uninstall|Uninstall an integration from one space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration installation space list' {
    $state.Path = 'integration installation space list'
    $state.Values = @(
     '@integration'
     '@installation'
    )
    $state.Flags = @(
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
     '!--columns|,id ,status ,installation ,external-ids|'
     '!--sort|=id =status =installation =external-ids|'
     '!--filter|=id= =status= =installation= =external-ids=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration installation space install' {
    $state.Path = 'integration installation space install'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration installation space get' {
    $state.Path = 'integration installation space get'
    $state.Values = @(
     '@integration'
     '@installation'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
     '!--columns|,id ,status ,installation ,external-ids ,settings|'
    ) + $tables + $requests + $every
    return $true
   }
   'integration installation space update' {
    $state.Path = 'integration installation space update'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--configuration|.|All settings, in place of those before'
     '--external-id|.|Id of another system'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration installation space uninstall' {
    $state.Path = 'integration installation space uninstall'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integration installation sites' { return Set-TomeCommand 'integration installation site' }
   'integration installation site' {
    $state.Path = 'integration installation site'
    $state.Below = @(
     'list|List the docs sites that an installation works on'
     'install|Install an integration on one docs site'
     'get|Show the installation of an integration on one docs site'
     'update|Change the settings of an integration for one docs site'
     'uninstall|Uninstall an integration from one docs site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration installation site list' {
    $state.Path = 'integration installation site list'
    $state.Values = @(
     '@integration'
     '@installation'
    )
    $state.Flags = @(
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
     '!--columns|,id ,status ,installation ,external-ids|'
     '!--sort|=id =status =installation =external-ids|'
     '!--filter|=id= =status= =installation= =external-ids=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration installation site install' {
    $state.Path = 'integration installation site install'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--site|@site|Title, id or web address of the docs site'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration installation site get' {
    $state.Path = 'integration installation site get'
    $state.Values = @(
     '@integration'
     '@installation'
    )
    $state.Flags = @(
     '--site|@site|Title, id or web address of the docs site'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
     '!--columns|,id ,status ,installation ,external-ids ,settings|'
    ) + $tables + $requests + $every
    return $true
   }
   'integration installation site update' {
    $state.Path = 'integration installation site update'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--site|@site|Title, id or web address of the docs site'
     '--configuration|.|All settings, in place of those before'
     '--external-id|.|Id of another system'
     '--extended||Answer each whole and not only its id'
     '--no-extended||The opposite of --extended'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration installation site uninstall' {
    $state.Path = 'integration installation site uninstall'
    $state.Values = @(
     '@integration'
     '@installation ...'
    )
    $state.Flags = @(
     '--site|@site|Title, id or web address of the docs site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'content' {
    $state.Path = 'content'
    $state.Below = @(
     'get|Show the content of a space: its pages, files and variables'
     'reusable-content|Show a reusable content of a space'
     'document|Show a text as its tree of blocks, by the id that a page or reusable content has for it'
     'find|Show which collection, space, page or change request an address is of'
     'apply-template|Add the pages of a template to a space, or to one of its change requests'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'content get' {
    $state.Path = 'content get'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,revision ,type ,made-from ,pages ,files ,commit ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'content reusable-content' {
    $state.Path = 'content reusable-content'
    $state.Values = @(
     '^--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,title ,document ,file|'
    ) + $tables + $requests + $every
    return $true
   }
   'content document' {
    $state.Path = 'content document'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--schema|=current =next|Version of the form of blocks'
    ) + $tables + $requests + $every
    return $true
   }
   'content find' {
    $state.Path = 'content find'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '!--columns|,space ,space-title ,change-request ,page ,page-title ,collection ,collection-title|'
    ) + $tables + $requests + $every
    return $true
   }
   'content apply-template' {
    $state.Path = 'content apply-template'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--params|.|What the template asks for: references by their names'
     '--cr|^--space,TOME_SPACE @cr|Change request that receives it; the space itself if absent'
     '--file-ref|.|File that the template asks for, by its name there'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'pages' { return Set-TomeCommand 'page' }
   'page' {
    $state.Path = 'page'
    $state.Below = @(
     'list|List the pages of a space as they stand in each other'
     'get|Show a page with its text'
     'links|List the links on a page, and whether they lead anywhere'
     'backlinks|List the places that link to a page'
     'meta-links|Show what a page names as the same content elsewhere, for search engines'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'page list' {
    $state.Path = 'page list'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--tree||Draw the pages as a tree'
     '!--no-tree||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'page get' {
    $state.Path = 'page get'
    $state.Values = @(
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--path|.|Path of the page in its space, such as guides/start'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page''s text'
     '--refs|=relative =stable|How Markdown names other content: by paths, or by ids'
     '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
     '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    )
    return $true
   }
   'page links' {
    $state.Path = 'page links'
    $state.Values = @(
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--status|=ok =broken =in-app|Only links in this state'
     '--fail||End with exit code 10 if links are broken'
     '!--no-fail||'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'page backlinks' {
    $state.Path = 'page backlinks'
    $state.Values = @(
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'page meta-links' {
    $state.Path = 'page meta-links'
    $state.Values = @(
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,canonical-page ,canonical-address ,other-pages ,other-addresses|'
    ) + $tables + $requests + $every
    return $true
   }
   'files' { return Set-TomeCommand 'file' }
   'file' {
    $state.Path = 'file'
    $state.Below = @(
     'list|List the files of a space'
     'get|Show a file, with the address of its bytes'
     'backlinks|List the places that use a file'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'file list' {
    $state.Path = 'file list'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,name ,type ,size|'
     '!--sort|=id =name =type =size|'
     '!--filter|=id= =name= =type= =size=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'file get' {
    $state.Path = 'file get'
    $state.Values = @(
     '^--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--save|%file|Save it as this file'
     '--force||Replace the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'file backlinks' {
    $state.Path = 'file backlinks'
    $state.Values = @(
     '^--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'revisions' { return Set-TomeCommand 'revision' }
   'revision' {
    $state.Path = 'revision'
    $state.Below = @(
     'list|List the revisions that led to a space as it is, or those that changed a page'
     'get|Show the content of a space as it was in a revision'
     'changes|Show what a revision changed, compared with the one before it'
     'pages|List the pages of a revision as they stood in each other'
     'page|Show a page with its text, as it was in a revision'
     'page-document|Show the text of a page as its tree of blocks, as it was in a revision'
     'meta-links|Show what a page of a revision names as the same content elsewhere, for search engines'
     'files|List the files of a revision'
     'file|Show a file of a revision, with the address of its bytes'
     'reusable-content|Show a reusable content as it was in a revision'
     'reusable-content-document|Show the text of a reusable content as its tree of blocks, as it was in a revision'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'revision list' {
    $state.Path = 'revision list'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--page|.|Only those that changed this page: its path, title or id, even if it is gone'
     '--depth|.|How many revisions to look at'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'revision get' {
    $state.Path = 'revision get'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,revision ,type ,made-from ,pages ,files ,commit ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision changes' {
    $state.Path = 'revision changes'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--limit|.|How many changes to answer'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,change ,page ,title ,path ,file ,reusable-content|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision pages' {
    $state.Path = 'revision pages'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--tree||Draw the pages as a tree'
     '!--no-tree||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'revision page' {
    $state.Path = 'revision page'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--path|.|Path of the page in its space, such as guides/start'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page''s text'
     '--refs|=relative =stable|How Markdown names other content: by paths, or by ids'
     '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
     '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    )
    return $true
   }
   'revision page-document' {
    $state.Path = 'revision page-document'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
     '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents'
    ) + $tables + $requests + $every
    return $true
   }
   'revision meta-links' {
    $state.Path = 'revision meta-links'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,canonical-page ,canonical-address ,other-pages ,other-addresses|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision files' {
    $state.Path = 'revision files'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,name ,type ,size|'
     '!--sort|=id =name =type =size|'
     '!--filter|=id= =name= =type= =size=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'revision file' {
    $state.Path = 'revision file'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
     '^--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--save|%file|Save it as this file'
     '--force||Replace the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'revision reusable-content' {
    $state.Path = 'revision reusable-content'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
     '^--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,title ,document ,file|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision reusable-content-document' {
    $state.Path = 'revision reusable-content-document'
    $state.Values = @(
     '^--space,TOME_SPACE @revision'
     '^--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
     '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents'
    ) + $tables + $requests + $every
    return $true
   }
   'comments' { return Set-TomeCommand 'comment' }
   'comment' {
    $state.Path = 'comment'
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
    $state.Path = 'comment list'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--status|=all =open =resolved|Only those in this state'
     '--order|=asc =desc|asc lists the oldest first'
     '--target-page|^--space,TOME_SPACE @page|Only those on this page'
     '--author|@user|Only those posted by one of these people'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
     '!--columns|,id ,author ,status ,replies ,posted ,body ,page|'
     '!--sort|=id =author =status =replies =posted =body =page|'
     '!--filter|=id= =author= =status= =replies= =posted= =body= =page=|'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $limits + $choices + $tables + $lists + $requests
    return $true
   }
   'comment create' {
    $state.Path = 'comment create'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--body|.|Text'
     '--page|^--space,TOME_SPACE @page|Page to comment on'
     '--node|.|Block of the page to comment on'
     '--table-cell|.|Cell of a table on the page to comment on'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'comment get' {
    $state.Path = 'comment get'
    $state.Values = @(
     '^--space,TOME_SPACE @comment'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
     '!--columns|,id ,author ,status ,replies ,posted ,body ,edited ,resolved ,resolved-by ,page ,node ,change-request ,review|'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $tables + $requests
    return $true
   }
   'comment update' {
    $state.Path = 'comment update'
    $state.Values = @(
     '^--space,TOME_SPACE @comment ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--body|.|Text'
     '--resolve||Resolve the comment'
     '--no-resolve||The opposite of --resolve'
     '--add-reaction|.|React with this emoji'
     '--remove-reaction|.|Take back your reaction with this emoji'
     '--unresolve||Open the comment again'
     '!--no-unresolve||'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'comment delete' {
    $state.Path = 'comment delete'
    $state.Values = @(
     '^--space,TOME_SPACE @comment ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'comment replies' { return Set-TomeCommand 'comment reply' }
   'comment reply' {
    $state.Path = 'comment reply'
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
    $state.Path = 'comment reply list'
    $state.Values = @(
     '^--space,TOME_SPACE @comment'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
     '!--columns|,id ,author ,posted ,body|'
     '!--sort|=id =author =posted =body|'
     '!--filter|=id= =author= =posted= =body=|'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $limits + $choices + $tables + $lists + $requests
    return $true
   }
   'comment reply create' {
    $state.Path = 'comment reply create'
    $state.Values = @(
     '^--space,TOME_SPACE @comment ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--body|.|Text'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $bodies + $many + $requests + $writes
    return $true
   }
   'comment reply get' {
    $state.Path = 'comment reply get'
    $state.Values = @(
     '^--space,TOME_SPACE @comment'
     '^#0 @reply'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
     '!--columns|,id ,author ,posted ,body|'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $tables + $requests
    return $true
   }
   'comment reply update' {
    $state.Path = 'comment reply update'
    $state.Values = @(
     '^--space,TOME_SPACE @comment'
     '^#0 @reply ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
     '--body|.|Text'
     '--resolve||Resolve the comment'
     '--no-resolve||The opposite of --resolve'
     '--add-reaction|.|React with this emoji'
     '--remove-reaction|.|Take back your reaction with this emoji'
     '--unresolve||Open the comment again'
     '!--no-unresolve||'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'comment reply delete' {
    $state.Path = 'comment reply delete'
    $state.Values = @(
     '^--space,TOME_SPACE @comment'
     '^#0 @reply ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'cr' {
    $state.Path = 'cr'
    $state.Below = @(
     'list|List change requests of a space, or of an organization if no space is given or set'
     'create|Create a change request, as a draft'
     'get|Show a change request'
     'update|Change a change request''s subject, description or status'
     'merge|Merge a change request into its space'
     'pull|Pull what changed in the space into a change request'
     'pdf|Make a PDF of a change request''s pages'
     'edit|Edit a page of a change request, add pages or files, or apply a list of changes'
     'replace|Replace a text in the pages of a change request: in titles, descriptions and texts'
     'content|Show the content of a change request: its pages, files and variables'
     'pages|List the pages of a change request as they stand in each other'
     'page|Show a page with its text, as it is in a change request'
     'meta-links|Show what a page of a change request names as the same content elsewhere'
     'links|List the links in a change request, and whether they lead anywhere'
     'page-links|List the links on a page of a change request, and whether they lead anywhere'
     'backlinks|List the places that link to a page of a change request'
     'file-backlinks|List the places that link to a file of a change request'
     'files|List the files of a change request'
     'file|Show a file of a change request, with the address of its bytes'
     'reusable-content|Show a reusable content as it is in a change request'
     'view|Show where a change request stands: changes, conflicts, reviews, rules, what to do next'
     'diff|Show what a change request changes, page by page'
     'preview|Open a docs site in the browser as it would be after a change request is merged'
     'changes|Show what a change request would change in its space'
     'review|Approve a change request, or ask for changes to it'
     'reviews|List the reviews of a change request, or show one'
     'reviewers|List the people who were asked to review a change request'
     'request-review|Ask people to review a change request'
     'unrequest-review|Take back that somebody was asked to review a change request'
     'contributors|List the people who edited a change request or commented on it, with how often'
     'commenters|List the members who commented on a change request'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'cr list' {
    $state.Path = 'cr list'
    $state.Flags = @(
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or web address of the space'
     '--status|=draft =open =archived =merged|Only those in this state'
     '--creator|@user|Only those created by this user'
     '--contributor|@user|Only those this user created or edited'
     '--requested-reviewer|@user|Only those this user was asked to review'
     '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only those made for this cluster of issues'
     '--topic|.|Only those made for this topic of a site'
     '--order-by|=updatedAt =createdAt|Those changed, or created, last come first'
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--of-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only those of this space'
     '--of-site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only those of spaces that this site shows'
     '--styleguide-run|.|Only those made by this run of a style guide'
     '--finding|=none =all|Whether to list those made from findings too'
     '--org-wide||Those of the whole organization, even if a space is set'
     '!--no-org-wide||'
     '!--columns|,number ,id ,subject ,status ,space ,author ,comments ,outdated ,updated|'
     '!--sort|=number =id =subject =status =space =author =comments =outdated =updated|'
     '!--filter|=number= =id= =subject= =status= =space= =author= =comments= =outdated= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr create' {
    $state.Path = 'cr create'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--subject|.|Subject'
     '--template|.|Template whose pages it begins with'
     '--agent-task-id|.|Task of an agent that it is for'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr get' {
    $state.Path = 'cr get'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,number ,id ,subject ,status ,author ,comments ,outdated ,updated ,created ,space ,revision ,initial-revision ,merged-revision ,cluster ,address|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'cr update' {
    $state.Path = 'cr update'
    $state.Values = @(
     '^--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--subject|.|Subject'
     '--description|.|Description'
     '--status|=draft =open =archived|New state; archived is final, as merged is'
     '--links|.|Addresses that belong to it, in place of those before'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr merge' {
    $state.Path = 'cr merge'
    $state.Values = @(
     '^--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--fail||End with exit code 10 if the merge had conflicts'
     '!--no-fail||'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'cr pull' {
    $state.Path = 'cr pull'
    $state.Values = @(
     '^--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--keep|=space =cr|If pages are in conflict: whose version stays, that of the space or of the change request'
     '--fail||End with exit code 10 if the update had conflicts'
     '!--no-fail||'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'cr pdf' {
    $state.Path = 'cr pdf'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--page|^--space,TOME_SPACE @page|Page to begin at; the pages below it follow'
     '--only||Leave out the pages below --page'
     '--no-only||The opposite of --only'
     '--save|%file|Save it as this file'
     '--force||Replace the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'cr edit' {
    $state.Path = 'cr edit'
    $state.Values = @(
     '^--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--page|^--space,TOME_SPACE @page|Page to edit'
     '--new||Add a page instead of editing one'
     '!--no-new||'
     '--file|%file|Markdown file with the text of the page, - for standard input'
     '--title|.|Title of the page'
     '--slug|.|Its part of the address'
     '--into|^--space,TOME_SPACE @page|Page to put it into'
     '--delete||Delete the page with the pages below it'
     '!--no-delete||'
     '--revert-to|^--space,TOME_SPACE @revision|Revision to take the page back to: latest~1 is the one before'
     '--upload|%file|File to add to the space'
     '--input|%file|JSON or YAML file with {"changes": [...]}, the whole body, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'cr replace' {
    $state.Path = 'cr replace'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--with|.|What to put in its place'
     '--ignore-case||Whatever the case of its letters'
     '!--no-ignore-case||'
     '--page|^--space,TOME_SPACE @page|Only in this page'
    ) + $limits + $tables + $many + $requests + $writes + $every
    return $true
   }
   'cr content' {
    $state.Path = 'cr content'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,revision ,type ,made-from ,pages ,files ,commit ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr pages' {
    $state.Path = 'cr pages'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--tree||Draw the pages as a tree'
     '!--no-tree||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'cr page' {
    $state.Path = 'cr page'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--path|.|Path of the page in its space, such as guides/start'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page''s text'
     '--refs|=relative =stable|How Markdown names other content: by paths, or by ids'
     '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone'
     '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    )
    return $true
   }
   'cr meta-links' {
    $state.Path = 'cr meta-links'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,canonical-page ,canonical-address ,other-pages ,other-addresses|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr links' {
    $state.Path = 'cr links'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--status|=ok =broken =in-app|Only links in this state'
     '--broken-context|=change-request =space|Only broken links: by the change request, or before it'
     '--fail||End with exit code 10 if links are broken'
     '!--no-fail||'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'cr page-links' {
    $state.Path = 'cr page-links'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--fail||End with exit code 10 if links are broken'
     '!--no-fail||'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'cr backlinks' {
    $state.Path = 'cr backlinks'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr file-backlinks' {
    $state.Path = 'cr file-backlinks'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr files' {
    $state.Path = 'cr files'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,name ,type ,size|'
     '!--sort|=id =name =type =size|'
     '!--filter|=id= =name= =type= =size=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr file' {
    $state.Path = 'cr file'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '--save|%file|Save it as this file'
     '--force||Replace the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'cr reusable-content' {
    $state.Path = 'cr reusable-content'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--metadata||Tell where things stand in their Git repository'
     '--no-metadata||The opposite of --metadata'
     '--computed||Compute the content that is made from something else'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,title ,document ,file|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr view' {
    $state.Path = 'cr view'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
    ) + $every
    return $true
   }
   'cr diff' {
    $state.Path = 'cr diff'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--page|.|Only this page, by its id, path or title'
     '--stat||Only the pages, with their numbers of lines'
     '!--no-stat||'
     '--format|=patch =table =json =ndjson =yaml =csv =tsv =id|Print a patch that git apply reads; each page is a file <path>.md'
     '--fail||End with exit code 10 if it changes anything'
     '!--no-fail||'
     '--web||Open its page in the browser instead'
     '!--no-web||'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    )
    return $true
   }
   'cr preview' {
    $state.Path = 'cr preview'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--on|@site|Docs site that shows it; one that is published if absent'
     '--claims|%file|File with the claims of a visitor, as JSON or YAML'
     '--as-visitor|.|Email of the visitor, as a claim'
     '--browser||Open it; --no-browser only prints the address'
     '!--no-browser||'
    ) + $every
    return $true
   }
   'cr changes' {
    $state.Path = 'cr changes'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--limit|.|How many changes to answer'
     '!--columns|,change ,page ,title ,path ,file ,reusable-content|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr review' {
    $state.Path = 'cr review'
    $state.Values = @(
     '^--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--approve||Approve it'
     '!--no-approve||'
     '--body|.|Text'
     '--request-changes||Ask for changes to it'
     '!--no-request-changes||'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr reviews' {
    $state.Path = 'cr reviews'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '^#0 @review'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer'
     '--outdated||Only those that a later request, review or edit replaced, or only the others'
     '--no-outdated||The opposite of --outdated'
     '!--columns|,id ,reviewer ,status ,outdated ,created ,comment|'
     '!--sort|=id =reviewer =status =outdated =created =comment|'
     '!--filter|=id= =reviewer= =status= =outdated= =created= =comment=|'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $limits + $choices + $tables + $lists + $requests
    return $true
   }
   'cr reviewers' {
    $state.Path = 'cr reviewers'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,user ,name ,asked-by ,created|'
     '!--sort|=user =name =asked-by =created|'
     '!--filter|=user= =name= =asked-by= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr request-review' {
    $state.Path = 'cr request-review'
    $state.Values = @(
     '^--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--reviewer|@user|Member to ask'
     '--subject|.|New subject of the change request'
     '--description|.|New description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr unrequest-review' {
    $state.Path = 'cr unrequest-review'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
     '@user ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'cr contributors' {
    $state.Path = 'cr contributors'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,user ,name ,by ,times ,last|'
     '!--sort|=user =name =by =times =last|'
     '!--filter|=user= =name= =by= =times= =last=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'cr commenters' {
    $state.Path = 'cr commenters'
    $state.Values = @(
     '^--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,id ,name ,email ,role|'
     '!--sort|=id =name =email =role|'
     '!--filter|=id= =name= =email= =role=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'git' {
    $state.Path = 'git'
    $state.Below = @(
     'import|Bring the content of a Git repository into a space'
     'export|Commit the content of a space to a Git repository'
     'plan|Show what an import or export would change, before it does'
     'info|Show the Git repository of a space, and what became of the last import or export'
     'remove-legacy|Remove the old kind of Git connection from a space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'git import' {
    $state.Path = 'git import'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--url|.|Address of the repository; it may hold a user name and password'
     '--ref|.|Branch, such as main, or in full refs/heads/main'
     '--force||Also if it is older, or the space has changes that contradict'
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
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'git export' {
    $state.Path = 'git export'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--url|.|Address of the repository; it may hold a user name and password'
     '--ref|.|Branch, such as main, or in full refs/heads/main'
     '--message|.|Message of the commit'
     '--force||Also if it is older, or the branch has changes that contradict'
     '--no-force||The opposite of --force'
     '--standalone||Do not link the content to what is committed'
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
    ) + $many + $requests + $writes + $every
    return $true
   }
   'git plan' {
    $state.Path = 'git plan'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '--direction|=import =export|What would be done'
     '--url|.|Address of the repository; it may hold a user name and password'
     '--ref|.|Branch, such as main, or in full refs/heads/main'
     '--force||As if the import or export had --force'
     '--no-force||The opposite of --force'
     '--project-directory|%folder|Folder of the repository that holds the content'
     '--repo|%folder|Checkout on this machine, in place of --url and --ref; only what is committed counts'
     '--fail||End with exit code 10 if anything would change'
     '!--no-fail||'
     '--wait-limit|.|With --wait: seconds to wait at most'
    ) + $every + $findings
    return $true
   }
   'git info' {
    $state.Path = 'git info'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
     '!--columns|,repository ,url ,ref ,provider ,integration ,last ,state ,error ,warnings ,revision ,commit ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'git remove-legacy' {
    $state.Path = 'git remove-legacy'
    $state.Flags = @(
     '--space|@space|Title, id or web address of the space'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'openapi' {
    $state.Path = 'openapi'
    $state.Below = @(
     'list|List the API specifications of an organization'
     'create|Store an API specification under a new slug'
     'get|Show an API specification'
     'put|Store an API specification, or a new source for one that is there'
     'publish|Store an API specification, as `openapi put` does'
     'diff|Show what a client of the API notices of a change: what is live against what would come'
     'update|Change who may see an API specification'
     'delete|Delete an API specification with all its versions'
     'version|Work with the versions of an API specification'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'openapi list' {
    $state.Path = 'openapi list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,slug ,state ,error ,visibility ,source ,updated|'
     '!--sort|=slug =state =error =visibility =source =updated|'
     '!--filter|=slug= =state= =error= =visibility= =source= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'openapi create' {
    $state.Path = 'openapi create'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--url|.|Address that the platform fetches it from'
     '--file|%file|File to send, with the files that it refers to; - for standard input'
     '--root|%folder|Folder that the files may be in; by default that of the file'
     '--input|%file|JSON or YAML file with the body of the request'
     '--wait||Wait until the work is done'
     '!--no-wait||'
     '--wait-limit|.|With --wait: seconds to wait at most'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'openapi get' {
    $state.Path = 'openapi get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,slug ,state ,error ,errors ,version ,visibility ,source ,processed ,created ,updated ,published|'
    ) + $tables + $requests + $every
    return $true
   }
   'openapi put' {
    $state.Path = 'openapi put'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--url|.|Address that the platform fetches it from'
     '--file|%file|File to send, with the files that it refers to; - for standard input'
     '--root|%folder|Folder that the files may be in; by default that of the file'
     '--input|%file|JSON or YAML file with the body of the request'
     '--fail|=breaking|Compare with the live version first, and store nothing that breaks it'
     '--allow-unresolved||With --fail: accept references that cannot be followed'
     '!--no-allow-unresolved||'
     '--accept-moved-prefix||Accept a path of the server''s URL that moved into the paths, or out of them'
     '!--no-accept-moved-prefix||'
     '--wait||Wait until the work is done'
     '!--no-wait||'
     '--wait-limit|.|With --wait: seconds to wait at most'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'openapi publish' {
    $state.Path = 'openapi publish'
    $state.Values = @(
     '%file ...'
    )
    $state.Flags = @(
     '--org|@org|Organization that owns it'
     '-o|@org|Organization that owns it'
     '!--organization|@org|'
     '--spec|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug that it is known by'
     '-s|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug that it is known by'
     '--root|%folder|Folder that the files may be in; by default that of the file'
     '--fail|=breaking|Compare with the live version first, and store nothing that breaks it'
     '--allow-unresolved||With --fail: accept references that cannot be followed'
     '!--no-allow-unresolved||'
     '--accept-moved-prefix||Accept a path of the server''s URL that moved into the paths, or out of them'
     '!--no-accept-moved-prefix||'
     '--wait||Wait until the work is done'
     '!--no-wait||'
     '--wait-limit|.|With --wait: seconds to wait at most'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'openapi diff' {
    $state.Path = 'openapi diff'
    $state.Values = @(
     '.'
     '.'
    )
    $state.Flags = @(
     '--org|@org|Organization that has the slug'
     '!--organization|@org|'
     '--fail|=breaking|Changes that end with exit code 10'
     '--allow-unresolved||With --fail: accept references that cannot be followed'
     '!--no-allow-unresolved||'
     '--accept-moved-prefix||Accept a path of the server''s URL that moved into the paths, or out of them'
     '!--no-accept-moved-prefix||'
     '--format|=markdown =table =json =ndjson =yaml =csv =tsv =id|Text for a comment on a pull request'
     '--json||Print JSON; with a comma-separated list, only these fields'
     '--jq|.|Filter the JSON with a jq program'
     '-q|.|Filter the JSON with a jq program'
     '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas'
     '--profile|.|Use the settings and token of this profile'
     '--local||Use the embedded platform, as --profile local does'
     '--base-url|.|Address of the platform'
     '--timeout|.|How long a request may take, including repeats'
     '--retries|.|How often a request may be repeated'
     '--no-input||Never ask; a missing value is an error'
     '--quiet||No notes and no progress'
     '--debug||Show requests and answers on standard error, without secrets'
     '--record|%file|Record requests and answers in this file, without secrets'
     '--replay|%file|Answer from a recording, without a network'
     '--no-color||No colour'
     '--color||Colour, even if it does not go to a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $limits + $choices + $tables + $findings
    return $true
   }
   'openapi update' {
    $state.Path = 'openapi update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--visibility|=private =public|public gives it an address that needs no token'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'openapi delete' {
    $state.Path = 'openapi delete'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'openapi versions' { return Set-TomeCommand 'openapi version' }
   'openapi version' {
    $state.Path = 'openapi version'
    $state.Below = @(
     'list|List the versions of an API specification, the latest first'
     'get|Show a version of an API specification, by default the latest one'
     'content|Show the files of a version of an API specification, or save them'
     'raw|Print the text of a version of an API specification as it was sent or fetched'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'openapi version list' {
    $state.Path = 'openapi version list'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,created ,address|'
     '!--sort|=id =created =address|'
     '!--filter|=id= =created= =address=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'openapi version get' {
    $state.Path = 'openapi version get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
     '@specification-version'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,created ,address|'
    ) + $tables + $requests + $every
    return $true
   }
   'openapi version content' {
    $state.Path = 'openapi version content'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
     '@specification-version'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--save|%folder|Folder to write the files into'
     '--force||With --save: replace files that exist'
     '!--no-force||'
    ) + $every
    return $true
   }
   'openapi version raw' {
    $state.Path = 'openapi version raw'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
     '@specification-version'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $every
    return $true
   }
   'check' {
    $state.Path = 'check'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Organization to check, unless --repo is given'
     '!--organization|@org|'
     '--space|^--org @space|Spaces to check'
     '--repo|%folder|Folder of a repository on this machine to check; nothing is sent anywhere'
     '--rules|%file|Configuration: levels, parameters, what is allowed until when, rules of your own'
     '--baseline|%file|File with findings that were there before and do not count'
     '--update-baseline||Write all findings to the baseline; without --baseline to .tome.check-baseline.json'
     '!--no-update-baseline||'
     '--fail|=error =warning|Level from which findings end with exit code 10'
    ) + $limits + $choices + $tables + $every + $findings
    return $true
   }
   'export' {
    $state.Path = 'export'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--only|.|Only these parts: org, people, content, sites, specs'
     '--with|.|Also these, at a request or two for each thing: grants, share-links, customization'
     '--force||Replace files that are there; comments in them stay'
     '!--no-force||'
    ) + $every
    return $true
   }
   'plan' {
    $state.Path = 'plan'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--prune||Delete what was applied or exported and is no longer in the files'
     '!--no-prune||'
     '--max-deletes|.|Most of a kind to delete, of ten or more: a number or a percentage'
     '--adopt|.|Take it for an entry of the files'
     '--save|%file|Save the plan, to apply exactly this'
     '--markdown|%file|Write it as Markdown, for a comment on a pull request'
     '--fail||End with exit code 10 if there is anything to do'
     '!--no-fail||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'apply' {
    $state.Path = 'apply'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--prune||Delete what was applied or exported and is no longer in the files'
     '!--no-prune||'
     '--max-deletes|.|Most of a kind to delete, of ten or more: a number or a percentage'
     '--adopt|.|Take it for an entry of the files'
     '--resume|.|Go on with an apply that was cut off, by its journal'
    ) + $limits + $tables + $requests + $confirmed + $writes + $every
    return $true
   }
   'drift' {
    $state.Path = 'drift'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--ignore|%file|Leave this out'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'backup' {
    $state.Path = 'backup'
    $state.Below = @(
     'create|Copy the spaces of an organization into a folder; later runs fetch only what changed'
     'diff|Compare a backup with what the platform has now'
     'restore|Bring spaces back from a backup, through change requests, and compare what came of it'
     'verify|Check that each file of a backup is as it was written; nothing is sent'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'backup create' {
    $state.Path = 'backup create'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Spaces to copy'
    ) + $every
    return $true
   }
   'backup diff' {
    $state.Path = 'backup diff'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--other-platform||Accept a backup from another platform'
     '!--no-other-platform||'
    ) + $limits + $choices + $tables + $every + $findings
    return $true
   }
   'backup restore' {
    $state.Path = 'backup restore'
    $state.Values = @(
     '%folder ...'
    )
    $state.Flags = @(
     '--space|.|Spaces to bring back'
     '--to|@org|Organization that receives them; the one of the backup unless given'
     '--as-change-request||Leave the change requests open, for somebody to look at and merge'
     '!--no-as-change-request||'
     '--other-platform||Accept a backup from another platform'
     '!--no-other-platform||'
    ) + $limits + $tables + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'backup verify' {
    $state.Path = 'backup verify'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @() + $limits + $choices + $tables + $every + $findings
    return $true
   }
   'conversations' { return Set-TomeCommand 'conversation' }
   'conversation' {
    $state.Path = 'conversation'
    $state.Below = @(
     'list|List the conversations of an organization'
     'ingest|Take in conversations; one that is known already is replaced'
     'get|Show a conversation with all that was said'
     'cluster|Work with clusters of similar issues'
     'issue|Work with the issues found in conversations'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'conversation list' {
    $state.Path = 'conversation list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--source|.|Only those from this source, such as email'
     '!--columns|,id ,subject ,source ,created ,processed|'
     '!--sort|=id =subject =source =created =processed|'
     '!--filter|=id= =subject= =source= =created= =processed=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'conversation ingest' {
    $state.Path = 'conversation ingest'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--file|%file|JSON or NDJSON with one conversation or many; - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'conversation get' {
    $state.Path = 'conversation get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,subject ,source ,created ,parts|'
    ) + $tables + $requests + $every
    return $true
   }
   'conversation clusters' { return Set-TomeCommand 'conversation cluster' }
   'conversation cluster' {
    $state.Path = 'conversation cluster'
    $state.Below = @(
     'list|List the clusters of similar issues'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'conversation cluster list' {
    $state.Path = 'conversation cluster list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--status|=pending =analysing|Only those that wait for their analysis, or are in it'
     '--order|=asc =desc|Direction of the order'
     '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted|What they are ordered by'
     '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated|'
     '!--sort|=id =label =issues =conversations =last-13-weeks =updated|'
     '!--filter|=id= =label= =issues= =conversations= =last-13-weeks= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'conversation issues' { return Set-TomeCommand 'conversation issue' }
   'conversation issue' {
    $state.Path = 'conversation issue'
    $state.Below = @(
     'list|List the issues found in conversations'
     'get|Show an issue with its conversation'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'conversation issue list' {
    $state.Path = 'conversation issue list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only those of this cluster'
     '--conversation|.|Only those of this conversation'
     '!--columns|,id ,title ,cluster ,conversation ,created|'
     '!--sort|=id =title =cluster =conversation =created|'
     '!--filter|=id= =title= =cluster= =conversation= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'conversation issue get' {
    $state.Path = 'conversation issue get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @issue'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,cluster ,conversation ,created ,summary|'
    ) + $tables + $requests + $every
    return $true
   }
   'import' {
    $state.Path = 'import'
    $state.Below = @(
     'list|List the imports of an organization, the newest first'
     'get|Show an import, and which pages it has'
     'start|Import the pages of a website into a space or a change request'
     'cancel|Stop an import, which then adds nothing'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'import list' {
    $state.Path = 'import list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only those into this space'
     '--cr|^--space @cr|Only those into this change request'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only those into spaces of this docs site'
     '--status|=active =pending =in-progress =completed =failed =cancelled|Only those in this state'
     '!--columns|,id ,source ,space ,status ,updated|'
     '!--sort|=id =source =space =status =updated|'
     '!--filter|=id= =source= =space= =status= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'import get' {
    $state.Path = 'import get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @import'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,source ,space ,status ,updated ,change-request ,below ,reason ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'import start' {
    $state.Path = 'import start'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that gets the pages'
     '--cr|^--space @cr|Change request of the space that gets them instead'
     '--parent|^--space @page|Page or group that gets them below it'
     '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Docs site whose import it is, if the space is not on it yet'
     '--enhance||Rework the pages by a language model'
     '--no-enhance||The opposite of --enhance'
     '--wait||Wait until the work is done'
     '!--no-wait||'
     '--wait-limit|.|With --wait: seconds to wait at most'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'import cancel' {
    $state.Path = 'import cancel'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @import ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'translations' { return Set-TomeCommand 'translation' }
   'translation' {
    $state.Path = 'translation'
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
    $state.Path = 'translation list'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,source ,from ,to ,status ,result ,updated|'
     '!--sort|=id =source =from =to =status =result =updated|'
     '!--filter|=id= =source= =from= =to= =status= =result= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'translation create' {
    $state.Path = 'translation create'
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--source-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to translate'
     '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language it is written in'
     '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language to translate into'
     '--instructions|.|What the translator is to heed'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'translation get' {
    $state.Path = 'translation get'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '!--columns|,id ,source ,from ,to ,status ,result ,updated ,created ,runs ,pages ,words ,latest-pages ,latest-words ,latest-milliseconds ,error|'
    ) + $tables + $requests + $every
    return $true
   }
   'translation update' {
    $state.Path = 'translation update'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--instructions|.|What the translator is to heed'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'translation delete' {
    $state.Path = 'translation delete'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'translation run' {
    $state.Path = 'translation run'
    $state.Values = @(
     '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or web address of the organization'
     '!--organization|@org|'
     '--wait||Wait until the work is done'
     '!--no-wait||'
     '--wait-limit|.|With --wait: seconds to wait at most'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'whoami' {
    $state.Path = 'whoami'
    $state.Flags = @() + $every
    return $true
   }
   'hostname' {
    $state.Path = 'hostname'
    $state.Below = @(
     'get|Show what a hostname of your own leads to, and whether its name servers know it'
     'check|Look up again where the name servers say that a hostname of your own is'
     'remove|Take a hostname of your own off its docs site'
     'organization|Show which organization has a hostname, below which its docs sites are'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'hostname get' {
    $state.Path = 'hostname get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '!--columns|,hostname ,site ,status|'
    ) + $tables + $requests + $every
    return $true
   }
   'hostname check' {
    $state.Path = 'hostname check'
    $state.Values = @(
     '...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'hostname remove' {
    $state.Path = 'hostname remove'
    $state.Values = @(
     '...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'hostname organization' {
    $state.Path = 'hostname organization'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '!--columns|,hostname ,organization ,active|'
    ) + $tables + $requests + $every
    return $true
   }
   'user' {
    $state.Path = 'user'
    $state.Below = @(
     'invitation|Work with your invitations to organizations'
     'update|Change your own name or picture'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'user invitation' {
    $state.Path = 'user invitation'
    $state.Below = @(
     'list|List the invitations that you have not answered'
     'accept|Accept an invitation to an organization'
     'decline|Decline an invitation to an organization'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'user invitation list' {
    $state.Path = 'user invitation list'
    $state.Flags = @(
     '!--columns|,organization ,title ,role ,invited-by ,created|'
     '!--sort|=organization =title =role =invited-by =created|'
     '!--filter|=organization= =title= =role= =invited-by= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'user invitation accept' {
    $state.Path = 'user invitation accept'
    $state.Values = @(
     '@org ...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'user invitation decline' {
    $state.Path = 'user invitation decline'
    $state.Values = @(
     '@org ...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'user update' {
    $state.Path = 'user update'
    $state.Flags = @(
     '--name|.|Name'
     '--photo|.|Address of a picture'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'auth' {
    $state.Path = 'auth'
    $state.Below = @(
     'login|Store a token for a platform'
     'logout|Forget the stored token of a profile'
     'status|Show which token is in use, where it is stored, and whether it works'
     'token|Print the token in use'
     'list|List the profiles, with the platform and the storage of the token'
     'switch|Choose the profile to use by default'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'auth login' {
    $state.Path = 'auth login'
    $state.Flags = @(
     '--with-token||Read the token from standard input'
     '!--no-with-token||'
     '--web||Get the token by signing in in the browser, at tome serve'
     '!--no-web||'
     '--browser||Open the browser; --no-browser only prints the address'
     '!--no-browser||'
     '--offline||Store it without asking the platform'
     '!--no-offline||'
     '--insecure-storage||Store it in a file, even if there is a keyring'
     '!--no-insecure-storage||'
    ) + $every
    return $true
   }
   'auth logout' {
    $state.Path = 'auth logout'
    $state.Flags = @() + $every
    return $true
   }
   'auth status' {
    $state.Path = 'auth status'
    $state.Flags = @(
     '--offline||Do not ask the platform'
     '!--no-offline||'
    ) + $every
    return $true
   }
   'auth token' {
    $state.Path = 'auth token'
    $state.Flags = @() + $every
    return $true
   }
   'auth list' {
    $state.Path = 'auth list'
    $state.Flags = @() + $limits + $choices + $tables + $every
    return $true
   }
   'auth switch' {
    $state.Path = 'auth switch'
    $state.Values = @(
     '.'
    )
    $state.Flags = @() + $every
    return $true
   }
   'config' {
    $state.Path = 'config'
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
    $state.Path = 'config get'
    $state.Values = @(
     '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir'
    )
    $state.Flags = @() + $every
    return $true
   }
   'config set' {
    $state.Path = 'config set'
    $state.Values = @(
     '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir'
     '.'
    )
    $state.Flags = @() + $every
    return $true
   }
   'config unset' {
    $state.Path = 'config unset'
    $state.Values = @(
     '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir ...'
    )
    $state.Flags = @() + $every
    return $true
   }
   'config list' {
    $state.Path = 'config list'
    $state.Flags = @() + $limits + $choices + $tables + $every
    return $true
   }
   'config path' {
    $state.Path = 'config path'
    $state.Flags = @() + $every
    return $true
   }
   'api' {
    $state.Path = 'api'
    $state.Values = @(
     '=GET =POST =PUT =PATCH =DELETE =HEAD =OPTIONS'
     '.'
    )
    $state.Flags = @(
     '--field|.|Text for the body, or for the query of a GET'
     '-f|.|Text for the body, or for the query of a GET'
     '--typed-field|.|The same, read as JSON if it is JSON; @file is the text of a file'
     '-F|.|The same, read as JSON if it is JSON; @file is the text of a file'
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
    ) + $requests + $confirmed + $writes + $every
    return $true
   }
   'serve' {
    $state.Path = 'serve'
    $state.Flags = @(
     '--port|.|Port, 0 for any free one'
     '--host|.|Address to bind'
     '--data|%folder|Folder of the data'
     '--database|.|Address of a PostgreSQL database to keep the data in'
     '--memory||Keep the data in memory, so that it is lost at the end'
     '!--no-memory||'
     '--seed||Add the sample workspace if it is not there yet'
     '!--no-seed||'
     '--ready-file|%file|File that is written when it accepts requests'
     '--allow-private||Let the platform fetch from private and loopback addresses'
     '!--no-allow-private||'
     '--jobs|.|Maximum number of long jobs at a time, such as imports'
     '--faults|%file|Plan of faults, a JSON or YAML file, - for standard input'
     '--repeatable|.|Draw ids from this seed and stop the clock; data in memory'
     '--clock|.|Time of the clock with --repeatable'
     '--log|=text =json =off|One line on standard error for each request'
     '--metrics||Let whoever reaches the address read /metrics without a token'
     '!--no-metrics||'
     '--public-url|.|Address that callers use, if there is a proxy in between'
    ) + $every
    return $true
   }
   'preview' {
    $state.Path = 'preview'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--port|.|Port, 0 for any free one'
     '--open||Open it in the browser'
     '!--no-open||'
     '--rules|%file|Configuration of the findings, as tome check takes it'
    ) + $every
    return $true
   }
   'local' {
    $state.Path = 'local'
    $state.Below = @(
     'seed|Add the sample workspace, or replace all data with an export'
     'reset|Remove all data and start over'
     'export|Write all data to one file'
     'import|Replace all data with an export'
     'path|Print the folder of the data'
     'token|Manage the tokens of the embedded platform'
     'domain|Verify domains of organizations on the operator''s word'
     'clock|Show the embedded platform''s time, or move it'
     'faults|Show the plan of faults of the platform that is served, or start one'
     'requests|List the latest requests to the platform that is served'
     'state|Show a digest of all data, which is the same for the same data'
     'exec|Run a program against a new platform, and exit with its exit code'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'local seed' {
    $state.Path = 'local seed'
    $state.Values = @(
     '%file'
    )
    $state.Flags = @(
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local reset' {
    $state.Path = 'local reset'
    $state.Flags = @(
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $confirmed + $every
    return $true
   }
   'local export' {
    $state.Path = 'local export'
    $state.Values = @(
     '%file'
    )
    $state.Flags = @(
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local import' {
    $state.Path = 'local import'
    $state.Values = @(
     '%file'
    )
    $state.Flags = @(
     '--keep-owner-tokens||Accept tokens of the owner that this platform does not know'
     '!--no-keep-owner-tokens||'
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $confirmed + $every
    return $true
   }
   'local path' {
    $state.Path = 'local path'
    $state.Flags = @() + $every
    return $true
   }
   'local token' {
    $state.Path = 'local token'
    $state.Below = @(
     'create|Create a token for the owner or another user, and print it once'
     'list|List the tokens with their expiry and last use'
     'revoke|Revoke a token, so that it is refused from then on'
     'rotate|Replace a token by a new one and print that once'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'local token create' {
    $state.Path = 'local token create'
    $state.Flags = @(
     '--role|=admin =create =review =edit =comment =read =guest|Create it for a user with this role'
     '--user|.|Create it for this user: email, name or id'
     '--in|.|Organization of the role, by title or id; the first one by default'
     '--label|.|Name in lists and in the audit log'
     '--expires|.|Expiry: a span such as 90d or 12h, a date, or a time'
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local token list' {
    $state.Path = 'local token list'
    $state.Flags = @(
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'local token revoke' {
    $state.Path = 'local token revoke'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $confirmed + $every
    return $true
   }
   'local token rotate' {
    $state.Path = 'local token rotate'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--expires|.|Expiry: a span such as 90d or 12h, a date, or a time'
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $confirmed + $every
    return $true
   }
   'local domain' {
    $state.Path = 'local domain'
    $state.Below = @(
     'list|List the domains that organizations claim'
     'verify|Verify a domain for an organization without a TXT record'
     'revoke|End the verification of a domain'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'local domain list' {
    $state.Path = 'local domain list'
    $state.Flags = @(
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'local domain verify' {
    $state.Path = 'local domain verify'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--in|.|Organization, by title or id'
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local domain revoke' {
    $state.Path = 'local domain revoke'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--in|.|Organization, by title or id'
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local clock' {
    $state.Path = 'local clock'
    $state.Flags = @(
     '--advance|.|How far, such as 8d, -2h or 90m'
     '--set|.|The new time'
     '--reset||Back to the real time'
     '!--no-reset||'
     '--database|.|Address of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local faults' {
    $state.Path = 'local faults'
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
    $state.Path = 'local requests'
    $state.Flags = @(
     '--misses||Only requests for something that does not exist, but resembles something that does'
     '!--no-misses||'
     '--last|.|Most requests to show'
     '--clear||Forget them'
     '!--no-clear||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'local state' {
    $state.Path = 'local state'
    $state.Flags = @(
     '--rows||With all rows, without secrets'
     '!--no-rows||'
    ) + $every
    return $true
   }
   'local exec' {
    $state.Path = 'local exec'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--seed||Start with the sample workspace'
     '!--no-seed||'
     '--faults|%file|Plan of faults, a JSON or YAML file, - for standard input'
     '--repeatable|.|Draw ids from this seed and stop the clock; data in memory'
     '--clock|.|Time of the clock with --repeatable'
    ) + $every
    return $true
   }
   'open' {
    $state.Path = 'open'
    $state.Values = @(
     '.'
     '.'
    )
    $state.Flags = @() + $every
    return $true
   }
   'tour' {
    $state.Path = 'tour'
    $state.Flags = @() + $every
    return $true
   }
   'history' {
    $state.Path = 'history'
    $state.Below = @(
     'list|List the writes that tome has sent, whatever the command; the newest first'
     'show|Show one write; if its end is not known, look again and settle it'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'history list' {
    $state.Path = 'history list'
    $state.Flags = @(
     '--since|.|Only those since then: 12h, yesterday, 2026-03-01'
     '--target|.|Only those to this thing, or in it: its id, or its title'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'history show' {
    $state.Path = 'history show'
    $state.Values = @(
     '.'
    )
    $state.Flags = @() + $every
    return $true
   }
   'undo' {
    $state.Path = 'undo'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--last|.|Take back this many of the last commands that can be undone'
     '--force||Also what somebody has changed since'
     '!--no-force||'
    ) + $limits + $tables + $requests + $confirmed + $writes + $every
    return $true
   }
   'doctor' {
    $state.Path = 'doctor'
    $state.Flags = @(
     '--updates||Also ask the npm registry for a newer version; never in a pipeline'
     '!--no-updates||'
    ) + $every
    return $true
   }
   'completion' {
    $state.Path = 'completion'
    $state.Values = @(
     '=bash =zsh =fish =powershell'
    )
    $state.Flags = @(
     '--install||Install it where the shell finds it'
     '!--no-install||'
    ) + $every
    return $true
   }
   'help' {
    $state.Path = ''
    $state.Below = @(
     'status|Show what waits for you'
     'tree|Show collections and spaces as a tree'
     'org|Organizations, their settings and invites'
     'collection|Collections of spaces'
     'space|Spaces, the containers of pages'
     'member|Members and guests of an organization'
     'team|Teams, which are granted content as a whole'
     'access|Who has access to what, and why'
     'saml|SAML providers, for single sign-on'
     'sso|Ways to sign in by single sign-on'
     'site|Docs sites, their structure and their visitors'
     'integration|Integrations, their installations and events'
     'content|The content of a space, and templates for it'
     'page|Pages of a space, their texts and links'
     'file|Files of a space'
     'revision|Earlier states of a space'
     'comment|Comments on spaces and change requests, and replies'
     'cr|Change requests, their content and reviews'
     'git|Git repositories that spaces are kept in sync with'
     'openapi|API specifications and their versions'
     'check|Check whether documentation is in order'
     'export|Write an organization as files'
     'plan|Show what apply would change'
     'apply|Make an organization what files say'
     'drift|Show what changed since the last apply'
     'backup|Copies of spaces, and the way back'
     'conversation|Conversations with readers, and the issues in them'
     'import|Imports of websites into spaces'
     'translation|Translations of spaces'
     'whoami|Show the user of the token in use'
     'hostname|Hostnames of docs sites and organizations'
     'user|Your own name, picture and invitations'
     'auth|Log in and out, and manage tokens'
     'config|Read and change settings'
     'api|Send any request of the API'
     'serve|Serve the embedded platform over HTTP'
     'preview|Show a folder of Markdown as a site, live'
     'local|The embedded platform, for work without an account'
     'open|Open the page of a thing in the browser'
     'tour|Watch real commands at work'
     'history|What tome has sent, and how it ended'
     'undo|Take back what a command has sent'
     'doctor|Check settings, token, network and clock'
     'completion|Print the completion script of a shell'
     'bulk|One command for many things, and how to resume it'
     'environment|Environment variables, and where settings come from'
     'exit-codes|What each exit code means'
     'flags|The flags that commands share'
     'formatting|Output formats, fields and jq filters'
     'names|Name a thing by its title, path or email instead of its id'
    )
    return $true
   }
  }
  return $false
 }

 # True if a flag is known; Value is set to what may follow it.
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

 # Takes a word before the cursor; false if nothing can follow it.
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
   $parts = $row -split '\|', 3
   if (-not $parts[0].StartsWith('!')) { Add-TomeResult $parts[0] $parts[2] 'ParameterName' }
  }
 }

 # Adds the values that a text describes, after what comes before them in the same word.
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

 # The value that was typed for a flag, or nothing.
 function Get-TomeGiven([string] $name) {
  $start = "$name="
  $found = @($state.Given | Where-Object { $_.StartsWith($start, [System.StringComparison]::Ordinal) })
  if ($found.Count -gt 0) { return $found[-1].Substring($start.Length) }
 }

 # The parent, which the sources in a text may name, or nothing.
 function Get-TomeParent([string] $sources) {
  if ($sources -ceq '') { return }
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
    # A pasted web address is not taken apart here.
    if ($found.Contains('/')) { return }
    return $found
   }
  }
 }

 function Read-TomeLine([string] $path) {
  if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
  return @([System.IO.File]::ReadAllLines($path))[0]
 }

 # The location of the embedded platform's data, or nothing.
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

 # The folder with the ids of the platform in force, or nothing.
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
   $location = Get-TomeData $folder
   if (-not $location) { return }
   $folder = Join-Path $folder ($location -creplace '[^A-Za-z0-9.-]', '_')
   # Two locations may have the same name here.
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

 # Adds the ids of a file; of those whose parent is known, only its own.
 function Add-TomeIds([string] $sign, [string] $before, [string] $parents) {
  $file, $prefix = $sign -split ':', 2
  $folder = Get-TomeFolder
  if (-not $folder) { return }
  $path = Join-Path $folder $file
  if (-not (Test-Path -LiteralPath $path -PathType Leaf)) { return }
  $parent = Get-TomeParent $parents
  $start, $count, $named = "$before$prefix", $state.Results.Count, @()
  foreach ($line in [System.IO.File]::ReadAllLines($path)) {
   $id, $title, $own = $line -split "`t", 3
   if ($id -cnotmatch '^[A-Za-z0-9._][A-Za-z0-9._-]*\z') { continue }
   if ($parent -and $own -and $own -cne $parent) { continue }
   Add-TomeResult "$start$id" $title 'ParameterValue'
   if ($title -and $state.Current -cne $start -and "$start$title".StartsWith($state.Current, 'OrdinalIgnoreCase')) {
    $named += [System.Management.Automation.CompletionResult]::new("$start$id", $title, 'ParameterValue', $title)
   }
  }
  if ($state.Results.Count -eq $count) { $state.Results += $named }
 }

 $state = @{
  Path = ''; Below = @(); Values = @(); Flags = @()
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
 # If nothing is returned, PowerShell offers files.
 if (-not $state.Files) { return '' }
}
