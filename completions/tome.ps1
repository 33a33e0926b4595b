# Completion for the tome command.
# Generated from its commands. It starts no process and never executes input or file content.

Register-ArgumentCompleter -Native -CommandName 'tome' -ScriptBlock {
 param($wordToComplete, $commandAst, $cursorPosition)

 $limits = @(
  '--limit|.|Maximum number of items to list (default 50)'
  '-L|.|Maximum number of items to list (default 50)'
  '--all||List all items'
  '--fail-truncated||Exit with 9 if the list has more items than the limit'
  '--header||Print column names in the first line of TSV and piped output'
 )
 $choices = @(
  '--filter|.|Filter rows by column value: ''title=Rel*'', status!=merged, ''updatedAt<30d'' (older than 30 days)'
  '--sort|.|Sort rows by this column, ascending; -updatedAt puts the newest first'
 )
 $tables = @(
  '--columns|.|Comma-separated columns to print, in this order: id,title'
 )
 $lists = @(
  '--page-token|.|Page to start at'
  '--page-size|.|Number of items per request (maximum 1000)'
 )
 $bodies = @(
  '--input|%file|JSON or YAML file with the request body, - for stdin; flags override it'
 )
 $many = @(
  '--from|%file|CSV, NDJSON or JSON file of items to process, - for standard input'
  '--concurrency|.|Number of items to process at once (maximum 64)'
  '--journal|%file|File to record the progress of items in'
  '--resume|%file|Journal to continue from'
  '--retry-unknown||With --resume, retry items with an unknown outcome'
  '--stop-on-error||Stop after a failed item'
 )
 $requests = @(
  '--dry-run||Print the requests without sending them'
  '-n||Print the requests without sending them'
  '--curl||Dry run as curl commands'
 )
 $confirmed = @(
  '--yes||Skip the confirmation prompt'
  '-y||Skip the confirmation prompt'
 )
 $writes = @(
  '--verbose||Show all fields of the result'
 )
 $gets = @(
  '--web||Open the resource in the browser instead of printing it'
 )
 $every = @(
  '--json||Print JSON, optionally only these comma-separated fields'
  '--jq|.|Filter JSON output with a jq program'
  '-q|.|Filter JSON output with a jq program'
  '--format|=table =json =ndjson =yaml =csv =tsv =id|Output format'
  '--raw-csv||Do not escape formulas in CSV and TSV cells'
  '--profile|.|Profile to use'
  '--local||Use the local platform (same as --profile local)'
  '--base-url|.|Base URL of the platform'
  '--timeout|.|Maximum time for a request, including retries'
  '--retries|.|Maximum number of retries per request'
  '--no-input||Never prompt; fail if a value is missing'
  '--quiet||Suppress notes and progress'
  '--debug||Log requests and responses on standard error, without secrets'
  '--record|%file|File to record requests and responses in, without secrets'
  '--replay|%file|Recording to answer requests from, without a network'
  '--no-color||Disable color'
  '--color||Use color even if the output is not a terminal'
  '--help||Show help'
  '-h||Show help'
  '--version||Show the version'
  '-V||Show the version'
 )
 $findings = @(
  '--report|.|Write a report: junit=<file>, sarif=<file> or markdown=<file>'
 )
 $early = @(
  '!--limit|.|'
  '!-L|.|'
  '!--all||'
  '!--fail-truncated||'
  '!--header||'
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
  '!--curl||'
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

 # Sets the candidates after some words; false if they are not a command.
 function Set-TomeCommand([string] $words) {
  $state.Below = @()
  $state.Values = @()
  $state.Flags = @()
  switch -CaseSensitive ($words) {
   '' {
    $state.Path = ''
    $state.Below = @(
     'status|Show items that need your attention'
     'tree|Show collections and spaces as a tree'
     'org|Organizations, settings and invites'
     'collection|Collections of spaces'
     'space|Spaces, the containers of pages'
     'member|Members and guests of an organization'
     'team|Teams'
     'access|Access reports and reviews'
     'saml|SAML providers for single sign-on'
     'sso|Single sign-on providers'
     'site|Sites, their structure and visitors'
     'integration|Integrations, installations and events'
     'content|Content of a space, and templates'
     'search|Search the pages of an organization'
     'page|Pages of a space'
     'file|Files of a space'
     'revision|Earlier revisions of a space'
     'comment|Comments and replies'
     'cr|Change requests and reviews'
     'git|Synchronization with Git repositories'
     'openapi|API specifications and their versions'
     'check|Check documentation against rules'
     'export|Export an organization to configuration files'
     'plan|Show the changes that apply would make'
     'apply|Apply configuration files to an organization'
     'drift|Show changes made since the last apply'
     'backup|Backups of spaces'
     'conversation|Conversations with readers and their issues'
     'import|Imports of websites into spaces'
     'translation|Translations of spaces'
     'whoami|Show the authenticated user'
     'hostname|Custom domains'
     'url|Titles and icons of URLs'
     'user|Your own name, picture and invitations'
     'auth|Log in and out, and manage tokens'
     'config|Settings'
     'api|Send an authenticated API request'
     'serve|Run the local platform as an HTTP server'
     'agent|Skill and server of tome for agents'
     'mcp|Serve the commands to an agent (Model Context Protocol)'
     'preview|Preview a folder of Markdown as a site'
     'local|Manage the data of the local platform'
     'open|Open a resource in the browser'
     'tour|Watch real commands in a temporary workspace'
     'history|View the log of write requests'
     'undo|Undo recent changes'
     'doctor|Check settings, token, network and clock'
     'completion|Print or install shell completion'
     'help|Show help for a command or topic'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'status' {
    $state.Path = 'status'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--all||Check the links of all spaces that you edit instead of 50'
     '!--no-all||'
     '--fail|=items|End with exit code 10 if there are items; checks all spaces'
    ) + $every
    return $true
   }
   'tree' {
    $state.Path = 'tree'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'orgs' { return Set-TomeCommand 'org' }
   'org' {
    $state.Path = 'org'
    $state.Below = @(
     'list|List your organizations'
     'create|Create an organization'
     'get|Show an organization'
     'update|Change an organization''s settings'
     'search|Search the pages that you can read in an organization'
     'ask|Ask a question about the content of an organization'
     'questions|Suggest questions about the content of an organization'
     'join|Join an organization by invite or email domain'
     'ping|Record your activity and get a visitor token'
     'for-domain|List the organizations that accept an email domain'
     'domain|Manage the domains of an organization'
     'webhook|Manage the webhooks of an organization'
     'invite|Manage invites to an organization'
     'audit|Show the audit log of an organization'
     'instructions|Manage the agent instructions of an organization'
     'style-guide|Show the style guides of an organization'
     'font|Manage the custom fonts of an organization'
     'file|Manage the uploaded files of an organization'
     'ai-usage|Show the use of AI features in an organization by period'
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
     '--email-domain|.|Email domain whose users may join'
     '--with-default-site||Create a site as well'
     '--no-with-default-site||The opposite of --with-default-site'
     '--openapi-url|.|API specification for the site'
     '--onboarding-preferences|.|Purpose of the site'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org get' {
    $state.Path = 'org get'
    $state.Values = @(
     '@org'
    )
    $state.Flags = @(
     '!--columns|,id ,title ,type ,hostname ,email-domains ,default-role ,single-sign-on ,ai ,invite-links ,merge-rules ,required ,created ,url|'
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
     '--email-domain|.|Email domain whose users may join'
     '--hostname|.|Default hostname of public content'
     '--default-role|=admin =create =review =edit =comment =read =guest|Role of users who join; guest grants no role'
     '--no-default-role||No default role'
     '--default-content|^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @site:site: ^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @collection:collection:|Landing page of members: site:ID, space:ID or collection:ID'
     '--no-default-content||No default content'
     '--logo|.|URL of the logo'
     '--no-logo||No logo'
     '--sso||Require single sign-on for all members'
     '--no-sso||The opposite of --sso'
     '--ai||Enable AI features'
     '--no-ai||The opposite of --ai'
     '--invite-links||Enable invite links'
     '--no-invite-links||The opposite of --invite-links'
     '--merge-rules|=none =approval|Merge requirements of all spaces that inherit them; "approval" requires another user''s approval'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org search' {
    $state.Path = 'org search'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,space-id ,space ,pages ,match|'
     '!--sort|=space-id =space =pages =match|'
     '!--filter|=space-id= =space= =pages= =match=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org ask' {
    $state.Path = 'org ask'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--previous-query|.|Earlier question of the conversation'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the answer'
     '--details||Include details of the query'
     '--no-details||The opposite of --details'
     '--no-stream||Print everything at the end, and JSON as one object'
     '!--no-no-stream||'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    )
    return $true
   }
   'org questions' {
    $state.Path = 'org questions'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--no-stream||Print everything at the end, and JSON as one object'
     '!--no-no-stream||'
    ) + $every
    return $true
   }
   'org join' {
    $state.Path = 'org join'
    $state.Values = @(
     '@org ...'
    )
    $state.Flags = @(
     '--invite|@invite|Id or URL of the invite'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org ping' {
    $state.Path = 'org ping'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     'remove|Release a domain'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org domain list' {
    $state.Path = 'org domain list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,domain ,status ,verified-by ,txt-record ,value ,verified ,checked-at ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'org domain add' {
    $state.Path = 'org domain add'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org webhook' {
    $state.Path = 'org webhook'
    $state.Below = @(
     'list|List the webhooks of an organization'
     'get|Show a webhook'
     'create|Create a webhook and show its signing secret once'
     'update|Change a webhook, deactivate it or activate it again'
     'delete|Delete a webhook'
     'rotate|Replace the signing secret of a webhook and show the new one once'
     'test|Send a test event to a webhook'
     'deliveries|List the deliveries of a webhook'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org webhook list' {
    $state.Path = 'org webhook list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,url ,events ,active ,problem ,created|'
     '!--sort|=id =url =events =active =problem =created|'
     '!--filter|=id= =url= =events= =active= =problem= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org webhook get' {
    $state.Path = 'org webhook get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,url ,events ,active ,problem ,created ,secret ,previous-secret-expires ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'org webhook create' {
    $state.Path = 'org webhook create'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--event|=change_request.opened =change_request.merged =review.requested =review.submitted =comment.created =comment.replied =git_sync.failed =sign_in.failed|Event to send; default all'
     '--secret-file|%file|Signing secret; default a new one'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org webhook update' {
    $state.Path = 'org webhook update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--url|.|URL that receives the events'
     '--event|=change_request.opened =change_request.merged =review.requested =review.submitted =comment.created =comment.replied =git_sync.failed =sign_in.failed|Event to send; default all'
     '--active||Activate the webhook; --no-active deactivates it'
     '--no-active||The opposite of --active'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org webhook delete' {
    $state.Path = 'org webhook delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org webhook rotate' {
    $state.Path = 'org webhook rotate'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--overlap|.|Hours during which deliveries are also signed with the previous secret'
     '--secret-file|%file|New signing secret; default a random one'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org webhook test' {
    $state.Path = 'org webhook test'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org webhook deliveries' {
    $state.Path = 'org webhook deliveries'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,event ,status ,attempts ,response ,error ,created ,next-attempt|'
     '!--sort|=id =event =status =attempts =response =error =created =next-attempt|'
     '!--filter|=id= =event= =status= =attempts= =response= =error= =created= =next-attempt=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org invites' { return Set-TomeCommand 'org invite' }
   'org invite' {
    $state.Path = 'org invite'
    $state.Below = @(
     'list|List the invite links of an organization'
     'get|Show an invite link of an organization'
     'update|Update an invite link''s role'
     'create|Create an invite link to an organization, space or collection'
     'users|Invite users by email'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Role in the organization, for an organization link'
     '--no-role||No role'
     '--level|=admin =create =review =edit =comment =read =guest|Role in the space or collection, for a link to one'
     '--no-level||No level'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org invite create' {
    $state.Path = 'org invite create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Organization role of users who join'
     '--no-role||No role'
     '--level|=admin =create =review =edit =comment =read =guest|Space or collection role of users who join'
     '--no-level||No level'
     '--to-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to invite to'
     '--to-collection|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to invite to'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org invite users' {
    $state.Path = 'org invite users'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Default role of the invited users'
     '--no-role||No role'
     '--sso||Require single sign-on for the invited users'
     '--no-sso||The opposite of --sso'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'org invite pending' {
    $state.Path = 'org invite pending'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,user ,name ,email ,role ,invited-by ,created|'
     '!--sort|=user =name =email =role =invited-by =created|'
     '!--filter|=user= =name= =email= =role= =invited-by= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org invite withdraw' {
    $state.Path = 'org invite withdraw'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org audit' {
    $state.Path = 'org audit'
    $state.Below = @(
     'list|List the audit events of an organization'
     'export|Export audit events as a table with names, such as CSV or NDJSON'
     'get|Show an audit event: input, token and IP address'
     'actions|List the recorded actions with descriptions'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org audit list' {
    $state.Path = 'org audit list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--since|.|Only events at or after this time'
     '--until|.|Only events at or before this time'
     '--action|.|Only events of this action, such as deleteSpaceById'
     '--actor|@user|Only events caused by this user'
     '--target|.|Only events of this resource: space, collection, site, team, user or any id'
     '!--columns|,time ,actor ,action ,times ,type ,target ,target-id ,id ,last-time|'
     '!--sort|=time =actor =action =times =type =target =target-id =id =last-time|'
     '!--filter|=time= =actor= =action= =times= =type= =target= =target-id= =id= =last-time=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org audit export' {
    $state.Path = 'org audit export'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--since|.|Only events at or after this time'
     '--until|.|Only events at or before this time'
     '--action|.|Only events of this action, such as deleteSpaceById'
     '--actor|@user|Only events caused by this user'
     '--target|.|Only events of this resource: space, collection, site, team, user or any id'
     '--details||Add reason, token, IP address and program, with one request for each event'
     '!--no-details||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'org audit get' {
    $state.Path = 'org audit get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @audit-event'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,time ,actor ,action ,times ,type ,target ,target-id ,last-time ,input ,token ,from ,forwarded-for ,program ,request|'
    ) + $tables + $requests + $every
    return $true
   }
   'org audit actions' {
    $state.Path = 'org audit actions'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,action ,summary|'
     '!--sort|=action =summary|'
     '!--filter|=action= =summary=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'org instructions' {
    $state.Path = 'org instructions'
    $state.Below = @(
     'get|Show the agent instructions of an organization'
     'put|Replace the agent instructions of an organization'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org instructions get' {
    $state.Path = 'org instructions get'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $every
    return $true
   }
   'org instructions put' {
    $state.Path = 'org instructions put'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--text|.|Instructions in Markdown'
     '--file|%file|Markdown file with the instructions, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org style-guide' {
    $state.Path = 'org style-guide'
    $state.Below = @(
     'list|List the style guides of an organization, with their sites'
     'templates|List the built-in templates of style guides'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org style-guide list' {
    $state.Path = 'org style-guide list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,sites|'
     '!--sort|=id =title =sites|'
     '!--filter|=id= =title= =sites=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'org style-guide templates' {
    $state.Path = 'org style-guide templates'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,subtitle ,markdown|'
     '!--sort|=id =title =subtitle =markdown|'
     '!--filter|=id= =title= =subtitle= =markdown=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'org font' {
    $state.Path = 'org font'
    $state.Below = @(
     'list|List the custom fonts of an organization'
     'get|Show a custom font and the URLs of its files'
     'create|Create a custom font from font files'
     'update|Rename a custom font, or replace and remove its weights'
     'delete|Delete a custom font'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org font list' {
    $state.Path = 'org font list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,family ,weights|'
     '!--sort|=id =family =weights|'
     '!--filter|=id= =family= =weights=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'org font get' {
    $state.Path = 'org font get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,family ,weights ,files ,may-edit|'
    ) + $tables + $requests + $every
    return $true
   }
   'org font create' {
    $state.Path = 'org font create'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--face|.|Weight and its WOFF2, WOFF, TTF or OTF file, such as 400=regular.woff2'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org font update' {
    $state.Path = 'org font update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--family|.|Name of the font family'
     '--face|.|Weight to add or replace and its file, such as 700=bold.woff2'
     '--remove-weight|.|Weight to remove'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org font delete' {
    $state.Path = 'org font delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'org files' { return Set-TomeCommand 'org file' }
   'org file' {
    $state.Path = 'org file'
    $state.Below = @(
     'upload|Upload a file, such as a logo, and show its key'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'org file upload' {
    $state.Path = 'org file upload'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--kind|=customization_font =import_file =organization_file|Use of the file'
     '--name|.|Name of the file; default the name of the local file'
     '--content-type|.|MIME type; default from the file extension'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'org ai-usage' {
    $state.Path = 'org ai-usage'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--since|.|Start, at most two years ago; default 30d'
     '--until|.|End, exclusive; default now'
     '--interval|=day =week =month =year|Length of a period'
    ) + $limits + $choices + $tables + $every
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
     'delete|Delete a collection and move its content to the parent'
     'spaces|List the spaces in a collection'
     'move|Move a collection to another parent or position'
     'transfer|Transfer a collection with its content to another organization'
     'permission|Manage the roles granted in a collection'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'collection list' {
    $state.Path = 'collection list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--parent|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Parent collection'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection get' {
    $state.Path = 'collection get'
    $state.Values = @(
     '@collection'
    )
    $state.Flags = @(
     '!--columns|,id ,title ,parent ,default-level ,description ,organization ,url|'
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
     '--default-level|=admin =create =review =edit =comment =read =inherit =none|Default role of members; none limits access to grants'
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
     '--parent|@collection|Parent collection; --no-parent moves to the top level'
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
     '--to|@org|Organization to transfer to'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection permissions' { return Set-TomeCommand 'collection permission' }
   'collection permission' {
    $state.Path = 'collection permission'
    $state.Below = @(
     'list|List all users with a role in the collection'
     'grant|Grant a role in a collection to users or teams'
     'users|List the roles granted to users in the collection'
     'teams|List the roles granted to teams in the collection'
     'update|Change the role granted to a user or team'
     'remove|Revoke the role granted to a user or team'
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
     '--role|=admin =create =review =edit =comment =read|Only users with this role in the resource'
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
     '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant'
     '--no-role||No role'
     '--user|@user|Member or guest to grant the role to'
     '--team|@team|Team to grant the role to'
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
     '--user|@user|Email, name, @me, id or URL of the user'
     '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant'
     '--no-role||No role'
     '--team|@team|Title, id or URL of the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'collection permission remove' {
    $state.Path = 'collection permission remove'
    $state.Values = @(
     '@collection ...'
    )
    $state.Flags = @(
     '--user|@user|Email, name, @me, id or URL of the user'
     '--team|@team|Title, id or URL of the team'
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
     'update|Change the settings of a space'
     'delete|Delete a space; it can be restored for 7 days'
     'duplicate|Duplicate a space with its content'
     'restore|Restore a space that was deleted within the last 7 days'
     'move|Move a space to another collection or position'
     'commenters|List the members who commented on a space'
     'links|List the links in a space and their status'
     'integrations|List the integrations installed on a space'
     'pdf|Create a PDF of a space''s pages'
     'embed|Show the link preview (title, site, icon) for a URL'
     'search|Search the pages of a space'
     'transfer|Transfer a space to another organization'
     'permission|Manage the roles granted in a space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'space list' {
    $state.Path = 'space list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--deleted||List the spaces deleted in the last 7 days, which can be restored'
     '!--no-deleted||'
     '!--columns|,id ,title ,collection ,visibility ,edit-mode ,updated|'
     '!--sort|=id =title =collection =visibility =edit-mode =updated|'
     '!--filter|=id= =title= =collection= =visibility= =edit-mode= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space create' {
    $state.Path = 'space create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--emoji|.|Emoji shown with the title'
     '--parent|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Parent collection'
     '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content'
     '--edit-mode|=live =locked|Edit mode: live allows direct edits, locked refuses all edits'
     '--template|.|Template for the first pages'
     '--empty||Create an empty space'
     '--no-empty||The opposite of --empty'
     '--computed-source|.|External source that generates the content'
     '--from-folder|%folder|Local folder with Markdown to import'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space get' {
    $state.Path = 'space get'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--share-key|.|Share key, to resolve published URLs'
     '!--columns|,id ,title ,emoji ,organization ,parent ,visibility ,edit-mode ,default-level ,language ,merge-rules ,required ,change-requests ,open-change-requests ,draft ,comments ,created ,updated ,deleted ,url|'
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
     '--emoji|.|Emoji shown with the title; without one, the default icon'
     '--no-emoji||No emoji'
     '--icon|.|URL of an image shown instead of an emoji'
     '--no-icon||No icon'
     '--edit-mode|=live =locked|Edit mode: live allows direct edits, locked refuses all edits'
     '--default-level|=admin =create =review =edit =comment =read =inherit =none|Default role of members; none limits access to grants'
     '--no-default-level||No default level'
     '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content'
     '--merge-rules|=inherit =none =approval|Requirements for merging change requests; "approval" requires another user''s approval'
     '--reviewer|@user|User who must approve change requests; replaces --merge-rules'
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
     '@deleted-space ...'
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
     '--parent|@collection|Parent collection; --no-parent moves to the top level'
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
     '--status|=ok =broken =in-app|Only links with this status'
     '--fail|=broken|End with exit code 10 if there are broken links'
     '--fix|.|Replace this text in link URLs, in a new change request'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'space integrations' {
    $state.Path = 'space integrations'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--search|.|Only integrations with this text in the name or title'
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
     '--page|^space:#0 @page|First page; its subpages are included'
     '--only||Omit the subpages of --page'
     '--no-only||The opposite of --only'
     '--save|%file|File to write'
     '--force||Overwrite the file if it exists'
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
     '!--columns|,id ,title ,path ,sections ,match|'
     '!--sort|=id =title =path =sections =match|'
     '!--filter|=id= =title= =path= =sections= =match=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'space transfer' {
    $state.Path = 'space transfer'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--to|@org|Organization to transfer to'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space permissions' { return Set-TomeCommand 'space permission' }
   'space permission' {
    $state.Path = 'space permission'
    $state.Below = @(
     'list|List all users with a role in the space'
     'grant|Grant a role in a space to users or teams'
     'users|List the roles granted to users in the space'
     'teams|List the roles granted to teams in the space'
     'update|Change the role granted to a user or team'
     'remove|Revoke the role granted to a user or team'
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
     '--role|=admin =create =review =edit =comment =read|Only users with this role in the resource'
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
     '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant'
     '--no-role||No role'
     '--user|@user|Member or guest to grant the role to'
     '--team|@team|Team to grant the role to'
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
     '--user|@user|Email, name, @me, id or URL of the user'
     '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant'
     '--no-role||No role'
     '--team|@team|Title, id or URL of the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'space permission remove' {
    $state.Path = 'space permission remove'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--user|@user|Email, name, @me, id or URL of the user'
     '--team|@team|Title, id or URL of the team'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'members' { return Set-TomeCommand 'member' }
   'member' {
    $state.Path = 'member'
    $state.Below = @(
     'list|List the members and guests of an organization'
     'get|Show a member'
     'update|Change the role of a member, or disable the member'
     'disable|Block all access of a member, keeping grants and content'
     'enable|Restore the access of a disabled member'
     'remove|Remove a member from an organization; their content is kept'
     'sso|Require single sign-on for a member'
     'spaces|List the spaces of a member with roles'
     'teams|List the teams of a member with roles'
     'sync|Synchronize members with a roster (CSV, JSON or SCIM ListResponse)'
     'offboard|Transfer a member''s resources, then revoke all access'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'member list' {
    $state.Path = 'member list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Only members with this role in the organization'
     '--search|.|Only members with this text in the name or email address'
     '--sort|=joinedAt =lastSeenAt =name|Sort field; lastSeenAt omits members without activity'
     '--order|=asc =desc|Sort order; asc lists the earliest first'
     '!--columns|,id ,name ,email ,role ,spaces ,teams ,last-seen ,disabled|'
     '!--sort|=id =name =email =role =spaces =teams =last-seen =disabled|'
     '!--filter|=id= =name= =email= =role= =spaces= =teams= =last-seen= =disabled=|'
     '--filter|.|Filter rows by column value: ''title=Rel*'', status!=merged, ''updatedAt<30d'' (older than 30 days)'
    ) + $limits + $tables + $lists + $requests + $every
    return $true
   }
   'member get' {
    $state.Path = 'member get'
    $state.Values = @(
     '@user'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Role in the organization'
     '--no-role||No role'
     '--disabled||Block all access of the member; grants and content are kept'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--order|=asc =desc|Sort order; asc lists the earliest first'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Only resources with this text in the title'
     '!--columns|,role ,team ,title|'
     '!--sort|=role =team =title|'
     '!--filter|=role= =team= =title=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'member sync' {
    $state.Path = 'member sync'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--roster|%file|File with email, role, teams, sso and id of each member; - for standard input'
     '--prune||Remove members and team memberships that are not in the roster'
     '!--no-prune||'
     '--max-removals|.|Abort if more members than this would lose access (number or percentage)'
     '--protect|.|Email of a member whose access is never reduced'
     '--state|%file|State file that maps roster IDs to members'
    ) + $requests + $confirmed + $writes + $every
    return $true
   }
   'member offboard' {
    $state.Path = 'member offboard'
    $state.Values = @(
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--successor|@user|Member who receives reviews, rules, teams and grants, not authorship'
     '--keep-member||Keep the user in the organization as a guest without access'
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
     'add|Add members to a team'
     'drop|Remove a member from a team'
     'put|Add a member to a team, or change the member''s role in it'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'team list' {
    $state.Path = 'team list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--owner|@user|Only teams that this member can manage'
     '--title|.|Only resources with this text in the title'
     '!--columns|,id ,title ,members ,spaces ,created|'
     '!--sort|=id =title =members =spaces =created|'
     '!--filter|=id= =title= =members= =spaces= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'team create' {
    $state.Path = 'team create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--member|@user|Member to add'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team get' {
    $state.Path = 'team get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,members ,spaces ,can-manage ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'team update' {
    $state.Path = 'team update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Title'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'team delete' {
    $state.Path = 'team delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team members' {
    $state.Path = 'team members'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,name ,email ,team-role ,role|'
     '!--sort|=id =name =email =team-role =role|'
     '!--filter|=id= =name= =email= =team-role= =role=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'team add' {
    $state.Path = 'team add'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--remove|.|Member to remove'
     '--memberships|.|Team roles by user id, as {"<user>": {"role": "owner"}}'
     '--role|=owner =member|Role of the members in the team; an owner manages it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team drop' {
    $state.Path = 'team drop'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'team put' {
    $state.Path = 'team put'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
     '@user ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=owner =member|Role in the team; an owner manages it'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'access' {
    $state.Path = 'access'
    $state.Below = @(
     'list|List roles in all resources and the grants behind them'
     'review|Save an access report for review, and compare it with an earlier one'
     'apply|Apply the decisions of an access review: keep, revoke or another role'
     'explain|Show the operations, OAuth scopes and roles that a command requires'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'access list' {
    $state.Path = 'access list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--user|@user|Only roles of this user'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only roles granted by this team'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only users with access to this space'
     '--collection|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Only users with access to this collection'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only users with access to this site'
     '--role|=admin =create =review =edit =comment =read =guest|Only users with this role in the resource'
     '--direct||Only direct grants, without those of teams'
     '!--no-direct||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'access review' {
    $state.Path = 'access review'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--save|%folder|New folder for the report'
     '--since|%folder|Folder of an earlier report to compare with'
     '--fail|=increases =changes|End with exit code 10 if a role was added, removed or raised, or for any change'
    ) + $limits + $choices + $tables + $every + $findings
    return $true
   }
   'access apply' {
    $state.Path = 'access apply'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--max-removals|.|Maximum members and grants to remove (number or percentage)'
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
     'certificate|Manage the certificates of a SAML provider'
     'group|Manage the groups of a SAML provider and their teams'
     'users|List the members who can sign in with SAML, and why others cannot'
     'delete|Delete a SAML provider'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'saml list' {
    $state.Path = 'saml list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--label|.|Label on the sign-in page'
     '--entity-id|.|Entity ID of the identity provider'
     '--certificate|%file|Certificates of the identity provider: PEM, DER or metadata'
     '--sso-url|.|Sign-in URL of the identity provider'
     '--default-team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that users join at their first sign-in'
     '--default-role|=admin =create =review =edit =comment =read =guest|Role of users at their first sign-in'
     '--no-default-role||No default role'
     '--groups-attribute|.|Attribute with the groups of users'
     '--no-groups-attribute||No groups attribute'
     '--groups|.|Groups and the ids of their teams, replacing existing ones'
     '--metadata|%file|File or URL of the identity provider''s metadata; flags take precedence'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'saml get' {
    $state.Path = 'saml get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,label ,status ,entity-id ,sign-in-url ,certificate ,default-team ,default-role ,groups-attribute ,groups ,metadata ,acs-url ,start-url ,created ,last-failures|'
    ) + $tables + $requests + $every
    return $true
   }
   'saml update' {
    $state.Path = 'saml update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--label|.|Label on the sign-in page'
     '--entity-id|.|Entity ID of the identity provider'
     '--certificate|%file|Certificates of the identity provider: PEM, DER or metadata'
     '--sso-url|.|Sign-in URL of the identity provider'
     '--default-team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that users join at their first sign-in'
     '--default-role|=admin =create =review =edit =comment =read =guest|Role of users at their first sign-in'
     '--no-default-role||No default role'
     '--groups-attribute|.|Attribute with the groups of users'
     '--no-groups-attribute||No groups attribute'
     '--groups|.|Groups and the ids of their teams, replacing existing ones'
     '--metadata|%file|File or URL of the identity provider''s metadata; flags take precedence'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'saml certificate' {
    $state.Path = 'saml certificate'
    $state.Below = @(
     'list|List the certificates of a SAML provider'
     'add|Add a certificate to a SAML provider, and keep the current ones'
     'remove|Remove a certificate from a SAML provider'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'saml certificate list' {
    $state.Path = 'saml certificate list'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'saml certificate add' {
    $state.Path = 'saml certificate add'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
     '%file ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'saml certificate remove' {
    $state.Path = 'saml certificate remove'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'saml group' {
    $state.Path = 'saml group'
    $state.Below = @(
     'list|List the groups of a SAML provider and their teams'
     'add|Let the members of a group join a team at their sign-in'
     'remove|Remove a group from a SAML provider; team members stay'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'saml group list' {
    $state.Path = 'saml group list'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'saml group add' {
    $state.Path = 'saml group add'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team of the group'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'saml group remove' {
    $state.Path = 'saml group remove'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team of the group'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'saml users' {
    $state.Path = 'saml users'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'saml delete' {
    $state.Path = 'saml delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'sso' {
    $state.Path = 'sso'
    $state.Below = @(
     'list|List the single sign-on providers of an organization'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'sso list' {
    $state.Path = 'sso list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,label ,start-url|'
     '!--sort|=id =label =start-url|'
     '!--filter|=id= =label= =start-url=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'sites' { return Set-TomeCommand 'site' }
   'site' {
    $state.Path = 'site'
    $state.Below = @(
     'list|List the sites of an organization'
     'create|Create a site'
     'get|Show a site'
     'update|Change the settings of a site'
     'delete|Delete a site permanently, keeping its spaces'
     'integration-scripts|List the scripts that integrations add to the pages of a site'
     'integrations|List the integrations installed on a site'
     'apply-template|Fill an empty site with sample sections and pages'
     'publish|Publish a site'
     'unpublish|Unpublish a site, keeping its structure and settings'
     'published|Show the published content of a site as a visitor'
     'resolve|Resolve a published URL as a visitor of its site'
     'lookup|Resolve a published URL (deprecated: use tome site resolve)'
     'ask|Ask a question about the content of a site'
     'chat|Continue a conversation with the language model about a site'
     'search|Search the pages of a site'
     'prewarm|Build the search index of a site, before the first search'
     'insights|Show views, searches and feedback of a site'
     'style-guide|Manage the style guide of a site'
     'preview|Open a preview of a site in the browser, optionally as a visitor'
     'export|Export a published site as static files'
     'visitor-token|Create a visitor token, signed with the key of the site'
     'structure|Show the structure of a site'
     'sort|Change the position of a section, group, link or site space'
     'section|Manage the sections of a site'
     'section-group|Manage groups of sections'
     'space|Manage the spaces of a site'
     'external-link|Manage external links in the navigation of a site'
     'redirect|Manage the redirects of a site'
     'share-link|Manage share links, which open a site without signing in'
     'mcp-server|Manage the MCP servers that the assistant of a site can call'
     'channel|Manage the channels in which the agent of a site works'
     'agent|Manage the settings of the agent that edits the content of a site'
     'ads|Manage the ads of a site, or review them as an ad partner'
     'auth|Manage the visitor authentication of a site'
     'customization|Manage the customization of a site'
     'adaptive-schema|Manage the visitor schema of a site'
     'context|Manage the context of a site: records and connections'
     'finding|Review findings of a site: broken links and other problems'
     'scan|Show scans of a site for content problems'
     'question|Show the questions that were asked about a site'
     'answer|Show the answers to questions about a site'
     'topic|Show groups of similar questions about a site'
     'permission|Manage the roles granted on a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site list' {
    $state.Path = 'site list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only sites with this space'
     '--title|.|Only sites with this text in the title, ignoring case'
     '--published||Only published sites, or only unpublished ones'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Type'
     '--title|.|Title'
     '--visibility|=public =unlisted =share-link =visitor-auth|Audience of the published site'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to add, as variants without sections; the first opens first'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site get' {
    $state.Path = 'site get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,type ,visibility ,published ,spaces ,basename ,hostname ,proxy ,proxy-target ,adaptive-content ,default-level ,agents-context ,created ,url ,published-url|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'site update' {
    $state.Path = 'site update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Title'
     '--visibility|=public =unlisted =share-link =visitor-auth|Audience of the published site'
     '--basename|.|Last segment of the published URL'
     '--adaptive-content||Let conditions read visitor claims'
     '--no-adaptive-content||The opposite of --adaptive-content'
     '--agents-context|=excluded =included|Allow agents of the organization to use the site'
     '--default-site-space|^site:#0 @site-space|Landing page: site space at the root or in the default section'
     '--default-site-section|^site:#0 @site-section|Landing page: default section'
     '--default-level|=admin =create =review =edit =comment =read =inherit =none|Default role of members; none limits access to grants'
     '--no-default-level||No default level'
     '--proxy|.|Hostname and path of a reverse proxy that serves the site'
     '--no-proxy||No proxy'
     '--hostname|.|Custom domain of the site, such as docs.example.com'
     '--no-hostname||No hostname'
     '--styleguide|=none ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Style guide of the site'
     '--no-styleguide||No styleguide'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site delete' {
    $state.Path = 'site delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site integration-scripts' {
    $state.Path = 'site integration-scripts'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,script ,cookies ,policy|'
     '!--sort|=script =cookies =policy|'
     '!--filter|=script= =cookies= =policy=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'site integrations' {
    $state.Path = 'site integrations'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--search|.|Only integrations with this text in the name or title'
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'site apply-template' {
    $state.Path = 'site apply-template'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site publish' {
    $state.Path = 'site publish'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site unpublish' {
    $state.Path = 'site unpublish'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site published' {
    $state.Path = 'site published'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--share-key|.|Key of a share link, to resolve URLs'
     '--claims|.|Visitor claims as a JSON object, on the local platform'
     '!--columns|,id ,title ,visibility ,structure ,published-url|'
    ) + $tables + $requests + $every
    return $true
   }
   'site resolve' {
    $state.Path = 'site resolve'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--redirect-on-error||Return the sign-in URL if the visitor token is invalid'
     '--no-redirect-on-error||The opposite of --redirect-on-error'
     '--visitor-type|=human =agent|Visitor'
     '--unsigned-claims|.|Unsigned visitor attributes as JSON; conditions read them as visitor.claims.unsigned'
     '!--columns|,site ,section ,site-space ,space ,path ,url ,sign-in-url|'
    ) + $tables + $bodies + $requests + $every
    return $true
   }
   'site lookup' {
    $state.Path = 'site lookup'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--redirect-on-error||Return the sign-in URL if the visitor token is invalid'
     '--no-redirect-on-error||The opposite of --redirect-on-error'
     '!--columns|,site ,section ,site-space ,space ,path ,url ,sign-in-url|'
    ) + $tables + $requests + $every
    return $true
   }
   'site ask' {
    $state.Path = 'site ask'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--context|.|Context of the question, as JSON with siteSpaceId and goal'
     '--visitor-id|.|Id of the visitor'
     '--session-id|.|Id of the visit'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the answer'
     '--scope|=all =default|Parts of the site to search: all (default), default or JSON'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    )
    return $true
   }
   'site chat' {
    $state.Path = 'site chat'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--previous-response-id|.|Id of the previous response of the conversation'
     '--model|=fast =reasoning-low =reasoning-medium =reasoning-high|Kind of model'
     '--tools|.|Tools for the model, as JSON'
     '--tool-call|.|Result of a tool, as JSON'
     '--visitor-id|.|Id of the visitor'
     '--session-id|.|Id of the visit'
     '--channel|=site =embed =api|Channel of the question'
    ) + $every
    return $true
   }
   'site search' {
    $state.Path = 'site search'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--scope|.|Parts of the site to search, as JSON; default all'
     '--mode|=specific =current =all|Search mode, instead of a scope'
     '--in-site-space|^site:#0 @site-space|Site space to search, with --mode specific'
     '--from-site-space|^site:#0 @site-space|Site space to search with the default of each section, with --mode current'
     '!--columns|,id ,space ,pages ,match ,record-url|'
     '!--sort|=id =space =pages =match =record-url|'
     '!--filter|=id= =space= =pages= =match= =record-url=|'
    ) + $limits + $choices + $tables + $lists + $bodies + $requests + $every
    return $true
   }
   'site prewarm' {
    $state.Path = 'site prewarm'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site insights' {
    $state.Path = 'site insights'
    $state.Below = @(
     'show|Show views of pages, searches, also those without a result, and feedback of a site'
     'query|Query the insights of a site'
     'segments|List groups of visitors of a site with the same claims'
     'track|Record events of visitors of a site'
     'feedback|Send the feedback of an AI agent about a site, a tool or a command'
     'page-feedback|Send the feedback of an AI agent about a page of a site (deprecated: use tome site insights feedback)'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site insights show' {
    $state.Path = 'site insights show'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--by|=page =day =week =month =search =missing-page =referrer =search-without-result =bot =event =site-space =section =comment|Rows of the table: page, day, week, month, search, missing-page, referrer, search-without-result, bot, event, site-space, section, comment'
     '--range|=lastYear =last3Months =last30Days =last7Days =last24Hours|Time range'
     '--since|.|First day in UTC, such as 30d or 2026-03-01'
     '--until|.|Last day in UTC; default today'
     '--where|.|Filter on a column of the API, such as eventType=page_view'
     '--without-bots||Count only browsers'
     '!--no-without-bots||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'site insights query' {
    $state.Path = 'site insights query'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--select|.|Columns of the result, as JSON; default the groups and counts'
     '--where|.|Filters, as JSON'
     '--group-by|.|Columns to group by, as JSON'
     '--order|.|Sort order, as JSON'
     '--range|=lastYear =last3Months =last30Days =last7Days =last24Hours|Time range, by name or as JSON with from and to'
     '--limit|.|Maximum number of rows'
    ) + $tables + $bodies + $requests + $every
    return $true
   }
   'site insights segments' {
    $state.Path = 'site insights segments'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,title ,claims ,events ,visitors ,sessions|'
     '!--sort|=title =claims =events =visitors =sessions|'
     '!--filter|=title= =claims= =events= =visitors= =sessions=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site insights track' {
    $state.Path = 'site insights track'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--event|.|Events, as JSON'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site insights feedback' {
    $state.Path = 'site insights feedback'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--reported-by|.|Agent that sends the feedback, as JSON'
     '--subject|.|Subject of the feedback, as JSON with kind'
     '--feedback|.|Category, summary and details of the feedback, as JSON'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site insights page-feedback' {
    $state.Path = 'site insights page-feedback'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--feedback|.|Feedback about the content of the page'
     '--goal|.|Goal of the agent'
     '--url|.|URL of the page'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space of the page'
     '--page|^space:--space @page|Page that the feedback is about'
     '--source|=mcp =assistant|Surface on which the agent ran'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site style-guide' {
    $state.Path = 'site style-guide'
    $state.Below = @(
     'create|Create the style guide of a site, unless it has one'
     'runs|List the style guide checks of a site, newest first'
     'run|Check spaces of a site against its style guide'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site style-guide create' {
    $state.Path = 'site style-guide create'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--template|.|Id of a built-in template; default a blank style guide'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site style-guide runs' {
    $state.Path = 'site style-guide runs'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,style-guide ,spaces ,by ,created|'
     '!--sort|=id =style-guide =spaces =by =created|'
     '!--filter|=id= =style-guide= =spaces= =by= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site style-guide run' {
    $state.Path = 'site style-guide run'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space of the site to check; at most three'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site preview' {
    $state.Path = 'site preview'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--at|^site:#0 @site-space|Site space to open'
     '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file'
     '--as-visitor|.|Email address of the visitor, as a claim'
     '--renderer|.|URL of the hosted platform''s renderer to use'
     '--browser||Open the browser; --no-browser prints the URL instead'
     '!--no-browser||'
    ) + $every
    return $true
   }
   'site export' {
    $state.Path = 'site export'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file'
     '--as-visitor|.|Email address of the visitor, as a claim'
     '--public||Export the content that all visitors see (default)'
     '!--no-public||'
    ) + $every
    return $true
   }
   'site visitor-token' {
    $state.Path = 'site visitor-token'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file'
     '--expires|.|Lifetime or expiry of the token, such as 15m, 7d or ''tomorrow 08:00''; default 1h'
    ) + $every
    return $true
   }
   'site structure' {
    $state.Path = 'site structure'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--share-key|.|Key of a share link, to resolve URLs'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'site sort' {
    $state.Path = 'site sort'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--before|.|Place it right before this sibling'
     '--after|.|Place it right after this sibling'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site sections' { return Set-TomeCommand 'site section' }
   'site section' {
    $state.Path = 'site section'
    $state.Below = @(
     'list|List the sections of a site'
     'create|Add a section to a site'
     'update|Change a section of a site'
     'delete|Delete a section, keeping its spaces in the organization'
     'move|Change the position of a section (deprecated: use tome site sort)'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site section list' {
    $state.Path = 'site section list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--share-key|.|Key of a share link, to resolve URLs'
     '!--columns|,id ,title ,path ,default ,group ,condition|'
     '!--sort|=id =title =path =default =group =condition|'
     '!--filter|=id= =title= =path= =default= =group= =condition=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site section create' {
    $state.Path = 'site section create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--space|=new ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show; "new" creates one'
     '--no-space||No space'
     '--template|.|Template of the new space'
     '--title|.|Title; default the space''s title'
     '--no-title||No title'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--group|^site:--site,TOME_SITE @site-section-group|Group to append the section to; default the top level'
     '--no-group||No group'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--page|@page|Landing page of the space'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section update' {
    $state.Path = 'site section update'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--title|.|Title'
     '--path|.|Path on the site'
     '--default-site-space|^site:--site,TOME_SITE @site-space|Default site space of the section'
     '--condition|.|Condition that selects visitors'
     '--no-condition||No condition'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--description|.|Description'
     '--no-description||No description'
     '--group|=none ^site:--site,TOME_SITE @site-section-group|Group to append the section to; none moves it to the top level'
     '--no-group||No group'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--localized-title|.|Title by language code'
     '--no-localized-title||No localized title'
     '--localized-description|.|Description by language code'
     '--no-localized-description||No localized description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section delete' {
    $state.Path = 'site section delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site section move' {
    $state.Path = 'site section move'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--before|^site:--site,TOME_SITE @site-section|Place it right before this section'
     '--after|^site:--site,TOME_SITE @site-section|Place it right after this section'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-groups' { return Set-TomeCommand 'site section-group' }
   'site section-group' {
    $state.Path = 'site section-group'
    $state.Below = @(
     'list|List the section groups of a site'
     'create|Add a section group to a site'
     'update|Change the title, icon or parent of a section group'
     'move|Change the position of a section group (deprecated: use tome site sort)'
     'delete|Delete a section group and move its content up'
     'add|Append a section to a group'
     'remove|Remove a section from a group, keeping it on the site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site section-group list' {
    $state.Path = 'site section-group list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,title ,parent ,icon|'
     '!--sort|=id =title =parent =icon|'
     '!--filter|=id= =title= =parent= =icon=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site section-group create' {
    $state.Path = 'site section-group create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--title|.|Title'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--section|^site:--site,TOME_SITE @site-section|Section to add, in this order'
     '--parent|^site:--site,TOME_SITE @site-section-group|Parent group; default the top level'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site section-group update' {
    $state.Path = 'site section-group update'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section-group ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--title|.|Title'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--parent|=none ^site:--site,TOME_SITE @site-section-group|Group to append the section group to; none moves it to the top level'
     '--no-parent||No parent'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--localized-title|.|Title by language code'
     '--no-localized-title||No localized title'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group move' {
    $state.Path = 'site section-group move'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section-group ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--before|^site:--site,TOME_SITE @site-section-group ^site:--site,TOME_SITE @site-section:section:|Place it right before this group or section'
     '--after|^site:--site,TOME_SITE @site-section-group ^site:--site,TOME_SITE @site-section:section:|Place it right after this group or section'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group delete' {
    $state.Path = 'site section-group delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section-group ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site section-group add' {
    $state.Path = 'site section-group add'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section-group'
     '^site:--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site section-group remove' {
    $state.Path = 'site section-group remove'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-section-group'
     '^site:--site,TOME_SITE @site-section ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site spaces' { return Set-TomeCommand 'site space' }
   'site space' {
    $state.Path = 'site space'
    $state.Below = @(
     'list|List the site spaces of a site'
     'add|Add a space to a site'
     'update|Change the path, condition or space of a site space'
     'remove|Remove a space from a site, keeping the space'
     'move|Change the position of a site space (deprecated: use tome site sort)'
     'duplicate|Duplicate the space of a site space and add the copy to the site'
     'customization|Manage the customization overrides of a site space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site space list' {
    $state.Path = 'site space list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--share-key|.|Key of a share link, to resolve URLs'
     '--default||Only default site spaces, or only the others'
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
     '=new ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--template|.|Template of the new space'
     '--section|^site:--site,TOME_SITE @site-section|Section to add it to; default the default section, or the root'
     '--title|.|Title of the new space'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--page|^space:#0 @page|Landing page of the space'
     '--no-page||No page'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space update' {
    $state.Path = 'site space update'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--path|.|Path on the site or in its section'
     '--condition|.|Condition that selects visitors'
     '--no-condition||No condition'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show instead'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--hidden||Hide it from the navigation; its URL still works'
     '--no-hidden||The opposite of --hidden'
     '--page|@page|Landing page of the space'
     '--no-page||No page'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space remove' {
    $state.Path = 'site space remove'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site space move' {
    $state.Path = 'site space move'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--before|^site:--site,TOME_SITE @site-space|Place it right before this site space'
     '--after|^site:--site,TOME_SITE @site-space|Place it right after this site space'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space duplicate' {
    $state.Path = 'site space duplicate'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site space customization' {
    $state.Path = 'site space customization'
    $state.Below = @(
     'get|Show the effective customization of a site space'
     'update|Override the customization of a site for a site space'
     'delete|Remove the customization overrides of a site space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site space customization get' {
    $state.Path = 'site space customization get'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--unmasked||Accepted for older clients; has no effect'
     '--no-unmasked||The opposite of --unmasked'
     '!--columns|,title ,theme ,primary-color ,dark-primary-color ,corners ,font ,logo ,dark-logo ,emoji ,favicon ,mode ,copyright ,announcement ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'site space customization update' {
    $state.Path = 'site space customization update'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--title|.|Title shown to visitors'
     '--no-title||No title'
     '--theme|=clean =muted =bold =gradient|Theme'
     '--no-theme||No theme'
     '--primary-color|.|Color such as #346ddb, or two: light,dark'
     '--no-primary-color||No primary color'
     '--logo|.|URL of the logo in the header'
     '--no-logo||No logo'
     '--logo-dark|.|URL of the logo in dark mode'
     '--no-logo-dark||No logo dark'
     '--favicon|.|URL of the favicon'
     '--no-favicon||No favicon'
     '--emoji|.|Emoji to use as favicon'
     '--no-emoji||No emoji'
     '--corners|=straight =rounded =circular|Corners'
     '--no-corners||No corners'
     '--mode|=light =dark =system|Initial color scheme'
     '--no-mode||No mode'
     '--copyright|.|Text of the footer'
     '--no-copyright||No copyright'
     '--file|%file|JSON or YAML file with any settings, as printed by get --json; - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site space customization delete' {
    $state.Path = 'site space customization delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-space ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site external-links' { return Set-TomeCommand 'site external-link' }
   'site external-link' {
    $state.Path = 'site external-link'
    $state.Below = @(
     'add|Add an external link to the navigation of a site'
     'update|Change an external link'
     'remove|Remove an external link from the navigation of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site external-link add' {
    $state.Path = 'site external-link add'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--title|.|Title'
     '--url|.|Destination URL, with https:// or http://'
     '--description|.|Description'
     '--no-description||No description'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--group|^site:--site,TOME_SITE @site-section-group|Group to append the link to; default the top level'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--condition|.|Condition that selects visitors'
     '--no-condition||No condition'
     '--localized-title|.|Title by language code'
     '--localized-description|.|Description by language code'
     '--no-localized-description||No localized description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site external-link update' {
    $state.Path = 'site external-link update'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-external-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--title|.|Title'
     '--url|.|Destination URL, with https:// or http://'
     '--description|.|Description'
     '--no-description||No description'
     '--icon|.|Name of an icon'
     '--no-icon||No icon'
     '--group|=none ^site:--site,TOME_SITE @site-section-group|Group to append the link to; none moves it to the top level'
     '--no-group||No group'
     '--draft||Hide the resource from visitors'
     '--no-draft||The opposite of --draft'
     '--condition|.|Condition that selects visitors'
     '--no-condition||No condition'
     '--localized-title|.|Title by language code'
     '--no-localized-title||No localized title'
     '--localized-description|.|Description by language code'
     '--no-localized-description||No localized description'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site external-link remove' {
    $state.Path = 'site external-link remove'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-external-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site redirects' { return Set-TomeCommand 'site redirect' }
   'site redirect' {
    $state.Path = 'site redirect'
    $state.Below = @(
     'list|List the redirects of a site'
     'get|Show the redirect of a path'
     'create|Create a redirect'
     'update|Change a redirect'
     'delete|Delete a redirect'
     'put|Create, change, publish and delete redirects in bulk'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site redirect list' {
    $state.Path = 'site redirect list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--search|.|Only redirects with this text in the source'
     '--draft||List drafts instead of active redirects'
     '--no-draft||The opposite of --draft'
     '--order-by|=createdAt =updatedAt =source|Sort field'
     '--automatic||List the automatic redirects of former URLs, by source'
     '--no-automatic||The opposite of --automatic'
     '!--columns|,id ,source ,target ,to ,url ,page ,site-space ,section ,capture ,permanent ,draft ,created ,updated|'
     '!--sort|=id =source =target =to =url =page =site-space =section =capture =permanent =draft =created =updated|'
     '!--filter|=id= =source= =target= =to= =url= =page= =site-space= =section= =capture= =permanent= =draft= =created= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site redirect get' {
    $state.Path = 'site redirect get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--share-key|.|Key of a share link, to resolve URLs'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--capture||Append the path matched by * to the destination'
     '--no-capture||The opposite of --capture'
     '--draft||Save the redirect as an inactive draft'
     '--no-draft||The opposite of --draft'
     '--permanent||Redirect permanently (308)'
     '--no-permanent||The opposite of --permanent'
     '--to|.|Destination: a path on the site such as /guides/install, or a URL'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site redirect update' {
    $state.Path = 'site redirect update'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-redirect ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--source|.|Path to redirect, such as /old or /old/*'
     '--capture||Append the path matched by * to the destination'
     '--no-capture||The opposite of --capture'
     '--draft||Turn the redirect into a draft, or publish a draft'
     '--no-draft||The opposite of --draft'
     '--permanent||Redirect permanently (308)'
     '--no-permanent||The opposite of --permanent'
     '--to|.|Destination: a path on the site such as /guides/install, or a URL'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site redirect delete' {
    $state.Path = 'site redirect delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @site-redirect ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site redirect put' {
    $state.Path = 'site redirect put'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--file|%file|CSV, NDJSON or JSON file with source, destination and optional intent; - for standard input'
    ) + $limits + $tables + $many + $requests + $confirmed + $writes + $every + $findings
    return $true
   }
   'site share-links' { return Set-TomeCommand 'site share-link' }
   'site share-link' {
    $state.Path = 'site share-link'
    $state.Below = @(
     'list|List the share links of a site'
     'create|Create a share link'
     'update|Rename, revoke or reactivate a share link, or change its expiry'
     'delete|Delete a share link'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site share-link list' {
    $state.Path = 'site share-link list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--search|.|Only share links with this text in the name, or with this key'
     '!--columns|,id ,name ,active ,created ,expires ,link|'
     '!--sort|=id =name =active =created =expires =link|'
     '!--filter|=id= =name= =active= =created= =expires= =link=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site share-link create' {
    $state.Path = 'site share-link create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--name|.|Name of the share link'
     '--expires-at|.|Expiry of the link, such as 30d or 2026-12-31'
     '--no-expires-at||No expires at'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site share-link update' {
    $state.Path = 'site share-link update'
    $state.Values = @(
     '^site:--site,TOME_SITE @share-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--active||Activate the share link; --no-active revokes it'
     '--no-active||The opposite of --active'
     '--name|.|Name of the share link'
     '--expires-at|.|Expiry of the link, such as 30d or 2026-12-31'
     '--no-expires-at||No expires at'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site share-link delete' {
    $state.Path = 'site share-link delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @share-link ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site mcp-servers' { return Set-TomeCommand 'site mcp-server' }
   'site mcp-server' {
    $state.Path = 'site mcp-server'
    $state.Below = @(
     'list|List the MCP servers of a site'
     'get|Show an MCP server of a site'
     'create|Add an MCP server to a site'
     'update|Change an MCP server of a site'
     'delete|Delete an MCP server of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site mcp-server list' {
    $state.Path = 'site mcp-server list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,name ,url ,transport ,condition|'
     '!--sort|=id =name =url =transport =condition|'
     '!--filter|=id= =name= =url= =transport= =condition=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site mcp-server get' {
    $state.Path = 'site mcp-server get'
    $state.Values = @(
     '^site:--site,TOME_SITE @mcp-server'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,name ,url ,transport ,condition|'
    ) + $tables + $requests + $every
    return $true
   }
   'site mcp-server create' {
    $state.Path = 'site mcp-server create'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--name|.|Name of the MCP server'
     '--url|.|URL of the MCP server'
     '--transport|=sse =http|Transport protocol'
     '--condition|.|Condition that selects visitors'
     '--no-condition||No condition'
     '--headers-file|%file|File with a header on each line, such as Authorization: Bearer abc, - for standard input'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site mcp-server update' {
    $state.Path = 'site mcp-server update'
    $state.Values = @(
     '^site:--site,TOME_SITE @mcp-server ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--name|.|Name of the MCP server'
     '--url|.|URL of the MCP server'
     '--transport|=sse =http|Transport protocol'
     '--condition|.|Condition that selects visitors'
     '--no-condition||No condition'
     '--headers-file|%file|File with a header on each line, such as Authorization: Bearer abc, - for standard input'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site mcp-server delete' {
    $state.Path = 'site mcp-server delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @mcp-server ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site channels' { return Set-TomeCommand 'site channel' }
   'site channel' {
    $state.Path = 'site channel'
    $state.Below = @(
     'list|List the agent channels of a site'
     'get|Show an agent channel of a site'
     'create|Add an agent channel to a site'
     'update|Change the role or the limits of an agent channel'
     'delete|Delete an agent channel of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site channel list' {
    $state.Path = 'site channel list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,type ,role ,status ,answers ,created|'
     '!--sort|=id =type =role =status =answers =created|'
     '!--filter|=id= =type= =role= =status= =answers= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site channel get' {
    $state.Path = 'site channel get'
    $state.Values = @(
     '^site:--site,TOME_SITE @channel'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,type ,role ,status ,answers ,created ,channels ,teams ,repositories|'
    ) + $tables + $requests + $every
    return $true
   }
   'site channel create' {
    $state.Path = 'site channel create'
    $state.Values = @(
     '=slack =linear =github =discord ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--allowed-channel|.|Allowed Slack or Discord channel, such as support-*; default all'
     '--allowed-team|.|Key of an allowed Linear team, such as DOC; default all'
     '--allowed-repository|.|Allowed GitHub repository, such as acme/*; default all'
     '--role|=support =collaborator =none|Role of the agent; collaborator also changes content'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site channel update' {
    $state.Path = 'site channel update'
    $state.Values = @(
     '^site:--site,TOME_SITE @channel ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--allowed-channel|.|Allowed Slack or Discord channel, such as support-*; default all'
     '--allowed-team|.|Key of an allowed Linear team, such as DOC; default all'
     '--allowed-repository|.|Allowed GitHub repository, such as acme/*; default all'
     '--role|=support =collaborator =none|Role of the agent; collaborator also changes content'
     '--program|=slack =linear =github =discord|Program of the channel; required with --allowed-channel'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site channel delete' {
    $state.Path = 'site channel delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @channel ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site agent' {
    $state.Path = 'site agent'
    $state.Below = @(
     'view|Show the agent settings of a site'
     'update|Change the agent settings of a site; other settings keep their values'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site agent view' {
    $state.Path = 'site agent view'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,topic-scans ,change-requests ,updated ,updated-by|'
    ) + $tables + $requests + $every
    return $true
   }
   'site agent update' {
    $state.Path = 'site agent update'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--topic-scans|=auto =never|When topics are scanned for findings'
     '--change-requests|=always =auto-fixable =never|Findings for which the agent creates change requests'
     '--instructions|.|Instructions for editing, in Markdown'
     '--instructions-file|%file|Markdown file with the instructions, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site ads' {
    $state.Path = 'site ads'
    $state.Below = @(
     'update|Submit a site for ads, or disable its ads'
     'list|List the sites with ads, as an ad partner'
     'review|Accept or reject the ads of a site, as an ad partner'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site ads update' {
    $state.Path = 'site ads update'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--status|=in-review =disabled|Submit the site for review, or disable its ads'
     '--topic|=webdev =crypto|Topic of the content, which selects the ads'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site ads list' {
    $state.Path = 'site ads list'
    $state.Flags = @(
     '--partner-key-file|%file|Key of the ad partner'
     '--status|=in-review =live =rejected|Only sites with this status'
     '!--columns|,id ,url ,status ,topic ,email ,zone ,reason|'
     '!--sort|=id =url =status =topic =email =zone =reason|'
     '!--filter|=id= =url= =status= =topic= =email= =zone= =reason=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site ads review' {
    $state.Path = 'site ads review'
    $state.Flags = @(
     '--partner-key-file|%file|Key of the ad partner'
     '--site|@site|Title, id or URL of the site'
     '--status|=live =rejected =pending|Result of the review'
     '--zone-id|.|Zone of the ad network, for a live site'
     '--reporting-id|.|Id of the reports, for a live site'
     '--reason|.|Reason of a rejection'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site auth' {
    $state.Path = 'site auth'
    $state.Below = @(
     'get|Show the visitor authentication of a site and its signing key'
     'update|Change the visitor authentication of a site'
     'regenerate|Replace the signing key for visitor tokens of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site auth get' {
    $state.Path = 'site auth get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,backend ,fallback-url ,logout-url ,integration ,private-key|'
    ) + $tables + $requests + $every
    return $true
   }
   'site auth update' {
    $state.Path = 'site auth update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--backend|=custom =integration|Authentication backend: your server or an integration'
     '--fallback-url|.|URL of the sign-in page for visitors without a valid token'
     '--no-fallback-url||No fallback url'
     '--logout-url|.|URL of the sign-out page'
     '--no-logout-url||No logout url'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site auth regenerate' {
    $state.Path = 'site auth regenerate'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site customization' {
    $state.Path = 'site customization'
    $state.Below = @(
     'get|Show the customization of a site'
     'update|Change the customization of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site customization get' {
    $state.Path = 'site customization get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--unmasked||Accepted for older clients; has no effect'
     '--no-unmasked||The opposite of --unmasked'
     '!--columns|,title ,theme ,primary-color ,dark-primary-color ,corners ,font ,logo ,dark-logo ,emoji ,favicon ,mode ,copyright ,announcement ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'site customization update' {
    $state.Path = 'site customization update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|Title shown to visitors'
     '--no-title||No title'
     '--theme|=clean =muted =bold =gradient|Theme'
     '--no-theme||No theme'
     '--primary-color|.|Color such as #346ddb, or two: light,dark'
     '--no-primary-color||No primary color'
     '--logo|.|URL of the logo in the header'
     '--no-logo||No logo'
     '--logo-dark|.|URL of the logo in dark mode'
     '--no-logo-dark||No logo dark'
     '--favicon|.|URL of the favicon'
     '--no-favicon||No favicon'
     '--emoji|.|Emoji to use as favicon'
     '--no-emoji||No emoji'
     '--corners|=straight =rounded =circular|Corners'
     '--no-corners||No corners'
     '--mode|=light =dark =system|Initial color scheme'
     '--no-mode||No mode'
     '--copyright|.|Text of the footer'
     '--no-copyright||No copyright'
     '--file|%file|JSON or YAML file with any settings, as printed by get --json; - for standard input'
     '--font|.|Font, such as Inter, or the family of a custom font'
     '--no-font||No font'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site adaptive-schema' {
    $state.Path = 'site adaptive-schema'
    $state.Below = @(
     'get|Show the visitor schema of a site'
     'put|Replace the visitor schema of a site'
     'conditions|List the conditions that the visitor schema allows'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site adaptive-schema get' {
    $state.Path = 'site adaptive-schema get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,updated ,schema|'
    ) + $tables + $requests + $every
    return $true
   }
   'site adaptive-schema put' {
    $state.Path = 'site adaptive-schema put'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--file|%file|File with the JSON Schema, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site adaptive-schema conditions' {
    $state.Path = 'site adaptive-schema conditions'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,description ,condition|'
     '!--sort|=description =condition|'
     '!--filter|=description= =condition=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'site context' {
    $state.Path = 'site context'
    $state.Below = @(
     'record|Manage context records: tickets and documents of other systems'
     'connection|Manage context connections, the sources of context records'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site context record' {
    $state.Path = 'site context record'
    $state.Below = @(
     'list|List the context records of a site'
     'get|Show a context record'
     'put|Create context records, replacing those with the same id'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site context record list' {
    $state.Path = 'site context record list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--type|=ticket =document|Only records of this type'
     '--connector|.|Only records of this connector, such as builtin:api'
     '--connection|^site:--site,TOME_SITE @context-connection|Only records of this connection'
     '--topic|.|Only records of the topic with this id'
     '!--columns|,id ,title ,type ,connector ,connection ,created ,url|'
     '!--sort|=id =title =type =connector =connection =created =url|'
     '!--filter|=id= =title= =type= =connector= =connection= =created= =url=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site context record get' {
    $state.Path = 'site context record get'
    $state.Values = @(
     '^site:--site,TOME_SITE @context-record'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,title ,type ,connector ,connection ,created ,url|'
    ) + $tables + $requests + $every
    return $true
   }
   'site context record put' {
    $state.Path = 'site context record put'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--file|%file|Records as JSON or YAML: a list of id, type, title, body'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site context connection' {
    $state.Path = 'site context connection'
    $state.Below = @(
     'list|List the context connections of a site'
     'get|Show a context connection'
     'create|Create a context connection'
     'update|Change a context connection'
     'delete|Delete a context connection and its records'
     'sync|Start a sync of a context connection'
     'test|Test the credentials of a context connection'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site context connection list' {
    $state.Path = 'site context connection list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,connector ,label ,status ,records ,search ,filter ,synced ,error|'
     '!--sort|=id =connector =label =status =records =search =filter =synced =error|'
     '!--filter|=id= =connector= =label= =status= =records= =search= =filter= =synced= =error=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site context connection get' {
    $state.Path = 'site context connection get'
    $state.Values = @(
     '^site:--site,TOME_SITE @context-connection'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,connector ,label ,status ,records ,search ,filter ,synced ,error|'
    ) + $tables + $requests + $every
    return $true
   }
   'site context connection create' {
    $state.Path = 'site context connection create'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--url|.|URL of the website'
     '--channel-id|.|YouTube channel: its id or its handle with @'
     '--repository|.|GitHub repository: owner/name'
     '--token-file|%file|Access token'
     '--subdomain|.|Zendesk subdomain'
     '--email|.|Email address of the Zendesk account'
     '--api-token-file|%file|API token of Zendesk or Jira'
     '--data-center|.|Zoho data center, such as com or eu'
     '--zoho-org|.|Zoho Desk organization'
     '--client-id|.|Zoho client'
     '--client-secret-file|%file|Secret of the Zoho client'
     '--refresh-token-file|%file|Refresh token of Zoho'
     '--domain|.|Freshdesk domain'
     '--api-key-file|%file|API key of Freshdesk'
     '--base-url|.|Base URL of the Jira site'
     '--api-email|.|Email address of the Atlassian account'
     '--status-mapping|.|Jira status by change request status, as JSON: {"merged": "Done"}'
     '--change-requests||Use the records to propose change requests'
     '--no-change-requests||The opposite of --change-requests'
     '--search||Show the records in search results of the site'
     '--no-search||The opposite of --search'
     '--sync||Send the status of change requests to the connected system'
     '--no-sync||The opposite of --sync'
     '--search-boost|=x0.8 =x1.0 =x1.2|Relevance factor in search results'
     '--filter|.|Only items with this tag, label or expression; depends on the connector'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--format|=table =json =ndjson =yaml =csv =tsv =id|Output format'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $bodies + $many + $requests + $writes
    return $true
   }
   'site context connection update' {
    $state.Path = 'site context connection update'
    $state.Values = @(
     '^site:--site,TOME_SITE @context-connection ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--connector|.|Connector, such as builtin:github-issues or integration:acme'
     '--url|.|URL of the website'
     '--channel-id|.|YouTube channel: its id or its handle with @'
     '--repository|.|GitHub repository: owner/name'
     '--token-file|%file|Access token'
     '--subdomain|.|Zendesk subdomain'
     '--email|.|Email address of the Zendesk account'
     '--api-token-file|%file|API token of Zendesk or Jira'
     '--data-center|.|Zoho data center, such as com or eu'
     '--zoho-org|.|Zoho Desk organization'
     '--client-id|.|Zoho client'
     '--client-secret-file|%file|Secret of the Zoho client'
     '--refresh-token-file|%file|Refresh token of Zoho'
     '--domain|.|Freshdesk domain'
     '--api-key-file|%file|API key of Freshdesk'
     '--base-url|.|Base URL of the Jira site'
     '--api-email|.|Email address of the Atlassian account'
     '--status-mapping|.|Jira status by change request status, as JSON: {"merged": "Done"}'
     '--change-requests||Use the records to propose change requests'
     '--no-change-requests||The opposite of --change-requests'
     '--search||Show the records in search results of the site'
     '--no-search||The opposite of --search'
     '--sync||Send the status of change requests to the connected system'
     '--no-sync||The opposite of --sync'
     '--search-boost|=x0.8 =x1.0 =x1.2|Relevance factor in search results'
     '--label|.|Label of the connection'
     '--filter|.|Only items with this tag, label or expression; depends on the connector'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--format|=table =json =ndjson =yaml =csv =tsv =id|Output format'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
     '--help||Show help'
     '-h||Show help'
     '--version||Show the version'
     '-V||Show the version'
    ) + $bodies + $many + $requests + $writes
    return $true
   }
   'site context connection delete' {
    $state.Path = 'site context connection delete'
    $state.Values = @(
     '^site:--site,TOME_SITE @context-connection ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site context connection sync' {
    $state.Path = 'site context connection sync'
    $state.Values = @(
     '^site:--site,TOME_SITE @context-connection ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site context connection test' {
    $state.Path = 'site context connection test'
    $state.Values = @(
     '^site:--site,TOME_SITE @context-connection'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,success ,error|'
    ) + $tables + $requests + $every
    return $true
   }
   'site finding' {
    $state.Path = 'site finding'
    $state.Below = @(
     'list|List the findings of a site: broken links and other problems'
     'get|Show a finding of a site'
     'update|Resolve, dismiss or reopen a finding of a site'
     'pages|List the pages of a finding'
     'change-requests|List the change requests that fix a finding'
     'questions|List the questions of visitors that led to a finding'
     'records|List the context records that led to a finding'
     'fix|Generate a change request that fixes a finding'
     'stats|Count the findings of a site by status and severity'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site finding list' {
    $state.Path = 'site finding list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--topic|.|Only findings of the topic with this id'
     '--status|=candidate =open =done =canceled|Only findings with this status'
     '--type|=content-outdated =content-incorrect =content-gap =broken-link =outbound-link-error =other|Only findings of this type'
     '--severity|=low =medium =high|Only findings with this severity'
     '--has-change-requests||Only findings that have a change request'
     '--no-has-change-requests||The opposite of --has-change-requests'
     '--source|.|Only findings from this source: questions or connection:<id>'
     '--question|.|Only findings from the question with this id'
     '--updated-after|.|Only findings changed at or after this time'
     '--updated-before|.|Only findings changed before this time'
     '--order-by|=updatedAt =severity =sources|Sort field'
     '!--columns|,id ,title ,status ,severity ,type ,updated|'
     '!--sort|=id =title =status =severity =type =updated|'
     '!--filter|=id= =title= =status= =severity= =type= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site finding get' {
    $state.Path = 'site finding get'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,title ,status ,severity ,type ,updated ,description ,pages ,change-requests ,scan ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'site finding update' {
    $state.Path = 'site finding update'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--status|=candidate =open =done =canceled|Status: done if resolved, canceled if dismissed'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site finding pages' {
    $state.Path = 'site finding pages'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,page ,title ,path ,space|'
     '!--sort|=page =title =path =space|'
     '!--filter|=page= =title= =path= =space=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site finding change-requests' {
    $state.Path = 'site finding change-requests'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,number ,subject ,status ,updated|'
     '!--sort|=number =subject =status =updated|'
     '!--filter|=number= =subject= =status= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site finding questions' {
    $state.Path = 'site finding questions'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,question ,asked|'
     '!--sort|=id =question =asked|'
     '!--filter|=id= =question= =asked=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site finding records' {
    $state.Path = 'site finding records'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,title ,connector ,url|'
     '!--sort|=id =title =connector =url|'
     '!--filter|=id= =title= =connector= =url=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site finding fix' {
    $state.Path = 'site finding fix'
    $state.Values = @(
     '^site:--site,TOME_SITE @finding ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'site finding stats' {
    $state.Path = 'site finding stats'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--topic|.|Only findings of the topic with this id'
     '--status|=candidate =open =done =canceled|Only findings with this status'
     '--type|=content-outdated =content-incorrect =content-gap =broken-link =outbound-link-error =other|Only findings of this type'
     '--severity|=low =medium =high|Only findings with this severity'
     '--has-change-requests||Only findings that have a change request'
     '--no-has-change-requests||The opposite of --has-change-requests'
     '--source|.|Only findings from this source: questions or connection:<id>'
     '!--columns|,total ,open ,resolved ,dismissed ,high ,medium ,low|'
    ) + $tables + $requests + $every
    return $true
   }
   'site scan' {
    $state.Path = 'site scan'
    $state.Below = @(
     'list|List the scans of a site'
     'get|Show a scan of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site scan list' {
    $state.Path = 'site scan list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--topic|.|Only scans of the topic with this id'
     '--status|=pending =running =done =failed|Only scans with this status'
     '!--columns|,id ,status ,high ,medium ,low ,finished ,error|'
     '!--sort|=id =status =high =medium =low =finished =error|'
     '!--filter|=id= =status= =high= =medium= =low= =finished= =error=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site scan get' {
    $state.Path = 'site scan get'
    $state.Values = @(
     '^site:--site,TOME_SITE @scan'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,status ,high ,medium ,low ,finished ,error|'
    ) + $tables + $requests + $every
    return $true
   }
   'site questions' { return Set-TomeCommand 'site question' }
   'site question' {
    $state.Path = 'site question'
    $state.Below = @(
     'list|List the questions that were asked about a site'
     'get|Show a question about a site'
     'sources|List the pages that answered a question about a site'
     'stats|Count the questions about a site and their answers'
     'suggest|Suggest questions about the content of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site question list' {
    $state.Path = 'site question list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--since|.|Only answers at or after this time'
     '--until|.|Only answers at or before this time'
     '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance'
     '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel'
     '--answered|=no =partially =yes|Only answers with this resolution'
     '--type|=exploring =how-to =troubleshooting =reference =unknown|Only questions of this type'
     '--topic|.|Only questions of the topic with this id'
     '--order|=asc =desc|Order'
     '--sort|=askedAt =stats.answered =stats.feedback =stats.answers|Sort field; default the time of creation'
     '!--columns|,id ,question ,answers ,answered ,not-answered ,asked|'
     '!--sort|=id =question =answers =answered =not-answered =asked|'
     '!--filter|=id= =question= =answers= =answered= =not-answered= =asked=|'
     '--filter|.|Filter rows by column value: ''title=Rel*'', status!=merged, ''updatedAt<30d'' (older than 30 days)'
    ) + $limits + $tables + $lists + $requests + $every
    return $true
   }
   'site question get' {
    $state.Path = 'site question get'
    $state.Values = @(
     '^site:--site,TOME_SITE @question'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--since|.|Only answers at or after this time'
     '--until|.|Only answers at or before this time'
     '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance'
     '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel'
     '--answered|=no =partially =yes|Only answers with this resolution'
     '!--columns|,id ,question ,type ,answers ,answered ,not-answered ,partially-answered ,by-week ,asked ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'site question sources' {
    $state.Path = 'site question sources'
    $state.Values = @(
     '^site:--site,TOME_SITE @question'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--since|.|Only answers at or after this time'
     '--until|.|Only answers at or before this time'
     '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance'
     '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel'
     '--answered|=no =partially =yes|Only answers with this resolution'
     '!--columns|,title ,weight ,page ,space ,record|'
     '!--sort|=title =weight =page =space =record|'
     '!--filter|=title= =weight= =page= =space= =record=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site question stats' {
    $state.Path = 'site question stats'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--since|.|Only answers at or after this time'
     '--until|.|Only answers at or before this time'
     '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance'
     '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel'
     '--answered|=no =partially =yes|Only answers with this resolution'
     '--topic|.|Only questions of the topic with this id'
     '!--columns|,questions ,answers ,answered ,partially-answered ,not-answered ,by-week|'
    ) + $tables + $requests + $every
    return $true
   }
   'site question suggest' {
    $state.Path = 'site question suggest'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--site-space|^site:--site,TOME_SITE @site-space|Only questions about this site space'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only questions about this space'
    ) + $every
    return $true
   }
   'site answers' { return Set-TomeCommand 'site answer' }
   'site answer' {
    $state.Path = 'site answer'
    $state.Below = @(
     'list|List the answers to questions about a site'
     'get|Show an answer to a question about a site'
     'thread|Show the conversation of an answer about a site'
     'sources|List the pages that an answer about a site cites'
     'show|Show a response of the language model about a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site answer list' {
    $state.Path = 'site answer list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--question|.|Only answers to the question with this id'
     '--since|.|Only answers at or after this time'
     '--until|.|Only answers at or before this time'
     '--language|.|Only answers with this language code'
     '--answered|=no =partially =yes|Only answers with this resolution'
     '--helpfulness|=low =medium =high|Only answers with this helpfulness'
     '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance'
     '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel'
     '--question-type|=exploring =how-to =troubleshooting =reference =unknown|Only answers to this type of question'
     '--topic|.|Only answers to questions of the topic with this id'
     '--thread|.|Only answers of the thread with this id, its first answer included'
     '!--columns|,id ,question ,answered ,channel ,created|'
     '!--sort|=id =question =answered =channel =created|'
     '!--filter|=id= =question= =answered= =channel= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site answer get' {
    $state.Path = 'site answer get'
    $state.Values = @(
     '^site:--site,TOME_SITE @answer'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,question ,answered ,channel ,created ,answer ,language ,thread|'
    ) + $tables + $requests + $every
    return $true
   }
   'site answer thread' {
    $state.Path = 'site answer thread'
    $state.Values = @(
     '^site:--site,TOME_SITE @answer'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,question ,answer ,created|'
     '!--sort|=id =question =answer =created|'
     '!--filter|=id= =question= =answer= =created=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'site answer sources' {
    $state.Path = 'site answer sources'
    $state.Values = @(
     '^site:--site,TOME_SITE @answer'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,title ,weight ,page ,space ,record|'
     '!--sort|=title =weight =page =space =record|'
     '!--filter|=title= =weight= =page= =space= =record=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site answer show' {
    $state.Path = 'site answer show'
    $state.Values = @(
     '^site:--site,TOME_SITE @answer'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $every
    return $true
   }
   'site topics' { return Set-TomeCommand 'site topic' }
   'site topic' {
    $state.Path = 'site topic'
    $state.Below = @(
     'list|List the topics of the questions about a site'
     'get|Show a topic of the questions about a site'
     'update|Change the usage of a topic of a site'
     'delete-findings|Delete the findings of a topic of a site'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site topic list' {
    $state.Path = 'site topic list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--since|.|Count answers at or after this time only'
     '--until|.|Count answers at or before this time only'
     '!--columns|,id ,label ,questions ,answers ,not-answered ,pages|'
     '!--sort|=id =label =questions =answers =not-answered =pages|'
     '!--filter|=id= =label= =questions= =answers= =not-answered= =pages=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'site topic get' {
    $state.Path = 'site topic get'
    $state.Values = @(
     '^site:--site,TOME_SITE @topic'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,label ,questions ,answers ,not-answered ,pages ,change-requests ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'site topic update' {
    $state.Path = 'site topic update'
    $state.Values = @(
     '^site:--site,TOME_SITE @topic ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '--change-requests||Propose change requests for the topic'
     '--no-change-requests||The opposite of --change-requests'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'site topic delete-findings' {
    $state.Path = 'site topic delete-findings'
    $state.Values = @(
     '^site:--site,TOME_SITE @topic ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site permissions' { return Set-TomeCommand 'site permission' }
   'site permission' {
    $state.Path = 'site permission'
    $state.Below = @(
     'list|List the users with access to a site and the origin of each role'
     'grant|Grant a role on a site to users or teams'
     'users|List the roles granted to users on the site'
     'teams|List the roles granted to teams on the site'
     'update|Change the role granted to a user or team'
     'remove|Revoke the role granted to a user or team'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'site permission list' {
    $state.Path = 'site permission list'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =guest|Only members with this role in the organization'
     '--search|.|Only members with this text in the name or email address'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only members of this team'
     '--sort|=joinedAt =lastSeenAt =name|Sort field'
     '--order|=asc =desc|Sort order; asc lists the earliest first'
     '!--columns|,role ,user ,name ,email ,from ,reason|'
     '!--sort|=role =user =name =email =from =reason|'
     '!--filter|=role= =user= =name= =email= =from= =reason=|'
     '--filter|.|Filter rows by column value: ''title=Rel*'', status!=merged, ''updatedAt<30d'' (older than 30 days)'
    ) + $limits + $tables + $lists + $requests + $every
    return $true
   }
   'site permission grant' {
    $state.Path = 'site permission grant'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant'
     '--no-role||No role'
     '--user|@user|Member or guest to grant the role to'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team to grant the role to'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site permission users' {
    $state.Path = 'site permission users'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--user|@user|Email, name, @me, id or URL of the user'
     '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant'
     '--no-role||No role'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or URL of the team'
    ) + $bodies + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'site permission remove' {
    $state.Path = 'site permission remove'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--user|@user|Email, name, @me, id or URL of the user'
     '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or URL of the team'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integrations' { return Set-TomeCommand 'integration' }
   'integration' {
    $state.Path = 'integration'
    $state.Below = @(
     'list|List the integrations that you can install or administer'
     'available|List the integrations available to an organization'
     'installed|List the integrations installed in an organization'
     'get|Show an integration'
     'publish|Publish an integration or a new version of it'
     'unpublish|Unpublish an integration and remove all its installations'
     'installations|List the installations of an integration'
     'install|Install an integration in an organization'
     'uninstall|Uninstall an integration from an organization'
     'spaces|List the spaces of an integration'
     'sites|List the sites of an integration'
     'dev|Develop an integration on a local platform, or forward its events to a tunnel'
     'tail|Follow the events and the console of an integration'
     'dev-off|Stop forwarding events to the development tunnel'
     'token|Create an integration token (valid for one hour)'
     'status|Show the status of integrations in an organization, or on a space or site'
     'render|Render a component of an integration'
     'block|List the blocks that integrations add to the editor'
     'task|Queue a task for the script of an integration'
     'event|Show the events of an integration and their delivery'
     'installation|Manage the installations of an integration'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration list' {
    $state.Path = 'integration list'
    $state.Flags = @(
     '--search|.|Only integrations with this text in the name or title'
     '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only integrations in this category'
     '--block-domain|.|Only integrations with a block that unfurls links of this domain'
     '--blocks||Only integrations with blocks; --no-blocks: only those without'
     '--no-blocks||The opposite of --blocks'
     '--content-sources||Only integrations with content sources; --no-content-sources: only those without'
     '--no-content-sources||The opposite of --content-sources'
     '--owner|@org|Only integrations of this organization'
     '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only integrations that require this scope'
     '--target|=all =site =space =organization|Only integrations for this target'
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration available' {
    $state.Path = 'integration available'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--search|.|Only integrations with this text in the name or title'
     '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only integrations in this category'
     '--block-domain|.|Only integrations with a block that unfurls links of this domain'
     '--blocks||Only integrations with blocks; --no-blocks: only those without'
     '--no-blocks||The opposite of --blocks'
     '--content-sources||Only integrations with content sources; --no-content-sources: only those without'
     '--no-content-sources||The opposite of --content-sources'
     '--owner|@org|Only integrations of this organization'
     '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only integrations that require this scope'
     '--target|=all =site =space =organization|Only integrations for this target'
     '!--columns|,name ,title ,version ,visibility ,target ,owner|'
     '!--sort|=name =title =version =visibility =target =owner|'
     '!--filter|=name= =title= =version= =visibility= =target= =owner=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration installed' {
    $state.Path = 'integration installed'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--search|.|Only integrations with this text in the name or title'
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
     '!--columns|,name ,title ,version ,description ,summary ,visibility ,target ,scopes ,categories ,verified ,owner ,policy ,url|'
    ) + $tables + $requests + $every
    return $true
   }
   'integration publish' {
    $state.Path = 'integration publish'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @(
     '--manifest|%file|gitbook-manifest.yaml, or a file with the request body; flags override it'
     '--env|.|Environment of the manifest, a name below envs'
     '--input|%file|Alias of --manifest'
     '--org|@org|Publishing organization, by id or hostname'
     '!--organization|@org|'
     '--title|.|Title'
     '--description|.|Summary in one sentence'
     '--summary|.|Description in Markdown'
     '--runtime|=v1 =v2|Runtime of the script'
     '--visibility|=public =private =unlisted|public: listed for everyone; unlisted: found by name; private: own organization only'
     '--target|=all =site =space =organization|Resource that it can be installed on'
     '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Scope that the integration requires'
     '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Category in the catalog'
     '--script|%file|File with the script, - for standard input'
     '--icon|%file|File with the icon'
     '--preview-image|%file|Preview image file, at most 3'
     '--secret|.|Secret as KEY=value, or KEY to read an environment variable'
     '--content-security-policy|.|Content security policy of the script''s responses'
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
     '--external-id|.|Only installations with this external id'
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
     '--org|@org|Title, id or URL of the organization'
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
     '--external-id|.|Only installations with this external id'
     '--extended||Return complete events instead of ids'
     '--no-extended||The opposite of --extended'
     '!--columns|,space ,status ,installation ,external-ids|'
     '!--sort|=space =status =installation =external-ids|'
     '!--filter|=space= =status= =installation= =external-ids=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration sites' {
    $state.Path = 'integration sites'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '--external-id|.|Only installations with this external id'
     '--extended||Return complete events instead of ids'
     '--no-extended||The opposite of --extended'
     '!--columns|,site ,status ,installation ,external-ids|'
     '!--sort|=site =status =installation =external-ids|'
     '!--filter|=site= =status= =installation= =external-ids=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'integration dev' {
    $state.Path = 'integration dev'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--tunnel-url|.|URL of the tunnel'
     '--all||Forward events of all organizations, not only the publisher''s'
     '--no-all||The opposite of --all'
     '--org|@org|Publishing organization, by id or hostname'
     '!--organization|@org|'
     '--env|.|Environment of the manifest, a name below envs'
     '--secret|.|Secret as KEY=value, or KEY to read an environment variable'
     '--port|.|Port of the local platform, 0 for any free port'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'integration tail' {
    $state.Path = 'integration tail'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '--last|.|Number of earlier events to print first'
    ) + $every
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
   'integration status' {
    $state.Path = 'integration status'
    $state.Values = @(
     '@integration'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only integrations on this space'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only integrations on this site'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'integration render' {
    $state.Path = 'integration render'
    $state.Values = @(
     '@integration'
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org @space|Space of the block'
     '--site|^org:--org @site|Site of the configuration screen'
     '--configuration||Render a configuration screen of the organization, --space or --site'
     '!--no-configuration||'
     '--content-source||Render the configuration screen of a content source'
     '!--no-content-source||'
     '--props|.|Properties of the component'
     '--state|.|State of the component, such as the values of its inputs'
     '--action|.|Action of a button or another element'
     '--theme|=dark =light|Color scheme'
     '--editable||Render a block as in the editor'
     '!--no-editable||'
     '--request|.|The request as JSON, compressed with LZ-string'
    ) + $every
    return $true
   }
   'integration block' {
    $state.Path = 'integration block'
    $state.Below = @(
     'list|List the blocks of the integrations installed on a space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'integration block list' {
    $state.Path = 'integration block list'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'integration task' {
    $state.Path = 'integration task'
    $state.Values = @(
     '@integration ...'
    )
    $state.Flags = @(
     '--task|.|Task, which the script receives'
     '--schedule|.|Seconds until the task is executed'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'integration events' { return Set-TomeCommand 'integration event' }
   'integration event' {
    $state.Path = 'integration event'
    $state.Below = @(
     'list|List the events of an integration, newest first'
     'get|Show an event of an integration with its delivery log'
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
     'get|Show an installation'
     'update|Change the configuration and scope of an installation'
     'accept|Accept the permissions that a new version of an integration requests'
     'token|Create an installation token (valid for one hour)'
     'space|Manage the spaces that an integration works on'
     'site|Manage the sites that an integration works on'
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
     '--configuration|.|All settings; replaces existing ones'
     '--external-id|.|External id'
     '--space-selection|=all =selected|Scope: all spaces of the organization, or only those it is installed on'
     '--site-selection|=all =selected|Scope: all sites of the organization, or only those it is installed on'
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
     'list|List the spaces of an installation'
     'install|Install an integration on a space'
     'get|Show the installation of an integration on a space'
     'update|Change the configuration of an integration on a space'
     'uninstall|Uninstall an integration from a space'
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
     '--extended||Return complete events instead of ids'
     '--no-extended||The opposite of --extended'
     '!--columns|,space ,status ,installation ,external-ids|'
     '!--sort|=space =status =installation =external-ids|'
     '!--filter|=space= =status= =installation= =external-ids=|'
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
     '--space|@space|Title, id or URL of the space'
     '--extended||Return complete events instead of ids'
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
     '--space|@space|Title, id or URL of the space'
     '--extended||Return complete events instead of ids'
     '--no-extended||The opposite of --extended'
     '!--columns|,space ,status ,installation ,external-ids ,settings|'
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
     '--space|@space|Title, id or URL of the space'
     '--configuration|.|All settings; replaces existing ones'
     '--external-id|.|External id'
     '--extended||Return complete events instead of ids'
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
     '--space|@space|Title, id or URL of the space'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'integration installation sites' { return Set-TomeCommand 'integration installation site' }
   'integration installation site' {
    $state.Path = 'integration installation site'
    $state.Below = @(
     'list|List the sites of an installation'
     'install|Install an integration on a site'
     'get|Show the installation of an integration on a site'
     'update|Change the configuration of an integration on a site'
     'uninstall|Uninstall an integration from a site'
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
     '--extended||Return complete events instead of ids'
     '--no-extended||The opposite of --extended'
     '!--columns|,site ,status ,installation ,external-ids|'
     '!--sort|=site =status =installation =external-ids|'
     '!--filter|=site= =status= =installation= =external-ids=|'
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
     '--site|@site|Title, id or URL of the site'
     '--extended||Return complete events instead of ids'
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
     '--site|@site|Title, id or URL of the site'
     '--extended||Return complete events instead of ids'
     '--no-extended||The opposite of --extended'
     '!--columns|,site ,status ,installation ,external-ids ,settings|'
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
     '--site|@site|Title, id or URL of the site'
     '--configuration|.|All settings; replaces existing ones'
     '--external-id|.|External id'
     '--extended||Return complete events instead of ids'
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
     '--site|@site|Title, id or URL of the site'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'content' {
    $state.Path = 'content'
    $state.Below = @(
     'get|Show the content of a space: pages, files and variables'
     'reusable-content|Show reusable content of a space'
     'document|Show a document as blocks, by the document id of a page or reusable content'
     'compute|Compute the pages of a content source'
     'compute-document|Compute the text of a page of a content source'
     'find|Show the collection, space, page or change request of a URL'
     'apply-template|Add the pages of a template to a space or change request'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'content get' {
    $state.Path = 'content get'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'content reusable-content' {
    $state.Path = 'content reusable-content'
    $state.Values = @(
     '^space:--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
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
     '--space|@space|Title, id or URL of the space'
     '--schema|=current =next|Version of the block format'
    ) + $tables + $requests + $every
    return $true
   }
   'content compute' {
    $state.Path = 'content compute'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--source|.|Content source, its properties and dependencies'
     '--seed|.|Text from which ids are generated'
     '!--columns|,id ,title ,type ,path|'
     '!--sort|=id =title =type =path|'
     '!--filter|=id= =title= =type= =path=|'
    ) + $limits + $choices + $tables + $bodies + $requests + $every
    return $true
   }
   'content compute-document' {
    $state.Path = 'content compute-document'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--source|.|Content source, its properties and dependencies'
     '--seed|.|Text from which ids are generated'
     '--schema|=current =next|Version of the block format'
    ) + $tables + $bodies + $requests + $every
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
     '--space|@space|Title, id or URL of the space'
     '--params|.|References that the template requires, by name'
     '--cr|^space:--space,TOME_SPACE @cr|Change request to add the pages to; default the space'
     '--file-ref|.|File that the template requires, by its name there'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'search' {
    $state.Path = 'search'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,space-id ,space ,pages ,match|'
     '!--sort|=space-id =space =pages =match|'
     '!--filter|=space-id= =space= =pages= =match=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'pages' { return Set-TomeCommand 'page' }
   'page' {
    $state.Path = 'page'
    $state.Below = @(
     'list|List the page tree of a space'
     'get|Show a page with its text'
     'links|List the links on a page and their status'
     'backlinks|List the content that links to a page'
     'meta-links|Show the canonical and alternate links of a page'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'page list' {
    $state.Path = 'page list'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--tree||Show the page tree'
     '!--no-tree||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'page get' {
    $state.Path = 'page get'
    $state.Values = @(
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--path|.|Path of the page in its space, such as guides/start'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the page''s text'
     '--refs|=relative =stable|How Markdown links to other content: by path or by id'
     '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers'
     '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--status|=ok =broken =in-app|Only links with this status'
     '--fail|=broken|End with exit code 10 if there are broken links'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'page backlinks' {
    $state.Path = 'page backlinks'
    $state.Values = @(
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'page meta-links' {
    $state.Path = 'page meta-links'
    $state.Values = @(
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls|'
    ) + $tables + $requests + $every
    return $true
   }
   'files' { return Set-TomeCommand 'file' }
   'file' {
    $state.Path = 'file'
    $state.Below = @(
     'list|List the files of a space'
     'get|Show a file with its download URL'
     'backlinks|List the content that uses a file'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'file list' {
    $state.Path = 'file list'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
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
     '^space:--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--save|%file|File to write'
     '--force||Overwrite the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'file backlinks' {
    $state.Path = 'file backlinks'
    $state.Values = @(
     '^space:--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
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
     'list|List the revisions of a space or page'
     'get|Show the content of a space in a revision'
     'changes|Show the changes of a revision'
     'pages|List the page tree of a revision'
     'page|Show a page of a revision with its text'
     'page-document|Show the text of a page of a revision as blocks'
     'meta-links|Show the canonical and alternate links of a page of a revision'
     'files|List the files of a revision'
     'file|Show a file of a revision with its download URL'
     'reusable-content|Show reusable content of a revision'
     'reusable-content-document|Show the text of reusable content of a revision as blocks'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'revision list' {
    $state.Path = 'revision list'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--page|.|Only revisions that changed this page, by path, title or id; deleted pages too'
     '--depth|.|Number of revisions to examine'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'revision get' {
    $state.Path = 'revision get'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision changes' {
    $state.Path = 'revision changes'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--limit|.|Maximum number of changes to return'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '!--columns|,change ,page ,title ,path ,file ,reusable-content|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision pages' {
    $state.Path = 'revision pages'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--tree||Show the page tree'
     '!--no-tree||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'revision page' {
    $state.Path = 'revision page'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--path|.|Path of the page in its space, such as guides/start'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the page''s text'
     '--refs|=relative =stable|How Markdown links to other content: by path or by id'
     '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers'
     '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @revision'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers'
     '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents'
    ) + $tables + $requests + $every
    return $true
   }
   'revision meta-links' {
    $state.Path = 'revision meta-links'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision files' {
    $state.Path = 'revision files'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
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
     '^space:--space,TOME_SPACE @revision'
     '^space:--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--save|%file|File to write'
     '--force||Overwrite the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'revision reusable-content' {
    $state.Path = 'revision reusable-content'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
     '^space:--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,title ,document ,file|'
    ) + $tables + $requests + $every
    return $true
   }
   'revision reusable-content-document' {
    $state.Path = 'revision reusable-content-document'
    $state.Values = @(
     '^space:--space,TOME_SPACE @revision'
     '^space:--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers'
     '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents'
    ) + $tables + $requests + $every
    return $true
   }
   'comments' { return Set-TomeCommand 'comment' }
   'comment' {
    $state.Path = 'comment'
    $state.Below = @(
     'list|List the comments in a space, change request or organization'
     'create|Comment on a space, change request, page, block or table cell'
     'get|Show a comment'
     'update|Change the text, status or reactions of a comment'
     'delete|Delete a comment with its replies'
     'reply|Manage replies to comments'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'comment list' {
    $state.Path = 'comment list'
    $state.Flags = @(
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--status|=all =open =resolved|Only resources in this state'
     '--order|=asc =desc|Sort order; asc lists the oldest first'
     '--target-page|^space:--space,TOME_SPACE @page|Only comments on this page'
     '--author|@user|Only comments posted by one of these users'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response'
     '--org-wide||List comments in all spaces, even if a space is set'
     '!--no-org-wide||'
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,author ,status ,replies ,posted ,body ,page|'
     '!--sort|=id =author =status =replies =posted =body =page|'
     '!--filter|=id= =author= =status= =replies= =posted= =body= =page=|'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--body|.|Text'
     '--page|^space:--space,TOME_SPACE @page|Page to comment on'
     '--node|.|Block of the page to comment on'
     '--table-cell|.|Cell of a table on the page to comment on'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'comment get' {
    $state.Path = 'comment get'
    $state.Values = @(
     '^space:--space,TOME_SPACE @comment'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response'
     '!--columns|,id ,author ,status ,replies ,posted ,body ,edited ,resolved ,resolved-by ,page ,node ,change-request ,review|'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @comment ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--body|.|Text'
     '--resolve||Resolve the comment'
     '--no-resolve||The opposite of --resolve'
     '--add-reaction|.|Emoji to add as your reaction'
     '--remove-reaction|.|Emoji to remove from your reactions'
     '--unresolve||Reopen the comment'
     '!--no-unresolve||'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'comment delete' {
    $state.Path = 'comment delete'
    $state.Values = @(
     '^space:--space,TOME_SPACE @comment ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
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
     'update|Change the text or reactions of a reply'
     'delete|Delete a reply'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'comment reply list' {
    $state.Path = 'comment reply list'
    $state.Values = @(
     '^space:--space,TOME_SPACE @comment'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response'
     '!--columns|,id ,author ,posted ,body|'
     '!--sort|=id =author =posted =body|'
     '!--filter|=id= =author= =posted= =body=|'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @comment ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--body|.|Text'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @comment'
     '^comment:#0 @reply'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response'
     '!--columns|,id ,author ,posted ,body|'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @comment'
     '^comment:#0 @reply ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--body|.|Text'
     '--resolve||Resolve the comment'
     '--no-resolve||The opposite of --resolve'
     '--add-reaction|.|Emoji to add as your reaction'
     '--remove-reaction|.|Emoji to remove from your reactions'
     '--unresolve||Reopen the comment'
     '!--no-unresolve||'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'comment reply delete' {
    $state.Path = 'comment reply delete'
    $state.Values = @(
     '^space:--space,TOME_SPACE @comment'
     '^comment:#0 @reply ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'cr' {
    $state.Path = 'cr'
    $state.Below = @(
     'list|List the change requests of a space or organization'
     'create|Create a draft change request'
     'get|Show a change request'
     'update|Change a change request''s subject, description or status'
     'merge|Merge a change request into its space'
     'pull|Update a change request with the changes in its space'
     'resolve|Update a change request and choose a version of each conflict'
     'pdf|Create a PDF of a change request''s pages'
     'edit|Edit a page of a change request, add pages or files, or apply a list of changes'
     'replace|Replace text in titles, descriptions, texts and link URLs of pages'
     'content|Show the content of a change request: pages, files and variables'
     'pages|List the page tree of a change request'
     'page|Show a page of a change request with its text'
     'meta-links|Show the canonical and alternate links of a page of a change request'
     'links|List the links in a change request and their status'
     'page-links|List the links on a page of a change request and their status'
     'backlinks|List the content that links to a page of a change request'
     'file-backlinks|List the content that links to a file of a change request'
     'files|List the files of a change request'
     'file|Show a file of a change request with its download URL'
     'reusable-content|Show reusable content of a change request'
     'view|Show the status of a change request: changes, conflicts, reviews, merge rules'
     'diff|Show the changes of a change request page by page'
     'preview|Preview a site with the changes of a change request'
     'changes|Show the changes of a change request'
     'review|Review a change request'
     'reviews|List or show the reviews of a change request'
     'reviewers|List the requested reviewers of a change request'
     'request-review|Request reviews of a change request'
     'unrequest-review|Cancel a review request'
     'contributors|List the editors and commenters of a change request with counts'
     'conversation|Manage the agent conversations of a change request'
     'commenters|List the members who commented on a change request'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'cr list' {
    $state.Path = 'cr list'
    $state.Flags = @(
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or URL of the space'
     '--status|=draft =open =archived =merged|Only resources in this state'
     '--creator|@user|Only change requests created by this user'
     '--contributor|@user|Only change requests created or edited by this user'
     '--requested-reviewer|@user|Only change requests with a review request for this user'
     '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only change requests created for this cluster of issues'
     '--topic|.|Only change requests created for this topic of a site'
     '--scheduled||Only change requests with a scheduled or failed merge, drafts too'
     '--no-scheduled||The opposite of --scheduled'
     '--order-by|=updatedAt =createdAt|Sort by time of the last update or of the creation, oldest first'
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--of-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only change requests of this space'
     '--of-site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only change requests of spaces on this site'
     '--styleguide-run|.|Only change requests created by this style guide run'
     '--finding|=none =all|Include change requests created from findings'
     '--org-wide||List change requests of all spaces, even if a space is set'
     '!--no-org-wide||'
     '!--columns|,number ,id ,subject ,status ,space ,author ,comments ,outdated ,merge-at ,updated|'
     '!--sort|=number =id =subject =status =space =author =comments =outdated =merge-at =updated|'
     '!--filter|=number= =id= =subject= =status= =space= =author= =comments= =outdated= =merge-at= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr create' {
    $state.Path = 'cr create'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--subject|.|Subject'
     '--template|.|Template for the first pages'
     '--agent-task-id|.|Agent task that the change request belongs to'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr get' {
    $state.Path = 'cr get'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,number ,id ,subject ,status ,author ,comments ,outdated ,merge-at ,updated ,created ,scheduled-by ,merge-error ,space ,revision ,initial-revision ,merged-revision ,cluster ,url|'
    ) + $tables + $requests + $gets + $every
    return $true
   }
   'cr update' {
    $state.Path = 'cr update'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--subject|.|Subject'
     '--description|.|Description'
     '--status|=draft =open =archived|New status; an archived change request can be reopened'
     '--links|.|URLs linked to the change request, replacing existing ones'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr merge' {
    $state.Path = 'cr merge'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--at|.|Merge at this time, such as 8h or ''tomorrow 08:00''; --no-at cancels it'
     '--no-at||No at'
     '--fail|=conflicts|End with exit code 10 if the merge had conflicts'
    ) + $many + $requests + $confirmed + $writes + $every + $findings
    return $true
   }
   'cr pull' {
    $state.Path = 'cr pull'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--keep|=space =cr|Version of conflicts to keep: the space''s or the change request''s'
     '--page|.|Keep this version only in this page, by id, path or title'
     '--block|.|Keep this version only in this block'
     '--fail|=conflicts|End with exit code 10 if the update had conflicts'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'cr resolve' {
    $state.Path = 'cr resolve'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--keep-space|.|Keep the space''s version of this page or block'
     '--keep-cr|.|Keep the change request''s version of it'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'cr pdf' {
    $state.Path = 'cr pdf'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--page|^space:--space,TOME_SPACE @page|First page; its subpages are included'
     '--only||Omit the subpages of --page'
     '--no-only||The opposite of --only'
     '--save|%file|File to write'
     '--force||Overwrite the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'cr edit' {
    $state.Path = 'cr edit'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--page|^space:--space,TOME_SPACE @page|Page to edit'
     '--new||Add a page'
     '!--no-new||'
     '--file|%file|Markdown file with the page''s text, - for standard input'
     '--title|.|Title of the page'
     '--slug|.|URL slug of the page'
     '--into|^space:--space,TOME_SPACE @page|Parent page'
     '--condition|.|Condition that selects the visitors of the page (hosted platform only)'
     '--delete||Delete the page and its subpages'
     '!--no-delete||'
     '--revert-to|^space:--space,TOME_SPACE @revision|Revision to revert the page to; latest~1 is the previous one'
     '--upload|%file|File to add to the space'
     '--input|%file|JSON or YAML file with {"changes": [...]}, - for standard input'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'cr replace' {
    $state.Path = 'cr replace'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr'
     '...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--with|.|Replacement'
     '--in|=text =links =all|Where to search: text, link URLs or both'
     '--ignore-case||Ignore case'
     '!--no-ignore-case||'
     '--fail|=none|End with exit code 10 if nothing matches'
     '--page|^space:--space,TOME_SPACE @page|Only in this page'
    ) + $limits + $tables + $many + $requests + $writes + $every
    return $true
   }
   'cr content' {
    $state.Path = 'cr content'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr pages' {
    $state.Path = 'cr pages'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--tree||Show the page tree'
     '!--no-tree||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'cr page' {
    $state.Path = 'cr page'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--path|.|Path of the page in its space, such as guides/start'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the page''s text'
     '--refs|=relative =stable|How Markdown links to other content: by path or by id'
     '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers'
     '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr links' {
    $state.Path = 'cr links'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--status|=ok =broken =in-app|Only links with this status'
     '--broken-context|=change-request =space|Only broken links: broken by the change request, or before it'
     '--fail|=broken|End with exit code 10 if there are broken links'
     '--markdown||Print the preview URLs of changed pages as Markdown instead'
     '!--no-markdown||'
     '--on|@site|Site of the preview URLs; default a published one'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'cr page-links' {
    $state.Path = 'cr page-links'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--fail|=broken|End with exit code 10 if there are broken links'
     '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|'
     '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|'
     '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every + $findings
    return $true
   }
   'cr backlinks' {
    $state.Path = 'cr backlinks'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @page'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr file-backlinks' {
    $state.Path = 'cr file-backlinks'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,kind ,page-id ,page ,space ,block|'
     '!--sort|=kind =page-id =page =space =block|'
     '!--filter|=kind= =page-id= =page= =space= =block=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr files' {
    $state.Path = 'cr files'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
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
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @file'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '--save|%file|File to write'
     '--force||Overwrite the file if it exists'
     '!--no-force||'
    ) + $every
    return $true
   }
   'cr reusable-content' {
    $state.Path = 'cr reusable-content'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
     '^space:--space,TOME_SPACE @reusable-content'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--metadata||Include the Git location of each item'
     '--no-metadata||The opposite of --metadata'
     '--computed||Generate the content of computed sources'
     '--no-computed||The opposite of --computed'
     '!--columns|,id ,title ,document ,file|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr view' {
    $state.Path = 'cr view'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
    ) + $every
    return $true
   }
   'cr diff' {
    $state.Path = 'cr diff'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--page|.|Only this page, by id, path or title'
     '--stat||List changed pages with line counts'
     '!--no-stat||'
     '--format|=patch =table =json =ndjson =yaml =csv =tsv =id|Print a patch for git apply, with each page as <path>.md'
     '--fail|=changes|End with exit code 10 if there are changes'
     '--web||Open the change request in the browser'
     '!--no-web||'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--on|@site|Site that shows the space; default a published one'
     '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file'
     '--as-visitor|.|Email address of the visitor, as a claim'
     '--browser||Open the browser; --no-browser prints the URL instead'
     '!--no-browser||'
    ) + $every
    return $true
   }
   'cr changes' {
    $state.Path = 'cr changes'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--limit|.|Maximum number of changes to return'
     '!--columns|,change ,page ,title ,path ,file ,reusable-content|'
    ) + $tables + $requests + $every
    return $true
   }
   'cr review' {
    $state.Path = 'cr review'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--approve||Approve the change request'
     '!--no-approve||'
     '--body|.|Text'
     '--request-changes||Request changes'
     '!--no-request-changes||'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr reviews' {
    $state.Path = 'cr reviews'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
     '^cr:#0 @review'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response'
     '--outdated||Only outdated reviews, or only current ones'
     '--no-outdated||The opposite of --outdated'
     '!--columns|,id ,reviewer ,status ,outdated ,created ,comment|'
     '!--sort|=id =reviewer =status =outdated =created =comment|'
     '!--filter|=id= =reviewer= =status= =outdated= =created= =comment=|'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,user ,name ,requested-by ,created|'
     '!--sort|=user =name =requested-by =created|'
     '!--filter|=user= =name= =requested-by= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr request-review' {
    $state.Path = 'cr request-review'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--reviewer|@user|Reviewer to add'
     '--subject|.|Subject of the change request'
     '--description|.|Description of the change request'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr unrequest-review' {
    $state.Path = 'cr unrequest-review'
    $state.Values = @(
     '^space:--space,TOME_SPACE @open-cr'
     '@user ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'cr contributors' {
    $state.Path = 'cr contributors'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,user ,name ,action ,count ,updated|'
     '!--sort|=user =name =action =count =updated|'
     '!--filter|=user= =name= =action= =count= =updated=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'cr conversations' { return Set-TomeCommand 'cr conversation' }
   'cr conversation' {
    $state.Path = 'cr conversation'
    $state.Below = @(
     'list|List the agent conversations of a change request'
     'update|Rename an agent conversation of a change request'
     'delete|Delete an agent conversation of a change request'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'cr conversation list' {
    $state.Path = 'cr conversation list'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '!--columns|,id ,title ,shared ,created ,updated|'
     '!--sort|=id =title =shared =created =updated|'
     '!--filter|=id= =title= =shared= =created= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'cr conversation update' {
    $state.Path = 'cr conversation update'
    $state.Values = @(
     '^cr:--cr @cr-conversation ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
     '--title|.|New title'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'cr conversation delete' {
    $state.Path = 'cr conversation delete'
    $state.Values = @(
     '^cr:--cr @cr-conversation ...'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'cr commenters' {
    $state.Path = 'cr commenters'
    $state.Values = @(
     '^space:--space,TOME_SPACE @cr'
    )
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,id ,name ,email ,role|'
     '!--sort|=id =name =email =role|'
     '!--filter|=id= =name= =email= =role=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'git' {
    $state.Path = 'git'
    $state.Below = @(
     'connect|Connect a space to a Git repository'
     'status|Show the connection of a space and its last syncs'
     'sync|Import the changes of the connected branch, then export those of the space'
     'disconnect|Disconnect a space from its Git repository'
     'list|List the Git installations of a site and its spaces'
     'repos|List the repositories that the connection of a space can read'
     'branches|List the branches of the connected repository'
     'file|Show a file of the connected repository'
     'reconnect|Restore a removed Git installation, without its token'
     'import|Import the content of a Git repository into a space'
     'export|Export the content of a space to a Git repository'
     'plan|Show the changes of an import or export without applying them'
     'info|Show the Git repository of a space and its last import or export'
     'remove-legacy|Remove the legacy Git connection of a space'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'git connect' {
    $state.Path = 'git connect'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--repo|.|URL, local folder, or owner/name of the repository'
     '--branch|.|Branch (default: that of the checkout or repository)'
     '--folder|%folder|Folder of the repository with the content'
     '--priority|=git =space|Side that takes precedence in the first sync and in conflicts'
     '--provider|=github =gitlab =git|Provider of the repository'
     '--token-file|%file|File with an access token; - for standard input'
     '--instance|.|Base URL of a self-hosted GitHub or GitLab'
     '--message|.|Message of the commits that exports create'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'git status' {
    $state.Path = 'git status'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @() + $every
    return $true
   }
   'git sync' {
    $state.Path = 'git sync'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @(
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'git disconnect' {
    $state.Path = 'git disconnect'
    $state.Values = @(
     '@space ...'
    )
    $state.Flags = @() + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'git list' {
    $state.Path = 'git list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site'
     '!--columns|,id ,space ,repository ,branch ,status|'
     '!--sort|=id =space =repository =branch =status|'
     '!--filter|=id= =space= =repository= =branch= =status=|'
    ) + $limits + $choices + $tables + $requests + $every
    return $true
   }
   'git repos' {
    $state.Path = 'git repos'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @() + $limits + $choices + $tables + $every
    return $true
   }
   'git branches' {
    $state.Path = 'git branches'
    $state.Values = @(
     '@space'
    )
    $state.Flags = @(
     '--repo|.|Repository, as owner/name; that of the connection by default'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'git file' {
    $state.Path = 'git file'
    $state.Values = @(
     '@space'
     '.'
    )
    $state.Flags = @(
     '--ref|.|Branch, tag or commit'
     '--repo|.|Repository, as owner/name; that of the connection by default'
    ) + $every
    return $true
   }
   'git reconnect' {
    $state.Path = 'git reconnect'
    $state.Values = @(
     '...'
    )
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'git import' {
    $state.Path = 'git import'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--url|.|URL of the repository; may include user name and password'
     '--ref|.|Branch, such as main or refs/heads/main'
     '--force||Import even if the commit is older or conflicts with the space'
     '--no-force||The opposite of --force'
     '--standalone||Create a revision without changing the space''s content'
     '--no-standalone||The opposite of --standalone'
     '--project-directory|%folder|Folder of the repository with the content'
     '--repo-cache-id|.|Cache key for the cloned repository'
     '--repo-tree-url|.|Base URL for links to files'
     '--repo-commit-url|.|Base URL for links to commits'
     '--timestamp|.|Time of the triggering event; events older than the last sync are skipped'
     '--provider|=github =gitlab|Provider of the repository'
     '--provider-url|.|URL of the repository''s web page'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'git export' {
    $state.Path = 'git export'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--url|.|URL of the repository; may include user name and password'
     '--ref|.|Branch, such as main or refs/heads/main'
     '--message|.|Commit message (default "Update the documentation")'
     '--force||Export even if the content is older or conflicts with the branch'
     '--no-force||The opposite of --force'
     '--standalone||Do not link the content to the commit'
     '--no-standalone||The opposite of --standalone'
     '--project-directory|%folder|Folder of the repository with the content'
     '--repo-cache-id|.|Cache key for the cloned repository'
     '--repo-tree-url|.|Base URL for links to files'
     '--repo-commit-url|.|Base URL for links to commits'
     '--timestamp|.|Time of the triggering event; events older than the last sync are skipped'
     '--provider|=github =gitlab|Provider of the repository'
     '--provider-url|.|URL of the repository''s web page'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'git plan' {
    $state.Path = 'git plan'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '--direction|=import =export|Direction of the sync'
     '--url|.|URL of the repository; may include user name and password'
     '--ref|.|Branch, such as main or refs/heads/main'
     '--force||Plan for a run with --force'
     '--no-force||The opposite of --force'
     '--project-directory|%folder|Folder of the repository with the content'
     '--repo|%folder|Local checkout to plan for, instead of --url and --ref; uncommitted changes are ignored'
     '--fail|=changes =conflicts|End with exit code 10 if there are changes, or only for conflicts'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $every + $findings
    return $true
   }
   'git info' {
    $state.Path = 'git info'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
     '!--columns|,repository ,url ,ref ,provider ,integration ,operation ,state ,error ,warnings ,revision ,commit ,updated|'
    ) + $tables + $requests + $every
    return $true
   }
   'git remove-legacy' {
    $state.Path = 'git remove-legacy'
    $state.Flags = @(
     '--space|@space|Title, id or URL of the space'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'openapi' {
    $state.Path = 'openapi'
    $state.Below = @(
     'list|List the API specifications of an organization'
     'create|Create an API specification'
     'get|Show an API specification'
     'put|Create or update an API specification'
     'publish|Create or update an API specification, like `openapi put`'
     'diff|Compare two versions of an API specification'
     'update|Change the visibility of an API specification'
     'delete|Delete an API specification with all its versions'
     'version|Show the versions of an API specification'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'openapi list' {
    $state.Path = 'openapi list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--url|.|URL that the platform fetches the specification from'
     '--file|%file|File to upload, with the files that it references; - for standard input'
     '--root|%folder|Folder that referenced files must be in; default the file''s folder'
     '--input|%file|JSON or YAML file with the request body'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'openapi get' {
    $state.Path = 'openapi get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,slug ,state ,error ,errors ,version ,visibility ,source ,processed ,created ,updated ,published-url|'
    ) + $tables + $requests + $every
    return $true
   }
   'openapi put' {
    $state.Path = 'openapi put'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--url|.|URL that the platform fetches the specification from'
     '--file|%file|File to upload, with the files that it references; - for standard input'
     '--root|%folder|Folder that referenced files must be in; default the file''s folder'
     '--input|%file|JSON or YAML file with the request body'
     '--fail|=breaking|Compare with the live version first; refuse breaking changes'
     '--allow-unresolved||With --fail: accept references that cannot be resolved'
     '!--no-allow-unresolved||'
     '--accept-moved-prefix||Accept a URL path that moved between the server URL and the paths'
     '!--no-accept-moved-prefix||'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every + $findings
    return $true
   }
   'openapi publish' {
    $state.Path = 'openapi publish'
    $state.Values = @(
     '%file ...'
    )
    $state.Flags = @(
     '--org|@org|Organization of the specification'
     '-o|@org|Organization of the specification'
     '!--organization|@org|'
     '--spec|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug of the specification'
     '-s|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug of the specification'
     '--root|%folder|Folder that referenced files must be in; default the file''s folder'
     '--fail|=breaking|Compare with the live version first; refuse breaking changes'
     '--allow-unresolved||With --fail: accept references that cannot be resolved'
     '!--no-allow-unresolved||'
     '--accept-moved-prefix||Accept a URL path that moved between the server URL and the paths'
     '!--no-accept-moved-prefix||'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
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
     '--org|@org|Organization of the slug'
     '!--organization|@org|'
     '--fail|=breaking|Minimum level of changes that end with exit code 10'
     '--allow-unresolved||With --fail: accept references that cannot be resolved'
     '!--no-allow-unresolved||'
     '--accept-moved-prefix||Accept a URL path that moved between the server URL and the paths'
     '!--no-accept-moved-prefix||'
     '--format|=markdown =table =json =ndjson =yaml =csv =tsv =id|Print Markdown for a pull request comment'
     '--json||Print JSON, optionally only these comma-separated fields'
     '--jq|.|Filter JSON output with a jq program'
     '-q|.|Filter JSON output with a jq program'
     '--raw-csv||Do not escape formulas in CSV and TSV cells'
     '--profile|.|Profile to use'
     '--local||Use the local platform (same as --profile local)'
     '--base-url|.|Base URL of the platform'
     '--timeout|.|Maximum time for a request, including retries'
     '--retries|.|Maximum number of retries per request'
     '--no-input||Never prompt; fail if a value is missing'
     '--quiet||Suppress notes and progress'
     '--debug||Log requests and responses on standard error, without secrets'
     '--record|%file|File to record requests and responses in, without secrets'
     '--replay|%file|Recording to answer requests from, without a network'
     '--no-color||Disable color'
     '--color||Use color even if the output is not a terminal'
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
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--visibility|=private =public|Visibility; public provides a URL that needs no token'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'openapi delete' {
    $state.Path = 'openapi delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'openapi versions' { return Set-TomeCommand 'openapi version' }
   'openapi version' {
    $state.Path = 'openapi version'
    $state.Below = @(
     'list|List the versions of an API specification, the latest first'
     'get|Show a version of an API specification (default the latest)'
     'content|Show or save the files of a version of an API specification'
     'raw|Print the source text of a version of an API specification'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'openapi version list' {
    $state.Path = 'openapi version list'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,created ,url|'
     '!--sort|=id =created =url|'
     '!--filter|=id= =created= =url=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'openapi version get' {
    $state.Path = 'openapi version get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
     '@specification-version'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,created ,url|'
    ) + $tables + $requests + $every
    return $true
   }
   'openapi version content' {
    $state.Path = 'openapi version content'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
     '@specification-version'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--save|%folder|Folder to write the files to'
     '--force||With --save: overwrite existing files'
     '!--no-force||'
    ) + $every
    return $true
   }
   'openapi version raw' {
    $state.Path = 'openapi version raw'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
     '@specification-version'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--space|^org:--org @space|Spaces to check'
     '--repo|%folder|Local folder to check; nothing is sent'
     '--rules|%file|Configuration file: levels, parameters, exceptions, custom rules'
     '--baseline|%file|File with accepted findings, which are not counted'
     '--update-baseline||Write all findings to the baseline; default .tome.check-baseline.json'
     '!--no-update-baseline||'
     '--fail|=error =warning|Minimum level of findings that end with exit code 10'
    ) + $limits + $choices + $tables + $every + $findings
    return $true
   }
   'export' {
    $state.Path = 'export'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--only|.|Parts to export: org, people, content, sites, specs, webhooks, saml'
     '--with|.|Parts that take one or two requests per resource: grants, share-links, customization, git, redirects'
     '--force||Overwrite existing files, preserving comments'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--prune||Delete managed resources that are not in the files'
     '!--no-prune||'
     '--max-deletes|.|Maximum deletions of a kind with ten or more resources (n or n%)'
     '--adopt|.|Adopt an existing resource at this path of the files'
     '--save|%file|File to save the plan to, for apply'
     '--markdown|%file|File to write the plan to as Markdown'
     '--fail|=changes|End with exit code 10 if there are changes'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'apply' {
    $state.Path = 'apply'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--prune||Delete managed resources that are not in the files'
     '!--no-prune||'
     '--max-deletes|.|Maximum deletions of a kind with ten or more resources (n or n%)'
     '--adopt|.|Adopt an existing resource at this path of the files'
     '--resume|.|Resume an interrupted apply from its journal'
    ) + $limits + $tables + $requests + $confirmed + $writes + $every
    return $true
   }
   'drift' {
    $state.Path = 'drift'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--ignore|%file|Ignore changes at this path'
     '--fail|=changes|End with exit code 10 if there are changes; always on'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'backup' {
    $state.Path = 'backup'
    $state.Below = @(
     'create|Back up the spaces of an organization, fetching only changes'
     'diff|Compare a backup with the platform'
     'restore|Restore spaces from a backup through change requests'
     'verify|Verify the checksums of a backup offline'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to back up; default all'
     '--other-platform||Accept a backup from another platform'
     '!--no-other-platform||'
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
     '--space|.|Spaces to restore'
     '--to|@org|Organization to restore to; default the backup''s organization'
     '--as-change-request||Leave the change requests open for review'
     '!--no-as-change-request||'
     '--other-platform||Accept a backup from another platform'
     '!--no-other-platform||'
     '--again||Restore another copy of spaces already restored from this backup'
     '!--no-again||'
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
     'ingest|Import conversations, replacing those with the same id'
     'get|Show a conversation with its messages'
     'cluster|Show clusters of similar issues'
     'issue|Show issues found in conversations'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'conversation list' {
    $state.Path = 'conversation list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--source|.|Only conversations from this source, such as email'
     '!--columns|,id ,subject ,source ,created ,processed|'
     '!--sort|=id =subject =source =created =processed|'
     '!--filter|=id= =subject= =source= =created= =processed=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'conversation ingest' {
    $state.Path = 'conversation ingest'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--file|%file|JSON or NDJSON file with conversations, - for standard input'
    ) + $requests + $writes + $every
    return $true
   }
   'conversation get' {
    $state.Path = 'conversation get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,subject ,source ,created ,parts|'
    ) + $tables + $requests + $every
    return $true
   }
   'conversation clusters' { return Set-TomeCommand 'conversation cluster' }
   'conversation cluster' {
    $state.Path = 'conversation cluster'
    $state.Below = @(
     'list|List clusters of similar issues'
     'get|Show a cluster of similar issues'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'conversation cluster list' {
    $state.Path = 'conversation cluster list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--status|=pending =analysing|Only clusters with pending or running analysis'
     '--order|=asc =desc|Sort order'
     '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted|Sort field'
     '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated|'
     '!--sort|=id =label =issues =conversations =last-13-weeks =updated|'
     '!--filter|=id= =label= =issues= =conversations= =last-13-weeks= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'conversation cluster get' {
    $state.Path = 'conversation cluster get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated ,summary|'
    ) + $tables + $requests + $every
    return $true
   }
   'conversation issues' { return Set-TomeCommand 'conversation issue' }
   'conversation issue' {
    $state.Path = 'conversation issue'
    $state.Below = @(
     'list|List issues found in conversations'
     'get|Show an issue with its conversation'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'conversation issue list' {
    $state.Path = 'conversation issue list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only issues of this cluster'
     '--conversation|.|Only issues of this conversation'
     '!--columns|,id ,title ,cluster ,conversation ,created|'
     '!--sort|=id =title =cluster =conversation =created|'
     '!--filter|=id= =title= =cluster= =conversation= =created=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'conversation issue get' {
    $state.Path = 'conversation issue get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @issue'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,cluster ,conversation ,created ,summary|'
    ) + $tables + $requests + $every
    return $true
   }
   'import' {
    $state.Path = 'import'
    $state.Below = @(
     'list|List the imports of an organization, newest first'
     'get|Show an import and its pages'
     'start|Import the pages of a website into a space or a change request'
     'cancel|Stop an import without adding its pages'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'import list' {
    $state.Path = 'import list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only imports into this space'
     '--cr|^space:--space @cr|Only imports into this change request'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only imports into spaces of this site'
     '--status|=active =pending =in-progress =completed =failed =cancelled|Only resources in this state'
     '!--columns|,id ,source ,space ,status ,updated|'
     '!--sort|=id =source =space =status =updated|'
     '!--filter|=id= =source= =space= =status= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'import get' {
    $state.Path = 'import get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @import'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,source ,space ,status ,updated ,change-request ,parent-page ,reason ,created ,pages|'
    ) + $tables + $requests + $every
    return $true
   }
   'import start' {
    $state.Path = 'import start'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to import into'
     '--cr|^space:--space @cr|Change request to import into instead'
     '--parent|^space:--space @page|Parent page or group'
     '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Docs site to attribute the import to'
     '--enhance||Clean up imported pages with an LLM'
     '--no-enhance||The opposite of --enhance'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'import cancel' {
    $state.Path = 'import cancel'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @running-import ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'translations' { return Set-TomeCommand 'translation' }
   'translation' {
    $state.Path = 'translation'
    $state.Below = @(
     'list|List the translations of an organization'
     'create|Create a translation of a space'
     'get|Show a translation'
     'update|Change the instructions of a translation'
     'delete|Delete a translation, keeping the translated space'
     'run|Translate the content that changed since the last run'
     'glossary|Manage the glossary that translations use'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'translation list' {
    $state.Path = 'translation list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
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
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--source-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to translate'
     '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Source language'
     '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Target language'
     '--instructions|.|Instructions for the translator'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'translation get' {
    $state.Path = 'translation get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,source ,from ,to ,status ,result ,updated ,created ,runs ,pages-in-all-runs ,words-in-all-runs ,last-run-pages ,last-run-words ,last-run-ms ,corrections-to-review ,error|'
    ) + $tables + $requests + $every
    return $true
   }
   'translation update' {
    $state.Path = 'translation update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--instructions|.|Instructions for the translator'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'translation delete' {
    $state.Path = 'translation delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'translation run' {
    $state.Path = 'translation run'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--wait||Wait until the operation is complete'
     '!--no-wait||'
     '--wait-limit|.|Maximum number of seconds to wait'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'translation glossary' {
    $state.Path = 'translation glossary'
    $state.Below = @(
     'list|List the glossary of an organization'
     'get|Show an entry of the glossary'
     'add|Add an entry to the glossary'
     'update|Change terms of a glossary entry; other languages keep theirs'
     'delete|Delete an entry of the glossary'
     'put|Apply a file of changes to the glossary at once'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'translation glossary list' {
    $state.Path = 'translation glossary list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--order-by|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Sort by the terms of this language'
     '!--columns|,id ,terms ,updated|'
     '!--sort|=id =terms =updated|'
     '!--filter|=id= =terms= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'translation glossary get' {
    $state.Path = 'translation glossary get'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $every
    return $true
   }
   'translation glossary add' {
    $state.Path = 'translation glossary add'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--term|.|Term in a language, such as fr=espace; repeat for each language'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'translation glossary update' {
    $state.Path = 'translation glossary update'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--term|.|Term in a language, such as fr=espace; repeat for each language'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'translation glossary delete' {
    $state.Path = 'translation glossary delete'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'translation glossary put' {
    $state.Path = 'translation glossary put'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--operations|.|Operations, applied in order'
    ) + $bodies + $many + $requests + $writes + $every
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
     'get|Show the site and DNS status of a custom domain'
     'check|Check the DNS records of a custom domain again'
     'remove|Remove a custom domain from its site'
     'organization|Show the organization that owns a hostname'
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
     '!--columns|,hostname ,site ,status ,record-type ,record-name ,record-value|'
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
   'url' {
    $state.Path = 'url'
    $state.Below = @(
     'embed|Show the title, website and icon of a URL'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'url embed' {
    $state.Path = 'url embed'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '!--columns|,title ,site ,type ,icon ,html|'
    ) + $tables + $requests + $every
    return $true
   }
   'user' {
    $state.Path = 'user'
    $state.Below = @(
     'invitation|Manage your invitations to organizations'
     'update|Change your display name or picture'
     'notifications-token|Create a token for the notification service of the web app'
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
     '--photo|.|URL of a picture'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'user notifications-token' {
    $state.Path = 'user notifications-token'
    $state.Flags = @() + $many + $requests + $writes + $every
    return $true
   }
   'auth' {
    $state.Path = 'auth'
    $state.Below = @(
     'login|Store a token for a platform'
     'logout|Delete the stored token of a profile'
     'status|Show the token in use, its storage and whether it is valid'
     'token|Print the token in use'
     'list|List profiles with their platform and token storage'
     'switch|Set the default profile'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'auth login' {
    $state.Path = 'auth login'
    $state.Flags = @(
     '--with-token||Read the token from standard input'
     '!--no-with-token||'
     '--web||Sign in to a tome server in the browser'
     '!--no-web||'
     '--browser||Open the browser; --no-browser prints the URL instead'
     '!--no-browser||'
     '--offline||Store the token without verifying it'
     '!--no-offline||'
     '--insecure-storage||Store the token in a file instead of the keyring'
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
     '--offline||Skip the verification of the token'
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
     'get|Print the value of a setting'
     'set|Set a setting of the profile'
     'unset|Remove settings from the profile'
     'list|List the effective settings and their sources'
     'path|Print the path of the settings folder'
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
     '--field|.|Text field of the body, or of the query of a GET request'
     '-f|.|Text field of the body, or of the query of a GET request'
     '--typed-field|.|Field parsed as JSON if possible; @file reads its text from a file'
     '-F|.|Field parsed as JSON if possible; @file reads its text from a file'
     '--header|.|HTTP header of the request'
     '-H|.|HTTP header of the request'
     '--input|%file|File with the body, - for standard input'
     '--paginate||Fetch all pages of a list'
     '!--no-paginate||'
     '--slurp||With --paginate: one array of all pages'
     '!--no-slurp||'
     '--include||Print the status line and the headers'
     '-i||Print the status line and the headers'
     '!--no-include||'
    ) + $requests + $confirmed + $writes + $every
    return $true
   }
   'serve' {
    $state.Path = 'serve'
    $state.Flags = @(
     '--port|.|Port, 0 for any free port'
     '--host|.|IP address to listen on'
     '--data|%folder|Data folder'
     '--database|.|URL of a PostgreSQL database for the data'
     '--s3-endpoint|.|URL of an S3-compatible object storage for file contents'
     '--s3-bucket|.|Bucket of the object storage'
     '--s3-region|.|Region of the object storage'
     '--s3-prefix|.|Prefix of all objects in the bucket'
     '--memory||Keep the data in memory only'
     '!--no-memory||'
     '--seed||Load the sample workspace unless it is loaded already'
     '!--no-seed||'
     '--ready-file|%file|File to write when the server accepts requests'
     '--allow-private||Allow the platform to fetch from private and loopback IP addresses'
     '!--no-allow-private||'
     '--jobs|=both =none =only|Whether to run jobs and answer requests'
     '--job-concurrency|.|Maximum number of long jobs at a time, such as imports'
     '--rate-limit|.|Maximum number of requests per minute and token'
     '--organization-rate-limit|.|Maximum number of requests per minute and organization'
     '--run-integrations||Run the scripts of integrations, which requires the package miniflare'
     '!--no-run-integrations||'
     '--allow-integration-scripts||Include scripts of integrations in the pages of sites'
     '!--no-allow-integration-scripts||'
     '--drain-delay|.|Seconds to serve after SIGTERM while /readyz responds with 503'
     '--faults|%file|JSON or YAML file with the plan, - for standard input'
     '--repeatable|.|Generate deterministic IDs from a seed and freeze the clock (in-memory only)'
     '--clock|.|Initial time of the clock with --repeatable'
     '--log|=text =json =off|Format of the request log on standard error'
     '--metrics||Serve /metrics without authentication'
     '!--no-metrics||'
     '--otlp-endpoint|.|Base URL of an OTLP/HTTP receiver for traces'
     '--public-url|.|Public base URL behind a reverse proxy'
     '--trusted-proxy|.|IP address or network of a proxy in front of sites'
    ) + $every
    return $true
   }
   'agent' {
    $state.Path = 'agent'
    $state.Below = @(
     'setup|Install the skill and the server of tome for agents'
     'status|Show the state of the agent of an organization'
     'task|Manage the tasks of the agent of an organization'
     'conversation|Manage your conversations with the agent of an organization'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'agent setup' {
    $state.Path = 'agent setup'
    $state.Flags = @(
     '--client|=claude =codex =cursor =gemini =opencode =vscode|Program of the agent; default those in use'
     '--project||Set up for the current folder (default)'
     '!--no-project||'
     '--user||Set up for all projects of the user instead of the current folder'
     '!--no-user||'
     '--allow|=write =delete|Changes that the agent may apply through the server; default none'
     '--status||Show the state without changing anything'
     '!--no-status||'
     '--remove||Remove the skill and the server'
     '!--no-remove||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'agent status' {
    $state.Path = 'agent status'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,email ,conversations ,issues ,clusters ,backlog-tasks ,started-tasks ,completed-tasks ,canceled-tasks|'
    ) + $tables + $requests + $every
    return $true
   }
   'agent task' {
    $state.Path = 'agent task'
    $state.Below = @(
     'list|List the agent tasks of an organization'
     'get|Show an agent task'
     'update|Start or cancel an agent task, or return it to the backlog'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'agent task list' {
    $state.Path = 'agent task list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only tasks for this cluster of issues'
     '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only tasks in this space'
     '--status|=backlog =started =completed =canceled|Only tasks with this status'
     '!--columns|,id ,title ,status ,space ,change-request ,updated|'
     '!--sort|=id =title =status =space =change-request =updated|'
     '!--filter|=id= =title= =status= =space= =change-request= =updated=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'agent task get' {
    $state.Path = 'agent task get'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-task'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,status ,space ,change-request ,updated ,description ,cluster ,created ,url|'
    ) + $tables + $requests + $every
    return $true
   }
   'agent task update' {
    $state.Path = 'agent task update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-task ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--status|=backlog =started =canceled|New status'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'agent conversations' { return Set-TomeCommand 'agent conversation' }
   'agent conversation' {
    $state.Path = 'agent conversation'
    $state.Below = @(
     'list|List your conversations with the agent of an organization'
     'provision|Prepare a conversation with the agent of an organization'
     'update|Rename a conversation with the agent of an organization'
     'delete|Delete a conversation with the agent of an organization'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'agent conversation list' {
    $state.Path = 'agent conversation list'
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '!--columns|,id ,title ,shared ,created ,updated ,change-request|'
     '!--sort|=id =title =shared =created =updated =change-request|'
     '!--filter|=id= =title= =shared= =created= =updated= =change-request=|'
    ) + $limits + $choices + $tables + $lists + $requests + $every
    return $true
   }
   'agent conversation provision' {
    $state.Path = 'agent conversation provision'
    $state.Values = @(
     '...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $writes + $every
    return $true
   }
   'agent conversation update' {
    $state.Path = 'agent conversation update'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-conversation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
     '--title|.|New title'
    ) + $bodies + $many + $requests + $writes + $every
    return $true
   }
   'agent conversation delete' {
    $state.Path = 'agent conversation delete'
    $state.Values = @(
     '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-conversation ...'
    )
    $state.Flags = @(
     '--org|@org|Title, id or URL of the organization'
     '!--organization|@org|'
    ) + $many + $requests + $confirmed + $writes + $every
    return $true
   }
   'mcp' {
    $state.Path = 'mcp'
    $state.Flags = @(
     '--allow|=write =delete|Changes that the agent can apply: writes, or writes and deletions, which a user confirms; default none'
     '--org|@org|Default organization of the commands'
     '!--organization|@org|'
     '--space|^org:--org @space|Default space of the commands'
    ) + $every
    return $true
   }
   'preview' {
    $state.Path = 'preview'
    $state.Values = @(
     '%folder'
    )
    $state.Flags = @(
     '--port|.|Port, 0 for any free port'
     '--open||Open the browser'
     '!--no-open||'
     '--rules|%file|Configuration file of tome check'
    ) + $every
    return $true
   }
   'local' {
    $state.Path = 'local'
    $state.Below = @(
     'seed|Load the sample workspace or an export'
     'reset|Delete all data'
     'export|Export all data to a file'
     'import|Replace all data with an export'
     'path|Print the path of the data folder'
     'token|Manage the tokens of the local platform'
     'storage|Show and move the file contents of the local platform'
     'domain|Verify domains of organizations as the operator'
     'clock|Show or change the clock of the local platform'
     'faults|Show or start a fault injection plan on the server'
     'requests|List the latest requests that the server received'
     'state|Show a digest of all data'
     'exec|Run a program with a new local platform and return its exit code'
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
     '--database|.|URL of the PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local reset' {
    $state.Path = 'local reset'
    $state.Flags = @(
     '--database|.|URL of the PostgreSQL database with the data'
    ) + $confirmed + $every
    return $true
   }
   'local export' {
    $state.Path = 'local export'
    $state.Values = @(
     '%file'
    )
    $state.Flags = @(
     '--database|.|URL of the PostgreSQL database with the data'
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
     '--database|.|URL of the PostgreSQL database with the data'
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
     'revoke|Revoke a token'
     'rotate|Replace a token with a new one, and print it once'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'local token create' {
    $state.Path = 'local token create'
    $state.Flags = @(
     '--role|=admin =create =review =edit =comment =read =guest|Create the token for a user with this role'
     '--user|.|Create the token for this user (email, name or id)'
     '--in|.|Organization of the role, by title or id; default the first one'
     '--label|.|Name in lists and in the audit log'
     '--expires|.|Expiry, such as 90d, 12h, 2026-12-31 or ''2026-12-31 18:00'''
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
     '--expires|.|Expiry, such as 90d, 12h, 2026-12-31 or ''2026-12-31 18:00'''
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $confirmed + $every
    return $true
   }
   'local storage' {
    $state.Path = 'local storage'
    $state.Below = @(
     'status|Show where file contents are stored'
     'move|Move file contents between the database and the object storage'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'local storage status' {
    $state.Path = 'local storage status'
    $state.Flags = @(
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local storage move' {
    $state.Path = 'local storage move'
    $state.Flags = @(
     '--to|=s3 =database|Target of the move, and location of new files'
     '--database|.|URL of a PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local domain' {
    $state.Path = 'local domain'
    $state.Below = @(
     'list|List the domains that organizations claim'
     'verify|Verify a domain of an organization, without a TXT record'
     'revoke|End the verification of a domain'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'local domain list' {
    $state.Path = 'local domain list'
    $state.Flags = @(
     '--database|.|URL of the PostgreSQL database with the data'
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
     '--database|.|URL of the PostgreSQL database with the data'
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
     '--database|.|URL of the PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local clock' {
    $state.Path = 'local clock'
    $state.Flags = @(
     '--advance|.|Duration such as 8d, -2h or 90m'
     '--set|.|New time'
     '--reset||Reset to the real time'
     '!--no-reset||'
     '--database|.|URL of the PostgreSQL database with the data'
    ) + $every
    return $true
   }
   'local faults' {
    $state.Path = 'local faults'
    $state.Values = @(
     '%file'
    )
    $state.Flags = @(
     '--end||Stop the current plan'
     '!--no-end||'
    ) + $every
    return $true
   }
   'local requests' {
    $state.Path = 'local requests'
    $state.Flags = @(
     '--misses||Only requests for missing resources that resemble existing ones'
     '!--no-misses||'
     '--last|.|Maximum number of requests to list'
     '--clear||Delete the list'
     '!--no-clear||'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'local state' {
    $state.Path = 'local state'
    $state.Flags = @(
     '--rows||Include all rows, without secrets'
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
     '--seed||Load the sample workspace'
     '!--no-seed||'
     '--run-integrations||Run the scripts of integrations, which requires the package miniflare'
     '!--no-run-integrations||'
     '--faults|%file|JSON or YAML file with the plan, - for standard input'
     '--repeatable|.|Generate deterministic IDs from a seed and freeze the clock (in-memory only)'
     '--clock|.|Initial time of the clock with --repeatable'
    ) + $every
    return $true
   }
   'open' {
    $state.Path = 'open'
    $state.Values = @(
     '.'
     '.'
    )
    $state.Flags = @(
     '--space|.|Space of the page or change request'
     '--published||Open the published page instead'
     '!--no-published||'
    ) + $every
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
     'list|List the write requests of all commands, newest first'
     'show|Show a write request; checks the platform if its result is unknown'
    )
    $state.Flags = @() + $every + $early
    return $true
   }
   'history list' {
    $state.Path = 'history list'
    $state.Flags = @(
     '--since|.|Only requests since this time: 12h, yesterday, 2026-03-01'
     '--target|.|Only requests that changed this resource or its content, by id or title'
    ) + $limits + $choices + $tables + $every
    return $true
   }
   'history show' {
    $state.Path = 'history show'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--curl||Print the request as a curl command, without sending it'
     '!--no-curl||'
    ) + $every
    return $true
   }
   'undo' {
    $state.Path = 'undo'
    $state.Values = @(
     '.'
    )
    $state.Flags = @(
     '--last|.|Number of last commands to undo'
     '--force||Undo even if the resource has changed since'
     '!--no-force||'
    ) + $limits + $tables + $requests + $confirmed + $writes + $every
    return $true
   }
   'doctor' {
    $state.Path = 'doctor'
    $state.Flags = @(
     '--updates||Check npm for a newer version, except in a pipeline'
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
     '--install||Install the script for the current user'
     '!--no-install||'
    ) + $every
    return $true
   }
   'help' {
    $state.Path = ''
    $state.Below = @(
     'status|Show items that need your attention'
     'tree|Show collections and spaces as a tree'
     'org|Organizations, settings and invites'
     'collection|Collections of spaces'
     'space|Spaces, the containers of pages'
     'member|Members and guests of an organization'
     'team|Teams'
     'access|Access reports and reviews'
     'saml|SAML providers for single sign-on'
     'sso|Single sign-on providers'
     'site|Sites, their structure and visitors'
     'integration|Integrations, installations and events'
     'content|Content of a space, and templates'
     'search|Search the pages of an organization'
     'page|Pages of a space'
     'file|Files of a space'
     'revision|Earlier revisions of a space'
     'comment|Comments and replies'
     'cr|Change requests and reviews'
     'git|Synchronization with Git repositories'
     'openapi|API specifications and their versions'
     'check|Check documentation against rules'
     'export|Export an organization to configuration files'
     'plan|Show the changes that apply would make'
     'apply|Apply configuration files to an organization'
     'drift|Show changes made since the last apply'
     'backup|Backups of spaces'
     'conversation|Conversations with readers and their issues'
     'import|Imports of websites into spaces'
     'translation|Translations of spaces'
     'whoami|Show the authenticated user'
     'hostname|Custom domains'
     'url|Titles and icons of URLs'
     'user|Your own name, picture and invitations'
     'auth|Log in and out, and manage tokens'
     'config|Settings'
     'api|Send an authenticated API request'
     'serve|Run the local platform as an HTTP server'
     'agent|Skill and server of tome for agents'
     'mcp|Serve the commands to an agent (Model Context Protocol)'
     'preview|Preview a folder of Markdown as a site'
     'local|The local platform, for work without an account'
     'open|Open a resource in the browser'
     'tour|Watch real commands in a temporary workspace'
     'history|View the log of write requests'
     'undo|Undo recent changes'
     'doctor|Check settings, token, network and clock'
     'completion|Print or install shell completion'
     'bulk|Run one command for many resources, and resume it'
     'environment|Environment variables and sources of settings'
     'exit-codes|Exit codes of all commands'
     'flags|Flags that commands share'
     'formatting|Output formats, fields and jq filters'
     'names|Names that commands accept instead of ids'
    )
    return $true
   }
  }
  return $false
 }

 # True if a flag exists; sets Value to its possible values.
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
   $parts = $row -split '\|', 3
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
      $id, $title, $own = $line -split "`t", 3
      if ($title -ieq $found) { $ids += $id }
     }
    }
    return $ids
   }
  }
 }

 # A title as a word of the command line; nothing for one that a command would not read as a name.
 function Get-TomeWord([string] $title) {
  if ($title -cnotmatch '^(?!id:)[\p{L}\p{N}][^/\p{Cc}]*\z') { return }
  if ($title -cmatch '^[\p{L}\p{N}._-]+\z') { return $title }
  return "'" + ($title -creplace "['\u2018-\u201b]", '$0$0') + "'"
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
   $id, $title, $own = $line -split "`t", 3
   if ($id -cnotmatch '^[A-Za-z0-9._][A-Za-z0-9._-]*\z') { continue }
   if ($parent.Count -gt 0 -and $own -and $parent -cnotcontains $own) { continue }
   Add-TomeResult "$start$id" $title 'ParameterValue'
   # A quoted word after an equals sign is not the same word, so the id is inserted there.
   $word = if ($start -ceq '') { Get-TomeWord $title }
   if (-not $word) { $word = "$start$id" }
   if ($title -and "$start$title".StartsWith($state.Current, 'OrdinalIgnoreCase')) {
    $named += [System.Management.Automation.CompletionResult]::new($word, $title, 'ParameterValue', $id)
   }
  }
  $isNumber = $state.Results.Count -gt $count -and $state.Results[$count].ListItemText -cmatch '^[0-9]+\z'
  $isOnly = $state.Current -ceq $start -and -not $isNumber -and $named.Count -eq 1 -and $state.Results.Count -eq $count + 1
  if ($isOnly) { $state.Results = @($state.Results | Select-Object -First $count) + $named }
  # A title precedes an id that happens to start in the same way.
  elseif ($named.Count -gt 0 -and $state.Current -cne $start) { $state.Results = @($state.Results | Select-Object -First $count) + $named }
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
  # An unreadable file yields no completions.
  return ''
 }
 if ($state.Results.Count -gt 0) { return $state.Results }
 # If nothing is returned, PowerShell offers files.
 if (-not $state.Files) { return '' }
}
