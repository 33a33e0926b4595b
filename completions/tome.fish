# Completion for the tome command.
# Generated from its commands. It starts no process and never executes input or file content.

set -g __tome_limits \
 '--limit|.|Maximum number of items to list (default 50)' \
 '-L|.|Maximum number of items to list (default 50)' \
 '--all||List all items' \
 '--fail-truncated||Exit with 9 if the list has more items than the limit' \
 '--header||Print column names in the first line of TSV and piped output'
set -g __tome_choices \
 '--filter|.|Filter rows by column value: \'title=Rel*\', status!=merged, \'updatedAt<30d\' (older than 30 days)' \
 '--sort|.|Sort rows by this column, ascending; -updatedAt puts the newest first'
set -g __tome_tables \
 '--columns|.|Comma-separated columns to print, in this order: id,title'
set -g __tome_lists \
 '--page-token|.|Page to start at' \
 '--page-size|.|Number of items per request (maximum 1000)'
set -g __tome_bodies \
 '--input|%file|JSON or YAML file with the request body, - for stdin; flags override it'
set -g __tome_many \
 '--from|%file|CSV, NDJSON or JSON file of items to process, - for standard input' \
 '--concurrency|.|Number of items to process at once (maximum 64)' \
 '--journal|%file|File to record the progress of items in' \
 '--resume|%file|Journal to continue from' \
 '--retry-unknown||With --resume, retry items with an unknown outcome' \
 '--stop-on-error||Stop after a failed item'
set -g __tome_requests \
 '--dry-run||Print the requests without sending them' \
 '-n||Print the requests without sending them' \
 '--curl||Dry run as curl commands'
set -g __tome_confirmed \
 '--yes||Skip the confirmation prompt' \
 '-y||Skip the confirmation prompt'
set -g __tome_writes \
 '--verbose||Show all fields of the result'
set -g __tome_gets \
 '--web||Open the resource in the browser instead of printing it'
set -g __tome_every \
 '--json||Print JSON, optionally only these comma-separated fields' \
 '--jq|.|Filter JSON output with a jq program' \
 '-q|.|Filter JSON output with a jq program' \
 '--format|=table =json =ndjson =yaml =csv =tsv =id|Output format' \
 '--raw-csv||Do not escape formulas in CSV and TSV cells' \
 '--profile|.|Profile to use' \
 '--local||Use the local platform (same as --profile local)' \
 '--base-url|.|Base URL of the platform' \
 '--timeout|.|Maximum time for a request, including retries' \
 '--retries|.|Maximum number of retries per request' \
 '--no-input||Never prompt; fail if a value is missing' \
 '--quiet||Suppress notes and progress' \
 '--debug||Log requests and responses on standard error, without secrets' \
 '--record|%file|File to record requests and responses in, without secrets' \
 '--replay|%file|Recording to answer requests from, without a network' \
 '--no-color||Disable color' \
 '--color||Use color even if the output is not a terminal' \
 '--help||Show help' \
 '-h||Show help' \
 '--version||Show the version' \
 '-V||Show the version'
set -g __tome_findings \
 '--report|.|Write a report: junit=<file>, sarif=<file> or markdown=<file>'
set -g __tome_early \
 '!--limit|.|' \
 '!-L|.|' \
 '!--all||' \
 '!--fail-truncated||' \
 '!--header||' \
 '!--filter|.|' \
 '!--sort|.|' \
 '!--columns|.|' \
 '!--page-token|.|' \
 '!--page-size|.|' \
 '!--input|%file|' \
 '!--from|%file|' \
 '!--concurrency|.|' \
 '!--journal|%file|' \
 '!--resume|%file|' \
 '!--retry-unknown||' \
 '!--stop-on-error||' \
 '!--dry-run||' \
 '!-n||' \
 '!--curl||' \
 '!--yes||' \
 '!-y||' \
 '!--verbose||' \
 '!--web||' \
 '!--report|.|' \
 '!--org|@org|' \
 '!--organization|@org|' \
 '!--space|@space|' \
 '!--site|@site|' \
 '!--cr|@cr|'

# Sets the candidates after the words of the argument, and fails if they are not a command.
function __tome_command
 set -g __tome_below
 set -g __tome_arguments
 set -g __tome_flags
 switch "$argv"
  case ''
   set -g __tome_path ''
   set -g __tome_below \
    'status|Show items that need your attention' \
    'tree|Show collections and spaces as a tree' \
    'org|Organizations, settings and invites' \
    'collection|Collections of spaces' \
    'space|Spaces, the containers of pages' \
    'member|Members and guests of an organization' \
    'team|Teams' \
    'access|Access reports and reviews' \
    'saml|SAML providers for single sign-on' \
    'sso|Single sign-on providers' \
    'site|Sites, their structure and visitors' \
    'integration|Integrations, installations and events' \
    'content|Content of a space, and templates' \
    'search|Search the pages of an organization' \
    'page|Pages of a space' \
    'file|Files of a space' \
    'revision|Earlier revisions of a space' \
    'comment|Comments and replies' \
    'cr|Change requests and reviews' \
    'git|Synchronization with Git repositories' \
    'openapi|API specifications and their versions' \
    'check|Check documentation against rules' \
    'export|Export an organization to configuration files' \
    'plan|Show the changes that apply would make' \
    'apply|Apply configuration files to an organization' \
    'drift|Show changes made since the last apply' \
    'backup|Backups of spaces' \
    'conversation|Conversations with readers and their issues' \
    'import|Imports of websites into spaces' \
    'translation|Translations of spaces' \
    'whoami|Show the authenticated user' \
    'hostname|Custom domains' \
    'url|Titles and icons of URLs' \
    'user|Your own name, picture and invitations' \
    'auth|Log in and out, and manage tokens' \
    'config|Settings' \
    'api|Send an authenticated API request' \
    'serve|Run the local platform as an HTTP server' \
    'agent|Skill and server of tome for agents' \
    'mcp|Serve the commands to an agent (Model Context Protocol)' \
    'preview|Preview a folder of Markdown as a site' \
    'local|Manage the data of the local platform' \
    'open|Open a resource in the browser' \
    'tour|Watch real commands in a temporary workspace' \
    'history|View the log of write requests' \
    'undo|Undo recent changes' \
    'doctor|Check settings, token, network and clock' \
    'completion|Print or install shell completion' \
    'help|Show help for a command or topic'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'status'
   set -g __tome_path 'status'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--all||Check the links of all spaces that you edit instead of 50' \
    '!--no-all||' \
    '--fail|=items|End with exit code 10 if there are items; checks all spaces' \
    $__tome_every
  case 'tree'
   set -g __tome_path 'tree'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'org' 'orgs'
   set -g __tome_path 'org'
   set -g __tome_below \
    'list|List your organizations' \
    'create|Create an organization' \
    'get|Show an organization' \
    'update|Change an organization\'s settings' \
    'search|Search the pages that you can read in an organization' \
    'ask|Ask a question about the content of an organization' \
    'questions|Suggest questions about the content of an organization' \
    'join|Join an organization by invite or email domain' \
    'ping|Record your activity and get a visitor token' \
    'for-domain|List the organizations that accept an email domain' \
    'domain|Manage the domains of an organization' \
    'webhook|Manage the webhooks of an organization' \
    'invite|Manage invites to an organization' \
    'audit|Show the audit log of an organization' \
    'instructions|Manage the agent instructions of an organization' \
    'style-guide|Show the style guides of an organization' \
    'font|Manage the custom fonts of an organization' \
    'file|Manage the uploaded files of an organization' \
    'ai-usage|Show the use of AI features in an organization by period'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org list'
   set -g __tome_path 'org list'
   set -g __tome_flags \
    '!--columns|,id ,title ,type ,created|' \
    '!--sort|=id =title =type =created|' \
    '!--filter|=id= =title= =type= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org create'
   set -g __tome_path 'org create'
   set -g __tome_flags \
    '--title|.|Title' \
    '--email-domain|.|Email domain whose users may join' \
    '--with-default-site||Create a site as well' \
    '--no-with-default-site||The opposite of --with-default-site' \
    '--openapi-url|.|API specification for the site' \
    '--onboarding-preferences|.|Purpose of the site' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org get'
   set -g __tome_path 'org get'
   set -g __tome_arguments \
    '@org'
   set -g __tome_flags \
    '!--columns|,id ,title ,type ,hostname ,email-domains ,default-role ,single-sign-on ,ai ,invite-links ,merge-rules ,required ,created ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'org update'
   set -g __tome_path 'org update'
   set -g __tome_arguments \
    '@org ...'
   set -g __tome_flags \
    '--title|.|Title' \
    '--email-domain|.|Email domain whose users may join' \
    '--hostname|.|Default hostname of public content' \
    '--default-role|=admin =create =review =edit =comment =read =guest|Role of users who join; guest grants no role' \
    '--no-default-role||No default role' \
    '--default-content|^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @site:site: ^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @collection:collection:|Landing page of members: site:ID, space:ID or collection:ID' \
    '--no-default-content||No default content' \
    '--logo|.|URL of the logo' \
    '--no-logo||No logo' \
    '--sso||Require single sign-on for all members' \
    '--no-sso||The opposite of --sso' \
    '--ai||Enable AI features' \
    '--no-ai||The opposite of --ai' \
    '--invite-links||Enable invite links' \
    '--no-invite-links||The opposite of --invite-links' \
    '--merge-rules|=none =approval|Merge requirements of all spaces that inherit them; "approval" requires another user\'s approval' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org search'
   set -g __tome_path 'org search'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,space-id ,space ,pages ,match|' \
    '!--sort|=space-id =space =pages =match|' \
    '!--filter|=space-id= =space= =pages= =match=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org ask'
   set -g __tome_path 'org ask'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--previous-query|.|Earlier question of the conversation' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the answer' \
    '--details||Include details of the query' \
    '--no-details||The opposite of --details' \
    '--no-stream||Print everything at the end, and JSON as one object' \
    '!--no-no-stream||' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'org questions'
   set -g __tome_path 'org questions'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--no-stream||Print everything at the end, and JSON as one object' \
    '!--no-no-stream||' \
    $__tome_every
  case 'org join'
   set -g __tome_path 'org join'
   set -g __tome_arguments \
    '@org ...'
   set -g __tome_flags \
    '--invite|@invite|Id or URL of the invite' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org ping'
   set -g __tome_path 'org ping'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org for-domain'
   set -g __tome_path 'org for-domain'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '!--columns|,id ,title|' \
    '!--sort|=id =title|' \
    '!--filter|=id= =title=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org domain'
   set -g __tome_path 'org domain'
   set -g __tome_below \
    'list|List the domains that an organization claims' \
    'get|Show a domain that an organization claims' \
    'add|Claim a domain for an organization' \
    'check|Look up the TXT record that verifies a domain' \
    'remove|Release a domain'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org domain list'
   set -g __tome_path 'org domain list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,domain ,status ,verified-by ,txt-record ,value|' \
    '!--sort|=domain =status =verified-by =txt-record =value|' \
    '!--filter|=domain= =status= =verified-by= =txt-record= =value=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org domain get'
   set -g __tome_path 'org domain get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,domain ,status ,verified-by ,txt-record ,value ,verified ,checked-at ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org domain add'
   set -g __tome_path 'org domain add'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org domain check'
   set -g __tome_path 'org domain check'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org domain remove'
   set -g __tome_path 'org domain remove'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org webhook'
   set -g __tome_path 'org webhook'
   set -g __tome_below \
    'list|List the webhooks of an organization' \
    'get|Show a webhook' \
    'create|Create a webhook and show its signing secret once' \
    'update|Change a webhook, deactivate it or activate it again' \
    'delete|Delete a webhook' \
    'rotate|Replace the signing secret of a webhook and show the new one once' \
    'test|Send a test event to a webhook' \
    'deliveries|List the deliveries of a webhook'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org webhook list'
   set -g __tome_path 'org webhook list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,url ,events ,active ,problem ,created|' \
    '!--sort|=id =url =events =active =problem =created|' \
    '!--filter|=id= =url= =events= =active= =problem= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org webhook get'
   set -g __tome_path 'org webhook get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,url ,events ,active ,problem ,created ,secret ,previous-secret-expires ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org webhook create'
   set -g __tome_path 'org webhook create'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--event|=change_request.opened =change_request.merged =review.requested =review.submitted =comment.created =comment.replied =git_sync.failed =sign_in.failed|Event to send; default all' \
    '--secret-file|%file|Signing secret; default a new one' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org webhook update'
   set -g __tome_path 'org webhook update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--url|.|URL that receives the events' \
    '--event|=change_request.opened =change_request.merged =review.requested =review.submitted =comment.created =comment.replied =git_sync.failed =sign_in.failed|Event to send; default all' \
    '--active||Activate the webhook; --no-active deactivates it' \
    '--no-active||The opposite of --active' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org webhook delete'
   set -g __tome_path 'org webhook delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org webhook rotate'
   set -g __tome_path 'org webhook rotate'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--overlap|.|Hours during which deliveries are also signed with the previous secret' \
    '--secret-file|%file|New signing secret; default a random one' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org webhook test'
   set -g __tome_path 'org webhook test'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org webhook deliveries'
   set -g __tome_path 'org webhook deliveries'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,event ,status ,attempts ,response ,error ,created ,next-attempt|' \
    '!--sort|=id =event =status =attempts =response =error =created =next-attempt|' \
    '!--filter|=id= =event= =status= =attempts= =response= =error= =created= =next-attempt=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org invite' 'org invites'
   set -g __tome_path 'org invite'
   set -g __tome_below \
    'list|List the invite links of an organization' \
    'get|Show an invite link of an organization' \
    'update|Update an invite link\'s role' \
    'create|Create an invite link to an organization, space or collection' \
    'users|Invite users by email' \
    'pending|List the users who have not answered an invitation yet' \
    'withdraw|Withdraw an invitation that was not answered yet' \
    'delete|Delete an invite link'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org invite list'
   set -g __tome_path 'org invite list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,role ,level ,space ,collection|' \
    '!--sort|=id =role =level =space =collection|' \
    '!--filter|=id= =role= =level= =space= =collection=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org invite get'
   set -g __tome_path 'org invite get'
   set -g __tome_arguments \
    '@invite'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,role ,level ,space ,collection|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org invite update'
   set -g __tome_path 'org invite update'
   set -g __tome_arguments \
    '@invite ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization, for an organization link' \
    '--no-role||No role' \
    '--level|=admin =create =review =edit =comment =read =guest|Role in the space or collection, for a link to one' \
    '--no-level||No level' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org invite create'
   set -g __tome_path 'org invite create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Organization role of users who join' \
    '--no-role||No role' \
    '--level|=admin =create =review =edit =comment =read =guest|Space or collection role of users who join' \
    '--no-level||No level' \
    '--to-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to invite to' \
    '--to-collection|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to invite to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org invite users'
   set -g __tome_path 'org invite users'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Default role of the invited users' \
    '--no-role||No role' \
    '--sso||Require single sign-on for the invited users' \
    '--no-sso||The opposite of --sso' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org invite pending'
   set -g __tome_path 'org invite pending'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,user ,name ,email ,role ,invited-by ,created|' \
    '!--sort|=user =name =email =role =invited-by =created|' \
    '!--filter|=user= =name= =email= =role= =invited-by= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org invite withdraw'
   set -g __tome_path 'org invite withdraw'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org invite delete'
   set -g __tome_path 'org invite delete'
   set -g __tome_arguments \
    '@invite ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org audit'
   set -g __tome_path 'org audit'
   set -g __tome_below \
    'list|List the audit events of an organization' \
    'export|Export audit events as a table with names, such as CSV or NDJSON' \
    'get|Show an audit event: input, token and IP address' \
    'actions|List the recorded actions with descriptions'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org audit list'
   set -g __tome_path 'org audit list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--since|.|Only events at or after this time' \
    '--until|.|Only events at or before this time' \
    '--action|.|Only events of this action, such as deleteSpaceById' \
    '--actor|@user|Only events caused by this user' \
    '--target|.|Only events of this resource: space, collection, site, team, user or any id' \
    '!--columns|,time ,actor ,action ,times ,type ,target ,target-id ,id ,last-time|' \
    '!--sort|=time =actor =action =times =type =target =target-id =id =last-time|' \
    '!--filter|=time= =actor= =action= =times= =type= =target= =target-id= =id= =last-time=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org audit export'
   set -g __tome_path 'org audit export'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--since|.|Only events at or after this time' \
    '--until|.|Only events at or before this time' \
    '--action|.|Only events of this action, such as deleteSpaceById' \
    '--actor|@user|Only events caused by this user' \
    '--target|.|Only events of this resource: space, collection, site, team, user or any id' \
    '--details||Add reason, token, IP address and program, with one request for each event' \
    '!--no-details||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'org audit get'
   set -g __tome_path 'org audit get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @audit-event'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,time ,actor ,action ,times ,type ,target ,target-id ,last-time ,input ,token ,from ,forwarded-for ,program ,request|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org audit actions'
   set -g __tome_path 'org audit actions'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,action ,summary|' \
    '!--sort|=action =summary|' \
    '!--filter|=action= =summary=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org instructions'
   set -g __tome_path 'org instructions'
   set -g __tome_below \
    'get|Show the agent instructions of an organization' \
    'put|Replace the agent instructions of an organization'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org instructions get'
   set -g __tome_path 'org instructions get'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_every
  case 'org instructions put'
   set -g __tome_path 'org instructions put'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--text|.|Instructions in Markdown' \
    '--file|%file|Markdown file with the instructions, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org style-guide'
   set -g __tome_path 'org style-guide'
   set -g __tome_below \
    'list|List the style guides of an organization, with their sites' \
    'templates|List the built-in templates of style guides'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org style-guide list'
   set -g __tome_path 'org style-guide list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,sites|' \
    '!--sort|=id =title =sites|' \
    '!--filter|=id= =title= =sites=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org style-guide templates'
   set -g __tome_path 'org style-guide templates'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,subtitle ,markdown|' \
    '!--sort|=id =title =subtitle =markdown|' \
    '!--filter|=id= =title= =subtitle= =markdown=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org font'
   set -g __tome_path 'org font'
   set -g __tome_below \
    'list|List the custom fonts of an organization' \
    'get|Show a custom font and the URLs of its files' \
    'create|Create a custom font from font files' \
    'update|Rename a custom font, or replace and remove its weights' \
    'delete|Delete a custom font'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org font list'
   set -g __tome_path 'org font list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,family ,weights|' \
    '!--sort|=id =family =weights|' \
    '!--filter|=id= =family= =weights=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org font get'
   set -g __tome_path 'org font get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,family ,weights ,files ,may-edit|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org font create'
   set -g __tome_path 'org font create'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--face|.|Weight and its WOFF2, WOFF, TTF or OTF file, such as 400=regular.woff2' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org font update'
   set -g __tome_path 'org font update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--family|.|Name of the font family' \
    '--face|.|Weight to add or replace and its file, such as 700=bold.woff2' \
    '--remove-weight|.|Weight to remove' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org font delete'
   set -g __tome_path 'org font delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org file' 'org files'
   set -g __tome_path 'org file'
   set -g __tome_below \
    'upload|Upload a file, such as a logo, and show its key'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org file upload'
   set -g __tome_path 'org file upload'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--kind|=customization_font =import_file =organization_file|Use of the file' \
    '--name|.|Name of the file; default the name of the local file' \
    '--content-type|.|MIME type; default from the file extension' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org ai-usage'
   set -g __tome_path 'org ai-usage'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--since|.|Start, at most two years ago; default 30d' \
    '--until|.|End, exclusive; default now' \
    '--interval|=day =week =month =year|Length of a period' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'collection' 'collections'
   set -g __tome_path 'collection'
   set -g __tome_below \
    'list|List the collections of an organization' \
    'create|Create a collection' \
    'get|Show a collection' \
    'update|Change a collection\'s title, description or default level' \
    'delete|Delete a collection and move its content to the parent' \
    'spaces|List the spaces in a collection' \
    'move|Move a collection to another parent or position' \
    'transfer|Transfer a collection with its content to another organization' \
    'permission|Manage the roles granted in a collection'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'collection list'
   set -g __tome_path 'collection list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--nested||Include collections inside other collections' \
    '--no-nested||The opposite of --nested' \
    '!--columns|,id ,title ,parent ,default-level ,description|' \
    '!--sort|=id =title =parent =default-level =description|' \
    '!--filter|=id= =title= =parent= =default-level= =description=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'collection create'
   set -g __tome_path 'collection create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--parent|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Parent collection' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'collection get'
   set -g __tome_path 'collection get'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '!--columns|,id ,title ,parent ,default-level ,description ,organization ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'collection update'
   set -g __tome_path 'collection update'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    '--title|.|Title' \
    '--description|.|Description' \
    '--default-level|=admin =create =review =edit =comment =read =inherit =none|Default role of members; none limits access to grants' \
    '--no-default-level||No default level' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'collection delete'
   set -g __tome_path 'collection delete'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'collection spaces'
   set -g __tome_path 'collection spaces'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '!--columns|,id ,title ,visibility ,edit-mode ,updated|' \
    '!--sort|=id =title =visibility =edit-mode =updated|' \
    '!--filter|=id= =title= =visibility= =edit-mode= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'collection move'
   set -g __tome_path 'collection move'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    '--parent|@collection|Parent collection; --no-parent moves to the top level' \
    '--no-parent||No parent' \
    '--before|@space @collection:collection:|Place it right before this space, or collection:<id>' \
    '--after|@space @collection:collection:|Place it right after this space, or collection:<id>' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'collection transfer'
   set -g __tome_path 'collection transfer'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    '--to|@org|Organization to transfer to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'collection permission' 'collection permissions'
   set -g __tome_path 'collection permission'
   set -g __tome_below \
    'list|List all users with a role in the collection' \
    'grant|Grant a role in a collection to users or teams' \
    'users|List the roles granted to users in the collection' \
    'teams|List the roles granted to teams in the collection' \
    'update|Change the role granted to a user or team' \
    'remove|Revoke the role granted to a user or team'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'collection permission list'
   set -g __tome_path 'collection permission list'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read|Only users with this role in the resource' \
    '!--columns|,role ,user ,name ,email|' \
    '!--sort|=role =user =name =email|' \
    '!--filter|=role= =user= =name= =email=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'collection permission grant'
   set -g __tome_path 'collection permission grant'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant' \
    '--no-role||No role' \
    '--user|@user|Member or guest to grant the role to' \
    '--team|@team|Team to grant the role to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'collection permission users'
   set -g __tome_path 'collection permission users'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '!--columns|,role ,user ,name ,email|' \
    '!--sort|=role =user =name =email|' \
    '!--filter|=role= =user= =name= =email=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'collection permission teams'
   set -g __tome_path 'collection permission teams'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '!--columns|,role ,team ,title ,members|' \
    '!--sort|=role =team =title =members|' \
    '!--filter|=role= =team= =title= =members=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'collection permission update'
   set -g __tome_path 'collection permission update'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    '--user|@user|Email, name, @me, id or URL of the user' \
    '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant' \
    '--no-role||No role' \
    '--team|@team|Title, id or URL of the team' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'collection permission remove'
   set -g __tome_path 'collection permission remove'
   set -g __tome_arguments \
    '@collection ...'
   set -g __tome_flags \
    '--user|@user|Email, name, @me, id or URL of the user' \
    '--team|@team|Title, id or URL of the team' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space' 'spaces'
   set -g __tome_path 'space'
   set -g __tome_below \
    'list|List the spaces of an organization' \
    'create|Create a space' \
    'get|Show a space' \
    'update|Change the settings of a space' \
    'delete|Delete a space; it can be restored for 7 days' \
    'duplicate|Duplicate a space with its content' \
    'restore|Restore a space that was deleted within the last 7 days' \
    'move|Move a space to another collection or position' \
    'commenters|List the members who commented on a space' \
    'links|List the links in a space and their status' \
    'integrations|List the integrations installed on a space' \
    'pdf|Create a PDF of a space\'s pages' \
    'embed|Show the link preview (title, site, icon) for a URL' \
    'search|Search the pages of a space' \
    'transfer|Transfer a space to another organization' \
    'permission|Manage the roles granted in a space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'space list'
   set -g __tome_path 'space list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--deleted||List the spaces deleted in the last 7 days, which can be restored' \
    '!--no-deleted||' \
    '!--columns|,id ,title ,collection ,visibility ,edit-mode ,updated|' \
    '!--sort|=id =title =collection =visibility =edit-mode =updated|' \
    '!--filter|=id= =title= =collection= =visibility= =edit-mode= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'space create'
   set -g __tome_path 'space create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--emoji|.|Emoji shown with the title' \
    '--parent|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Parent collection' \
    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content' \
    '--edit-mode|=live =locked|Edit mode: live allows direct edits, locked refuses all edits' \
    '--template|.|Template for the first pages' \
    '--empty||Create an empty space' \
    '--no-empty||The opposite of --empty' \
    '--computed-source|.|External source that generates the content' \
    '--from-folder|%folder|Local folder with Markdown to import' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space get'
   set -g __tome_path 'space get'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--share-key|.|Share key, to resolve published URLs' \
    '!--columns|,id ,title ,emoji ,organization ,parent ,visibility ,edit-mode ,default-level ,language ,merge-rules ,required ,change-requests ,open-change-requests ,draft ,comments ,created ,updated ,deleted ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'space update'
   set -g __tome_path 'space update'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--title|.|Title' \
    '--emoji|.|Emoji shown with the title; without one, the default icon' \
    '--no-emoji||No emoji' \
    '--icon|.|URL of an image shown instead of an emoji' \
    '--no-icon||No icon' \
    '--edit-mode|=live =locked|Edit mode: live allows direct edits, locked refuses all edits' \
    '--default-level|=admin =create =review =edit =comment =read =inherit =none|Default role of members; none limits access to grants' \
    '--no-default-level||No default level' \
    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content' \
    '--merge-rules|=inherit =none =approval|Requirements for merging change requests; "approval" requires another user\'s approval' \
    '--reviewer|@user|User who must approve change requests; replaces --merge-rules' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'space delete'
   set -g __tome_path 'space delete'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space duplicate'
   set -g __tome_path 'space duplicate'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'space restore'
   set -g __tome_path 'space restore'
   set -g __tome_arguments \
    '@deleted-space ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'space move'
   set -g __tome_path 'space move'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--parent|@collection|Parent collection; --no-parent moves to the top level' \
    '--no-parent||No parent' \
    '--before|@space @collection:collection:|Place it right before this space, or collection:<id>' \
    '--after|@space @collection:collection:|Place it right after this space, or collection:<id>' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'space commenters'
   set -g __tome_path 'space commenters'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '!--columns|,id ,name ,email ,role|' \
    '!--sort|=id =name =email =role|' \
    '!--filter|=id= =name= =email= =role=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'space links'
   set -g __tome_path 'space links'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--status|=ok =broken =in-app|Only links with this status' \
    '--fail|=broken|End with exit code 10 if there are broken links' \
    '--fix|.|Replace this text in link URLs, in a new change request' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every \
    $__tome_findings
  case 'space integrations'
   set -g __tome_path 'space integrations'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--search|.|Only integrations with this text in the name or title' \
    '!--columns|,name ,title ,version ,visibility ,target ,owner|' \
    '!--sort|=name =title =version =visibility =target =owner|' \
    '!--filter|=name= =title= =version= =visibility= =target= =owner=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'space pdf'
   set -g __tome_path 'space pdf'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--page|^space:#0 @page|First page; its subpages are included' \
    '--only||Omit the subpages of --page' \
    '--no-only||The opposite of --only' \
    '--save|%file|File to write' \
    '--force||Overwrite the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'space embed'
   set -g __tome_path 'space embed'
   set -g __tome_arguments \
    '@space' \
    '.'
   set -g __tome_flags \
    '!--columns|,title ,site ,icon|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'space search'
   set -g __tome_path 'space search'
   set -g __tome_arguments \
    '@space' \
    '.'
   set -g __tome_flags \
    '!--columns|,id ,title ,path ,sections ,match|' \
    '!--sort|=id =title =path =sections =match|' \
    '!--filter|=id= =title= =path= =sections= =match=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'space transfer'
   set -g __tome_path 'space transfer'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--to|@org|Organization to transfer to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space permission' 'space permissions'
   set -g __tome_path 'space permission'
   set -g __tome_below \
    'list|List all users with a role in the space' \
    'grant|Grant a role in a space to users or teams' \
    'users|List the roles granted to users in the space' \
    'teams|List the roles granted to teams in the space' \
    'update|Change the role granted to a user or team' \
    'remove|Revoke the role granted to a user or team'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'space permission list'
   set -g __tome_path 'space permission list'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read|Only users with this role in the resource' \
    '!--columns|,role ,user ,name ,email|' \
    '!--sort|=role =user =name =email|' \
    '!--filter|=role= =user= =name= =email=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'space permission grant'
   set -g __tome_path 'space permission grant'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant' \
    '--no-role||No role' \
    '--user|@user|Member or guest to grant the role to' \
    '--team|@team|Team to grant the role to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space permission users'
   set -g __tome_path 'space permission users'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '!--columns|,role ,user ,name ,email|' \
    '!--sort|=role =user =name =email|' \
    '!--filter|=role= =user= =name= =email=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'space permission teams'
   set -g __tome_path 'space permission teams'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '!--columns|,role ,team ,title ,members|' \
    '!--sort|=role =team =title =members|' \
    '!--filter|=role= =team= =title= =members=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'space permission update'
   set -g __tome_path 'space permission update'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--user|@user|Email, name, @me, id or URL of the user' \
    '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant' \
    '--no-role||No role' \
    '--team|@team|Title, id or URL of the team' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space permission remove'
   set -g __tome_path 'space permission remove'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--user|@user|Email, name, @me, id or URL of the user' \
    '--team|@team|Title, id or URL of the team' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'member' 'members'
   set -g __tome_path 'member'
   set -g __tome_below \
    'list|List the members and guests of an organization' \
    'get|Show a member' \
    'update|Change the role of a member, or disable the member' \
    'disable|Block all access of a member, keeping grants and content' \
    'enable|Restore the access of a disabled member' \
    'remove|Remove a member from an organization; their content is kept' \
    'sso|Require single sign-on for a member' \
    'spaces|List the spaces of a member with roles' \
    'teams|List the teams of a member with roles' \
    'sync|Synchronize members with a roster (CSV, JSON or SCIM ListResponse)' \
    'offboard|Transfer a member\'s resources, then revoke all access'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'member list'
   set -g __tome_path 'member list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Only members with this role in the organization' \
    '--search|.|Only members with this text in the name or email address' \
    '--sort|=joinedAt =lastSeenAt =name|Sort field; lastSeenAt omits members without activity' \
    '--order|=asc =desc|Sort order; asc lists the earliest first' \
    '!--columns|,id ,name ,email ,role ,spaces ,teams ,last-seen ,disabled|' \
    '!--sort|=id =name =email =role =spaces =teams =last-seen =disabled|' \
    '!--filter|=id= =name= =email= =role= =spaces= =teams= =last-seen= =disabled=|' \
    '--filter|.|Filter rows by column value: \'title=Rel*\', status!=merged, \'updatedAt<30d\' (older than 30 days)' \
    $__tome_limits \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'member get'
   set -g __tome_path 'member get'
   set -g __tome_arguments \
    '@user'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,name ,email ,role ,single-sign-on ,disabled ,spaces ,teams ,joined ,last-seen|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'member update'
   set -g __tome_path 'member update'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization' \
    '--no-role||No role' \
    '--disabled||Block all access of the member; grants and content are kept' \
    '--no-disabled||The opposite of --disabled' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'member disable'
   set -g __tome_path 'member disable'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'member enable'
   set -g __tome_path 'member enable'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'member remove'
   set -g __tome_path 'member remove'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'member sso'
   set -g __tome_path 'member sso'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'member spaces'
   set -g __tome_path 'member spaces'
   set -g __tome_arguments \
    '@user'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--order|=asc =desc|Sort order; asc lists the earliest first' \
    '!--columns|,role ,space ,title ,parent|' \
    '!--sort|=role =space =title =parent|' \
    '!--filter|=role= =space= =title= =parent=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'member teams'
   set -g __tome_path 'member teams'
   set -g __tome_arguments \
    '@user'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Only resources with this text in the title' \
    '!--columns|,role ,team ,title|' \
    '!--sort|=role =team =title|' \
    '!--filter|=role= =team= =title=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'member sync'
   set -g __tome_path 'member sync'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--roster|%file|File with email, role, teams, sso and id of each member; - for standard input' \
    '--prune||Remove members and team memberships that are not in the roster' \
    '!--no-prune||' \
    '--max-removals|.|Abort if more members than this would lose access (number or percentage)' \
    '--protect|.|Email of a member whose access is never reduced' \
    '--state|%file|State file that maps roster IDs to members' \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'member offboard'
   set -g __tome_path 'member offboard'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--successor|@user|Member who receives reviews, rules, teams and grants, not authorship' \
    '--keep-member||Keep the user in the organization as a guest without access' \
    '!--no-keep-member||' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team' 'teams'
   set -g __tome_path 'team'
   set -g __tome_below \
    'list|List the teams of an organization' \
    'create|Create a team' \
    'get|Show a team' \
    'update|Change the title of a team' \
    'delete|Delete a team; its members stay in the organization' \
    'members|List the members of a team' \
    'add|Add members to a team' \
    'drop|Remove a member from a team' \
    'put|Add a member to a team, or change the member\'s role in it'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'team list'
   set -g __tome_path 'team list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--owner|@user|Only teams that this member can manage' \
    '--title|.|Only resources with this text in the title' \
    '!--columns|,id ,title ,members ,spaces ,created|' \
    '!--sort|=id =title =members =spaces =created|' \
    '!--filter|=id= =title= =members= =spaces= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'team create'
   set -g __tome_path 'team create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--member|@user|Member to add' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team get'
   set -g __tome_path 'team get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,members ,spaces ,can-manage ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'team update'
   set -g __tome_path 'team update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'team delete'
   set -g __tome_path 'team delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team members'
   set -g __tome_path 'team members'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,name ,email ,team-role ,role|' \
    '!--sort|=id =name =email =team-role =role|' \
    '!--filter|=id= =name= =email= =team-role= =role=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'team add'
   set -g __tome_path 'team add'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--remove|.|Member to remove' \
    '--memberships|.|Team roles by user id, as {"<user>": {"role": "owner"}}' \
    '--role|=owner =member|Role of the members in the team; an owner manages it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team drop'
   set -g __tome_path 'team drop'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team put'
   set -g __tome_path 'team put'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=owner =member|Role in the team; an owner manages it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'access'
   set -g __tome_path 'access'
   set -g __tome_below \
    'list|List roles in all resources and the grants behind them' \
    'review|Save an access report for review, and compare it with an earlier one' \
    'apply|Apply the decisions of an access review: keep, revoke or another role' \
    'explain|Show the operations, OAuth scopes and roles that a command requires'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'access list'
   set -g __tome_path 'access list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--user|@user|Only roles of this user' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only roles granted by this team' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only users with access to this space' \
    '--collection|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Only users with access to this collection' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only users with access to this site' \
    '--role|=admin =create =review =edit =comment =read =guest|Only users with this role in the resource' \
    '--direct||Only direct grants, without those of teams' \
    '!--no-direct||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'access review'
   set -g __tome_path 'access review'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--save|%folder|New folder for the report' \
    '--since|%folder|Folder of an earlier report to compare with' \
    '--fail|=increases =changes|End with exit code 10 if a role was added, removed or raised, or for any change' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every \
    $__tome_findings
  case 'access apply'
   set -g __tome_path 'access apply'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--max-removals|.|Maximum members and grants to remove (number or percentage)' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'access explain'
   set -g __tome_path 'access explain'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'saml'
   set -g __tome_path 'saml'
   set -g __tome_below \
    'list|List the SAML providers of an organization' \
    'create|Create a SAML provider' \
    'get|Show a SAML provider' \
    'update|Change a SAML provider' \
    'certificate|Manage the certificates of a SAML provider' \
    'group|Manage the groups of a SAML provider and their teams' \
    'users|List the members who can sign in with SAML, and why others cannot' \
    'delete|Delete a SAML provider'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'saml list'
   set -g __tome_path 'saml list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,label ,status ,default-team ,default-role ,created|' \
    '!--sort|=id =label =status =default-team =default-role =created|' \
    '!--filter|=id= =label= =status= =default-team= =default-role= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'saml create'
   set -g __tome_path 'saml create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--label|.|Label on the sign-in page' \
    '--entity-id|.|Entity ID of the identity provider' \
    '--certificate|%file|Certificates of the identity provider: PEM, DER or metadata' \
    '--sso-url|.|Sign-in URL of the identity provider' \
    '--default-team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that users join at their first sign-in' \
    '--default-role|=admin =create =review =edit =comment =read =guest|Role of users at their first sign-in' \
    '--no-default-role||No default role' \
    '--groups-attribute|.|Attribute with the groups of users' \
    '--no-groups-attribute||No groups attribute' \
    '--groups|.|Groups and the ids of their teams, replacing existing ones' \
    '--metadata|%file|File or URL of the identity provider\'s metadata; flags take precedence' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'saml get'
   set -g __tome_path 'saml get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,label ,status ,entity-id ,sign-in-url ,certificate ,default-team ,default-role ,groups-attribute ,groups ,metadata ,acs-url ,start-url ,created ,last-failures|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'saml update'
   set -g __tome_path 'saml update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--label|.|Label on the sign-in page' \
    '--entity-id|.|Entity ID of the identity provider' \
    '--certificate|%file|Certificates of the identity provider: PEM, DER or metadata' \
    '--sso-url|.|Sign-in URL of the identity provider' \
    '--default-team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that users join at their first sign-in' \
    '--default-role|=admin =create =review =edit =comment =read =guest|Role of users at their first sign-in' \
    '--no-default-role||No default role' \
    '--groups-attribute|.|Attribute with the groups of users' \
    '--no-groups-attribute||No groups attribute' \
    '--groups|.|Groups and the ids of their teams, replacing existing ones' \
    '--metadata|%file|File or URL of the identity provider\'s metadata; flags take precedence' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml certificate'
   set -g __tome_path 'saml certificate'
   set -g __tome_below \
    'list|List the certificates of a SAML provider' \
    'add|Add a certificate to a SAML provider, and keep the current ones' \
    'remove|Remove a certificate from a SAML provider'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'saml certificate list'
   set -g __tome_path 'saml certificate list'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'saml certificate add'
   set -g __tome_path 'saml certificate add'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' \
    '%file ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml certificate remove'
   set -g __tome_path 'saml certificate remove'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml group'
   set -g __tome_path 'saml group'
   set -g __tome_below \
    'list|List the groups of a SAML provider and their teams' \
    'add|Let the members of a group join a team at their sign-in' \
    'remove|Remove a group from a SAML provider; team members stay'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'saml group list'
   set -g __tome_path 'saml group list'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'saml group add'
   set -g __tome_path 'saml group add'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team of the group' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml group remove'
   set -g __tome_path 'saml group remove'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team of the group' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml users'
   set -g __tome_path 'saml users'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'saml delete'
   set -g __tome_path 'saml delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'sso'
   set -g __tome_path 'sso'
   set -g __tome_below \
    'list|List the single sign-on providers of an organization'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'sso list'
   set -g __tome_path 'sso list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,label ,start-url|' \
    '!--sort|=id =label =start-url|' \
    '!--filter|=id= =label= =start-url=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site' 'sites'
   set -g __tome_path 'site'
   set -g __tome_below \
    'list|List the sites of an organization' \
    'create|Create a site' \
    'get|Show a site' \
    'update|Change the settings of a site' \
    'delete|Delete a site permanently, keeping its spaces' \
    'integration-scripts|List the scripts that integrations add to the pages of a site' \
    'integrations|List the integrations installed on a site' \
    'apply-template|Fill an empty site with sample sections and pages' \
    'publish|Publish a site' \
    'unpublish|Unpublish a site, keeping its structure and settings' \
    'published|Show the published content of a site as a visitor' \
    'resolve|Resolve a published URL as a visitor of its site' \
    'lookup|Resolve a published URL (deprecated: use tome site resolve)' \
    'ask|Ask a question about the content of a site' \
    'chat|Continue a conversation with the language model about a site' \
    'search|Search the pages of a site' \
    'prewarm|Build the search index of a site, before the first search' \
    'insights|Show views, searches and feedback of a site' \
    'style-guide|Manage the style guide of a site' \
    'preview|Open a preview of a site in the browser, optionally as a visitor' \
    'export|Export a published site as static files' \
    'visitor-token|Create a visitor token, signed with the key of the site' \
    'structure|Show the structure of a site' \
    'sort|Change the position of a section, group, link or site space' \
    'section|Manage the sections of a site' \
    'section-group|Manage groups of sections' \
    'space|Manage the spaces of a site' \
    'external-link|Manage external links in the navigation of a site' \
    'redirect|Manage the redirects of a site' \
    'share-link|Manage share links, which open a site without signing in' \
    'mcp-server|Manage the MCP servers that the assistant of a site can call' \
    'channel|Manage the channels in which the agent of a site works' \
    'agent|Manage the settings of the agent that edits the content of a site' \
    'ads|Manage the ads of a site, or review them as an ad partner' \
    'auth|Manage the visitor authentication of a site' \
    'customization|Manage the customization of a site' \
    'adaptive-schema|Manage the visitor schema of a site' \
    'context|Manage the context of a site: records and connections' \
    'finding|Review findings of a site: broken links and other problems' \
    'scan|Show scans of a site for content problems' \
    'question|Show the questions that were asked about a site' \
    'answer|Show the answers to questions about a site' \
    'topic|Show groups of similar questions about a site' \
    'permission|Manage the roles granted on a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site list'
   set -g __tome_path 'site list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only sites with this space' \
    '--title|.|Only sites with this text in the title, ignoring case' \
    '--published||Only published sites, or only unpublished ones' \
    '--no-published||The opposite of --published' \
    '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Only sites of this type' \
    '!--columns|,id ,title ,visibility ,published ,spaces ,created|' \
    '!--sort|=id =title =visibility =published =spaces =created|' \
    '!--filter|=id= =title= =visibility= =published= =spaces= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site create'
   set -g __tome_path 'site create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Type' \
    '--title|.|Title' \
    '--visibility|=public =unlisted =share-link =visitor-auth|Audience of the published site' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to add, as variants without sections; the first opens first' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site get'
   set -g __tome_path 'site get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,type ,visibility ,published ,spaces ,basename ,hostname ,proxy ,proxy-target ,adaptive-content ,default-level ,agents-context ,created ,url ,published-url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'site update'
   set -g __tome_path 'site update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--visibility|=public =unlisted =share-link =visitor-auth|Audience of the published site' \
    '--basename|.|Last segment of the published URL' \
    '--adaptive-content||Let conditions read visitor claims' \
    '--no-adaptive-content||The opposite of --adaptive-content' \
    '--agents-context|=excluded =included|Allow agents of the organization to use the site' \
    '--default-site-space|^site:#0 @site-space|Landing page: site space at the root or in the default section' \
    '--default-site-section|^site:#0 @site-section|Landing page: default section' \
    '--default-level|=admin =create =review =edit =comment =read =inherit =none|Default role of members; none limits access to grants' \
    '--no-default-level||No default level' \
    '--proxy|.|Hostname and path of a reverse proxy that serves the site' \
    '--no-proxy||No proxy' \
    '--hostname|.|Custom domain of the site, such as docs.example.com' \
    '--no-hostname||No hostname' \
    '--styleguide|=none ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Style guide of the site' \
    '--no-styleguide||No styleguide' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site delete'
   set -g __tome_path 'site delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site integration-scripts'
   set -g __tome_path 'site integration-scripts'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,script ,cookies ,policy|' \
    '!--sort|=script =cookies =policy|' \
    '!--filter|=script= =cookies= =policy=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site integrations'
   set -g __tome_path 'site integrations'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--search|.|Only integrations with this text in the name or title' \
    '!--columns|,name ,title ,version ,visibility ,target ,owner|' \
    '!--sort|=name =title =version =visibility =target =owner|' \
    '!--filter|=name= =title= =version= =visibility= =target= =owner=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site apply-template'
   set -g __tome_path 'site apply-template'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site publish'
   set -g __tome_path 'site publish'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site unpublish'
   set -g __tome_path 'site unpublish'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site published'
   set -g __tome_path 'site published'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--share-key|.|Key of a share link, to resolve URLs' \
    '--claims|.|Visitor claims as a JSON object, on the local platform' \
    '!--columns|,id ,title ,visibility ,structure ,published-url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site resolve'
   set -g __tome_path 'site resolve'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--redirect-on-error||Return the sign-in URL if the visitor token is invalid' \
    '--no-redirect-on-error||The opposite of --redirect-on-error' \
    '--visitor-type|=human =agent|Visitor' \
    '--unsigned-claims|.|Unsigned visitor attributes as JSON; conditions read them as visitor.claims.unsigned' \
    '!--columns|,site ,section ,site-space ,space ,path ,url ,sign-in-url|' \
    $__tome_tables \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'site lookup'
   set -g __tome_path 'site lookup'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--redirect-on-error||Return the sign-in URL if the visitor token is invalid' \
    '--no-redirect-on-error||The opposite of --redirect-on-error' \
    '!--columns|,site ,section ,site-space ,space ,path ,url ,sign-in-url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site ask'
   set -g __tome_path 'site ask'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--context|.|Context of the question, as JSON with siteSpaceId and goal' \
    '--visitor-id|.|Id of the visitor' \
    '--session-id|.|Id of the visit' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the answer' \
    '--scope|=all =default|Parts of the site to search: all (default), default or JSON' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'site chat'
   set -g __tome_path 'site chat'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--previous-response-id|.|Id of the previous response of the conversation' \
    '--model|=fast =reasoning-low =reasoning-medium =reasoning-high|Kind of model' \
    '--tools|.|Tools for the model, as JSON' \
    '--tool-call|.|Result of a tool, as JSON' \
    '--visitor-id|.|Id of the visitor' \
    '--session-id|.|Id of the visit' \
    '--channel|=site =embed =api|Channel of the question' \
    $__tome_every
  case 'site search'
   set -g __tome_path 'site search'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--scope|.|Parts of the site to search, as JSON; default all' \
    '--mode|=specific =current =all|Search mode, instead of a scope' \
    '--in-site-space|^site:#0 @site-space|Site space to search, with --mode specific' \
    '--from-site-space|^site:#0 @site-space|Site space to search with the default of each section, with --mode current' \
    '!--columns|,id ,space ,pages ,match ,record-url|' \
    '!--sort|=id =space =pages =match =record-url|' \
    '!--filter|=id= =space= =pages= =match= =record-url=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'site prewarm'
   set -g __tome_path 'site prewarm'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site insights'
   set -g __tome_path 'site insights'
   set -g __tome_below \
    'show|Show views of pages, searches, also those without a result, and feedback of a site' \
    'query|Query the insights of a site' \
    'segments|List groups of visitors of a site with the same claims' \
    'track|Record events of visitors of a site' \
    'feedback|Send the feedback of an AI agent about a site, a tool or a command' \
    'page-feedback|Send the feedback of an AI agent about a page of a site (deprecated: use tome site insights feedback)'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site insights show'
   set -g __tome_path 'site insights show'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--by|=page =day =week =month =search =missing-page =referrer =search-without-result =bot =event =site-space =section =comment|Rows of the table: page, day, week, month, search, missing-page, referrer, search-without-result, bot, event, site-space, section, comment' \
    '--range|=lastYear =last3Months =last30Days =last7Days =last24Hours|Time range' \
    '--since|.|First day in UTC, such as 30d or 2026-03-01' \
    '--until|.|Last day in UTC; default today' \
    '--where|.|Filter on a column of the API, such as eventType=page_view' \
    '--without-bots||Count only browsers' \
    '!--no-without-bots||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'site insights query'
   set -g __tome_path 'site insights query'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--select|.|Columns of the result, as JSON; default the groups and counts' \
    '--where|.|Filters, as JSON' \
    '--group-by|.|Columns to group by, as JSON' \
    '--order|.|Sort order, as JSON' \
    '--range|=lastYear =last3Months =last30Days =last7Days =last24Hours|Time range, by name or as JSON with from and to' \
    '--limit|.|Maximum number of rows' \
    $__tome_tables \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'site insights segments'
   set -g __tome_path 'site insights segments'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,title ,claims ,events ,visitors ,sessions|' \
    '!--sort|=title =claims =events =visitors =sessions|' \
    '!--filter|=title= =claims= =events= =visitors= =sessions=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site insights track'
   set -g __tome_path 'site insights track'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--event|.|Events, as JSON' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site insights feedback'
   set -g __tome_path 'site insights feedback'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--reported-by|.|Agent that sends the feedback, as JSON' \
    '--subject|.|Subject of the feedback, as JSON with kind' \
    '--feedback|.|Category, summary and details of the feedback, as JSON' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site insights page-feedback'
   set -g __tome_path 'site insights page-feedback'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--feedback|.|Feedback about the content of the page' \
    '--goal|.|Goal of the agent' \
    '--url|.|URL of the page' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space of the page' \
    '--page|^space:--space @page|Page that the feedback is about' \
    '--source|=mcp =assistant|Surface on which the agent ran' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site style-guide'
   set -g __tome_path 'site style-guide'
   set -g __tome_below \
    'create|Create the style guide of a site, unless it has one' \
    'runs|List the style guide checks of a site, newest first' \
    'run|Check spaces of a site against its style guide'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site style-guide create'
   set -g __tome_path 'site style-guide create'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--template|.|Id of a built-in template; default a blank style guide' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site style-guide runs'
   set -g __tome_path 'site style-guide runs'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,style-guide ,spaces ,by ,created|' \
    '!--sort|=id =style-guide =spaces =by =created|' \
    '!--filter|=id= =style-guide= =spaces= =by= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site style-guide run'
   set -g __tome_path 'site style-guide run'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space of the site to check; at most three' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site preview'
   set -g __tome_path 'site preview'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--at|^site:#0 @site-space|Site space to open' \
    '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file' \
    '--as-visitor|.|Email address of the visitor, as a claim' \
    '--renderer|.|URL of the hosted platform\'s renderer to use' \
    '--browser||Open the browser; --no-browser prints the URL instead' \
    '!--no-browser||' \
    $__tome_every
  case 'site export'
   set -g __tome_path 'site export'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file' \
    '--as-visitor|.|Email address of the visitor, as a claim' \
    '--public||Export the content that all visitors see (default)' \
    '!--no-public||' \
    $__tome_every
  case 'site visitor-token'
   set -g __tome_path 'site visitor-token'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file' \
    '--expires|.|Lifetime or expiry of the token, such as 15m, 7d or \'tomorrow 08:00\'; default 1h' \
    $__tome_every
  case 'site structure'
   set -g __tome_path 'site structure'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--share-key|.|Key of a share link, to resolve URLs' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'site sort'
   set -g __tome_path 'site sort'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--before|.|Place it right before this sibling' \
    '--after|.|Place it right after this sibling' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section' 'site sections'
   set -g __tome_path 'site section'
   set -g __tome_below \
    'list|List the sections of a site' \
    'create|Add a section to a site' \
    'update|Change a section of a site' \
    'delete|Delete a section, keeping its spaces in the organization' \
    'move|Change the position of a section (deprecated: use tome site sort)'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site section list'
   set -g __tome_path 'site section list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--share-key|.|Key of a share link, to resolve URLs' \
    '!--columns|,id ,title ,path ,default ,group ,condition|' \
    '!--sort|=id =title =path =default =group =condition|' \
    '!--filter|=id= =title= =path= =default= =group= =condition=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site section create'
   set -g __tome_path 'site section create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--space|=new ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show; "new" creates one' \
    '--no-space||No space' \
    '--template|.|Template of the new space' \
    '--title|.|Title; default the space\'s title' \
    '--no-title||No title' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--group|^site:--site,TOME_SITE @site-section-group|Group to append the section to; default the top level' \
    '--no-group||No group' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--page|@page|Landing page of the space' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section update'
   set -g __tome_path 'site section update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--title|.|Title' \
    '--path|.|Path on the site' \
    '--default-site-space|^site:--site,TOME_SITE @site-space|Default site space of the section' \
    '--condition|.|Condition that selects visitors' \
    '--no-condition||No condition' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--description|.|Description' \
    '--no-description||No description' \
    '--group|=none ^site:--site,TOME_SITE @site-section-group|Group to append the section to; none moves it to the top level' \
    '--no-group||No group' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--localized-title|.|Title by language code' \
    '--no-localized-title||No localized title' \
    '--localized-description|.|Description by language code' \
    '--no-localized-description||No localized description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section delete'
   set -g __tome_path 'site section delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site section move'
   set -g __tome_path 'site section move'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--before|^site:--site,TOME_SITE @site-section|Place it right before this section' \
    '--after|^site:--site,TOME_SITE @site-section|Place it right after this section' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group' 'site section-groups'
   set -g __tome_path 'site section-group'
   set -g __tome_below \
    'list|List the section groups of a site' \
    'create|Add a section group to a site' \
    'update|Change the title, icon or parent of a section group' \
    'move|Change the position of a section group (deprecated: use tome site sort)' \
    'delete|Delete a section group and move its content up' \
    'add|Append a section to a group' \
    'remove|Remove a section from a group, keeping it on the site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site section-group list'
   set -g __tome_path 'site section-group list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,title ,parent ,icon|' \
    '!--sort|=id =title =parent =icon|' \
    '!--filter|=id= =title= =parent= =icon=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site section-group create'
   set -g __tome_path 'site section-group create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--title|.|Title' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--section|^site:--site,TOME_SITE @site-section|Section to add, in this order' \
    '--parent|^site:--site,TOME_SITE @site-section-group|Parent group; default the top level' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site section-group update'
   set -g __tome_path 'site section-group update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section-group ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--title|.|Title' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--parent|=none ^site:--site,TOME_SITE @site-section-group|Group to append the section group to; none moves it to the top level' \
    '--no-parent||No parent' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--localized-title|.|Title by language code' \
    '--no-localized-title||No localized title' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group move'
   set -g __tome_path 'site section-group move'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section-group ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--before|^site:--site,TOME_SITE @site-section-group ^site:--site,TOME_SITE @site-section:section:|Place it right before this group or section' \
    '--after|^site:--site,TOME_SITE @site-section-group ^site:--site,TOME_SITE @site-section:section:|Place it right after this group or section' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group delete'
   set -g __tome_path 'site section-group delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section-group ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site section-group add'
   set -g __tome_path 'site section-group add'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section-group' \
    '^site:--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group remove'
   set -g __tome_path 'site section-group remove'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-section-group' \
    '^site:--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site space' 'site spaces'
   set -g __tome_path 'site space'
   set -g __tome_below \
    'list|List the site spaces of a site' \
    'add|Add a space to a site' \
    'update|Change the path, condition or space of a site space' \
    'remove|Remove a space from a site, keeping the space' \
    'move|Change the position of a site space (deprecated: use tome site sort)' \
    'duplicate|Duplicate the space of a site space and add the copy to the site' \
    'customization|Manage the customization overrides of a site space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site space list'
   set -g __tome_path 'site space list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--share-key|.|Key of a share link, to resolve URLs' \
    '--default||Only default site spaces, or only the others' \
    '--no-default||The opposite of --default' \
    '!--columns|,id ,title ,space ,section ,path ,default|' \
    '!--sort|=id =title =space =section =path =default|' \
    '!--filter|=id= =title= =space= =section= =path= =default=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site space add'
   set -g __tome_path 'site space add'
   set -g __tome_arguments \
    '=new ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--template|.|Template of the new space' \
    '--section|^site:--site,TOME_SITE @site-section|Section to add it to; default the default section, or the root' \
    '--title|.|Title of the new space' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--page|^space:#0 @page|Landing page of the space' \
    '--no-page||No page' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space update'
   set -g __tome_path 'site space update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--path|.|Path on the site or in its section' \
    '--condition|.|Condition that selects visitors' \
    '--no-condition||No condition' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show instead' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--hidden||Hide it from the navigation; its URL still works' \
    '--no-hidden||The opposite of --hidden' \
    '--page|@page|Landing page of the space' \
    '--no-page||No page' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space remove'
   set -g __tome_path 'site space remove'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site space move'
   set -g __tome_path 'site space move'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--before|^site:--site,TOME_SITE @site-space|Place it right before this site space' \
    '--after|^site:--site,TOME_SITE @site-space|Place it right after this site space' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space duplicate'
   set -g __tome_path 'site space duplicate'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space customization'
   set -g __tome_path 'site space customization'
   set -g __tome_below \
    'get|Show the effective customization of a site space' \
    'update|Override the customization of a site for a site space' \
    'delete|Remove the customization overrides of a site space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site space customization get'
   set -g __tome_path 'site space customization get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--unmasked||Accepted for older clients; has no effect' \
    '--no-unmasked||The opposite of --unmasked' \
    '!--columns|,title ,theme ,primary-color ,dark-primary-color ,corners ,font ,logo ,dark-logo ,emoji ,favicon ,mode ,copyright ,announcement ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site space customization update'
   set -g __tome_path 'site space customization update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--title|.|Title shown to visitors' \
    '--no-title||No title' \
    '--theme|=clean =muted =bold =gradient|Theme' \
    '--no-theme||No theme' \
    '--primary-color|.|Color such as #346ddb, or two: light,dark' \
    '--no-primary-color||No primary color' \
    '--logo|.|URL of the logo in the header' \
    '--no-logo||No logo' \
    '--logo-dark|.|URL of the logo in dark mode' \
    '--no-logo-dark||No logo dark' \
    '--favicon|.|URL of the favicon' \
    '--no-favicon||No favicon' \
    '--emoji|.|Emoji to use as favicon' \
    '--no-emoji||No emoji' \
    '--corners|=straight =rounded =circular|Corners' \
    '--no-corners||No corners' \
    '--mode|=light =dark =system|Initial color scheme' \
    '--no-mode||No mode' \
    '--copyright|.|Text of the footer' \
    '--no-copyright||No copyright' \
    '--file|%file|JSON or YAML file with any settings, as printed by get --json; - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space customization delete'
   set -g __tome_path 'site space customization delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site external-link' 'site external-links'
   set -g __tome_path 'site external-link'
   set -g __tome_below \
    'add|Add an external link to the navigation of a site' \
    'update|Change an external link' \
    'remove|Remove an external link from the navigation of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site external-link add'
   set -g __tome_path 'site external-link add'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--title|.|Title' \
    '--url|.|Destination URL, with https:// or http://' \
    '--description|.|Description' \
    '--no-description||No description' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--group|^site:--site,TOME_SITE @site-section-group|Group to append the link to; default the top level' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--condition|.|Condition that selects visitors' \
    '--no-condition||No condition' \
    '--localized-title|.|Title by language code' \
    '--localized-description|.|Description by language code' \
    '--no-localized-description||No localized description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site external-link update'
   set -g __tome_path 'site external-link update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-external-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--title|.|Title' \
    '--url|.|Destination URL, with https:// or http://' \
    '--description|.|Description' \
    '--no-description||No description' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--group|=none ^site:--site,TOME_SITE @site-section-group|Group to append the link to; none moves it to the top level' \
    '--no-group||No group' \
    '--draft||Hide the resource from visitors' \
    '--no-draft||The opposite of --draft' \
    '--condition|.|Condition that selects visitors' \
    '--no-condition||No condition' \
    '--localized-title|.|Title by language code' \
    '--no-localized-title||No localized title' \
    '--localized-description|.|Description by language code' \
    '--no-localized-description||No localized description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site external-link remove'
   set -g __tome_path 'site external-link remove'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-external-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site redirect' 'site redirects'
   set -g __tome_path 'site redirect'
   set -g __tome_below \
    'list|List the redirects of a site' \
    'get|Show the redirect of a path' \
    'create|Create a redirect' \
    'update|Change a redirect' \
    'delete|Delete a redirect' \
    'put|Create, change, publish and delete redirects in bulk'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site redirect list'
   set -g __tome_path 'site redirect list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--search|.|Only redirects with this text in the source' \
    '--draft||List drafts instead of active redirects' \
    '--no-draft||The opposite of --draft' \
    '--order-by|=createdAt =updatedAt =source|Sort field' \
    '--automatic||List the automatic redirects of former URLs, by source' \
    '--no-automatic||The opposite of --automatic' \
    '!--columns|,id ,source ,target ,to ,url ,page ,site-space ,section ,capture ,permanent ,draft ,created ,updated|' \
    '!--sort|=id =source =target =to =url =page =site-space =section =capture =permanent =draft =created =updated|' \
    '!--filter|=id= =source= =target= =to= =url= =page= =site-space= =section= =capture= =permanent= =draft= =created= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site redirect get'
   set -g __tome_path 'site redirect get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--share-key|.|Key of a share link, to resolve URLs' \
    '!--columns|,id ,source ,target ,permanent ,capture|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site redirect create'
   set -g __tome_path 'site redirect create'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--capture||Append the path matched by * to the destination' \
    '--no-capture||The opposite of --capture' \
    '--draft||Save the redirect as an inactive draft' \
    '--no-draft||The opposite of --draft' \
    '--permanent||Redirect permanently (308)' \
    '--no-permanent||The opposite of --permanent' \
    '--to|.|Destination: a path on the site such as /guides/install, or a URL' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site redirect update'
   set -g __tome_path 'site redirect update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-redirect ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--source|.|Path to redirect, such as /old or /old/*' \
    '--capture||Append the path matched by * to the destination' \
    '--no-capture||The opposite of --capture' \
    '--draft||Turn the redirect into a draft, or publish a draft' \
    '--no-draft||The opposite of --draft' \
    '--permanent||Redirect permanently (308)' \
    '--no-permanent||The opposite of --permanent' \
    '--to|.|Destination: a path on the site such as /guides/install, or a URL' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site redirect delete'
   set -g __tome_path 'site redirect delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @site-redirect ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site redirect put'
   set -g __tome_path 'site redirect put'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--file|%file|CSV, NDJSON or JSON file with source, destination and optional intent; - for standard input' \
    $__tome_limits \
    $__tome_tables \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'site share-link' 'site share-links'
   set -g __tome_path 'site share-link'
   set -g __tome_below \
    'list|List the share links of a site' \
    'create|Create a share link' \
    'update|Rename, revoke or reactivate a share link, or change its expiry' \
    'delete|Delete a share link'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site share-link list'
   set -g __tome_path 'site share-link list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--search|.|Only share links with this text in the name, or with this key' \
    '!--columns|,id ,name ,active ,created ,expires ,link|' \
    '!--sort|=id =name =active =created =expires =link|' \
    '!--filter|=id= =name= =active= =created= =expires= =link=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site share-link create'
   set -g __tome_path 'site share-link create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--name|.|Name of the share link' \
    '--expires-at|.|Expiry of the link, such as 30d or 2026-12-31' \
    '--no-expires-at||No expires at' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site share-link update'
   set -g __tome_path 'site share-link update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @share-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--active||Activate the share link; --no-active revokes it' \
    '--no-active||The opposite of --active' \
    '--name|.|Name of the share link' \
    '--expires-at|.|Expiry of the link, such as 30d or 2026-12-31' \
    '--no-expires-at||No expires at' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site share-link delete'
   set -g __tome_path 'site share-link delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @share-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site mcp-server' 'site mcp-servers'
   set -g __tome_path 'site mcp-server'
   set -g __tome_below \
    'list|List the MCP servers of a site' \
    'get|Show an MCP server of a site' \
    'create|Add an MCP server to a site' \
    'update|Change an MCP server of a site' \
    'delete|Delete an MCP server of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site mcp-server list'
   set -g __tome_path 'site mcp-server list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,name ,url ,transport ,condition|' \
    '!--sort|=id =name =url =transport =condition|' \
    '!--filter|=id= =name= =url= =transport= =condition=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site mcp-server get'
   set -g __tome_path 'site mcp-server get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @mcp-server'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,name ,url ,transport ,condition|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site mcp-server create'
   set -g __tome_path 'site mcp-server create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--name|.|Name of the MCP server' \
    '--url|.|URL of the MCP server' \
    '--transport|=sse =http|Transport protocol' \
    '--condition|.|Condition that selects visitors' \
    '--no-condition||No condition' \
    '--headers-file|%file|File with a header on each line, such as Authorization: Bearer abc, - for standard input' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site mcp-server update'
   set -g __tome_path 'site mcp-server update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @mcp-server ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--name|.|Name of the MCP server' \
    '--url|.|URL of the MCP server' \
    '--transport|=sse =http|Transport protocol' \
    '--condition|.|Condition that selects visitors' \
    '--no-condition||No condition' \
    '--headers-file|%file|File with a header on each line, such as Authorization: Bearer abc, - for standard input' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site mcp-server delete'
   set -g __tome_path 'site mcp-server delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @mcp-server ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site channel' 'site channels'
   set -g __tome_path 'site channel'
   set -g __tome_below \
    'list|List the agent channels of a site' \
    'get|Show an agent channel of a site' \
    'create|Add an agent channel to a site' \
    'update|Change the role or the limits of an agent channel' \
    'delete|Delete an agent channel of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site channel list'
   set -g __tome_path 'site channel list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,type ,role ,status ,answers ,created|' \
    '!--sort|=id =type =role =status =answers =created|' \
    '!--filter|=id= =type= =role= =status= =answers= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site channel get'
   set -g __tome_path 'site channel get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @channel'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,type ,role ,status ,answers ,created ,channels ,teams ,repositories|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site channel create'
   set -g __tome_path 'site channel create'
   set -g __tome_arguments \
    '=slack =linear =github =discord ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--allowed-channel|.|Allowed Slack or Discord channel, such as support-*; default all' \
    '--allowed-team|.|Key of an allowed Linear team, such as DOC; default all' \
    '--allowed-repository|.|Allowed GitHub repository, such as acme/*; default all' \
    '--role|=support =collaborator =none|Role of the agent; collaborator also changes content' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site channel update'
   set -g __tome_path 'site channel update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @channel ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--allowed-channel|.|Allowed Slack or Discord channel, such as support-*; default all' \
    '--allowed-team|.|Key of an allowed Linear team, such as DOC; default all' \
    '--allowed-repository|.|Allowed GitHub repository, such as acme/*; default all' \
    '--role|=support =collaborator =none|Role of the agent; collaborator also changes content' \
    '--program|=slack =linear =github =discord|Program of the channel; required with --allowed-channel' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site channel delete'
   set -g __tome_path 'site channel delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @channel ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site agent'
   set -g __tome_path 'site agent'
   set -g __tome_below \
    'view|Show the agent settings of a site' \
    'update|Change the agent settings of a site; other settings keep their values'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site agent view'
   set -g __tome_path 'site agent view'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,topic-scans ,change-requests ,updated ,updated-by|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site agent update'
   set -g __tome_path 'site agent update'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--topic-scans|=auto =never|When topics are scanned for findings' \
    '--change-requests|=always =auto-fixable =never|Findings for which the agent creates change requests' \
    '--instructions|.|Instructions for editing, in Markdown' \
    '--instructions-file|%file|Markdown file with the instructions, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site ads'
   set -g __tome_path 'site ads'
   set -g __tome_below \
    'update|Submit a site for ads, or disable its ads' \
    'list|List the sites with ads, as an ad partner' \
    'review|Accept or reject the ads of a site, as an ad partner'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site ads update'
   set -g __tome_path 'site ads update'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--status|=in-review =disabled|Submit the site for review, or disable its ads' \
    '--topic|=webdev =crypto|Topic of the content, which selects the ads' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site ads list'
   set -g __tome_path 'site ads list'
   set -g __tome_flags \
    '--partner-key-file|%file|Key of the ad partner' \
    '--status|=in-review =live =rejected|Only sites with this status' \
    '!--columns|,id ,url ,status ,topic ,email ,zone ,reason|' \
    '!--sort|=id =url =status =topic =email =zone =reason|' \
    '!--filter|=id= =url= =status= =topic= =email= =zone= =reason=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site ads review'
   set -g __tome_path 'site ads review'
   set -g __tome_flags \
    '--partner-key-file|%file|Key of the ad partner' \
    '--site|@site|Title, id or URL of the site' \
    '--status|=live =rejected =pending|Result of the review' \
    '--zone-id|.|Zone of the ad network, for a live site' \
    '--reporting-id|.|Id of the reports, for a live site' \
    '--reason|.|Reason of a rejection' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site auth'
   set -g __tome_path 'site auth'
   set -g __tome_below \
    'get|Show the visitor authentication of a site and its signing key' \
    'update|Change the visitor authentication of a site' \
    'regenerate|Replace the signing key for visitor tokens of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site auth get'
   set -g __tome_path 'site auth get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,backend ,fallback-url ,logout-url ,integration ,private-key|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site auth update'
   set -g __tome_path 'site auth update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--backend|=custom =integration|Authentication backend: your server or an integration' \
    '--fallback-url|.|URL of the sign-in page for visitors without a valid token' \
    '--no-fallback-url||No fallback url' \
    '--logout-url|.|URL of the sign-out page' \
    '--no-logout-url||No logout url' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site auth regenerate'
   set -g __tome_path 'site auth regenerate'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site customization'
   set -g __tome_path 'site customization'
   set -g __tome_below \
    'get|Show the customization of a site' \
    'update|Change the customization of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site customization get'
   set -g __tome_path 'site customization get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--unmasked||Accepted for older clients; has no effect' \
    '--no-unmasked||The opposite of --unmasked' \
    '!--columns|,title ,theme ,primary-color ,dark-primary-color ,corners ,font ,logo ,dark-logo ,emoji ,favicon ,mode ,copyright ,announcement ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site customization update'
   set -g __tome_path 'site customization update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|Title shown to visitors' \
    '--no-title||No title' \
    '--theme|=clean =muted =bold =gradient|Theme' \
    '--no-theme||No theme' \
    '--primary-color|.|Color such as #346ddb, or two: light,dark' \
    '--no-primary-color||No primary color' \
    '--logo|.|URL of the logo in the header' \
    '--no-logo||No logo' \
    '--logo-dark|.|URL of the logo in dark mode' \
    '--no-logo-dark||No logo dark' \
    '--favicon|.|URL of the favicon' \
    '--no-favicon||No favicon' \
    '--emoji|.|Emoji to use as favicon' \
    '--no-emoji||No emoji' \
    '--corners|=straight =rounded =circular|Corners' \
    '--no-corners||No corners' \
    '--mode|=light =dark =system|Initial color scheme' \
    '--no-mode||No mode' \
    '--copyright|.|Text of the footer' \
    '--no-copyright||No copyright' \
    '--file|%file|JSON or YAML file with any settings, as printed by get --json; - for standard input' \
    '--font|.|Font, such as Inter, or the family of a custom font' \
    '--no-font||No font' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site adaptive-schema'
   set -g __tome_path 'site adaptive-schema'
   set -g __tome_below \
    'get|Show the visitor schema of a site' \
    'put|Replace the visitor schema of a site' \
    'conditions|List the conditions that the visitor schema allows'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site adaptive-schema get'
   set -g __tome_path 'site adaptive-schema get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,updated ,schema|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site adaptive-schema put'
   set -g __tome_path 'site adaptive-schema put'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--file|%file|File with the JSON Schema, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site adaptive-schema conditions'
   set -g __tome_path 'site adaptive-schema conditions'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,description ,condition|' \
    '!--sort|=description =condition|' \
    '!--filter|=description= =condition=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site context'
   set -g __tome_path 'site context'
   set -g __tome_below \
    'record|Manage context records: tickets and documents of other systems' \
    'connection|Manage context connections, the sources of context records'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site context record'
   set -g __tome_path 'site context record'
   set -g __tome_below \
    'list|List the context records of a site' \
    'get|Show a context record' \
    'put|Create context records, replacing those with the same id'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site context record list'
   set -g __tome_path 'site context record list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--type|=ticket =document|Only records of this type' \
    '--connector|.|Only records of this connector, such as builtin:api' \
    '--connection|^site:--site,TOME_SITE @context-connection|Only records of this connection' \
    '--topic|.|Only records of the topic with this id' \
    '!--columns|,id ,title ,type ,connector ,connection ,created ,url|' \
    '!--sort|=id =title =type =connector =connection =created =url|' \
    '!--filter|=id= =title= =type= =connector= =connection= =created= =url=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site context record get'
   set -g __tome_path 'site context record get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @context-record'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,title ,type ,connector ,connection ,created ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site context record put'
   set -g __tome_path 'site context record put'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--file|%file|Records as JSON or YAML: a list of id, type, title, body' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site context connection'
   set -g __tome_path 'site context connection'
   set -g __tome_below \
    'list|List the context connections of a site' \
    'get|Show a context connection' \
    'create|Create a context connection' \
    'update|Change a context connection' \
    'delete|Delete a context connection and its records' \
    'sync|Start a sync of a context connection' \
    'test|Test the credentials of a context connection'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site context connection list'
   set -g __tome_path 'site context connection list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,connector ,label ,status ,records ,search ,filter ,synced ,error|' \
    '!--sort|=id =connector =label =status =records =search =filter =synced =error|' \
    '!--filter|=id= =connector= =label= =status= =records= =search= =filter= =synced= =error=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site context connection get'
   set -g __tome_path 'site context connection get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @context-connection'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,connector ,label ,status ,records ,search ,filter ,synced ,error|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site context connection create'
   set -g __tome_path 'site context connection create'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--url|.|URL of the website' \
    '--channel-id|.|YouTube channel: its id or its handle with @' \
    '--repository|.|GitHub repository: owner/name' \
    '--token-file|%file|Access token' \
    '--subdomain|.|Zendesk subdomain' \
    '--email|.|Email address of the Zendesk account' \
    '--api-token-file|%file|API token of Zendesk or Jira' \
    '--data-center|.|Zoho data center, such as com or eu' \
    '--zoho-org|.|Zoho Desk organization' \
    '--client-id|.|Zoho client' \
    '--client-secret-file|%file|Secret of the Zoho client' \
    '--refresh-token-file|%file|Refresh token of Zoho' \
    '--domain|.|Freshdesk domain' \
    '--api-key-file|%file|API key of Freshdesk' \
    '--base-url|.|Base URL of the Jira site' \
    '--api-email|.|Email address of the Atlassian account' \
    '--status-mapping|.|Jira status by change request status, as JSON: {"merged": "Done"}' \
    '--change-requests||Use the records to propose change requests' \
    '--no-change-requests||The opposite of --change-requests' \
    '--search||Show the records in search results of the site' \
    '--no-search||The opposite of --search' \
    '--sync||Send the status of change requests to the connected system' \
    '--no-sync||The opposite of --sync' \
    '--search-boost|=x0.8 =x1.0 =x1.2|Relevance factor in search results' \
    '--filter|.|Only items with this tag, label or expression; depends on the connector' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--format|=table =json =ndjson =yaml =csv =tsv =id|Output format' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes
  case 'site context connection update'
   set -g __tome_path 'site context connection update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @context-connection ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--connector|.|Connector, such as builtin:github-issues or integration:acme' \
    '--url|.|URL of the website' \
    '--channel-id|.|YouTube channel: its id or its handle with @' \
    '--repository|.|GitHub repository: owner/name' \
    '--token-file|%file|Access token' \
    '--subdomain|.|Zendesk subdomain' \
    '--email|.|Email address of the Zendesk account' \
    '--api-token-file|%file|API token of Zendesk or Jira' \
    '--data-center|.|Zoho data center, such as com or eu' \
    '--zoho-org|.|Zoho Desk organization' \
    '--client-id|.|Zoho client' \
    '--client-secret-file|%file|Secret of the Zoho client' \
    '--refresh-token-file|%file|Refresh token of Zoho' \
    '--domain|.|Freshdesk domain' \
    '--api-key-file|%file|API key of Freshdesk' \
    '--base-url|.|Base URL of the Jira site' \
    '--api-email|.|Email address of the Atlassian account' \
    '--status-mapping|.|Jira status by change request status, as JSON: {"merged": "Done"}' \
    '--change-requests||Use the records to propose change requests' \
    '--no-change-requests||The opposite of --change-requests' \
    '--search||Show the records in search results of the site' \
    '--no-search||The opposite of --search' \
    '--sync||Send the status of change requests to the connected system' \
    '--no-sync||The opposite of --sync' \
    '--search-boost|=x0.8 =x1.0 =x1.2|Relevance factor in search results' \
    '--label|.|Label of the connection' \
    '--filter|.|Only items with this tag, label or expression; depends on the connector' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--format|=table =json =ndjson =yaml =csv =tsv =id|Output format' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes
  case 'site context connection delete'
   set -g __tome_path 'site context connection delete'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @context-connection ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site context connection sync'
   set -g __tome_path 'site context connection sync'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @context-connection ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site context connection test'
   set -g __tome_path 'site context connection test'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @context-connection'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,success ,error|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site finding'
   set -g __tome_path 'site finding'
   set -g __tome_below \
    'list|List the findings of a site: broken links and other problems' \
    'get|Show a finding of a site' \
    'update|Resolve, dismiss or reopen a finding of a site' \
    'pages|List the pages of a finding' \
    'change-requests|List the change requests that fix a finding' \
    'questions|List the questions of visitors that led to a finding' \
    'records|List the context records that led to a finding' \
    'fix|Generate a change request that fixes a finding' \
    'stats|Count the findings of a site by status and severity'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site finding list'
   set -g __tome_path 'site finding list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--topic|.|Only findings of the topic with this id' \
    '--status|=candidate =open =done =canceled|Only findings with this status' \
    '--type|=content-outdated =content-incorrect =content-gap =broken-link =outbound-link-error =other|Only findings of this type' \
    '--severity|=low =medium =high|Only findings with this severity' \
    '--has-change-requests||Only findings that have a change request' \
    '--no-has-change-requests||The opposite of --has-change-requests' \
    '--source|.|Only findings from this source: questions or connection:<id>' \
    '--question|.|Only findings from the question with this id' \
    '--updated-after|.|Only findings changed at or after this time' \
    '--updated-before|.|Only findings changed before this time' \
    '--order-by|=updatedAt =severity =sources|Sort field' \
    '!--columns|,id ,title ,status ,severity ,type ,updated|' \
    '!--sort|=id =title =status =severity =type =updated|' \
    '!--filter|=id= =title= =status= =severity= =type= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site finding get'
   set -g __tome_path 'site finding get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,title ,status ,severity ,type ,updated ,description ,pages ,change-requests ,scan ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site finding update'
   set -g __tome_path 'site finding update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--status|=candidate =open =done =canceled|Status: done if resolved, canceled if dismissed' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site finding pages'
   set -g __tome_path 'site finding pages'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,page ,title ,path ,space|' \
    '!--sort|=page =title =path =space|' \
    '!--filter|=page= =title= =path= =space=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site finding change-requests'
   set -g __tome_path 'site finding change-requests'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,number ,subject ,status ,updated|' \
    '!--sort|=number =subject =status =updated|' \
    '!--filter|=number= =subject= =status= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site finding questions'
   set -g __tome_path 'site finding questions'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,question ,asked|' \
    '!--sort|=id =question =asked|' \
    '!--filter|=id= =question= =asked=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site finding records'
   set -g __tome_path 'site finding records'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,title ,connector ,url|' \
    '!--sort|=id =title =connector =url|' \
    '!--filter|=id= =title= =connector= =url=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site finding fix'
   set -g __tome_path 'site finding fix'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @finding ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site finding stats'
   set -g __tome_path 'site finding stats'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--topic|.|Only findings of the topic with this id' \
    '--status|=candidate =open =done =canceled|Only findings with this status' \
    '--type|=content-outdated =content-incorrect =content-gap =broken-link =outbound-link-error =other|Only findings of this type' \
    '--severity|=low =medium =high|Only findings with this severity' \
    '--has-change-requests||Only findings that have a change request' \
    '--no-has-change-requests||The opposite of --has-change-requests' \
    '--source|.|Only findings from this source: questions or connection:<id>' \
    '!--columns|,total ,open ,resolved ,dismissed ,high ,medium ,low|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site scan'
   set -g __tome_path 'site scan'
   set -g __tome_below \
    'list|List the scans of a site' \
    'get|Show a scan of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site scan list'
   set -g __tome_path 'site scan list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--topic|.|Only scans of the topic with this id' \
    '--status|=pending =running =done =failed|Only scans with this status' \
    '!--columns|,id ,status ,high ,medium ,low ,finished ,error|' \
    '!--sort|=id =status =high =medium =low =finished =error|' \
    '!--filter|=id= =status= =high= =medium= =low= =finished= =error=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site scan get'
   set -g __tome_path 'site scan get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @scan'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,status ,high ,medium ,low ,finished ,error|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site question' 'site questions'
   set -g __tome_path 'site question'
   set -g __tome_below \
    'list|List the questions that were asked about a site' \
    'get|Show a question about a site' \
    'sources|List the pages that answered a question about a site' \
    'stats|Count the questions about a site and their answers' \
    'suggest|Suggest questions about the content of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site question list'
   set -g __tome_path 'site question list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--since|.|Only answers at or after this time' \
    '--until|.|Only answers at or before this time' \
    '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance' \
    '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel' \
    '--answered|=no =partially =yes|Only answers with this resolution' \
    '--type|=exploring =how-to =troubleshooting =reference =unknown|Only questions of this type' \
    '--topic|.|Only questions of the topic with this id' \
    '--order|=asc =desc|Order' \
    '--sort|=askedAt =stats.answered =stats.feedback =stats.answers|Sort field; default the time of creation' \
    '!--columns|,id ,question ,answers ,answered ,not-answered ,asked|' \
    '!--sort|=id =question =answers =answered =not-answered =asked|' \
    '!--filter|=id= =question= =answers= =answered= =not-answered= =asked=|' \
    '--filter|.|Filter rows by column value: \'title=Rel*\', status!=merged, \'updatedAt<30d\' (older than 30 days)' \
    $__tome_limits \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site question get'
   set -g __tome_path 'site question get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @question'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--since|.|Only answers at or after this time' \
    '--until|.|Only answers at or before this time' \
    '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance' \
    '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel' \
    '--answered|=no =partially =yes|Only answers with this resolution' \
    '!--columns|,id ,question ,type ,answers ,answered ,not-answered ,partially-answered ,by-week ,asked ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site question sources'
   set -g __tome_path 'site question sources'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @question'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--since|.|Only answers at or after this time' \
    '--until|.|Only answers at or before this time' \
    '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance' \
    '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel' \
    '--answered|=no =partially =yes|Only answers with this resolution' \
    '!--columns|,title ,weight ,page ,space ,record|' \
    '!--sort|=title =weight =page =space =record|' \
    '!--filter|=title= =weight= =page= =space= =record=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site question stats'
   set -g __tome_path 'site question stats'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--since|.|Only answers at or after this time' \
    '--until|.|Only answers at or before this time' \
    '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance' \
    '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel' \
    '--answered|=no =partially =yes|Only answers with this resolution' \
    '--topic|.|Only questions of the topic with this id' \
    '!--columns|,questions ,answers ,answered ,partially-answered ,not-answered ,by-week|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site question suggest'
   set -g __tome_path 'site question suggest'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--site-space|^site:--site,TOME_SITE @site-space|Only questions about this site space' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only questions about this space' \
    $__tome_every
  case 'site answer' 'site answers'
   set -g __tome_path 'site answer'
   set -g __tome_below \
    'list|List the answers to questions about a site' \
    'get|Show an answer to a question about a site' \
    'thread|Show the conversation of an answer about a site' \
    'sources|List the pages that an answer about a site cites' \
    'show|Show a response of the language model about a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site answer list'
   set -g __tome_path 'site answer list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--question|.|Only answers to the question with this id' \
    '--since|.|Only answers at or after this time' \
    '--until|.|Only answers at or before this time' \
    '--language|.|Only answers with this language code' \
    '--answered|=no =partially =yes|Only answers with this resolution' \
    '--helpfulness|=low =medium =high|Only answers with this helpfulness' \
    '--relevance|=relevant =spam =off-topic =unclear|Only answers to questions with this relevance' \
    '--channel-type|=site =embed =api =builtin:slack =builtin:linear =builtin:github =builtin:discord|Only answers in this type of channel' \
    '--question-type|=exploring =how-to =troubleshooting =reference =unknown|Only answers to this type of question' \
    '--topic|.|Only answers to questions of the topic with this id' \
    '--thread|.|Only answers of the thread with this id, its first answer included' \
    '!--columns|,id ,question ,answered ,channel ,created|' \
    '!--sort|=id =question =answered =channel =created|' \
    '!--filter|=id= =question= =answered= =channel= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site answer get'
   set -g __tome_path 'site answer get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @answer'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,question ,answered ,channel ,created ,answer ,language ,thread|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site answer thread'
   set -g __tome_path 'site answer thread'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @answer'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,question ,answer ,created|' \
    '!--sort|=id =question =answer =created|' \
    '!--filter|=id= =question= =answer= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site answer sources'
   set -g __tome_path 'site answer sources'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @answer'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,title ,weight ,page ,space ,record|' \
    '!--sort|=title =weight =page =space =record|' \
    '!--filter|=title= =weight= =page= =space= =record=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site answer show'
   set -g __tome_path 'site answer show'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @answer'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_every
  case 'site topic' 'site topics'
   set -g __tome_path 'site topic'
   set -g __tome_below \
    'list|List the topics of the questions about a site' \
    'get|Show a topic of the questions about a site' \
    'update|Change the usage of a topic of a site' \
    'delete-findings|Delete the findings of a topic of a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site topic list'
   set -g __tome_path 'site topic list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--since|.|Count answers at or after this time only' \
    '--until|.|Count answers at or before this time only' \
    '!--columns|,id ,label ,questions ,answers ,not-answered ,pages|' \
    '!--sort|=id =label =questions =answers =not-answered =pages|' \
    '!--filter|=id= =label= =questions= =answers= =not-answered= =pages=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site topic get'
   set -g __tome_path 'site topic get'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @topic'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,label ,questions ,answers ,not-answered ,pages ,change-requests ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site topic update'
   set -g __tome_path 'site topic update'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @topic ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '--change-requests||Propose change requests for the topic' \
    '--no-change-requests||The opposite of --change-requests' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site topic delete-findings'
   set -g __tome_path 'site topic delete-findings'
   set -g __tome_arguments \
    '^site:--site,TOME_SITE @topic ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site permission' 'site permissions'
   set -g __tome_path 'site permission'
   set -g __tome_below \
    'list|List the users with access to a site and the origin of each role' \
    'grant|Grant a role on a site to users or teams' \
    'users|List the roles granted to users on the site' \
    'teams|List the roles granted to teams on the site' \
    'update|Change the role granted to a user or team' \
    'remove|Revoke the role granted to a user or team'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site permission list'
   set -g __tome_path 'site permission list'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Only members with this role in the organization' \
    '--search|.|Only members with this text in the name or email address' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only members of this team' \
    '--sort|=joinedAt =lastSeenAt =name|Sort field' \
    '--order|=asc =desc|Sort order; asc lists the earliest first' \
    '!--columns|,role ,user ,name ,email ,from ,reason|' \
    '!--sort|=role =user =name =email =from =reason|' \
    '!--filter|=role= =user= =name= =email= =from= =reason=|' \
    '--filter|.|Filter rows by column value: \'title=Rel*\', status!=merged, \'updatedAt<30d\' (older than 30 days)' \
    $__tome_limits \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site permission grant'
   set -g __tome_path 'site permission grant'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant' \
    '--no-role||No role' \
    '--user|@user|Member or guest to grant the role to' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team to grant the role to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site permission users'
   set -g __tome_path 'site permission users'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,role ,user ,name ,email|' \
    '!--sort|=role =user =name =email|' \
    '!--filter|=role= =user= =name= =email=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site permission teams'
   set -g __tome_path 'site permission teams'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,role ,team ,title ,members|' \
    '!--sort|=role =team =title =members|' \
    '!--filter|=role= =team= =title= =members=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site permission update'
   set -g __tome_path 'site permission update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--user|@user|Email, name, @me, id or URL of the user' \
    '--role|=admin =create =review =edit =comment =read =none|Role in the resource and its content; it replaces an earlier grant' \
    '--no-role||No role' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or URL of the team' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site permission remove'
   set -g __tome_path 'site permission remove'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--user|@user|Email, name, @me, id or URL of the user' \
    '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or URL of the team' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration' 'integrations'
   set -g __tome_path 'integration'
   set -g __tome_below \
    'list|List the integrations that you can install or administer' \
    'available|List the integrations available to an organization' \
    'installed|List the integrations installed in an organization' \
    'get|Show an integration' \
    'publish|Publish an integration or a new version of it' \
    'unpublish|Unpublish an integration and remove all its installations' \
    'installations|List the installations of an integration' \
    'install|Install an integration in an organization' \
    'uninstall|Uninstall an integration from an organization' \
    'spaces|List the spaces of an integration' \
    'sites|List the sites of an integration' \
    'dev|Develop an integration on a local platform, or forward its events to a tunnel' \
    'tail|Follow the events and the console of an integration' \
    'dev-off|Stop forwarding events to the development tunnel' \
    'token|Create an integration token (valid for one hour)' \
    'status|Show the status of integrations in an organization, or on a space or site' \
    'render|Render a component of an integration' \
    'block|List the blocks that integrations add to the editor' \
    'task|Queue a task for the script of an integration' \
    'event|Show the events of an integration and their delivery' \
    'installation|Manage the installations of an integration'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration list'
   set -g __tome_path 'integration list'
   set -g __tome_flags \
    '--search|.|Only integrations with this text in the name or title' \
    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only integrations in this category' \
    '--block-domain|.|Only integrations with a block that unfurls links of this domain' \
    '--blocks||Only integrations with blocks; --no-blocks: only those without' \
    '--no-blocks||The opposite of --blocks' \
    '--content-sources||Only integrations with content sources; --no-content-sources: only those without' \
    '--no-content-sources||The opposite of --content-sources' \
    '--owner|@org|Only integrations of this organization' \
    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only integrations that require this scope' \
    '--target|=all =site =space =organization|Only integrations for this target' \
    '!--columns|,name ,title ,version ,visibility ,target ,owner|' \
    '!--sort|=name =title =version =visibility =target =owner|' \
    '!--filter|=name= =title= =version= =visibility= =target= =owner=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration available'
   set -g __tome_path 'integration available'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--search|.|Only integrations with this text in the name or title' \
    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only integrations in this category' \
    '--block-domain|.|Only integrations with a block that unfurls links of this domain' \
    '--blocks||Only integrations with blocks; --no-blocks: only those without' \
    '--no-blocks||The opposite of --blocks' \
    '--content-sources||Only integrations with content sources; --no-content-sources: only those without' \
    '--no-content-sources||The opposite of --content-sources' \
    '--owner|@org|Only integrations of this organization' \
    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only integrations that require this scope' \
    '--target|=all =site =space =organization|Only integrations for this target' \
    '!--columns|,name ,title ,version ,visibility ,target ,owner|' \
    '!--sort|=name =title =version =visibility =target =owner|' \
    '!--filter|=name= =title= =version= =visibility= =target= =owner=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration installed'
   set -g __tome_path 'integration installed'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--search|.|Only integrations with this text in the name or title' \
    '!--columns|,name ,title ,installation ,status ,on-spaces ,on-sites ,pending-scopes|' \
    '!--sort|=name =title =installation =status =on-spaces =on-sites =pending-scopes|' \
    '!--filter|=name= =title= =installation= =status= =on-spaces= =on-sites= =pending-scopes=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration get'
   set -g __tome_path 'integration get'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '!--columns|,name ,title ,version ,description ,summary ,visibility ,target ,scopes ,categories ,verified ,owner ,policy ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration publish'
   set -g __tome_path 'integration publish'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    '--manifest|%file|gitbook-manifest.yaml, or a file with the request body; flags override it' \
    '--env|.|Environment of the manifest, a name below envs' \
    '--input|%file|Alias of --manifest' \
    '--org|@org|Publishing organization, by id or hostname' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--description|.|Summary in one sentence' \
    '--summary|.|Description in Markdown' \
    '--runtime|=v1 =v2|Runtime of the script' \
    '--visibility|=public =private =unlisted|public: listed for everyone; unlisted: found by name; private: own organization only' \
    '--target|=all =site =space =organization|Resource that it can be installed on' \
    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Scope that the integration requires' \
    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Category in the catalog' \
    '--script|%file|File with the script, - for standard input' \
    '--icon|%file|File with the icon' \
    '--preview-image|%file|Preview image file, at most 3' \
    '--secret|.|Secret as KEY=value, or KEY to read an environment variable' \
    '--content-security-policy|.|Content security policy of the script\'s responses' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration unpublish'
   set -g __tome_path 'integration unpublish'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration installations'
   set -g __tome_path 'integration installations'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '--external-id|.|Only installations with this external id' \
    '!--columns|,id ,status ,organization ,spaces ,pending-scopes ,created|' \
    '!--sort|=id =status =organization =spaces =pending-scopes =created|' \
    '!--filter|=id= =status= =organization= =spaces= =pending-scopes= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration install'
   set -g __tome_path 'integration install'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration uninstall'
   set -g __tome_path 'integration uninstall'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration spaces'
   set -g __tome_path 'integration spaces'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '--external-id|.|Only installations with this external id' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,space ,status ,installation ,external-ids|' \
    '!--sort|=space =status =installation =external-ids|' \
    '!--filter|=space= =status= =installation= =external-ids=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration sites'
   set -g __tome_path 'integration sites'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '--external-id|.|Only installations with this external id' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,site ,status ,installation ,external-ids|' \
    '!--sort|=site =status =installation =external-ids|' \
    '!--filter|=site= =status= =installation= =external-ids=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration dev'
   set -g __tome_path 'integration dev'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--tunnel-url|.|URL of the tunnel' \
    '--all||Forward events of all organizations, not only the publisher\'s' \
    '--no-all||The opposite of --all' \
    '--org|@org|Publishing organization, by id or hostname' \
    '!--organization|@org|' \
    '--env|.|Environment of the manifest, a name below envs' \
    '--secret|.|Secret as KEY=value, or KEY to read an environment variable' \
    '--port|.|Port of the local platform, 0 for any free port' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration tail'
   set -g __tome_path 'integration tail'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '--last|.|Number of earlier events to print first' \
    $__tome_every
  case 'integration dev-off'
   set -g __tome_path 'integration dev-off'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration token'
   set -g __tome_path 'integration token'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration status'
   set -g __tome_path 'integration status'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only integrations on this space' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only integrations on this site' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'integration render'
   set -g __tome_path 'integration render'
   set -g __tome_arguments \
    '@integration' \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org @space|Space of the block' \
    '--site|^org:--org @site|Site of the configuration screen' \
    '--configuration||Render a configuration screen of the organization, --space or --site' \
    '!--no-configuration||' \
    '--content-source||Render the configuration screen of a content source' \
    '!--no-content-source||' \
    '--props|.|Properties of the component' \
    '--state|.|State of the component, such as the values of its inputs' \
    '--action|.|Action of a button or another element' \
    '--theme|=dark =light|Color scheme' \
    '--editable||Render a block as in the editor' \
    '!--no-editable||' \
    '--request|.|The request as JSON, compressed with LZ-string' \
    $__tome_every
  case 'integration block'
   set -g __tome_path 'integration block'
   set -g __tome_below \
    'list|List the blocks of the integrations installed on a space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration block list'
   set -g __tome_path 'integration block list'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'integration task'
   set -g __tome_path 'integration task'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    '--task|.|Task, which the script receives' \
    '--schedule|.|Seconds until the task is executed' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration event' 'integration events'
   set -g __tome_path 'integration event'
   set -g __tome_below \
    'list|List the events of an integration, newest first' \
    'get|Show an event of an integration with its delivery log'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration event list'
   set -g __tome_path 'integration event list'
   set -g __tome_arguments \
    '@integration'
   set -g __tome_flags \
    '!--columns|,id ,type ,status ,failure ,installation ,created|' \
    '!--sort|=id =type =status =failure =installation =created|' \
    '!--filter|=id= =type= =status= =failure= =installation= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration event get'
   set -g __tome_path 'integration event get'
   set -g __tome_arguments \
    '@integration' \
    '@event'
   set -g __tome_flags \
    $__tome_every
  case 'integration installation'
   set -g __tome_path 'integration installation'
   set -g __tome_below \
    'get|Show an installation' \
    'update|Change the configuration and scope of an installation' \
    'accept|Accept the permissions that a new version of an integration requests' \
    'token|Create an installation token (valid for one hour)' \
    'space|Manage the spaces that an integration works on' \
    'site|Manage the sites that an integration works on'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration installation get'
   set -g __tome_path 'integration installation get'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '!--columns|,id ,status ,organization ,spaces ,pending-scopes ,created ,updated ,on-spaces ,on-sites ,settings ,external-ids ,accepted-scopes ,accepted-target ,pending-target ,pending-version|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration installation update'
   set -g __tome_path 'integration installation update'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--configuration|.|All settings; replaces existing ones' \
    '--external-id|.|External id' \
    '--space-selection|=all =selected|Scope: all spaces of the organization, or only those it is installed on' \
    '--site-selection|=all =selected|Scope: all sites of the organization, or only those it is installed on' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration installation accept'
   set -g __tome_path 'integration installation accept'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--integration-version|.|Version to accept; refused if it is not the newest' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration installation token'
   set -g __tome_path 'integration installation token'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration installation space' 'integration installation spaces'
   set -g __tome_path 'integration installation space'
   set -g __tome_below \
    'list|List the spaces of an installation' \
    'install|Install an integration on a space' \
    'get|Show the installation of an integration on a space' \
    'update|Change the configuration of an integration on a space' \
    'uninstall|Uninstall an integration from a space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration installation space list'
   set -g __tome_path 'integration installation space list'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,space ,status ,installation ,external-ids|' \
    '!--sort|=space =status =installation =external-ids|' \
    '!--filter|=space= =status= =installation= =external-ids=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration installation space install'
   set -g __tome_path 'integration installation space install'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration installation space get'
   set -g __tome_path 'integration installation space get'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,space ,status ,installation ,external-ids ,settings|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration installation space update'
   set -g __tome_path 'integration installation space update'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--configuration|.|All settings; replaces existing ones' \
    '--external-id|.|External id' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration installation space uninstall'
   set -g __tome_path 'integration installation space uninstall'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration installation site' 'integration installation sites'
   set -g __tome_path 'integration installation site'
   set -g __tome_below \
    'list|List the sites of an installation' \
    'install|Install an integration on a site' \
    'get|Show the installation of an integration on a site' \
    'update|Change the configuration of an integration on a site' \
    'uninstall|Uninstall an integration from a site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration installation site list'
   set -g __tome_path 'integration installation site list'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,site ,status ,installation ,external-ids|' \
    '!--sort|=site =status =installation =external-ids|' \
    '!--filter|=site= =status= =installation= =external-ids=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration installation site install'
   set -g __tome_path 'integration installation site install'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--site|@site|Title, id or URL of the site' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration installation site get'
   set -g __tome_path 'integration installation site get'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '--site|@site|Title, id or URL of the site' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,site ,status ,installation ,external-ids ,settings|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration installation site update'
   set -g __tome_path 'integration installation site update'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--site|@site|Title, id or URL of the site' \
    '--configuration|.|All settings; replaces existing ones' \
    '--external-id|.|External id' \
    '--extended||Return complete events instead of ids' \
    '--no-extended||The opposite of --extended' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'integration installation site uninstall'
   set -g __tome_path 'integration installation site uninstall'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--site|@site|Title, id or URL of the site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'content'
   set -g __tome_path 'content'
   set -g __tome_below \
    'get|Show the content of a space: pages, files and variables' \
    'reusable-content|Show reusable content of a space' \
    'document|Show a document as blocks, by the document id of a page or reusable content' \
    'compute|Compute the pages of a content source' \
    'compute-document|Compute the text of a page of a content source' \
    'find|Show the collection, space, page or change request of a URL' \
    'apply-template|Add the pages of a template to a space or change request'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'content get'
   set -g __tome_path 'content get'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'content reusable-content'
   set -g __tome_path 'content reusable-content'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,title ,document ,file|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'content document'
   set -g __tome_path 'content document'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--schema|=current =next|Version of the block format' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'content compute'
   set -g __tome_path 'content compute'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--source|.|Content source, its properties and dependencies' \
    '--seed|.|Text from which ids are generated' \
    '!--columns|,id ,title ,type ,path|' \
    '!--sort|=id =title =type =path|' \
    '!--filter|=id= =title= =type= =path=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'content compute-document'
   set -g __tome_path 'content compute-document'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--source|.|Content source, its properties and dependencies' \
    '--seed|.|Text from which ids are generated' \
    '--schema|=current =next|Version of the block format' \
    $__tome_tables \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'content find'
   set -g __tome_path 'content find'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '!--columns|,space ,space-title ,change-request ,page ,page-title ,collection ,collection-title|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'content apply-template'
   set -g __tome_path 'content apply-template'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--params|.|References that the template requires, by name' \
    '--cr|^space:--space,TOME_SPACE @cr|Change request to add the pages to; default the space' \
    '--file-ref|.|File that the template requires, by its name there' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'search'
   set -g __tome_path 'search'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,space-id ,space ,pages ,match|' \
    '!--sort|=space-id =space =pages =match|' \
    '!--filter|=space-id= =space= =pages= =match=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'page' 'pages'
   set -g __tome_path 'page'
   set -g __tome_below \
    'list|List the page tree of a space' \
    'get|Show a page with its text' \
    'links|List the links on a page and their status' \
    'backlinks|List the content that links to a page' \
    'meta-links|Show the canonical and alternate links of a page'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'page list'
   set -g __tome_path 'page list'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--tree||Show the page tree' \
    '!--no-tree||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'page get'
   set -g __tome_path 'page get'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--path|.|Path of the page in its space, such as guides/start' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the page\'s text' \
    '--refs|=relative =stable|How Markdown links to other content: by path or by id' \
    '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers' \
    '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'page links'
   set -g __tome_path 'page links'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--status|=ok =broken =in-app|Only links with this status' \
    '--fail|=broken|End with exit code 10 if there are broken links' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every \
    $__tome_findings
  case 'page backlinks'
   set -g __tome_path 'page backlinks'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,kind ,page-id ,page ,space ,block|' \
    '!--sort|=kind =page-id =page =space =block|' \
    '!--filter|=kind= =page-id= =page= =space= =block=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'page meta-links'
   set -g __tome_path 'page meta-links'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'file' 'files'
   set -g __tome_path 'file'
   set -g __tome_below \
    'list|List the files of a space' \
    'get|Show a file with its download URL' \
    'backlinks|List the content that uses a file'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'file list'
   set -g __tome_path 'file list'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,name ,type ,size|' \
    '!--sort|=id =name =type =size|' \
    '!--filter|=id= =name= =type= =size=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'file get'
   set -g __tome_path 'file get'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--save|%file|File to write' \
    '--force||Overwrite the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'file backlinks'
   set -g __tome_path 'file backlinks'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,kind ,page-id ,page ,space ,block|' \
    '!--sort|=kind =page-id =page =space =block|' \
    '!--filter|=kind= =page-id= =page= =space= =block=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'revision' 'revisions'
   set -g __tome_path 'revision'
   set -g __tome_below \
    'list|List the revisions of a space or page' \
    'get|Show the content of a space in a revision' \
    'changes|Show the changes of a revision' \
    'pages|List the page tree of a revision' \
    'page|Show a page of a revision with its text' \
    'page-document|Show the text of a page of a revision as blocks' \
    'meta-links|Show the canonical and alternate links of a page of a revision' \
    'files|List the files of a revision' \
    'file|Show a file of a revision with its download URL' \
    'reusable-content|Show reusable content of a revision' \
    'reusable-content-document|Show the text of reusable content of a revision as blocks'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'revision list'
   set -g __tome_path 'revision list'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--page|.|Only revisions that changed this page, by path, title or id; deleted pages too' \
    '--depth|.|Number of revisions to examine' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'revision get'
   set -g __tome_path 'revision get'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision changes'
   set -g __tome_path 'revision changes'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--limit|.|Maximum number of changes to return' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,change ,page ,title ,path ,file ,reusable-content|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision pages'
   set -g __tome_path 'revision pages'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--tree||Show the page tree' \
    '!--no-tree||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'revision page'
   set -g __tome_path 'revision page'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--path|.|Path of the page in its space, such as guides/start' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the page\'s text' \
    '--refs|=relative =stable|How Markdown links to other content: by path or by id' \
    '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers' \
    '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'revision page-document'
   set -g __tome_path 'revision page-document'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers' \
    '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision meta-links'
   set -g __tome_path 'revision meta-links'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision files'
   set -g __tome_path 'revision files'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,name ,type ,size|' \
    '!--sort|=id =name =type =size|' \
    '!--filter|=id= =name= =type= =size=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'revision file'
   set -g __tome_path 'revision file'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision' \
    '^space:--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--save|%file|File to write' \
    '--force||Overwrite the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'revision reusable-content'
   set -g __tome_path 'revision reusable-content'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision' \
    '^space:--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,title ,document ,file|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision reusable-content-document'
   set -g __tome_path 'revision reusable-content-document'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @revision' \
    '^space:--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers' \
    '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'comment' 'comments'
   set -g __tome_path 'comment'
   set -g __tome_below \
    'list|List the comments in a space, change request or organization' \
    'create|Comment on a space, change request, page, block or table cell' \
    'get|Show a comment' \
    'update|Change the text, status or reactions of a comment' \
    'delete|Delete a comment with its replies' \
    'reply|Manage replies to comments'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'comment list'
   set -g __tome_path 'comment list'
   set -g __tome_flags \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--status|=all =open =resolved|Only resources in this state' \
    '--order|=asc =desc|Sort order; asc lists the oldest first' \
    '--target-page|^space:--space,TOME_SPACE @page|Only comments on this page' \
    '--author|@user|Only comments posted by one of these users' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response' \
    '--org-wide||List comments in all spaces, even if a space is set' \
    '!--no-org-wide||' \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,author ,status ,replies ,posted ,body ,page|' \
    '!--sort|=id =author =status =replies =posted =body =page|' \
    '!--filter|=id= =author= =status= =replies= =posted= =body= =page=|' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests
  case 'comment create'
   set -g __tome_path 'comment create'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--body|.|Text' \
    '--page|^space:--space,TOME_SPACE @page|Page to comment on' \
    '--node|.|Block of the page to comment on' \
    '--table-cell|.|Cell of a table on the page to comment on' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'comment get'
   set -g __tome_path 'comment get'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response' \
    '!--columns|,id ,author ,status ,replies ,posted ,body ,edited ,resolved ,resolved-by ,page ,node ,change-request ,review|' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_tables \
    $__tome_requests
  case 'comment update'
   set -g __tome_path 'comment update'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--body|.|Text' \
    '--resolve||Resolve the comment' \
    '--no-resolve||The opposite of --resolve' \
    '--add-reaction|.|Emoji to add as your reaction' \
    '--remove-reaction|.|Emoji to remove from your reactions' \
    '--unresolve||Reopen the comment' \
    '!--no-unresolve||' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'comment delete'
   set -g __tome_path 'comment delete'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'comment reply' 'comment replies'
   set -g __tome_path 'comment reply'
   set -g __tome_below \
    'list|List the replies to a comment' \
    'create|Reply to a comment' \
    'get|Show a reply' \
    'update|Change the text or reactions of a reply' \
    'delete|Delete a reply'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'comment reply list'
   set -g __tome_path 'comment reply list'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response' \
    '!--columns|,id ,author ,posted ,body|' \
    '!--sort|=id =author =posted =body|' \
    '!--filter|=id= =author= =posted= =body=|' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests
  case 'comment reply create'
   set -g __tome_path 'comment reply create'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--body|.|Text' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes
  case 'comment reply get'
   set -g __tome_path 'comment reply get'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment' \
    '^comment:#0 @reply'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response' \
    '!--columns|,id ,author ,posted ,body|' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_tables \
    $__tome_requests
  case 'comment reply update'
   set -g __tome_path 'comment reply update'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment' \
    '^comment:#0 @reply ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--body|.|Text' \
    '--resolve||Resolve the comment' \
    '--no-resolve||The opposite of --resolve' \
    '--add-reaction|.|Emoji to add as your reaction' \
    '--remove-reaction|.|Emoji to remove from your reactions' \
    '--unresolve||Reopen the comment' \
    '!--no-unresolve||' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'comment reply delete'
   set -g __tome_path 'comment reply delete'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @comment' \
    '^comment:#0 @reply ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'cr'
   set -g __tome_path 'cr'
   set -g __tome_below \
    'list|List the change requests of a space or organization' \
    'create|Create a draft change request' \
    'get|Show a change request' \
    'update|Change a change request\'s subject, description or status' \
    'merge|Merge a change request into its space' \
    'pull|Update a change request with the changes in its space' \
    'resolve|Update a change request and choose a version of each conflict' \
    'pdf|Create a PDF of a change request\'s pages' \
    'edit|Edit a page of a change request, add pages or files, or apply a list of changes' \
    'replace|Replace text in titles, descriptions, texts and link URLs of pages' \
    'content|Show the content of a change request: pages, files and variables' \
    'pages|List the page tree of a change request' \
    'page|Show a page of a change request with its text' \
    'meta-links|Show the canonical and alternate links of a page of a change request' \
    'links|List the links in a change request and their status' \
    'page-links|List the links on a page of a change request and their status' \
    'backlinks|List the content that links to a page of a change request' \
    'file-backlinks|List the content that links to a file of a change request' \
    'files|List the files of a change request' \
    'file|Show a file of a change request with its download URL' \
    'reusable-content|Show reusable content of a change request' \
    'view|Show the status of a change request: changes, conflicts, reviews, merge rules' \
    'diff|Show the changes of a change request page by page' \
    'preview|Preview a site with the changes of a change request' \
    'changes|Show the changes of a change request' \
    'review|Review a change request' \
    'reviews|List or show the reviews of a change request' \
    'reviewers|List the requested reviewers of a change request' \
    'request-review|Request reviews of a change request' \
    'unrequest-review|Cancel a review request' \
    'contributors|List the editors and commenters of a change request with counts' \
    'conversation|Manage the agent conversations of a change request' \
    'commenters|List the members who commented on a change request'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'cr list'
   set -g __tome_path 'cr list'
   set -g __tome_flags \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or URL of the space' \
    '--status|=draft =open =archived =merged|Only resources in this state' \
    '--creator|@user|Only change requests created by this user' \
    '--contributor|@user|Only change requests created or edited by this user' \
    '--requested-reviewer|@user|Only change requests with a review request for this user' \
    '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only change requests created for this cluster of issues' \
    '--topic|.|Only change requests created for this topic of a site' \
    '--scheduled||Only change requests with a scheduled or failed merge, drafts too' \
    '--no-scheduled||The opposite of --scheduled' \
    '--order-by|=updatedAt =createdAt|Sort by time of the last update or of the creation, oldest first' \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--of-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only change requests of this space' \
    '--of-site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only change requests of spaces on this site' \
    '--styleguide-run|.|Only change requests created by this style guide run' \
    '--finding|=none =all|Include change requests created from findings' \
    '--org-wide||List change requests of all spaces, even if a space is set' \
    '!--no-org-wide||' \
    '!--columns|,number ,id ,subject ,status ,space ,author ,comments ,outdated ,merge-at ,updated|' \
    '!--sort|=number =id =subject =status =space =author =comments =outdated =merge-at =updated|' \
    '!--filter|=number= =id= =subject= =status= =space= =author= =comments= =outdated= =merge-at= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr create'
   set -g __tome_path 'cr create'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--subject|.|Subject' \
    '--template|.|Template for the first pages' \
    '--agent-task-id|.|Agent task that the change request belongs to' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr get'
   set -g __tome_path 'cr get'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,number ,id ,subject ,status ,author ,comments ,outdated ,merge-at ,updated ,created ,scheduled-by ,merge-error ,space ,revision ,initial-revision ,merged-revision ,cluster ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'cr update'
   set -g __tome_path 'cr update'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--subject|.|Subject' \
    '--description|.|Description' \
    '--status|=draft =open =archived|New status; an archived change request can be reopened' \
    '--links|.|URLs linked to the change request, replacing existing ones' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr merge'
   set -g __tome_path 'cr merge'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--at|.|Merge at this time, such as 8h or \'tomorrow 08:00\'; --no-at cancels it' \
    '--no-at||No at' \
    '--fail|=conflicts|End with exit code 10 if the merge had conflicts' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'cr pull'
   set -g __tome_path 'cr pull'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--keep|=space =cr|Version of conflicts to keep: the space\'s or the change request\'s' \
    '--page|.|Keep this version only in this page, by id, path or title' \
    '--block|.|Keep this version only in this block' \
    '--fail|=conflicts|End with exit code 10 if the update had conflicts' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'cr resolve'
   set -g __tome_path 'cr resolve'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--keep-space|.|Keep the space\'s version of this page or block' \
    '--keep-cr|.|Keep the change request\'s version of it' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'cr pdf'
   set -g __tome_path 'cr pdf'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--page|^space:--space,TOME_SPACE @page|First page; its subpages are included' \
    '--only||Omit the subpages of --page' \
    '--no-only||The opposite of --only' \
    '--save|%file|File to write' \
    '--force||Overwrite the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'cr edit'
   set -g __tome_path 'cr edit'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--page|^space:--space,TOME_SPACE @page|Page to edit' \
    '--new||Add a page' \
    '!--no-new||' \
    '--file|%file|Markdown file with the page\'s text, - for standard input' \
    '--title|.|Title of the page' \
    '--slug|.|URL slug of the page' \
    '--into|^space:--space,TOME_SPACE @page|Parent page' \
    '--condition|.|Condition that selects the visitors of the page (hosted platform only)' \
    '--delete||Delete the page and its subpages' \
    '!--no-delete||' \
    '--revert-to|^space:--space,TOME_SPACE @revision|Revision to revert the page to; latest~1 is the previous one' \
    '--upload|%file|File to add to the space' \
    '--input|%file|JSON or YAML file with {"changes": [...]}, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr replace'
   set -g __tome_path 'cr replace'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr' \
    '...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--with|.|Replacement' \
    '--in|=text =links =all|Where to search: text, link URLs or both' \
    '--ignore-case||Ignore case' \
    '!--no-ignore-case||' \
    '--fail|=none|End with exit code 10 if nothing matches' \
    '--page|^space:--space,TOME_SPACE @page|Only in this page' \
    $__tome_limits \
    $__tome_tables \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr content'
   set -g __tome_path 'cr content'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr pages'
   set -g __tome_path 'cr pages'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--tree||Show the page tree' \
    '!--no-tree||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'cr page'
   set -g __tome_path 'cr page'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--path|.|Path of the page in its space, such as guides/start' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the page\'s text' \
    '--refs|=relative =stable|How Markdown links to other content: by path or by id' \
    '--evaluated|=true =false =deterministic-only|Evaluate expressions and conditions: all, or only those equal for all readers' \
    '--dereferenced|=true =false =reusable-contents|Replace references by their content: all, or only reusable contents' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'cr meta-links'
   set -g __tome_path 'cr meta-links'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr links'
   set -g __tome_path 'cr links'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--status|=ok =broken =in-app|Only links with this status' \
    '--broken-context|=change-request =space|Only broken links: broken by the change request, or before it' \
    '--fail|=broken|End with exit code 10 if there are broken links' \
    '--markdown||Print the preview URLs of changed pages as Markdown instead' \
    '!--no-markdown||' \
    '--on|@site|Site of the preview URLs; default a published one' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every \
    $__tome_findings
  case 'cr page-links'
   set -g __tome_path 'cr page-links'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--fail|=broken|End with exit code 10 if there are broken links' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every \
    $__tome_findings
  case 'cr backlinks'
   set -g __tome_path 'cr backlinks'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,kind ,page-id ,page ,space ,block|' \
    '!--sort|=kind =page-id =page =space =block|' \
    '!--filter|=kind= =page-id= =page= =space= =block=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr file-backlinks'
   set -g __tome_path 'cr file-backlinks'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,kind ,page-id ,page ,space ,block|' \
    '!--sort|=kind =page-id =page =space =block|' \
    '!--filter|=kind= =page-id= =page= =space= =block=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr files'
   set -g __tome_path 'cr files'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,name ,type ,size|' \
    '!--sort|=id =name =type =size|' \
    '!--filter|=id= =name= =type= =size=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr file'
   set -g __tome_path 'cr file'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '--save|%file|File to write' \
    '--force||Overwrite the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'cr reusable-content'
   set -g __tome_path 'cr reusable-content'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^space:--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--metadata||Include the Git location of each item' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Generate the content of computed sources' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,title ,document ,file|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr view'
   set -g __tome_path 'cr view'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    $__tome_every
  case 'cr diff'
   set -g __tome_path 'cr diff'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--page|.|Only this page, by id, path or title' \
    '--stat||List changed pages with line counts' \
    '!--no-stat||' \
    '--format|=patch =table =json =ndjson =yaml =csv =tsv =id|Print a patch for git apply, with each page as <path>.md' \
    '--fail|=changes|End with exit code 10 if there are changes' \
    '--web||Open the change request in the browser' \
    '!--no-web||' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'cr preview'
   set -g __tome_path 'cr preview'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--on|@site|Site that shows the space; default a published one' \
    '--claims|.|Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file' \
    '--as-visitor|.|Email address of the visitor, as a claim' \
    '--browser||Open the browser; --no-browser prints the URL instead' \
    '!--no-browser||' \
    $__tome_every
  case 'cr changes'
   set -g __tome_path 'cr changes'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--limit|.|Maximum number of changes to return' \
    '!--columns|,change ,page ,title ,path ,file ,reusable-content|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr review'
   set -g __tome_path 'cr review'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--approve||Approve the change request' \
    '!--no-approve||' \
    '--body|.|Text' \
    '--request-changes||Request changes' \
    '!--no-request-changes||' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr reviews'
   set -g __tome_path 'cr reviews'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr' \
    '^cr:#0 @review'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Format of the text in the response' \
    '--outdated||Only outdated reviews, or only current ones' \
    '--no-outdated||The opposite of --outdated' \
    '!--columns|,id ,reviewer ,status ,outdated ,created ,comment|' \
    '!--sort|=id =reviewer =status =outdated =created =comment|' \
    '!--filter|=id= =reviewer= =status= =outdated= =created= =comment=|' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests
  case 'cr reviewers'
   set -g __tome_path 'cr reviewers'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,user ,name ,requested-by ,created|' \
    '!--sort|=user =name =requested-by =created|' \
    '!--filter|=user= =name= =requested-by= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr request-review'
   set -g __tome_path 'cr request-review'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--reviewer|@user|Reviewer to add' \
    '--subject|.|Subject of the change request' \
    '--description|.|Description of the change request' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr unrequest-review'
   set -g __tome_path 'cr unrequest-review'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @open-cr' \
    '@user ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr contributors'
   set -g __tome_path 'cr contributors'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,user ,name ,action ,count ,updated|' \
    '!--sort|=user =name =action =count =updated|' \
    '!--filter|=user= =name= =action= =count= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr conversation' 'cr conversations'
   set -g __tome_path 'cr conversation'
   set -g __tome_below \
    'list|List the agent conversations of a change request' \
    'update|Rename an agent conversation of a change request' \
    'delete|Delete an agent conversation of a change request'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'cr conversation list'
   set -g __tome_path 'cr conversation list'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '!--columns|,id ,title ,shared ,created ,updated|' \
    '!--sort|=id =title =shared =created =updated|' \
    '!--filter|=id= =title= =shared= =created= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr conversation update'
   set -g __tome_path 'cr conversation update'
   set -g __tome_arguments \
    '^cr:--cr @cr-conversation ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    '--title|.|New title' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr conversation delete'
   set -g __tome_path 'cr conversation delete'
   set -g __tome_arguments \
    '^cr:--cr @cr-conversation ...'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--cr|^space:--space,TOME_SPACE @cr|Number, subject, id or URL of the change request' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'cr commenters'
   set -g __tome_path 'cr commenters'
   set -g __tome_arguments \
    '^space:--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,id ,name ,email ,role|' \
    '!--sort|=id =name =email =role|' \
    '!--filter|=id= =name= =email= =role=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'git'
   set -g __tome_path 'git'
   set -g __tome_below \
    'connect|Connect a space to a Git repository' \
    'status|Show the connection of a space and its last syncs' \
    'sync|Import the changes of the connected branch, then export those of the space' \
    'disconnect|Disconnect a space from its Git repository' \
    'list|List the Git installations of a site and its spaces' \
    'repos|List the repositories that the connection of a space can read' \
    'branches|List the branches of the connected repository' \
    'file|Show a file of the connected repository' \
    'reconnect|Restore a removed Git installation, without its token' \
    'import|Import the content of a Git repository into a space' \
    'export|Export the content of a space to a Git repository' \
    'plan|Show the changes of an import or export without applying them' \
    'info|Show the Git repository of a space and its last import or export' \
    'remove-legacy|Remove the legacy Git connection of a space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'git connect'
   set -g __tome_path 'git connect'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--repo|.|URL, local folder, or owner/name of the repository' \
    '--branch|.|Branch (default: that of the checkout or repository)' \
    '--folder|%folder|Folder of the repository with the content' \
    '--priority|=git =space|Side that takes precedence in the first sync and in conflicts' \
    '--provider|=github =gitlab =git|Provider of the repository' \
    '--token-file|%file|File with an access token; - for standard input' \
    '--instance|.|Base URL of a self-hosted GitHub or GitLab' \
    '--message|.|Message of the commits that exports create' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'git status'
   set -g __tome_path 'git status'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    $__tome_every
  case 'git sync'
   set -g __tome_path 'git sync'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'git disconnect'
   set -g __tome_path 'git disconnect'
   set -g __tome_arguments \
    '@space ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'git list'
   set -g __tome_path 'git list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or URL of the site' \
    '!--columns|,id ,space ,repository ,branch ,status|' \
    '!--sort|=id =space =repository =branch =status|' \
    '!--filter|=id= =space= =repository= =branch= =status=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'git repos'
   set -g __tome_path 'git repos'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'git branches'
   set -g __tome_path 'git branches'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--repo|.|Repository, as owner/name; that of the connection by default' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'git file'
   set -g __tome_path 'git file'
   set -g __tome_arguments \
    '@space' \
    '.'
   set -g __tome_flags \
    '--ref|.|Branch, tag or commit' \
    '--repo|.|Repository, as owner/name; that of the connection by default' \
    $__tome_every
  case 'git reconnect'
   set -g __tome_path 'git reconnect'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'git import'
   set -g __tome_path 'git import'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--url|.|URL of the repository; may include user name and password' \
    '--ref|.|Branch, such as main or refs/heads/main' \
    '--force||Import even if the commit is older or conflicts with the space' \
    '--no-force||The opposite of --force' \
    '--standalone||Create a revision without changing the space\'s content' \
    '--no-standalone||The opposite of --standalone' \
    '--project-directory|%folder|Folder of the repository with the content' \
    '--repo-cache-id|.|Cache key for the cloned repository' \
    '--repo-tree-url|.|Base URL for links to files' \
    '--repo-commit-url|.|Base URL for links to commits' \
    '--timestamp|.|Time of the triggering event; events older than the last sync are skipped' \
    '--provider|=github =gitlab|Provider of the repository' \
    '--provider-url|.|URL of the repository\'s web page' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'git export'
   set -g __tome_path 'git export'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--url|.|URL of the repository; may include user name and password' \
    '--ref|.|Branch, such as main or refs/heads/main' \
    '--message|.|Commit message (default "Update the documentation")' \
    '--force||Export even if the content is older or conflicts with the branch' \
    '--no-force||The opposite of --force' \
    '--standalone||Do not link the content to the commit' \
    '--no-standalone||The opposite of --standalone' \
    '--project-directory|%folder|Folder of the repository with the content' \
    '--repo-cache-id|.|Cache key for the cloned repository' \
    '--repo-tree-url|.|Base URL for links to files' \
    '--repo-commit-url|.|Base URL for links to commits' \
    '--timestamp|.|Time of the triggering event; events older than the last sync are skipped' \
    '--provider|=github =gitlab|Provider of the repository' \
    '--provider-url|.|URL of the repository\'s web page' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'git plan'
   set -g __tome_path 'git plan'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '--direction|=import =export|Direction of the sync' \
    '--url|.|URL of the repository; may include user name and password' \
    '--ref|.|Branch, such as main or refs/heads/main' \
    '--force||Plan for a run with --force' \
    '--no-force||The opposite of --force' \
    '--project-directory|%folder|Folder of the repository with the content' \
    '--repo|%folder|Local checkout to plan for, instead of --url and --ref; uncommitted changes are ignored' \
    '--fail|=changes =conflicts|End with exit code 10 if there are changes, or only for conflicts' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_every \
    $__tome_findings
  case 'git info'
   set -g __tome_path 'git info'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    '!--columns|,repository ,url ,ref ,provider ,integration ,operation ,state ,error ,warnings ,revision ,commit ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'git remove-legacy'
   set -g __tome_path 'git remove-legacy'
   set -g __tome_flags \
    '--space|@space|Title, id or URL of the space' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'openapi'
   set -g __tome_path 'openapi'
   set -g __tome_below \
    'list|List the API specifications of an organization' \
    'create|Create an API specification' \
    'get|Show an API specification' \
    'put|Create or update an API specification' \
    'publish|Create or update an API specification, like `openapi put`' \
    'diff|Compare two versions of an API specification' \
    'update|Change the visibility of an API specification' \
    'delete|Delete an API specification with all its versions' \
    'version|Show the versions of an API specification'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'openapi list'
   set -g __tome_path 'openapi list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,slug ,state ,error ,visibility ,source ,updated|' \
    '!--sort|=slug =state =error =visibility =source =updated|' \
    '!--filter|=slug= =state= =error= =visibility= =source= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'openapi create'
   set -g __tome_path 'openapi create'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--url|.|URL that the platform fetches the specification from' \
    '--file|%file|File to upload, with the files that it references; - for standard input' \
    '--root|%folder|Folder that referenced files must be in; default the file\'s folder' \
    '--input|%file|JSON or YAML file with the request body' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'openapi get'
   set -g __tome_path 'openapi get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,slug ,state ,error ,errors ,version ,visibility ,source ,processed ,created ,updated ,published-url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'openapi put'
   set -g __tome_path 'openapi put'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--url|.|URL that the platform fetches the specification from' \
    '--file|%file|File to upload, with the files that it references; - for standard input' \
    '--root|%folder|Folder that referenced files must be in; default the file\'s folder' \
    '--input|%file|JSON or YAML file with the request body' \
    '--fail|=breaking|Compare with the live version first; refuse breaking changes' \
    '--allow-unresolved||With --fail: accept references that cannot be resolved' \
    '!--no-allow-unresolved||' \
    '--accept-moved-prefix||Accept a URL path that moved between the server URL and the paths' \
    '!--no-accept-moved-prefix||' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'openapi publish'
   set -g __tome_path 'openapi publish'
   set -g __tome_arguments \
    '%file ...'
   set -g __tome_flags \
    '--org|@org|Organization of the specification' \
    '-o|@org|Organization of the specification' \
    '!--organization|@org|' \
    '--spec|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug of the specification' \
    '-s|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug of the specification' \
    '--root|%folder|Folder that referenced files must be in; default the file\'s folder' \
    '--fail|=breaking|Compare with the live version first; refuse breaking changes' \
    '--allow-unresolved||With --fail: accept references that cannot be resolved' \
    '!--no-allow-unresolved||' \
    '--accept-moved-prefix||Accept a URL path that moved between the server URL and the paths' \
    '!--no-accept-moved-prefix||' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'openapi diff'
   set -g __tome_path 'openapi diff'
   set -g __tome_arguments \
    '.' \
    '.'
   set -g __tome_flags \
    '--org|@org|Organization of the slug' \
    '!--organization|@org|' \
    '--fail|=breaking|Minimum level of changes that end with exit code 10' \
    '--allow-unresolved||With --fail: accept references that cannot be resolved' \
    '!--no-allow-unresolved||' \
    '--accept-moved-prefix||Accept a URL path that moved between the server URL and the paths' \
    '!--no-accept-moved-prefix||' \
    '--format|=markdown =table =json =ndjson =yaml =csv =tsv =id|Print Markdown for a pull request comment' \
    '--json||Print JSON, optionally only these comma-separated fields' \
    '--jq|.|Filter JSON output with a jq program' \
    '-q|.|Filter JSON output with a jq program' \
    '--raw-csv||Do not escape formulas in CSV and TSV cells' \
    '--profile|.|Profile to use' \
    '--local||Use the local platform (same as --profile local)' \
    '--base-url|.|Base URL of the platform' \
    '--timeout|.|Maximum time for a request, including retries' \
    '--retries|.|Maximum number of retries per request' \
    '--no-input||Never prompt; fail if a value is missing' \
    '--quiet||Suppress notes and progress' \
    '--debug||Log requests and responses on standard error, without secrets' \
    '--record|%file|File to record requests and responses in, without secrets' \
    '--replay|%file|Recording to answer requests from, without a network' \
    '--no-color||Disable color' \
    '--color||Use color even if the output is not a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_findings
  case 'openapi update'
   set -g __tome_path 'openapi update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--visibility|=private =public|Visibility; public provides a URL that needs no token' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'openapi delete'
   set -g __tome_path 'openapi delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'openapi version' 'openapi versions'
   set -g __tome_path 'openapi version'
   set -g __tome_below \
    'list|List the versions of an API specification, the latest first' \
    'get|Show a version of an API specification (default the latest)' \
    'content|Show or save the files of a version of an API specification' \
    'raw|Print the source text of a version of an API specification'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'openapi version list'
   set -g __tome_path 'openapi version list'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,created ,url|' \
    '!--sort|=id =created =url|' \
    '!--filter|=id= =created= =url=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'openapi version get'
   set -g __tome_path 'openapi version get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' \
    '@specification-version'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,created ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'openapi version content'
   set -g __tome_path 'openapi version content'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' \
    '@specification-version'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--save|%folder|Folder to write the files to' \
    '--force||With --save: overwrite existing files' \
    '!--no-force||' \
    $__tome_every
  case 'openapi version raw'
   set -g __tome_path 'openapi version raw'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' \
    '@specification-version'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_every
  case 'check'
   set -g __tome_path 'check'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Organization to check, unless --repo is given' \
    '!--organization|@org|' \
    '--space|^org:--org @space|Spaces to check' \
    '--repo|%folder|Local folder to check; nothing is sent' \
    '--rules|%file|Configuration file: levels, parameters, exceptions, custom rules' \
    '--baseline|%file|File with accepted findings, which are not counted' \
    '--update-baseline||Write all findings to the baseline; default .tome.check-baseline.json' \
    '!--no-update-baseline||' \
    '--fail|=error =warning|Minimum level of findings that end with exit code 10' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every \
    $__tome_findings
  case 'export'
   set -g __tome_path 'export'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--only|.|Parts to export: org, people, content, sites, specs, webhooks, saml' \
    '--with|.|Parts that take one or two requests per resource: grants, share-links, customization, git, redirects' \
    '--force||Overwrite existing files, preserving comments' \
    '!--no-force||' \
    $__tome_every
  case 'plan'
   set -g __tome_path 'plan'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--prune||Delete managed resources that are not in the files' \
    '!--no-prune||' \
    '--max-deletes|.|Maximum deletions of a kind with ten or more resources (n or n%)' \
    '--adopt|.|Adopt an existing resource at this path of the files' \
    '--save|%file|File to save the plan to, for apply' \
    '--markdown|%file|File to write the plan to as Markdown' \
    '--fail|=changes|End with exit code 10 if there are changes' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'apply'
   set -g __tome_path 'apply'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--prune||Delete managed resources that are not in the files' \
    '!--no-prune||' \
    '--max-deletes|.|Maximum deletions of a kind with ten or more resources (n or n%)' \
    '--adopt|.|Adopt an existing resource at this path of the files' \
    '--resume|.|Resume an interrupted apply from its journal' \
    $__tome_limits \
    $__tome_tables \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'drift'
   set -g __tome_path 'drift'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--ignore|%file|Ignore changes at this path' \
    '--fail|=changes|End with exit code 10 if there are changes; always on' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'backup'
   set -g __tome_path 'backup'
   set -g __tome_below \
    'create|Back up the spaces of an organization, fetching only changes' \
    'diff|Compare a backup with the platform' \
    'restore|Restore spaces from a backup through change requests' \
    'verify|Verify the checksums of a backup offline'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'backup create'
   set -g __tome_path 'backup create'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to back up; default all' \
    '--other-platform||Accept a backup from another platform' \
    '!--no-other-platform||' \
    $__tome_every
  case 'backup diff'
   set -g __tome_path 'backup diff'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--other-platform||Accept a backup from another platform' \
    '!--no-other-platform||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every \
    $__tome_findings
  case 'backup restore'
   set -g __tome_path 'backup restore'
   set -g __tome_arguments \
    '%folder ...'
   set -g __tome_flags \
    '--space|.|Spaces to restore' \
    '--to|@org|Organization to restore to; default the backup\'s organization' \
    '--as-change-request||Leave the change requests open for review' \
    '!--no-as-change-request||' \
    '--other-platform||Accept a backup from another platform' \
    '!--no-other-platform||' \
    '--again||Restore another copy of spaces already restored from this backup' \
    '!--no-again||' \
    $__tome_limits \
    $__tome_tables \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'backup verify'
   set -g __tome_path 'backup verify'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every \
    $__tome_findings
  case 'conversation' 'conversations'
   set -g __tome_path 'conversation'
   set -g __tome_below \
    'list|List the conversations of an organization' \
    'ingest|Import conversations, replacing those with the same id' \
    'get|Show a conversation with its messages' \
    'cluster|Show clusters of similar issues' \
    'issue|Show issues found in conversations'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'conversation list'
   set -g __tome_path 'conversation list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--source|.|Only conversations from this source, such as email' \
    '!--columns|,id ,subject ,source ,created ,processed|' \
    '!--sort|=id =subject =source =created =processed|' \
    '!--filter|=id= =subject= =source= =created= =processed=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'conversation ingest'
   set -g __tome_path 'conversation ingest'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--file|%file|JSON or NDJSON file with conversations, - for standard input' \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'conversation get'
   set -g __tome_path 'conversation get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,subject ,source ,created ,parts|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'conversation cluster' 'conversation clusters'
   set -g __tome_path 'conversation cluster'
   set -g __tome_below \
    'list|List clusters of similar issues' \
    'get|Show a cluster of similar issues'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'conversation cluster list'
   set -g __tome_path 'conversation cluster list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--status|=pending =analysing|Only clusters with pending or running analysis' \
    '--order|=asc =desc|Sort order' \
    '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted|Sort field' \
    '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated|' \
    '!--sort|=id =label =issues =conversations =last-13-weeks =updated|' \
    '!--filter|=id= =label= =issues= =conversations= =last-13-weeks= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'conversation cluster get'
   set -g __tome_path 'conversation cluster get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated ,summary|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'conversation issue' 'conversation issues'
   set -g __tome_path 'conversation issue'
   set -g __tome_below \
    'list|List issues found in conversations' \
    'get|Show an issue with its conversation'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'conversation issue list'
   set -g __tome_path 'conversation issue list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only issues of this cluster' \
    '--conversation|.|Only issues of this conversation' \
    '!--columns|,id ,title ,cluster ,conversation ,created|' \
    '!--sort|=id =title =cluster =conversation =created|' \
    '!--filter|=id= =title= =cluster= =conversation= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'conversation issue get'
   set -g __tome_path 'conversation issue get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @issue'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,cluster ,conversation ,created ,summary|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'import'
   set -g __tome_path 'import'
   set -g __tome_below \
    'list|List the imports of an organization, newest first' \
    'get|Show an import and its pages' \
    'start|Import the pages of a website into a space or a change request' \
    'cancel|Stop an import without adding its pages'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'import list'
   set -g __tome_path 'import list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only imports into this space' \
    '--cr|^space:--space @cr|Only imports into this change request' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only imports into spaces of this site' \
    '--status|=active =pending =in-progress =completed =failed =cancelled|Only resources in this state' \
    '!--columns|,id ,source ,space ,status ,updated|' \
    '!--sort|=id =source =space =status =updated|' \
    '!--filter|=id= =source= =space= =status= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'import get'
   set -g __tome_path 'import get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @import'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,source ,space ,status ,updated ,change-request ,parent-page ,reason ,created ,pages|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'import start'
   set -g __tome_path 'import start'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to import into' \
    '--cr|^space:--space @cr|Change request to import into instead' \
    '--parent|^space:--space @page|Parent page or group' \
    '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Docs site to attribute the import to' \
    '--enhance||Clean up imported pages with an LLM' \
    '--no-enhance||The opposite of --enhance' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'import cancel'
   set -g __tome_path 'import cancel'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @running-import ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation' 'translations'
   set -g __tome_path 'translation'
   set -g __tome_below \
    'list|List the translations of an organization' \
    'create|Create a translation of a space' \
    'get|Show a translation' \
    'update|Change the instructions of a translation' \
    'delete|Delete a translation, keeping the translated space' \
    'run|Translate the content that changed since the last run' \
    'glossary|Manage the glossary that translations use'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'translation list'
   set -g __tome_path 'translation list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,source ,from ,to ,status ,result ,updated|' \
    '!--sort|=id =source =from =to =status =result =updated|' \
    '!--filter|=id= =source= =from= =to= =status= =result= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'translation create'
   set -g __tome_path 'translation create'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--source-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to translate' \
    '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Source language' \
    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Target language' \
    '--instructions|.|Instructions for the translator' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation get'
   set -g __tome_path 'translation get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,source ,from ,to ,status ,result ,updated ,created ,runs ,pages-in-all-runs ,words-in-all-runs ,last-run-pages ,last-run-words ,last-run-ms ,corrections-to-review ,error|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'translation update'
   set -g __tome_path 'translation update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--instructions|.|Instructions for the translator' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation delete'
   set -g __tome_path 'translation delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'translation run'
   set -g __tome_path 'translation run'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--wait||Wait until the operation is complete' \
    '!--no-wait||' \
    '--wait-limit|.|Maximum number of seconds to wait' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation glossary'
   set -g __tome_path 'translation glossary'
   set -g __tome_below \
    'list|List the glossary of an organization' \
    'get|Show an entry of the glossary' \
    'add|Add an entry to the glossary' \
    'update|Change terms of a glossary entry; other languages keep theirs' \
    'delete|Delete an entry of the glossary' \
    'put|Apply a file of changes to the glossary at once'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'translation glossary list'
   set -g __tome_path 'translation glossary list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--order-by|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Sort by the terms of this language' \
    '!--columns|,id ,terms ,updated|' \
    '!--sort|=id =terms =updated|' \
    '!--filter|=id= =terms= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'translation glossary get'
   set -g __tome_path 'translation glossary get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_every
  case 'translation glossary add'
   set -g __tome_path 'translation glossary add'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--term|.|Term in a language, such as fr=espace; repeat for each language' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation glossary update'
   set -g __tome_path 'translation glossary update'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--term|.|Term in a language, such as fr=espace; repeat for each language' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation glossary delete'
   set -g __tome_path 'translation glossary delete'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'translation glossary put'
   set -g __tome_path 'translation glossary put'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--operations|.|Operations, applied in order' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'whoami'
   set -g __tome_path 'whoami'
   set -g __tome_flags \
    $__tome_every
  case 'hostname'
   set -g __tome_path 'hostname'
   set -g __tome_below \
    'get|Show the site and DNS status of a custom domain' \
    'check|Check the DNS records of a custom domain again' \
    'remove|Remove a custom domain from its site' \
    'organization|Show the organization that owns a hostname'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'hostname get'
   set -g __tome_path 'hostname get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '!--columns|,hostname ,site ,status ,record-type ,record-name ,record-value|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'hostname check'
   set -g __tome_path 'hostname check'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'hostname remove'
   set -g __tome_path 'hostname remove'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'hostname organization'
   set -g __tome_path 'hostname organization'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '!--columns|,hostname ,organization ,active|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'url'
   set -g __tome_path 'url'
   set -g __tome_below \
    'embed|Show the title, website and icon of a URL'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'url embed'
   set -g __tome_path 'url embed'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '!--columns|,title ,site ,type ,icon ,html|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'user'
   set -g __tome_path 'user'
   set -g __tome_below \
    'invitation|Manage your invitations to organizations' \
    'update|Change your display name or picture' \
    'notifications-token|Create a token for the notification service of the web app'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'user invitation'
   set -g __tome_path 'user invitation'
   set -g __tome_below \
    'list|List the invitations that you have not answered' \
    'accept|Accept an invitation to an organization' \
    'decline|Decline an invitation to an organization'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'user invitation list'
   set -g __tome_path 'user invitation list'
   set -g __tome_flags \
    '!--columns|,organization ,title ,role ,invited-by ,created|' \
    '!--sort|=organization =title =role =invited-by =created|' \
    '!--filter|=organization= =title= =role= =invited-by= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'user invitation accept'
   set -g __tome_path 'user invitation accept'
   set -g __tome_arguments \
    '@org ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'user invitation decline'
   set -g __tome_path 'user invitation decline'
   set -g __tome_arguments \
    '@org ...'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'user update'
   set -g __tome_path 'user update'
   set -g __tome_flags \
    '--name|.|Name' \
    '--photo|.|URL of a picture' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'user notifications-token'
   set -g __tome_path 'user notifications-token'
   set -g __tome_flags \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'auth'
   set -g __tome_path 'auth'
   set -g __tome_below \
    'login|Store a token for a platform' \
    'logout|Delete the stored token of a profile' \
    'status|Show the token in use, its storage and whether it is valid' \
    'token|Print the token in use' \
    'list|List profiles with their platform and token storage' \
    'switch|Set the default profile'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'auth login'
   set -g __tome_path 'auth login'
   set -g __tome_flags \
    '--with-token||Read the token from standard input' \
    '!--no-with-token||' \
    '--web||Sign in to a tome server in the browser' \
    '!--no-web||' \
    '--browser||Open the browser; --no-browser prints the URL instead' \
    '!--no-browser||' \
    '--offline||Store the token without verifying it' \
    '!--no-offline||' \
    '--insecure-storage||Store the token in a file instead of the keyring' \
    '!--no-insecure-storage||' \
    $__tome_every
  case 'auth logout'
   set -g __tome_path 'auth logout'
   set -g __tome_flags \
    $__tome_every
  case 'auth status'
   set -g __tome_path 'auth status'
   set -g __tome_flags \
    '--offline||Skip the verification of the token' \
    '!--no-offline||' \
    $__tome_every
  case 'auth token'
   set -g __tome_path 'auth token'
   set -g __tome_flags \
    $__tome_every
  case 'auth list'
   set -g __tome_path 'auth list'
   set -g __tome_flags \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'auth switch'
   set -g __tome_path 'auth switch'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    $__tome_every
  case 'config'
   set -g __tome_path 'config'
   set -g __tome_below \
    'get|Print the value of a setting' \
    'set|Set a setting of the profile' \
    'unset|Remove settings from the profile' \
    'list|List the effective settings and their sources' \
    'path|Print the path of the settings folder'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'config get'
   set -g __tome_path 'config get'
   set -g __tome_arguments \
    '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir'
   set -g __tome_flags \
    $__tome_every
  case 'config set'
   set -g __tome_path 'config set'
   set -g __tome_arguments \
    '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir' \
    '.'
   set -g __tome_flags \
    $__tome_every
  case 'config unset'
   set -g __tome_path 'config unset'
   set -g __tome_arguments \
    '=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir ...'
   set -g __tome_flags \
    $__tome_every
  case 'config list'
   set -g __tome_path 'config list'
   set -g __tome_flags \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'config path'
   set -g __tome_path 'config path'
   set -g __tome_flags \
    $__tome_every
  case 'api'
   set -g __tome_path 'api'
   set -g __tome_arguments \
    '=GET =POST =PUT =PATCH =DELETE =HEAD =OPTIONS' \
    '.'
   set -g __tome_flags \
    '--field|.|Text field of the body, or of the query of a GET request' \
    '-f|.|Text field of the body, or of the query of a GET request' \
    '--typed-field|.|Field parsed as JSON if possible; @file reads its text from a file' \
    '-F|.|Field parsed as JSON if possible; @file reads its text from a file' \
    '--header|.|HTTP header of the request' \
    '-H|.|HTTP header of the request' \
    '--input|%file|File with the body, - for standard input' \
    '--paginate||Fetch all pages of a list' \
    '!--no-paginate||' \
    '--slurp||With --paginate: one array of all pages' \
    '!--no-slurp||' \
    '--include||Print the status line and the headers' \
    '-i||Print the status line and the headers' \
    '!--no-include||' \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'serve'
   set -g __tome_path 'serve'
   set -g __tome_flags \
    '--port|.|Port, 0 for any free port' \
    '--host|.|IP address to listen on' \
    '--data|%folder|Data folder' \
    '--database|.|URL of a PostgreSQL database for the data' \
    '--s3-endpoint|.|URL of an S3-compatible object storage for file contents' \
    '--s3-bucket|.|Bucket of the object storage' \
    '--s3-region|.|Region of the object storage' \
    '--s3-prefix|.|Prefix of all objects in the bucket' \
    '--memory||Keep the data in memory only' \
    '!--no-memory||' \
    '--seed||Load the sample workspace unless it is loaded already' \
    '!--no-seed||' \
    '--ready-file|%file|File to write when the server accepts requests' \
    '--allow-private||Allow the platform to fetch from private and loopback IP addresses' \
    '!--no-allow-private||' \
    '--jobs|=both =none =only|Whether to run jobs and answer requests' \
    '--job-concurrency|.|Maximum number of long jobs at a time, such as imports' \
    '--rate-limit|.|Maximum number of requests per minute and token' \
    '--organization-rate-limit|.|Maximum number of requests per minute and organization' \
    '--run-integrations||Run the scripts of integrations, which requires the package miniflare' \
    '!--no-run-integrations||' \
    '--allow-integration-scripts||Include scripts of integrations in the pages of sites' \
    '!--no-allow-integration-scripts||' \
    '--drain-delay|.|Seconds to serve after SIGTERM while /readyz responds with 503' \
    '--faults|%file|JSON or YAML file with the plan, - for standard input' \
    '--repeatable|.|Generate deterministic IDs from a seed and freeze the clock (in-memory only)' \
    '--clock|.|Initial time of the clock with --repeatable' \
    '--log|=text =json =off|Format of the request log on standard error' \
    '--metrics||Serve /metrics without authentication' \
    '!--no-metrics||' \
    '--otlp-endpoint|.|Base URL of an OTLP/HTTP receiver for traces' \
    '--public-url|.|Public base URL behind a reverse proxy' \
    '--trusted-proxy|.|IP address or network of a proxy in front of sites' \
    $__tome_every
  case 'agent'
   set -g __tome_path 'agent'
   set -g __tome_below \
    'setup|Install the skill and the server of tome for agents' \
    'status|Show the state of the agent of an organization' \
    'task|Manage the tasks of the agent of an organization' \
    'conversation|Manage your conversations with the agent of an organization'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'agent setup'
   set -g __tome_path 'agent setup'
   set -g __tome_flags \
    '--client|=claude =codex =cursor =gemini =opencode =vscode|Program of the agent; default those in use' \
    '--project||Set up for the current folder (default)' \
    '!--no-project||' \
    '--user||Set up for all projects of the user instead of the current folder' \
    '!--no-user||' \
    '--allow|=write =delete|Changes that the agent may apply through the server; default none' \
    '--status||Show the state without changing anything' \
    '!--no-status||' \
    '--remove||Remove the skill and the server' \
    '!--no-remove||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'agent status'
   set -g __tome_path 'agent status'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,email ,conversations ,issues ,clusters ,backlog-tasks ,started-tasks ,completed-tasks ,canceled-tasks|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'agent task'
   set -g __tome_path 'agent task'
   set -g __tome_below \
    'list|List the agent tasks of an organization' \
    'get|Show an agent task' \
    'update|Start or cancel an agent task, or return it to the backlog'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'agent task list'
   set -g __tome_path 'agent task list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only tasks for this cluster of issues' \
    '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only tasks in this space' \
    '--status|=backlog =started =completed =canceled|Only tasks with this status' \
    '!--columns|,id ,title ,status ,space ,change-request ,updated|' \
    '!--sort|=id =title =status =space =change-request =updated|' \
    '!--filter|=id= =title= =status= =space= =change-request= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'agent task get'
   set -g __tome_path 'agent task get'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-task'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,status ,space ,change-request ,updated ,description ,cluster ,created ,url|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'agent task update'
   set -g __tome_path 'agent task update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-task ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--status|=backlog =started =canceled|New status' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'agent conversation' 'agent conversations'
   set -g __tome_path 'agent conversation'
   set -g __tome_below \
    'list|List your conversations with the agent of an organization' \
    'provision|Prepare a conversation with the agent of an organization' \
    'update|Rename a conversation with the agent of an organization' \
    'delete|Delete a conversation with the agent of an organization'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'agent conversation list'
   set -g __tome_path 'agent conversation list'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,shared ,created ,updated ,change-request|' \
    '!--sort|=id =title =shared =created =updated =change-request|' \
    '!--filter|=id= =title= =shared= =created= =updated= =change-request=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'agent conversation provision'
   set -g __tome_path 'agent conversation provision'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'agent conversation update'
   set -g __tome_path 'agent conversation update'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-conversation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    '--title|.|New title' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'agent conversation delete'
   set -g __tome_path 'agent conversation delete'
   set -g __tome_arguments \
    '^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-conversation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or URL of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'mcp'
   set -g __tome_path 'mcp'
   set -g __tome_flags \
    '--allow|=write =delete|Changes that the agent can apply: writes, or writes and deletions, which a user confirms; default none' \
    '--org|@org|Default organization of the commands' \
    '!--organization|@org|' \
    '--space|^org:--org @space|Default space of the commands' \
    $__tome_every
  case 'preview'
   set -g __tome_path 'preview'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--port|.|Port, 0 for any free port' \
    '--open||Open the browser' \
    '!--no-open||' \
    '--rules|%file|Configuration file of tome check' \
    $__tome_every
  case 'local'
   set -g __tome_path 'local'
   set -g __tome_below \
    'seed|Load the sample workspace or an export' \
    'reset|Delete all data' \
    'export|Export all data to a file' \
    'import|Replace all data with an export' \
    'path|Print the path of the data folder' \
    'token|Manage the tokens of the local platform' \
    'storage|Show and move the file contents of the local platform' \
    'domain|Verify domains of organizations as the operator' \
    'clock|Show or change the clock of the local platform' \
    'faults|Show or start a fault injection plan on the server' \
    'requests|List the latest requests that the server received' \
    'state|Show a digest of all data' \
    'exec|Run a program with a new local platform and return its exit code'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local seed'
   set -g __tome_path 'local seed'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_every
  case 'local reset'
   set -g __tome_path 'local reset'
   set -g __tome_flags \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_confirmed \
    $__tome_every
  case 'local export'
   set -g __tome_path 'local export'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_every
  case 'local import'
   set -g __tome_path 'local import'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--keep-owner-tokens||Accept tokens of the owner that this platform does not know' \
    '!--no-keep-owner-tokens||' \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_confirmed \
    $__tome_every
  case 'local path'
   set -g __tome_path 'local path'
   set -g __tome_flags \
    $__tome_every
  case 'local token'
   set -g __tome_path 'local token'
   set -g __tome_below \
    'create|Create a token for the owner or another user, and print it once' \
    'list|List the tokens with their expiry and last use' \
    'revoke|Revoke a token' \
    'rotate|Replace a token with a new one, and print it once'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local token create'
   set -g __tome_path 'local token create'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read =guest|Create the token for a user with this role' \
    '--user|.|Create the token for this user (email, name or id)' \
    '--in|.|Organization of the role, by title or id; default the first one' \
    '--label|.|Name in lists and in the audit log' \
    '--expires|.|Expiry, such as 90d, 12h, 2026-12-31 or \'2026-12-31 18:00\'' \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_every
  case 'local token list'
   set -g __tome_path 'local token list'
   set -g __tome_flags \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'local token revoke'
   set -g __tome_path 'local token revoke'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_confirmed \
    $__tome_every
  case 'local token rotate'
   set -g __tome_path 'local token rotate'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--expires|.|Expiry, such as 90d, 12h, 2026-12-31 or \'2026-12-31 18:00\'' \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_confirmed \
    $__tome_every
  case 'local storage'
   set -g __tome_path 'local storage'
   set -g __tome_below \
    'status|Show where file contents are stored' \
    'move|Move file contents between the database and the object storage'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local storage status'
   set -g __tome_path 'local storage status'
   set -g __tome_flags \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_every
  case 'local storage move'
   set -g __tome_path 'local storage move'
   set -g __tome_flags \
    '--to|=s3 =database|Target of the move, and location of new files' \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_every
  case 'local domain'
   set -g __tome_path 'local domain'
   set -g __tome_below \
    'list|List the domains that organizations claim' \
    'verify|Verify a domain of an organization, without a TXT record' \
    'revoke|End the verification of a domain'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local domain list'
   set -g __tome_path 'local domain list'
   set -g __tome_flags \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'local domain verify'
   set -g __tome_path 'local domain verify'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--in|.|Organization, by title or id' \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_every
  case 'local domain revoke'
   set -g __tome_path 'local domain revoke'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--in|.|Organization, by title or id' \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_every
  case 'local clock'
   set -g __tome_path 'local clock'
   set -g __tome_flags \
    '--advance|.|Duration such as 8d, -2h or 90m' \
    '--set|.|New time' \
    '--reset||Reset to the real time' \
    '!--no-reset||' \
    '--database|.|URL of the PostgreSQL database with the data' \
    $__tome_every
  case 'local faults'
   set -g __tome_path 'local faults'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--end||Stop the current plan' \
    '!--no-end||' \
    $__tome_every
  case 'local requests'
   set -g __tome_path 'local requests'
   set -g __tome_flags \
    '--misses||Only requests for missing resources that resemble existing ones' \
    '!--no-misses||' \
    '--last|.|Maximum number of requests to list' \
    '--clear||Delete the list' \
    '!--no-clear||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'local state'
   set -g __tome_path 'local state'
   set -g __tome_flags \
    '--rows||Include all rows, without secrets' \
    '!--no-rows||' \
    $__tome_every
  case 'local exec'
   set -g __tome_path 'local exec'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--seed||Load the sample workspace' \
    '!--no-seed||' \
    '--run-integrations||Run the scripts of integrations, which requires the package miniflare' \
    '!--no-run-integrations||' \
    '--faults|%file|JSON or YAML file with the plan, - for standard input' \
    '--repeatable|.|Generate deterministic IDs from a seed and freeze the clock (in-memory only)' \
    '--clock|.|Initial time of the clock with --repeatable' \
    $__tome_every
  case 'open'
   set -g __tome_path 'open'
   set -g __tome_arguments \
    '.' \
    '.'
   set -g __tome_flags \
    '--space|.|Space of the page or change request' \
    '--published||Open the published page instead' \
    '!--no-published||' \
    $__tome_every
  case 'tour'
   set -g __tome_path 'tour'
   set -g __tome_flags \
    $__tome_every
  case 'history'
   set -g __tome_path 'history'
   set -g __tome_below \
    'list|List the write requests of all commands, newest first' \
    'show|Show a write request; checks the platform if its result is unknown'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'history list'
   set -g __tome_path 'history list'
   set -g __tome_flags \
    '--since|.|Only requests since this time: 12h, yesterday, 2026-03-01' \
    '--target|.|Only requests that changed this resource or its content, by id or title' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'history show'
   set -g __tome_path 'history show'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--curl||Print the request as a curl command, without sending it' \
    '!--no-curl||' \
    $__tome_every
  case 'undo'
   set -g __tome_path 'undo'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--last|.|Number of last commands to undo' \
    '--force||Undo even if the resource has changed since' \
    '!--no-force||' \
    $__tome_limits \
    $__tome_tables \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'doctor'
   set -g __tome_path 'doctor'
   set -g __tome_flags \
    '--updates||Check npm for a newer version, except in a pipeline' \
    '!--no-updates||' \
    $__tome_every
  case 'completion'
   set -g __tome_path 'completion'
   set -g __tome_arguments \
    '=bash =zsh =fish =powershell'
   set -g __tome_flags \
    '--install||Install the script for the current user' \
    '!--no-install||' \
    $__tome_every
  case 'help'
   set -g __tome_path ''
   set -g __tome_below \
    'status|Show items that need your attention' \
    'tree|Show collections and spaces as a tree' \
    'org|Organizations, settings and invites' \
    'collection|Collections of spaces' \
    'space|Spaces, the containers of pages' \
    'member|Members and guests of an organization' \
    'team|Teams' \
    'access|Access reports and reviews' \
    'saml|SAML providers for single sign-on' \
    'sso|Single sign-on providers' \
    'site|Sites, their structure and visitors' \
    'integration|Integrations, installations and events' \
    'content|Content of a space, and templates' \
    'search|Search the pages of an organization' \
    'page|Pages of a space' \
    'file|Files of a space' \
    'revision|Earlier revisions of a space' \
    'comment|Comments and replies' \
    'cr|Change requests and reviews' \
    'git|Synchronization with Git repositories' \
    'openapi|API specifications and their versions' \
    'check|Check documentation against rules' \
    'export|Export an organization to configuration files' \
    'plan|Show the changes that apply would make' \
    'apply|Apply configuration files to an organization' \
    'drift|Show changes made since the last apply' \
    'backup|Backups of spaces' \
    'conversation|Conversations with readers and their issues' \
    'import|Imports of websites into spaces' \
    'translation|Translations of spaces' \
    'whoami|Show the authenticated user' \
    'hostname|Custom domains' \
    'url|Titles and icons of URLs' \
    'user|Your own name, picture and invitations' \
    'auth|Log in and out, and manage tokens' \
    'config|Settings' \
    'api|Send an authenticated API request' \
    'serve|Run the local platform as an HTTP server' \
    'agent|Skill and server of tome for agents' \
    'mcp|Serve the commands to an agent (Model Context Protocol)' \
    'preview|Preview a folder of Markdown as a site' \
    'local|The local platform, for work without an account' \
    'open|Open a resource in the browser' \
    'tour|Watch real commands in a temporary workspace' \
    'history|View the log of write requests' \
    'undo|Undo recent changes' \
    'doctor|Check settings, token, network and clock' \
    'completion|Print or install shell completion' \
    'bulk|Run one command for many resources, and resume it' \
    'environment|Environment variables and sources of settings' \
    'exit-codes|Exit codes of all commands' \
    'flags|Flags that commands share' \
    'formatting|Output formats, fields and jq filters' \
    'names|Names that commands accept instead of ids'
  case '*'
   return 1
 end
 # Setting a variable keeps the status of the command before.
 return 0
end

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
  string replace '|' \t -- $__tome_below
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
 and printf '%s\n' $__tome_arguments[$index]
end

function __tome_offer_flags
 string match -v -- '!*' $__tome_flags | string replace -r '\|[^|]*\|' \t
end

# Prints the values that a text describes, with the beginning of the word before each.
function __tome_values -a text before
 set -l parents ''
 for sign in (string split ' ' -- $text)
  set -l rest (string sub -s 2 -- $sign)
  switch $sign
   case '=*'
    printf '%s\n' $before$rest
   case ',*'
    set -l typed (string sub -s (math (string length -- "$before") + 1) -- (commandline -ct))
    set -l listed (string replace -r '[^,]*$' '' -- "$typed")
    printf '%s\n' "$before$listed$rest"
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

# Prints the typed value of a flag, or fails.
function __tome_given_for -a name
 set -q __tome_given[1]
 or return 1
 set -l found (string replace -f -- "$name=" '' $__tome_given)
 and printf '%s\n' $found[-1]
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
   and string replace -rfi -- '^([^\t]*)\t'$title'\t.*$' '$1' <$folder/$parts[1]
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
 and printf '%s\n' $lines[1]
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
  and printf '%s\n' $folder
  return
 end
 set -l address (__tome_given_for --base-url; or printf '%s\n' $TOME_BASE_URL)
 test -n "$address"
 or set address $GITBOOK_ENDPOINT
 if test -n "$address"
  set origin (string replace -r '^(.*?)://([^/]*).*' '$1_$2' -- "$address" | string replace -ra '[^A-Za-z0-9.-]' _)
 else if test -f $folder/.current -a -r $folder/.current
  read origin <$folder/.current
 end
 string match -qr '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' -- "$origin"
 and printf '%s\n' $folder/$origin
end

# Prints the ids of a file with their titles, and titles with their ids; if the parent is known, only its ids.
function __tome_ids -a file before parents
 set -l parts (string split -m 1 : -- $file)
 set -l folder (__tome_folder)
 or return
 set -l path $folder/$parts[1]
 test -f $path -a -r $path
 or return
 set -l kept '[^\t]*'
 if test -n "$parents"
  set -l parent (__tome_parent $folder $parents)
  and set kept (string escape --style=regex -- $parent | string join '|')'|'
 end
 set -l lines (string match -r -- '^(?!-)[A-Za-z0-9._-]+\t[^\t]*\t(?:'$kept')$' <$path)
 or return
 set -l begun (string unescape -- (commandline -ct); or commandline -ct)
 set begun (string sub -s (math (string length -- "$before$parts[2]") + 1) -- "$begun" | string escape --style=regex)
 # The title of the only resource is easier to read than its id.
 if test (count $lines) -eq 1 -a -z "$begun"
  and string match -qr -- '^(?!\d+\t)[^\t]*\t(?!id:)[\p{L}\p{N}][^\t/]*\t' $lines
  string replace -r -- '^([^\t]*)\t([^\t]*)\t.*$' "$before$parts[2]"'$2\t$1' $lines
  return
 end
 # A partial title is completed too, and precedes an id that happens to start in the same way; fish quotes it.
 if string match -qr '[^ ]' -- "$begun"
  and string match -ri -- '^[^\t]*\t(?=[\p{L}\p{N}])'$begun'[^\t]*\t.*' $lines | string replace -r -- '^([^\t]*)\t([^\t]*)\t.*$' "$before$parts[2]"'$2\t$1'
  return
 end
 string replace -r -- '^([^\t]*\t[^\t]*)\t.*$' "$before$parts[2]"'$1' $lines
end

# Prints the folders that match the word at the cursor.
function __tome_folders -a before
 set -l current (string sub -s (math (string length -- "$before") + 1) -- (commandline -ct))
 printf '%s\n' "$before"(__fish_complete_directories "$current")
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
