# Completion of the command line tome.
# Made from its commands: starts no process, and obeys neither what is typed nor what is read.

set -g __tome_limits \
 '--limit|.|Most items to show (default 50 for a list with pages)' \
 '-L|.|Most items to show (default 50 for a list with pages)' \
 '--all||Show every item'
set -g __tome_choices \
 '--filter|.|Only rows whose column has this text: \'title=Rel*\', status!=merged' \
 '--sort|.|Sort the rows by this column, backwards with a - before it'
set -g __tome_tables \
 '--columns|.|Show these columns in this order, with commas between them: id,title'
set -g __tome_lists \
 '--page-token|.|Start at this page' \
 '--page-size|.|Items in a request, at most 1000'
set -g __tome_bodies \
 '--input|%file|Read the body from a JSON or YAML file, - for standard input; flags win over it'
set -g __tome_many \
 '--from|%file|Run for every item of a CSV, NDJSON or JSON file, - for standard input' \
 '--concurrency|.|Items at once, at most 64' \
 '--journal|%file|Record the items in this file' \
 '--resume|%file|Continue from this journal' \
 '--retry-unknown||With --resume, repeat what may have been done already' \
 '--stop-on-error||Start no further item after one has failed'
set -g __tome_requests \
 '--dry-run||Print the request and send nothing' \
 '-n||Print the request and send nothing'
set -g __tome_confirmed \
 '--yes||Do not ask for confirmation' \
 '-y||Do not ask for confirmation'
set -g __tome_writes \
 '--verbose||On a terminal, show the whole of what was changed'
set -g __tome_gets \
 '--web||Open the page of the thing in the browser instead of printing it'
set -g __tome_every \
 '--json||Print JSON; with a comma-separated list, only these fields' \
 '--jq|.|Filter the JSON with a jq program' \
 '-q|.|Filter the JSON with a jq program' \
 '--format|=table =json =ndjson =yaml =csv =tsv =id|Print in this format' \
 '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
 '--profile|.|Use the settings and token of this profile' \
 '--local||Use the embedded platform, as --profile local does' \
 '--base-url|.|Address of the platform' \
 '--timeout|.|How long a request may take, including repeats' \
 '--retries|.|How often a request may be repeated' \
 '--no-input||Never ask; a missing value is an error' \
 '--quiet||No notes and no progress' \
 '--debug||Show requests and answers on standard error, without secrets' \
 '--record|%file|Record requests and answers in this file, without secrets' \
 '--replay|%file|Answer from a recording, without a network' \
 '--no-color||No colour' \
 '--color||Colour, even if it does not go to a terminal' \
 '--help||Show help' \
 '-h||Show help' \
 '--version||Show the version' \
 '-V||Show the version'
set -g __tome_findings \
 '--report|.|Write a report for a pipeline: junit=<file>, sarif=<file> or markdown=<file>'
set -g __tome_early \
 '!--limit|.|' \
 '!-L|.|' \
 '!--all||' \
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

# Sets what can follow the words of the argument, and fails if they are no command.
function __tome_command
 set -g __tome_below
 set -g __tome_arguments
 set -g __tome_flags
 switch "$argv"
  case ''
   set -g __tome_path ''
   set -g __tome_below \
    'status|Show what waits for you' \
    'tree|Show collections and spaces as a tree' \
    'org|Organizations, their settings and invites' \
    'collection|Collections of spaces' \
    'space|Spaces, the containers of pages' \
    'member|Members and guests of an organization' \
    'team|Teams, which are granted content as a whole' \
    'access|Who has access to what, and why' \
    'saml|SAML providers, for single sign-on' \
    'sso|Ways to sign in by single sign-on' \
    'site|Docs sites, their structure and their visitors' \
    'integration|Integrations, their installations and events' \
    'content|The content of a space, and templates for it' \
    'page|Pages of a space, their texts and links' \
    'file|Files of a space' \
    'revision|Earlier states of a space' \
    'comment|Comments on spaces and change requests, and replies' \
    'cr|Change requests, their content and reviews' \
    'git|Git repositories that spaces are kept in sync with' \
    'openapi|API specifications and their versions' \
    'check|Check whether documentation is in order' \
    'export|Write an organization as files' \
    'plan|Show what apply would change' \
    'apply|Make an organization what files say' \
    'drift|Show what changed since the last apply' \
    'backup|Copies of spaces, and the way back' \
    'conversation|Conversations with readers, and the issues in them' \
    'import|Imports of websites into spaces' \
    'translation|Translations of spaces' \
    'whoami|Show the user of the token in use' \
    'hostname|Hostnames of docs sites and organizations' \
    'user|Your own name, picture and invitations' \
    'auth|Log in and out, and manage tokens' \
    'config|Read and change settings' \
    'api|Send any request of the API' \
    'serve|Serve the embedded platform over HTTP' \
    'preview|Show a folder of Markdown as a site, live' \
    'local|Manage the data of the embedded platform' \
    'open|Open the page of a thing in the browser' \
    'tour|Watch real commands at work' \
    'history|What tome has sent, and how it ended' \
    'undo|Take back what a command has sent' \
    'doctor|Check settings, token, network and clock' \
    'completion|Print the completion script of a shell' \
    'help|Show help on a command or a topic'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'status'
   set -g __tome_path 'status'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--all||Check the links of every space that you edit, not of 50 alone' \
    '!--no-all||' \
    '--fail||End with exit code 10 if anything waits; checks every space' \
    '!--no-fail||' \
    $__tome_every
  case 'tree'
   set -g __tome_path 'tree'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'org' 'orgs'
   set -g __tome_path 'org'
   set -g __tome_below \
    'list|List the organizations you belong to' \
    'create|Create an organization with you as its admin' \
    'get|Show an organization' \
    'update|Change an organization\'s settings' \
    'search|Search the pages of all spaces of an organization that you may read' \
    'join|Join an organization that allows your email domain, or by an invite' \
    'ping|Note that you are here, and get a token that tells sites who you are' \
    'for-domain|List the organizations that an email domain may join' \
    'domain|Work with the domains of an organization' \
    'invite|Work with the invites of an organization' \
    'audit|Look up who changed what in an organization' \
    'instructions|Work with the instructions of an organization for agents'
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
    '--email-domain|.|Email domain whose people may join' \
    '--with-default-site||Make a docs site in it too' \
    '--no-with-default-site||The opposite of --with-default-site' \
    '--openapi-url|.|API specification for that site' \
    '--onboarding-preferences|.|What that site is for' \
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
    '!--columns|,id ,title ,type ,hostname ,email-domains ,default-role ,single-sign-on ,ai ,invite-links ,merge-rules ,required ,created ,address|' \
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
    '--email-domain|.|Email domain whose people may join' \
    '--hostname|.|Default hostname of public content' \
    '--default-role|=admin =create =review =edit =comment =read =guest|Role of people who join; guest means none' \
    '--no-default-role||No default role' \
    '--default-content|^#0,TOME_ORG,GITBOOK_ORGANIZATION @site:site: ^#0,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^#0,TOME_ORG,GITBOOK_ORGANIZATION @collection:collection:|What members see first: site:ID, space:ID or collection:ID' \
    '--no-default-content||No default content' \
    '--logo|.|Address of the logo' \
    '--no-logo||No logo' \
    '--sso||Enforce single sign-on for everyone' \
    '--no-sso||The opposite of --sso' \
    '--ai||Switch the AI features on' \
    '--no-ai||The opposite of --ai' \
    '--invite-links||Allow invite links' \
    '--no-invite-links||The opposite of --invite-links' \
    '--merge-rules|=none =approval|What a change request needs to be merged, in every space that inherits; approval is one of somebody else' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,space-id ,space ,pages ,found|' \
    '!--sort|=space-id =space =pages =found|' \
    '!--filter|=space-id= =space= =pages= =found=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org join'
   set -g __tome_path 'org join'
   set -g __tome_arguments \
    '@org ...'
   set -g __tome_flags \
    '--invite|@invite|Id or web address of the invite' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org ping'
   set -g __tome_path 'org ping'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    'remove|Give up a domain'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org domain list'
   set -g __tome_path 'org domain list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,domain ,status ,verified-by ,txt-record ,value ,verified ,checked ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org domain add'
   set -g __tome_path 'org domain add'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org invite' 'org invites'
   set -g __tome_path 'org invite'
   set -g __tome_below \
    'list|List the invite links of an organization' \
    'get|Show an invite link of an organization' \
    'update|Change what an invite link gives those who join by it from now on' \
    'create|Create an invite link, to the organization or to a collection or space in it' \
    'users|Invite people by email' \
    'pending|List the users who have not answered an invitation yet' \
    'withdraw|Withdraw an invitation that was not answered yet' \
    'delete|Delete an invite link'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org invite list'
   set -g __tome_path 'org invite list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization, of a link to the organization' \
    '--no-role||No role' \
    '--level|=admin =create =review =edit =comment =read =guest|Role in the space or collection, of a link to one' \
    '--no-level||No level' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org invite create'
   set -g __tome_path 'org invite create'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization of those who join by it' \
    '--no-role||No role' \
    '--level|=admin =create =review =edit =comment =read =guest|Role in the space or collection of those who join by it' \
    '--no-level||No level' \
    '--to-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that it leads to' \
    '--to-collection|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection that it leads to' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Role of those who have none of their own in the list' \
    '--no-role||No role' \
    '--sso||They sign in by single sign-on' \
    '--no-sso||The opposite of --sso' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'org invite pending'
   set -g __tome_path 'org invite pending'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,user ,email ,role ,invited-by ,created|' \
    '!--sort|=user =email =role =invited-by =created|' \
    '!--filter|=user= =email= =role= =invited-by= =created=|' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'org audit'
   set -g __tome_path 'org audit'
   set -g __tome_below \
    'list|List who changed what in an organization, and when' \
    'get|Show one change in full: what was given, with which token, from which address' \
    'actions|List the actions that are recorded, with what each does'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org audit list'
   set -g __tome_path 'org audit list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--since|.|Only changes at this time or later' \
    '--until|.|Only changes at this time or earlier' \
    '--action|.|Only this action, such as deleteSpaceById' \
    '--actor|@user|Only changes by this person' \
    '--target|.|Only changes of this space, collection, docs site, team or person, or of any other id' \
    '!--columns|,time ,person ,action ,type ,target ,target-id ,id|' \
    '!--sort|=time =person =action =type =target =target-id =id|' \
    '!--filter|=time= =person= =action= =type= =target= =target-id= =id=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'org audit get'
   set -g __tome_path 'org audit get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @audit-event'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,time ,person ,action ,type ,target ,target-id ,given ,token ,from ,through ,program ,request|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org audit actions'
   set -g __tome_path 'org audit actions'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,action ,does|' \
    '!--sort|=action =does|' \
    '!--filter|=action= =does=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'org instructions'
   set -g __tome_path 'org instructions'
   set -g __tome_below \
    'get|Show the instructions of an organization for agents' \
    'put|Replace the instructions of an organization for agents'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'org instructions get'
   set -g __tome_path 'org instructions get'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_every
  case 'org instructions put'
   set -g __tome_path 'org instructions put'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--text|.|The instructions, in Markdown' \
    '--file|%file|Markdown file with the instructions, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'collection' 'collections'
   set -g __tome_path 'collection'
   set -g __tome_below \
    'list|List the collections of an organization' \
    'create|Create a collection' \
    'get|Show a collection' \
    'update|Change a collection\'s title, description or default level' \
    'delete|Delete a collection; what it holds moves to its parent' \
    'spaces|List the spaces in a collection' \
    'move|Move a collection into another, or among its siblings' \
    'transfer|Transfer a collection and all it holds to another organization' \
    'permission|Work with the roles granted in a collection'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'collection list'
   set -g __tome_path 'collection list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to create it in' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'collection get'
   set -g __tome_path 'collection get'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '!--columns|,id ,title ,parent ,default-level ,description ,organization ,address|' \
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
    '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named' \
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
    '--parent|@collection|Collection to move into; --no-parent moves to the top level' \
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
    '--to|@org|Organization that receives it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'collection permission' 'collection permissions'
   set -g __tome_path 'collection permission'
   set -g __tome_below \
    'list|List everybody who has a role in the collection, wherever it comes from' \
    'grant|Grant a role in a collection to people or teams' \
    'users|List people who were granted a role in the collection' \
    'teams|List teams that were granted a role in the collection' \
    'update|Change the role that was granted to a person or a team' \
    'remove|Take back the role that was granted to a person or a team'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'collection permission list'
   set -g __tome_path 'collection permission list'
   set -g __tome_arguments \
    '@collection'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read|Only those with this role there' \
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
    '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted' \
    '--no-role||No role' \
    '--user|@user|Member or guest who gets it' \
    '--team|@team|Team that gets it' \
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
    '--user|@user|Email, name, id or web address of the user' \
    '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted' \
    '--no-role||No role' \
    '--team|@team|Title, id or web address of the team' \
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
    '--user|@user|Email, name, id or web address of the user' \
    '--team|@team|Title, id or web address of the team' \
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
    'update|Change a space\'s title, emoji, edit mode, level, language or merge rules' \
    'delete|Delete a space; it can be restored for 7 days' \
    'duplicate|Duplicate a space with its content' \
    'restore|Restore a space that was deleted within the last 7 days' \
    'move|Move a space into a collection, or among its siblings' \
    'commenters|List the members who commented on a space' \
    'links|List the links in a space, and whether they lead anywhere' \
    'integrations|List the integrations that work on a space' \
    'pdf|Make a PDF of a space\'s pages' \
    'embed|Show what a page elsewhere is called, as a link to it in a space shows it' \
    'search|Search the pages of a space' \
    'transfer|Transfer a space to another organization' \
    'permission|Work with the roles granted in a space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'space list'
   set -g __tome_path 'space list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--emoji|.|Emoji shown with the title' \
    '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Collection to create it in' \
    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content' \
    '--edit-mode|=live =locked|live allows direct edits, locked refuses every edit' \
    '--template|.|Template whose pages it begins with' \
    '--empty||Without any page, as it is anyway' \
    '--no-empty||The opposite of --empty' \
    '--computed-source|.|Where all its content comes from' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'space get'
   set -g __tome_path 'space get'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--share-key|.|Share key, to resolve published addresses' \
    '!--columns|,id ,title ,emoji ,organization ,parent ,visibility ,edit-mode ,default-level ,language ,merge-rules ,required ,change-requests ,open ,draft ,comments ,created ,updated ,deleted ,address|' \
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
    '--emoji|.|Emoji shown with the title; without one, the platform shows its own' \
    '--no-emoji||No emoji' \
    '--icon|.|Address of an image shown instead of an emoji' \
    '--no-icon||No icon' \
    '--edit-mode|=live =locked|live allows direct edits, locked refuses every edit' \
    '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named' \
    '--no-default-level||No default level' \
    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language of the content' \
    '--merge-rules|=inherit =none =approval|What a change request needs to be merged; approval is one of somebody else' \
    '--reviewer|@user|User who must approve change requests, in place of --merge-rules' \
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
    '@space ...'
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
    '--parent|@collection|Collection to move into; --no-parent moves to the top level' \
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
    '--status|=ok =broken =in-app|Only links in this state' \
    '--fail||End with exit code 10 if links are broken' \
    '!--no-fail||' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|' \
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
    '--search|.|Only those with this text in their name or title' \
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
    '--page|^#0 @page|Page to begin at; the pages below it follow' \
    '--only||Leave out the pages below --page' \
    '--no-only||The opposite of --only' \
    '--save|%file|Save it as this file' \
    '--force||Replace the file if it exists' \
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
    '!--columns|,id ,title ,path ,sections ,found|' \
    '!--sort|=id =title =path =sections =found|' \
    '!--filter|=id= =title= =path= =sections= =found=|' \
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
    '--to|@org|Organization that receives it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'space permission' 'space permissions'
   set -g __tome_path 'space permission'
   set -g __tome_below \
    'list|List everybody who has a role in the space, wherever it comes from' \
    'grant|Grant a role in a space to people or teams' \
    'users|List people who were granted a role in the space' \
    'teams|List teams that were granted a role in the space' \
    'update|Change the role that was granted to a person or a team' \
    'remove|Take back the role that was granted to a person or a team'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'space permission list'
   set -g __tome_path 'space permission list'
   set -g __tome_arguments \
    '@space'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read|Only those with this role there' \
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
    '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted' \
    '--no-role||No role' \
    '--user|@user|Member or guest who gets it' \
    '--team|@team|Team that gets it' \
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
    '--user|@user|Email, name, id or web address of the user' \
    '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted' \
    '--no-role||No role' \
    '--team|@team|Title, id or web address of the team' \
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
    '--user|@user|Email, name, id or web address of the user' \
    '--team|@team|Title, id or web address of the team' \
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
    'update|Change the role of a member, or disable them' \
    'disable|Keep a member from everything in the organization; what they have stays theirs' \
    'enable|Let a member who is disabled use the organization again' \
    'remove|Remove a member from an organization; what they wrote stays' \
    'sso|Make a member sign in by single sign-on' \
    'spaces|List the spaces that a member sees, with the role in each' \
    'teams|List the teams that a member is in, with the role in each' \
    'sync|Make the members those of a roster: CSV, JSON or a SCIM ListResponse' \
    'offboard|Take everything from a person, after handing over what others need'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'member list'
   set -g __tome_path 'member list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Only those with this role in the organization' \
    '--search|.|Only those whose name or email has this in it' \
    '--sort|=joinedAt =lastSeenAt =name|What to sort by; lastSeenAt leaves out who was never seen' \
    '--order|=asc =desc|asc lists the earliest first' \
    '!--columns|,id ,name ,email ,role ,spaces ,teams ,last-seen ,disabled|' \
    '!--sort|=id =name =email =role =spaces =teams =last-seen =disabled|' \
    '!--filter|=id= =name= =email= =role= =spaces= =teams= =last-seen= =disabled=|' \
    '--filter|.|Only rows whose column has this text: \'title=Rel*\', status!=merged' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Role in the organization' \
    '--no-role||No role' \
    '--disabled||Keep them from everything in the organization; what they have stays theirs' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--order|=asc =desc|asc lists the earliest first' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--title|.|Only those whose title has this in it' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--roster|%file|File with email, role, teams, sso and id of each; - for standard input' \
    '--prune||Also remove members, and take them out of teams, as it says' \
    '!--no-prune||' \
    '--max-removals|.|Most people who may lose something: a number, or a part of the members' \
    '--protect|.|Email of a member who loses nothing' \
    '--state|%file|File that keeps which member each id of the roster is' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'member offboard'
   set -g __tome_path 'member offboard'
   set -g __tome_arguments \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--successor|@user|Member who gets their reviews, rules, teams and grants' \
    '--keep-member||Leave them in the organization, as a guest without access' \
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
    'add|Put members into a team' \
    'drop|Take a member out of a team' \
    'put|Put one member into a team, or change the role in it'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'team list'
   set -g __tome_path 'team list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--owner|@user|Only those that this member can manage' \
    '--title|.|Only those whose title has this in it' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--member|@user|Member to put into it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'team get'
   set -g __tome_path 'team get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,members ,spaces ,you-manage-it ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'team update'
   set -g __tome_path 'team update'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team members'
   set -g __tome_path 'team members'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,name ,email ,in-the-team ,role|' \
    '!--sort|=id =name =email =in-the-team =role|' \
    '!--filter|=id= =name= =email= =in-the-team= =role=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'team add'
   set -g __tome_path 'team add'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--remove|.|Member to take out of it, by id or email' \
    '--memberships|.|Roles in the team by user id, as {"<user>": {"role": "owner"}}' \
    '--role|=owner =member|Role of all of them in the team; an owner manages it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team drop'
   set -g __tome_path 'team drop'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'team put'
   set -g __tome_path 'team put'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' \
    '@user ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=owner =member|An owner manages the team' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'access'
   set -g __tome_path 'access'
   set -g __tome_below \
    'list|List who has which role in what, and why' \
    'review|Save who has access for a review, and compare it with an earlier one' \
    'apply|Carry out the decisions of a review: keep, revoke, or another role' \
    'explain|Show the operations, OAuth scopes and roles that a command needs; sends nothing'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'access list'
   set -g __tome_path 'access list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--user|@user|Only what this person has' \
    '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only what people have by this team' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only who has access to this space' \
    '--collection|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection|Only who has access to this collection' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only who has access to this docs site' \
    '--role|=admin =create =review =edit =comment =read =guest|Only those with this role there' \
    '--direct||Only what was granted to people themselves, and not by a team' \
    '!--no-direct||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'access review'
   set -g __tome_path 'access review'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--save|%folder|New folder for the review' \
    '--since|%folder|Folder of an earlier review; prints what differs' \
    '--fail||End with exit code 10 if a role was added, removed or raised since then' \
    '!--no-fail||' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
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
    'delete|Delete a SAML provider'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'saml list'
   set -g __tome_path 'saml list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--label|.|Name shown to those who sign in' \
    '--entity-id|.|Entity id of the identity provider' \
    '--certificate|%file|File with the identity provider\'s certificate, as PEM or base64' \
    '--sso-url|.|Address where the identity provider signs people in' \
    '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that people join when they first sign in' \
    '--default-role|=admin =create =review =edit =comment =read =guest|Role of people when they first sign in' \
    '--no-default-role||No default role' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml get'
   set -g __tome_path 'saml get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,label ,status ,entity-id ,sign-in-address ,certificate ,default-team ,default-role ,metadata ,assertions-to ,start-at ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'saml update'
   set -g __tome_path 'saml update'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--label|.|Name shown to those who sign in' \
    '--entity-id|.|Entity id of the identity provider' \
    '--certificate|%file|File with the identity provider\'s certificate, as PEM or base64' \
    '--sso-url|.|Address where the identity provider signs people in' \
    '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that people join when they first sign in' \
    '--default-role|=admin =create =review =edit =comment =read =guest|Role of people when they first sign in' \
    '--no-default-role||No default role' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'saml delete'
   set -g __tome_path 'saml delete'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'sso'
   set -g __tome_path 'sso'
   set -g __tome_below \
    'list|List the ways to sign in by single sign-on'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'sso list'
   set -g __tome_path 'sso list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,label ,start-at|' \
    '!--sort|=id =label =start-at|' \
    '!--filter|=id= =label= =start-at=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site' 'sites'
   set -g __tome_path 'site'
   set -g __tome_below \
    'list|List the docs sites of an organization' \
    'create|Create a docs site' \
    'get|Show a docs site' \
    'update|Change a docs site\'s title, audience, addresses, level or defaults' \
    'delete|Delete a docs site for good; its spaces stay' \
    'integrations|List the integrations that work on a docs site' \
    'apply-template|Fill an empty docs site with sections and pages to begin with' \
    'publish|Publish a docs site' \
    'unpublish|Take a docs site offline; its structure and settings stay' \
    'published|Show what visitors of a published docs site see' \
    'resolve|Resolve an address of a published docs site, as one of its visitors' \
    'lookup|Resolve an address of a published docs site (deprecated: use tome site resolve)' \
    'search|Search the pages that a docs site shows' \
    'preview|Open a docs site in the browser as it will be, or as one of its visitors sees it' \
    'visitor-token|Sign a token with which a visitor opens a docs site, with the key of the site' \
    'structure|Show the sections, groups and spaces of a docs site in their order' \
    'sort|Move a section, group, link or site space among its siblings' \
    'section|Work with the sections of a docs site' \
    'section-group|Work with groups of sections, and of further groups' \
    'space|Work with site spaces: the spaces that a docs site shows' \
    'external-link|Work with links to somewhere else in the navigation of a docs site' \
    'redirect|Work with the redirects of a docs site, which take visitors on from old addresses' \
    'share-link|Work with share links, which open a docs site to whoever has one' \
    'auth|Work with how visitors of a docs site sign in' \
    'customization|Work with how a docs site looks and what it offers' \
    'adaptive-schema|Work with the schema of a docs site\'s visitors' \
    'permission|Work with the roles granted on a docs site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site list'
   set -g __tome_path 'site list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only sites on which this space stands' \
    '--title|.|Only sites with this in their title, in upper or lower case' \
    '--published||Only sites that are published, or only those that are not' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium|Type' \
    '--title|.|Title' \
    '--visibility|=public =unlisted =share-link =visitor-auth|Who may read it once it is published' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to put on it; the first one is where visitors arrive' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site get'
   set -g __tome_path 'site get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,type ,visibility ,published ,spaces ,basename ,hostname ,proxy ,proxy-target ,adaptive-content ,default-level ,agents-context ,created ,address ,published-at|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'site update'
   set -g __tome_path 'site update'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--visibility|=public =unlisted =share-link =visitor-auth|Who may read it once it is published' \
    '--basename|.|Last part of its published address' \
    '--adaptive-content||Let conditions read the visitor\'s claims' \
    '--no-adaptive-content||The opposite of --adaptive-content' \
    '--agents-context|=excluded =included|Whether agents of the organization may draw on it' \
    '--default-site-space|^#0 @site-space|Site space where visitors arrive, at the root or in the default section' \
    '--default-site-section|^#0 @site-section|Section where visitors arrive' \
    '--default-level|=admin =create =review =edit =comment =read =inherit =none|What every member may do here; none means only people named' \
    '--no-default-level||No default level' \
    '--proxy|.|Host and path under which a proxy of yours shows it' \
    '--no-proxy||No proxy' \
    '--hostname|.|Hostname of your own at which a proxy of yours shows it' \
    '--no-hostname||No hostname' \
    '--styleguide|=none ^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Style guide of the site' \
    '--no-styleguide||No styleguide' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site delete'
   set -g __tome_path 'site delete'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site integrations'
   set -g __tome_path 'site integrations'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--search|.|Only those with this text in their name or title' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site publish'
   set -g __tome_path 'site publish'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site unpublish'
   set -g __tome_path 'site unpublish'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site published'
   set -g __tome_path 'site published'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--share-key|.|Key of a share link, to resolve published addresses' \
    '--claims|.|Claims of the visitor as a JSON object, on the embedded platform' \
    '!--columns|,id ,title ,visibility ,structure ,published-at|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site resolve'
   set -g __tome_path 'site resolve'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--redirect-on-error||Answer where visitors sign in, if the visitor\'s token is not valid' \
    '--no-redirect-on-error||The opposite of --redirect-on-error' \
    '--visitor-type|=human =agent|Who visits' \
    '--unsigned-claims|.|What the visitor says, as JSON; conditions read it below unsigned' \
    '!--columns|,site ,section ,site-space ,space ,path ,address ,sign-in-at|' \
    $__tome_tables \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'site lookup'
   set -g __tome_path 'site lookup'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--redirect-on-error||Answer where visitors sign in, if the visitor\'s token is not valid' \
    '--no-redirect-on-error||The opposite of --redirect-on-error' \
    '!--columns|,site ,section ,site-space ,space ,path ,address ,sign-in-at|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site search'
   set -g __tome_path 'site search'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--scope|.|Which parts of the site, as JSON; all of them if absent' \
    '--mode|=specific =current =all|Which parts, in place of a scope' \
    '--in-site-space|^#0 @site-space|Search this site space, with --mode specific' \
    '--from-site-space|^#0 @site-space|Search this site space and the default of each section, with --mode current' \
    '!--columns|,space-id ,space ,pages ,found|' \
    '!--sort|=space-id =space =pages =found|' \
    '!--filter|=space-id= =space= =pages= =found=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_bodies \
    $__tome_requests \
    $__tome_every
  case 'site preview'
   set -g __tome_path 'site preview'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--at|^#0 @site-space|Begin at this site space' \
    '--claims|%file|File with the claims of a visitor, as JSON or YAML' \
    '--as-visitor|.|Email of the visitor, as a claim' \
    '--renderer|.|Address of the hosted platform\'s renderer, to show it there' \
    '--browser||Open it; --no-browser only prints the address' \
    '!--no-browser||' \
    $__tome_every
  case 'site visitor-token'
   set -g __tome_path 'site visitor-token'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--claims|%file|File with the claims of a visitor, as JSON or YAML' \
    '--expires|.|How long it is good, such as 15m, 1h or 7d' \
    $__tome_every
  case 'site structure'
   set -g __tome_path 'site structure'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--share-key|.|Key of a share link, to resolve published addresses' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'site sort'
   set -g __tome_path 'site sort'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--before|.|Move it right before this sibling' \
    '--after|.|Move it right after this sibling' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section' 'site sections'
   set -g __tome_path 'site section'
   set -g __tome_below \
    'list|List the sections of a docs site' \
    'create|Add a section to a docs site' \
    'update|Change a section\'s title, path, default, condition, icon, description or group' \
    'delete|Delete a section; its spaces stay in the organization' \
    'move|Move a section among its siblings (deprecated: use tome site sort)'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site section list'
   set -g __tome_path 'site section list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--share-key|.|Key of a share link, to resolve published addresses' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--space|=new ^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that it shows; new makes one' \
    '--no-space||No space' \
    '--template|.|Template of the space that is made' \
    '--title|.|Title; that of the space if left out' \
    '--no-title||No title' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--group|^--site,TOME_SITE @site-section-group|Group to add it to, as its last; the top level if left out' \
    '--no-group||No group' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--page|@page|Page of the space to begin at' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section update'
   set -g __tome_path 'site section update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--title|.|Title' \
    '--path|.|Path on the site' \
    '--default-site-space|^--site,TOME_SITE @site-space|Site space that visitors of the section see first' \
    '--condition|.|Expression that decides which visitors see it' \
    '--no-condition||No condition' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--description|.|Description' \
    '--no-description||No description' \
    '--group|=none ^--site,TOME_SITE @site-section-group|Group to put it into, as its last; none takes it out of its group' \
    '--no-group||No group' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--localized-title|.|Title in other languages, by their codes' \
    '--no-localized-title||No localized title' \
    '--localized-description|.|Description in other languages, by their codes' \
    '--no-localized-description||No localized description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section delete'
   set -g __tome_path 'site section delete'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site section move'
   set -g __tome_path 'site section move'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--before|^--site,TOME_SITE @site-section|Place it right before this section' \
    '--after|^--site,TOME_SITE @site-section|Place it right after this section' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group' 'site section-groups'
   set -g __tome_path 'site section-group'
   set -g __tome_below \
    'list|List the section groups of a docs site' \
    'create|Add a section group to a docs site' \
    'update|Change a section group\'s title, icon or parent' \
    'move|Move a section group among its siblings (deprecated: use tome site sort)' \
    'delete|Delete a section group; what it holds takes its place' \
    'add|Put a section into a group, as its last' \
    'remove|Take a section out of its group; it stays on the site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site section-group list'
   set -g __tome_path 'site section-group list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--title|.|Title' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--section|^--site,TOME_SITE @site-section|Section to put into it, in this order' \
    '--parent|^--site,TOME_SITE @site-section-group|Group to create it in; the top level if left out' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group update'
   set -g __tome_path 'site section-group update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section-group ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--title|.|Title' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--parent|=none ^--site,TOME_SITE @site-section-group|Group to put it into, as its last; none takes it out of its group' \
    '--no-parent||No parent' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--localized-title|.|Title in other languages, by their codes' \
    '--no-localized-title||No localized title' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group move'
   set -g __tome_path 'site section-group move'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section-group ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--before|^--site,TOME_SITE @site-section-group ^--site,TOME_SITE @site-section:section:|Place it right before this group or section' \
    '--after|^--site,TOME_SITE @site-section-group ^--site,TOME_SITE @site-section:section:|Place it right after this group or section' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group delete'
   set -g __tome_path 'site section-group delete'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section-group ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site section-group add'
   set -g __tome_path 'site section-group add'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section-group' \
    '^--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site section-group remove'
   set -g __tome_path 'site section-group remove'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-section-group' \
    '^--site,TOME_SITE @site-section ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site space' 'site spaces'
   set -g __tome_path 'site space'
   set -g __tome_below \
    'list|List the site spaces of a docs site' \
    'add|Put a space on a docs site' \
    'update|Change a site space\'s path, condition or space' \
    'remove|Take a space off a docs site; the space itself stays' \
    'move|Move a site space among its siblings (deprecated: use tome site sort)' \
    'duplicate|Duplicate the space of a site space, and put the copy next to it on the site' \
    'customization|Work with how a site space looks, where it differs from its site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site space list'
   set -g __tome_path 'site space list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--share-key|.|Key of a share link, to resolve published addresses' \
    '--default||Only those that visitors see first, or only the others' \
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
    '=new ^--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--template|.|Template of the space that is made' \
    '--section|^--site,TOME_SITE @site-section|Section to put it in; the default one, or the root, if left out' \
    '--title|.|Title of the space that is made' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--page|^#0 @page|Page of the space to begin at' \
    '--no-page||No page' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space update'
   set -g __tome_path 'site space update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--path|.|Path on the site or in its section' \
    '--condition|.|Expression that decides which visitors see it' \
    '--no-condition||No condition' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to show there from now on' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--hidden||Leave it out of the navigation; its address shows it' \
    '--no-hidden||The opposite of --hidden' \
    '--page|@page|Page of the space to begin at' \
    '--no-page||No page' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space remove'
   set -g __tome_path 'site space remove'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site space move'
   set -g __tome_path 'site space move'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--before|^--site,TOME_SITE @site-space|Place it right before this site space' \
    '--after|^--site,TOME_SITE @site-space|Place it right after this site space' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space duplicate'
   set -g __tome_path 'site space duplicate'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space customization'
   set -g __tome_path 'site space customization'
   set -g __tome_below \
    'get|Show how a site space looks, with the settings of its site where it has none' \
    'update|Change how a site space looks, in place of the settings of its site' \
    'delete|Let a site space look like its site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site space customization get'
   set -g __tome_path 'site space customization get'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--unmasked||Taken for older clients, and changes nothing' \
    '--no-unmasked||The opposite of --unmasked' \
    '!--columns|,title ,theme ,primary-color ,in-the-dark ,corners ,font ,logo ,logo-in-the-dark ,emoji ,favicon ,mode ,copyright ,announcement ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site space customization update'
   set -g __tome_path 'site space customization update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--title|.|Title for its visitors' \
    '--no-title||No title' \
    '--theme|=clean =muted =bold =gradient|Theme' \
    '--no-theme||No theme' \
    '--primary-color|.|Colour such as #346ddb, or two: light,dark' \
    '--no-primary-color||No primary color' \
    '--logo|.|Address of the logo in the header' \
    '--no-logo||No logo' \
    '--logo-dark|.|Address of the logo for screens that are dark' \
    '--no-logo-dark||No logo dark' \
    '--favicon|.|Address of the icon in the browser\'s tab' \
    '--no-favicon||No favicon' \
    '--emoji|.|Emoji in place of that icon' \
    '--no-emoji||No emoji' \
    '--corners|=straight =rounded =circular|Corners' \
    '--no-corners||No corners' \
    '--mode|=light =dark =system|Light or dark at first' \
    '--no-mode||No mode' \
    '--copyright|.|Line at the bottom of its pages' \
    '--no-copyright||No copyright' \
    '--file|%file|JSON or YAML with any settings, as get --json prints them; - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site space customization delete'
   set -g __tome_path 'site space customization delete'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-space ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site external-link' 'site external-links'
   set -g __tome_path 'site external-link'
   set -g __tome_below \
    'add|Add a link to somewhere else to the navigation of a docs site' \
    'update|Change an external link\'s title, address, icon, condition or group' \
    'remove|Remove an external link from the navigation of a docs site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site external-link add'
   set -g __tome_path 'site external-link add'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--title|.|Title' \
    '--url|.|Where it leads, with https:// or http://' \
    '--description|.|Description' \
    '--no-description||No description' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--group|^--site,TOME_SITE @site-section-group|Group to add it to, as its last; the top level if left out' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--condition|.|Expression that decides which visitors see it' \
    '--no-condition||No condition' \
    '--localized-title|.|Title in other languages, by their codes' \
    '--localized-description|.|Description in other languages, by their codes' \
    '--no-localized-description||No localized description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site external-link update'
   set -g __tome_path 'site external-link update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-external-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--title|.|Title' \
    '--url|.|Where it leads, with https:// or http://' \
    '--description|.|Description' \
    '--no-description||No description' \
    '--icon|.|Name of an icon' \
    '--no-icon||No icon' \
    '--group|=none ^--site,TOME_SITE @site-section-group|Group to put it into, as its last; none takes it out of its group' \
    '--no-group||No group' \
    '--draft||Keep it from visitors for now' \
    '--no-draft||The opposite of --draft' \
    '--condition|.|Expression that decides which visitors see it' \
    '--no-condition||No condition' \
    '--localized-title|.|Title in other languages, by their codes' \
    '--no-localized-title||No localized title' \
    '--localized-description|.|Description in other languages, by their codes' \
    '--no-localized-description||No localized description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site external-link remove'
   set -g __tome_path 'site external-link remove'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-external-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site redirect' 'site redirects'
   set -g __tome_path 'site redirect'
   set -g __tome_below \
    'list|List the redirects of a docs site' \
    'get|Show where a path of a docs site is redirected' \
    'create|Redirect a path of a docs site' \
    'update|Change a redirect of a docs site' \
    'delete|Delete a redirect of a docs site' \
    'put|Create, change, publish and delete many redirects of a docs site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site redirect list'
   set -g __tome_path 'site redirect list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--search|.|Only those with this in their source' \
    '--draft||The drafts instead of the live ones' \
    '--no-draft||The opposite of --draft' \
    '--order-by|=createdAt =updatedAt =source|What they are sorted by' \
    '!--columns|,id ,source ,to ,url ,page ,site-space ,section ,capture ,permanent ,draft ,created ,updated|' \
    '!--sort|=id =source =to =url =page =site-space =section =capture =permanent =draft =created =updated|' \
    '!--filter|=id= =source= =to= =url= =page= =site-space= =section= =capture= =permanent= =draft= =created= =updated=|' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--share-key|.|Key of a share link, to resolve published addresses' \
    '!--columns|,id ,source ,target ,permanent ,capture|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site redirect create'
   set -g __tome_path 'site redirect create'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--capture||Add what the * stands for to the destination' \
    '--no-capture||The opposite of --capture' \
    '--draft||Keep it as a draft, which redirects nobody' \
    '--no-draft||The opposite of --draft' \
    '--permanent||Tell browsers and search engines that it is for good (308)' \
    '--no-permanent||The opposite of --permanent' \
    '--to|.|Where it leads: a path on the site such as /guides/install, or an address' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site redirect update'
   set -g __tome_path 'site redirect update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-redirect ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--source|.|Path on the site that it redirects from, such as /old or /old/*' \
    '--capture||Add what the * stands for to the destination' \
    '--no-capture||The opposite of --capture' \
    '--draft||Make it a draft, or make a draft live' \
    '--no-draft||The opposite of --draft' \
    '--permanent||Tell browsers and search engines that it is for good (308)' \
    '--no-permanent||The opposite of --permanent' \
    '--to|.|Where it leads: a path on the site such as /guides/install, or an address' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site redirect delete'
   set -g __tome_path 'site redirect delete'
   set -g __tome_arguments \
    '^--site,TOME_SITE @site-redirect ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site redirect put'
   set -g __tome_path 'site redirect put'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--file|%file|CSV, NDJSON or JSON with source, destination and perhaps intent; - for standard input' \
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
    'list|List the share links of a docs site' \
    'create|Create a share link of a docs site' \
    'update|Rename or revoke a share link of a docs site' \
    'delete|Delete a share link of a docs site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site share-link list'
   set -g __tome_path 'site share-link list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--search|.|Only those with this in their name, or with this key' \
    '!--columns|,id ,name ,active ,created ,link|' \
    '!--sort|=id =name =active =created =link|' \
    '!--filter|=id= =name= =active= =created= =link=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site share-link create'
   set -g __tome_path 'site share-link create'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--name|.|Name, by which you tell who has it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site share-link update'
   set -g __tome_path 'site share-link update'
   set -g __tome_arguments \
    '^--site,TOME_SITE @share-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    '--active||Let it open the site; --no-active revokes it' \
    '--no-active||The opposite of --active' \
    '--name|.|Name, by which you tell who has it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site share-link delete'
   set -g __tome_path 'site share-link delete'
   set -g __tome_arguments \
    '^--site,TOME_SITE @share-link ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site auth'
   set -g __tome_path 'site auth'
   set -g __tome_below \
    'get|Show how visitors of a docs site sign in, and the key that signs their tokens' \
    'update|Change how visitors of a docs site sign in' \
    'regenerate|Replace the key that signs the tokens of a docs site\'s visitors'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site auth get'
   set -g __tome_path 'site auth get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,backend ,fallback-url ,logout-url ,integration ,private-key|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site auth update'
   set -g __tome_path 'site auth update'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--backend|=custom =integration|What signs visitors in: your own server, or an integration' \
    '--fallback-url|.|Where visitors go to sign in, if they have no valid token' \
    '--no-fallback-url||No fallback url' \
    '--logout-url|.|Where visitors go to sign out' \
    '--no-logout-url||No logout url' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site auth regenerate'
   set -g __tome_path 'site auth regenerate'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site customization'
   set -g __tome_path 'site customization'
   set -g __tome_below \
    'get|Show how a docs site looks and what it offers' \
    'update|Change how a docs site looks and what it offers'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site customization get'
   set -g __tome_path 'site customization get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--unmasked||Taken for older clients, and changes nothing' \
    '--no-unmasked||The opposite of --unmasked' \
    '!--columns|,title ,theme ,primary-color ,in-the-dark ,corners ,font ,logo ,logo-in-the-dark ,emoji ,favicon ,mode ,copyright ,announcement ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site customization update'
   set -g __tome_path 'site customization update'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--title|.|Title for its visitors' \
    '--no-title||No title' \
    '--theme|=clean =muted =bold =gradient|Theme' \
    '--no-theme||No theme' \
    '--primary-color|.|Colour such as #346ddb, or two: light,dark' \
    '--no-primary-color||No primary color' \
    '--logo|.|Address of the logo in the header' \
    '--no-logo||No logo' \
    '--logo-dark|.|Address of the logo for screens that are dark' \
    '--no-logo-dark||No logo dark' \
    '--favicon|.|Address of the icon in the browser\'s tab' \
    '--no-favicon||No favicon' \
    '--emoji|.|Emoji in place of that icon' \
    '--no-emoji||No emoji' \
    '--corners|=straight =rounded =circular|Corners' \
    '--no-corners||No corners' \
    '--mode|=light =dark =system|Light or dark at first' \
    '--no-mode||No mode' \
    '--copyright|.|Line at the bottom of its pages' \
    '--no-copyright||No copyright' \
    '--file|%file|JSON or YAML with any settings, as get --json prints them; - for standard input' \
    '--font|.|Font, such as Inter' \
    '--no-font||No font' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site adaptive-schema'
   set -g __tome_path 'site adaptive-schema'
   set -g __tome_below \
    'get|Show the schema of a docs site\'s visitors' \
    'put|Replace the schema of a docs site\'s visitors' \
    'conditions|List the conditions that the visitors\' schema makes possible'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site adaptive-schema get'
   set -g __tome_path 'site adaptive-schema get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,updated ,schema|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site adaptive-schema put'
   set -g __tome_path 'site adaptive-schema put'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--file|%file|File with the JSON schema itself, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'site adaptive-schema conditions'
   set -g __tome_path 'site adaptive-schema conditions'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,description ,condition|' \
    '!--sort|=description =condition|' \
    '!--filter|=description= =condition=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'site permission' 'site permissions'
   set -g __tome_path 'site permission'
   set -g __tome_below \
    'list|List everybody who has a role on the docs site, and where it comes from' \
    'grant|Grant a role on a docs site to people or teams' \
    'users|List people who were granted a role on the docs site' \
    'teams|List teams that were granted a role on the docs site' \
    'update|Change the role that was granted to a person or a team' \
    'remove|Take back the role that was granted to a person or a team'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'site permission list'
   set -g __tome_path 'site permission list'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =guest|Only those with this role in the organization' \
    '--search|.|Only those whose name or email has this in it' \
    '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Only members of this team' \
    '--sort|=joinedAt =lastSeenAt =name|What to sort by' \
    '--order|=asc =desc|asc lists the earliest first' \
    '!--columns|,role ,user ,name ,email ,from ,by|' \
    '!--sort|=role =user =name =email =from =by|' \
    '!--filter|=role= =user= =name= =email= =from= =by=|' \
    '--filter|.|Only rows whose column has this text: \'title=Rel*\', status!=merged' \
    $__tome_limits \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'site permission grant'
   set -g __tome_path 'site permission grant'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted' \
    '--no-role||No role' \
    '--user|@user|Member or guest who gets it' \
    '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Team that gets it' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site permission users'
   set -g __tome_path 'site permission users'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--user|@user|Email, name, id or web address of the user' \
    '--role|=admin =create =review =edit =comment =read =none|Role there, and in all that inherits from it; none takes back what was granted' \
    '--no-role||No role' \
    '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or web address of the team' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'site permission remove'
   set -g __tome_path 'site permission remove'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--user|@user|Email, name, id or web address of the user' \
    '--team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team|Title, id or web address of the team' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration' 'integrations'
   set -g __tome_path 'integration'
   set -g __tome_below \
    'list|List the integrations that you may install or administer' \
    'available|List the integrations that can be installed in an organization' \
    'installed|List the integrations that are installed in an organization' \
    'get|Show an integration' \
    'publish|Publish an integration, or its next version' \
    'unpublish|Unpublish an integration, which also uninstalls it everywhere' \
    'installations|List where an integration is installed' \
    'install|Install an integration in an organization' \
    'uninstall|Uninstall an integration from an organization' \
    'spaces|List the spaces that an integration works on' \
    'sites|List the docs sites that an integration works on' \
    'dev|Send an integration\'s events to a tunnel' \
    'dev-off|Send an integration\'s events to no tunnel any more' \
    'token|Create a token with which an integration finds its installations for an hour' \
    'event|Show the events of an integration, and how they were delivered' \
    'installation|Show an installation of an integration, and choose what it works on'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration list'
   set -g __tome_path 'integration list'
   set -g __tome_flags \
    '--search|.|Only those with this text in their name or title' \
    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only those of this category' \
    '--block-domain|.|Only those with a block that unfurls links to this domain' \
    '--blocks||Only those with blocks; --no-blocks: only those without' \
    '--no-blocks||The opposite of --blocks' \
    '--content-sources||Only those with content sources; --no-content-sources: only those without' \
    '--no-content-sources||The opposite of --content-sources' \
    '--owner|@org|Only those that this organization has published' \
    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only those that ask for this scope' \
    '--target|=all =site =space =organization|Only those that are made for this target' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--search|.|Only those with this text in their name or title' \
    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Only those of this category' \
    '--block-domain|.|Only those with a block that unfurls links to this domain' \
    '--blocks||Only those with blocks; --no-blocks: only those without' \
    '--no-blocks||The opposite of --blocks' \
    '--content-sources||Only those with content sources; --no-content-sources: only those without' \
    '--no-content-sources||The opposite of --content-sources' \
    '--owner|@org|Only those that this organization has published' \
    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|Only those that ask for this scope' \
    '--target|=all =site =space =organization|Only those that are made for this target' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--search|.|Only those with this text in their name or title' \
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
    '!--columns|,name ,title ,version ,description ,summary ,visibility ,target ,scopes ,categories ,verified ,owner ,policy ,address|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration publish'
   set -g __tome_path 'integration publish'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    '--manifest|%file|JSON or YAML file with the fields of the request; flags win over it' \
    '--input|%file|The same as --manifest' \
    '--org|@org|Organization that publishes it, by id or hostname' \
    '!--organization|@org|' \
    '--title|.|Title' \
    '--description|.|What it is for, in a sentence' \
    '--summary|.|What it does, in Markdown' \
    '--runtime|=v1 =v2|Runtime that the script is written for' \
    '--visibility|=public =private =unlisted|public is listed for everyone, unlisted is found by its name alone, private is its organization\'s own' \
    '--target|=all =site =space =organization|What it is made to be installed on' \
    '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest|What it may do; give one --scope for each' \
    '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other|Where it is found in a catalogue' \
    '--script|%file|File with the script, - for standard input' \
    '--icon|%file|File with the icon' \
    '--preview-image|%file|File with an image that shows it at work, at most 3' \
    '--secret|.|Secret; KEY alone takes the value of that environment variable' \
    '--content-security-policy|.|Policy sent with the answers of its script' \
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
    '--external-id|.|Only those that carry this id of another system' \
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
    '--org|@org|Title, id or web address of the organization' \
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
    '--external-id|.|Only those that carry this id of another system' \
    '--extended||Answer each whole and not only its id' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,id ,status ,installation ,external-ids|' \
    '!--sort|=id =status =installation =external-ids|' \
    '!--filter|=id= =status= =installation= =external-ids=|' \
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
    '--external-id|.|Only those that carry this id of another system' \
    '--extended||Answer each whole and not only its id' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,id ,status ,installation ,external-ids|' \
    '!--sort|=id =status =installation =external-ids|' \
    '!--filter|=id= =status= =installation= =external-ids=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'integration dev'
   set -g __tome_path 'integration dev'
   set -g __tome_arguments \
    '@integration ...'
   set -g __tome_flags \
    '--tunnel-url|.|Address that events are sent to' \
    '--all||Send the events of every organization, and not only of the one that published it' \
    '--no-all||The opposite of --all' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
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
  case 'integration event' 'integration events'
   set -g __tome_path 'integration event'
   set -g __tome_below \
    'list|List the events of an integration, the latest first' \
    'get|Show an event of an integration, with what happened while it was sent'
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
    'get|Show an installation of an integration' \
    'update|Change the settings of an installation, and what it works on' \
    'accept|Accept the permissions that a new version of an integration requests' \
    'token|Create a token with which an installation uses the API for an hour' \
    'space|Choose the spaces that an integration works on, and its settings there' \
    'site|Choose the docs sites that an integration works on, and its settings there'
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
    '--configuration|.|All settings, in place of those before' \
    '--external-id|.|Id of another system' \
    '--space-selection|=all =selected|Works on all spaces of the organization, or on those it is installed on' \
    '--site-selection|=all =selected|Works on all docs sites of the organization, or on those it is installed on' \
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
    'list|List the spaces that an installation works on' \
    'install|Install an integration on one space' \
    'get|Show the installation of an integration on one space' \
    'update|Change the settings of an integration for one space' \
    'uninstall|Uninstall an integration from one space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration installation space list'
   set -g __tome_path 'integration installation space list'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '--extended||Answer each whole and not only its id' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,id ,status ,installation ,external-ids|' \
    '!--sort|=id =status =installation =external-ids|' \
    '!--filter|=id= =status= =installation= =external-ids=|' \
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
    '--space|@space|Title, id or web address of the space' \
    '--extended||Answer each whole and not only its id' \
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
    '--space|@space|Title, id or web address of the space' \
    '--extended||Answer each whole and not only its id' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,id ,status ,installation ,external-ids ,settings|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration installation space update'
   set -g __tome_path 'integration installation space update'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--configuration|.|All settings, in place of those before' \
    '--external-id|.|Id of another system' \
    '--extended||Answer each whole and not only its id' \
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
    '--space|@space|Title, id or web address of the space' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'integration installation site' 'integration installation sites'
   set -g __tome_path 'integration installation site'
   set -g __tome_below \
    'list|List the docs sites that an installation works on' \
    'install|Install an integration on one docs site' \
    'get|Show the installation of an integration on one docs site' \
    'update|Change the settings of an integration for one docs site' \
    'uninstall|Uninstall an integration from one docs site'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'integration installation site list'
   set -g __tome_path 'integration installation site list'
   set -g __tome_arguments \
    '@integration' \
    '@installation'
   set -g __tome_flags \
    '--extended||Answer each whole and not only its id' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,id ,status ,installation ,external-ids|' \
    '!--sort|=id =status =installation =external-ids|' \
    '!--filter|=id= =status= =installation= =external-ids=|' \
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
    '--site|@site|Title, id or web address of the docs site' \
    '--extended||Answer each whole and not only its id' \
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
    '--site|@site|Title, id or web address of the docs site' \
    '--extended||Answer each whole and not only its id' \
    '--no-extended||The opposite of --extended' \
    '!--columns|,id ,status ,installation ,external-ids ,settings|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'integration installation site update'
   set -g __tome_path 'integration installation site update'
   set -g __tome_arguments \
    '@integration' \
    '@installation ...'
   set -g __tome_flags \
    '--site|@site|Title, id or web address of the docs site' \
    '--configuration|.|All settings, in place of those before' \
    '--external-id|.|Id of another system' \
    '--extended||Answer each whole and not only its id' \
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
    '--site|@site|Title, id or web address of the docs site' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'content'
   set -g __tome_path 'content'
   set -g __tome_below \
    'get|Show the content of a space: its pages, files and variables' \
    'reusable-content|Show a reusable content of a space' \
    'document|Show a text as its tree of blocks, by the id that a page or reusable content has for it' \
    'find|Show which collection, space, page or change request an address is of' \
    'apply-template|Add the pages of a template to a space, or to one of its change requests'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'content get'
   set -g __tome_path 'content get'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,revision ,type ,made-from ,pages ,files ,commit ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'content reusable-content'
   set -g __tome_path 'content reusable-content'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
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
    '--space|@space|Title, id or web address of the space' \
    '--schema|=current =next|Version of the form of blocks' \
    $__tome_tables \
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
    '--space|@space|Title, id or web address of the space' \
    '--params|.|What the template asks for: references by their names' \
    '--cr|^--space,TOME_SPACE @cr|Change request that receives it; the space itself if absent' \
    '--file-ref|.|File that the template asks for, by its name there' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'page' 'pages'
   set -g __tome_path 'page'
   set -g __tome_below \
    'list|List the pages of a space as they stand in each other' \
    'get|Show a page with its text' \
    'links|List the links on a page, and whether they lead anywhere' \
    'backlinks|List the places that link to a page' \
    'meta-links|Show what a page names as the same content elsewhere, for search engines'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'page list'
   set -g __tome_path 'page list'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--tree||Draw the pages as a tree' \
    '!--no-tree||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'page get'
   set -g __tome_path 'page get'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--path|.|Path of the page in its space, such as guides/start' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page\'s text' \
    '--refs|=relative =stable|How Markdown names other content: by paths, or by ids' \
    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone' \
    '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'page links'
   set -g __tome_path 'page links'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--status|=ok =broken =in-app|Only links in this state' \
    '--fail||End with exit code 10 if links are broken' \
    '!--no-fail||' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|' \
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
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
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
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,canonical-page ,canonical-address ,other-pages ,other-addresses|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'file' 'files'
   set -g __tome_path 'file'
   set -g __tome_below \
    'list|List the files of a space' \
    'get|Show a file, with the address of its bytes' \
    'backlinks|List the places that use a file'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'file list'
   set -g __tome_path 'file list'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
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
    '^--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--save|%file|Save it as this file' \
    '--force||Replace the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'file backlinks'
   set -g __tome_path 'file backlinks'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
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
    'list|List the revisions that led to a space as it is, or those that changed a page' \
    'get|Show the content of a space as it was in a revision' \
    'changes|Show what a revision changed, compared with the one before it' \
    'pages|List the pages of a revision as they stood in each other' \
    'page|Show a page with its text, as it was in a revision' \
    'page-document|Show the text of a page as its tree of blocks, as it was in a revision' \
    'meta-links|Show what a page of a revision names as the same content elsewhere, for search engines' \
    'files|List the files of a revision' \
    'file|Show a file of a revision, with the address of its bytes' \
    'reusable-content|Show a reusable content as it was in a revision' \
    'reusable-content-document|Show the text of a reusable content as its tree of blocks, as it was in a revision'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'revision list'
   set -g __tome_path 'revision list'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--page|.|Only those that changed this page: its path, title or id, even if it is gone' \
    '--depth|.|How many revisions to look at' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'revision get'
   set -g __tome_path 'revision get'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,revision ,type ,made-from ,pages ,files ,commit ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision changes'
   set -g __tome_path 'revision changes'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--limit|.|How many changes to answer' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,change ,page ,title ,path ,file ,reusable-content|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision pages'
   set -g __tome_path 'revision pages'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--tree||Draw the pages as a tree' \
    '!--no-tree||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'revision page'
   set -g __tome_path 'revision page'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--path|.|Path of the page in its space, such as guides/start' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page\'s text' \
    '--refs|=relative =stable|How Markdown names other content: by paths, or by ids' \
    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone' \
    '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'revision page-document'
   set -g __tome_path 'revision page-document'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone' \
    '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision meta-links'
   set -g __tome_path 'revision meta-links'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,canonical-page ,canonical-address ,other-pages ,other-addresses|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision files'
   set -g __tome_path 'revision files'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
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
    '^--space,TOME_SPACE @revision' \
    '^--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--save|%file|Save it as this file' \
    '--force||Replace the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'revision reusable-content'
   set -g __tome_path 'revision reusable-content'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision' \
    '^--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,title ,document ,file|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'revision reusable-content-document'
   set -g __tome_path 'revision reusable-content-document'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @revision' \
    '^--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone' \
    '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'comment' 'comments'
   set -g __tome_path 'comment'
   set -g __tome_below \
    'list|List the comments in a space, or in one of its change requests' \
    'create|Comment on a space or a change request, or on something in it' \
    'get|Show a comment' \
    'update|Change a comment\'s text, resolve it, or react to it' \
    'delete|Delete a comment with its replies' \
    'reply|Work with the replies to a comment'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'comment list'
   set -g __tome_path 'comment list'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--status|=all =open =resolved|Only those in this state' \
    '--order|=asc =desc|asc lists the oldest first' \
    '--target-page|^--space,TOME_SPACE @page|Only those on this page' \
    '--author|@user|Only those posted by one of these people' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer' \
    '!--columns|,id ,author ,status ,replies ,posted ,body ,page|' \
    '!--sort|=id =author =status =replies =posted =body =page|' \
    '!--filter|=id= =author= =status= =replies= =posted= =body= =page=|' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
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
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--body|.|Text' \
    '--page|^--space,TOME_SPACE @page|Page to comment on' \
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
    '^--space,TOME_SPACE @comment'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer' \
    '!--columns|,id ,author ,status ,replies ,posted ,body ,edited ,resolved ,resolved-by ,page ,node ,change-request ,review|' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_tables \
    $__tome_requests
  case 'comment update'
   set -g __tome_path 'comment update'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @comment ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--body|.|Text' \
    '--resolve||Resolve the comment' \
    '--no-resolve||The opposite of --resolve' \
    '--add-reaction|.|React with this emoji' \
    '--remove-reaction|.|Take back your reaction with this emoji' \
    '--unresolve||Open the comment again' \
    '!--no-unresolve||' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'comment delete'
   set -g __tome_path 'comment delete'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @comment ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
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
    'update|Change a reply\'s text, or react to it' \
    'delete|Delete a reply'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'comment reply list'
   set -g __tome_path 'comment reply list'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @comment'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer' \
    '!--columns|,id ,author ,posted ,body|' \
    '!--sort|=id =author =posted =body|' \
    '!--filter|=id= =author= =posted= =body=|' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
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
    '^--space,TOME_SPACE @comment ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--body|.|Text' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
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
    '^--space,TOME_SPACE @comment' \
    '^#0 @reply'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer' \
    '!--columns|,id ,author ,posted ,body|' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version' \
    $__tome_tables \
    $__tome_requests
  case 'comment reply update'
   set -g __tome_path 'comment reply update'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @comment' \
    '^#0 @reply ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    '--body|.|Text' \
    '--resolve||Resolve the comment' \
    '--no-resolve||The opposite of --resolve' \
    '--add-reaction|.|React with this emoji' \
    '--remove-reaction|.|Take back your reaction with this emoji' \
    '--unresolve||Open the comment again' \
    '!--no-unresolve||' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'comment reply delete'
   set -g __tome_path 'comment reply delete'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @comment' \
    '^#0 @reply ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--cr|^--space,TOME_SPACE @cr|Number, subject, id or web address of the change request' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'cr'
   set -g __tome_path 'cr'
   set -g __tome_below \
    'list|List change requests of a space, or of an organization if no space is given or set' \
    'create|Create a change request, as a draft' \
    'get|Show a change request' \
    'update|Change a change request\'s subject, description or status' \
    'merge|Merge a change request into its space' \
    'pull|Pull what changed in the space into a change request' \
    'pdf|Make a PDF of a change request\'s pages' \
    'edit|Edit a page of a change request, add pages or files, or apply a list of changes' \
    'replace|Replace a text in the pages of a change request: in titles, descriptions and texts' \
    'content|Show the content of a change request: its pages, files and variables' \
    'pages|List the pages of a change request as they stand in each other' \
    'page|Show a page with its text, as it is in a change request' \
    'meta-links|Show what a page of a change request names as the same content elsewhere' \
    'links|List the links in a change request, and whether they lead anywhere' \
    'page-links|List the links on a page of a change request, and whether they lead anywhere' \
    'backlinks|List the places that link to a page of a change request' \
    'file-backlinks|List the places that link to a file of a change request' \
    'files|List the files of a change request' \
    'file|Show a file of a change request, with the address of its bytes' \
    'reusable-content|Show a reusable content as it is in a change request' \
    'view|Show where a change request stands: changes, conflicts, reviews, rules, what to do next' \
    'diff|Show what a change request changes, page by page' \
    'preview|Open a docs site in the browser as it would be after a change request is merged' \
    'changes|Show what a change request would change in its space' \
    'review|Approve a change request, or ask for changes to it' \
    'reviews|List the reviews of a change request, or show one' \
    'reviewers|List the people who were asked to review a change request' \
    'request-review|Ask people to review a change request' \
    'unrequest-review|Take back that somebody was asked to review a change request' \
    'contributors|List the people who edited a change request or commented on it, with how often' \
    'commenters|List the members who commented on a change request'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'cr list'
   set -g __tome_path 'cr list'
   set -g __tome_flags \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or web address of the space' \
    '--status|=draft =open =archived =merged|Only those in this state' \
    '--creator|@user|Only those created by this user' \
    '--contributor|@user|Only those this user created or edited' \
    '--requested-reviewer|@user|Only those this user was asked to review' \
    '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only those made for this cluster of issues' \
    '--topic|.|Only those made for this topic of a site' \
    '--order-by|=updatedAt =createdAt|Those changed, or created, last come first' \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--of-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only those of this space' \
    '--of-site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only those of spaces that this site shows' \
    '--styleguide-run|.|Only those made by this run of a style guide' \
    '--finding|=none =all|Whether to list those made from findings too' \
    '--org-wide||Those of the whole organization, even if a space is set' \
    '!--no-org-wide||' \
    '!--columns|,number ,id ,subject ,status ,space ,author ,comments ,outdated ,updated|' \
    '!--sort|=number =id =subject =status =space =author =comments =outdated =updated|' \
    '!--filter|=number= =id= =subject= =status= =space= =author= =comments= =outdated= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr create'
   set -g __tome_path 'cr create'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--subject|.|Subject' \
    '--template|.|Template whose pages it begins with' \
    '--agent-task-id|.|Task of an agent that it is for' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr get'
   set -g __tome_path 'cr get'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,number ,id ,subject ,status ,author ,comments ,outdated ,updated ,created ,space ,revision ,initial-revision ,merged-revision ,cluster ,address|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_gets \
    $__tome_every
  case 'cr update'
   set -g __tome_path 'cr update'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--subject|.|Subject' \
    '--description|.|Description' \
    '--status|=draft =open =archived|New state; archived is final, as merged is' \
    '--links|.|Addresses that belong to it, in place of those before' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr merge'
   set -g __tome_path 'cr merge'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--fail||End with exit code 10 if the merge had conflicts' \
    '!--no-fail||' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'cr pull'
   set -g __tome_path 'cr pull'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--keep|=space =cr|If pages are in conflict: whose version stays, that of the space or of the change request' \
    '--fail||End with exit code 10 if the update had conflicts' \
    '!--no-fail||' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'cr pdf'
   set -g __tome_path 'cr pdf'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--page|^--space,TOME_SPACE @page|Page to begin at; the pages below it follow' \
    '--only||Leave out the pages below --page' \
    '--no-only||The opposite of --only' \
    '--save|%file|Save it as this file' \
    '--force||Replace the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'cr edit'
   set -g __tome_path 'cr edit'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--page|^--space,TOME_SPACE @page|Page to edit' \
    '--new||Add a page instead of editing one' \
    '!--no-new||' \
    '--file|%file|Markdown file with the text of the page, - for standard input' \
    '--title|.|Title of the page' \
    '--slug|.|Its part of the address' \
    '--into|^--space,TOME_SPACE @page|Page to put it into' \
    '--delete||Delete the page with the pages below it' \
    '!--no-delete||' \
    '--revert-to|^--space,TOME_SPACE @revision|Revision to take the page back to: latest~1 is the one before' \
    '--upload|%file|File to add to the space' \
    '--input|%file|JSON or YAML file with {"changes": [...]}, the whole body, - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr replace'
   set -g __tome_path 'cr replace'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr' \
    '...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--with|.|What to put in its place' \
    '--ignore-case||Whatever the case of its letters' \
    '!--no-ignore-case||' \
    '--page|^--space,TOME_SPACE @page|Only in this page' \
    $__tome_limits \
    $__tome_tables \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr content'
   set -g __tome_path 'cr content'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,revision ,type ,made-from ,pages ,files ,commit ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr pages'
   set -g __tome_path 'cr pages'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--tree||Draw the pages as a tree' \
    '!--no-tree||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'cr page'
   set -g __tome_path 'cr page'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--path|.|Path of the page in its space, such as guides/start' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the page\'s text' \
    '--refs|=relative =stable|How Markdown names other content: by paths, or by ids' \
    '--evaluated|=true =false =deterministic-only|Work out expressions and conditions: all of them, or only those that are the same for everyone' \
    '--dereferenced|=true =false =reusable-contents|Put what is referred to in place of the reference: all of it, or only reusable contents' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'cr meta-links'
   set -g __tome_path 'cr meta-links'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,canonical-page ,canonical-address ,other-pages ,other-addresses|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr links'
   set -g __tome_path 'cr links'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--status|=ok =broken =in-app|Only links in this state' \
    '--broken-context|=change-request =space|Only broken links: by the change request, or before it' \
    '--fail||End with exit code 10 if links are broken' \
    '!--no-fail||' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|' \
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
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--fail||End with exit code 10 if links are broken' \
    '!--no-fail||' \
    '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-address ,on|' \
    '!--sort|=status =kind =to-page =anchor =to-file =to-address =on|' \
    '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-address= =on=|' \
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
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @page'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
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
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
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
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
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
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @file'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '--save|%file|Save it as this file' \
    '--force||Replace the file if it exists' \
    '!--no-force||' \
    $__tome_every
  case 'cr reusable-content'
   set -g __tome_path 'cr reusable-content'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr' \
    '^--space,TOME_SPACE @reusable-content'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--metadata||Tell where things stand in their Git repository' \
    '--no-metadata||The opposite of --metadata' \
    '--computed||Compute the content that is made from something else' \
    '--no-computed||The opposite of --computed' \
    '!--columns|,id ,title ,document ,file|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr view'
   set -g __tome_path 'cr view'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    $__tome_every
  case 'cr diff'
   set -g __tome_path 'cr diff'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--page|.|Only this page, by its id, path or title' \
    '--stat||Only the pages, with their numbers of lines' \
    '!--no-stat||' \
    '--format|=patch =table =json =ndjson =yaml =csv =tsv =id|Print a patch that git apply reads; each page is a file <path>.md' \
    '--fail||End with exit code 10 if it changes anything' \
    '!--no-fail||' \
    '--web||Open its page in the browser instead' \
    '!--no-web||' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
    '--help||Show help' \
    '-h||Show help' \
    '--version||Show the version' \
    '-V||Show the version'
  case 'cr preview'
   set -g __tome_path 'cr preview'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--on|@site|Docs site that shows it; one that is published if absent' \
    '--claims|%file|File with the claims of a visitor, as JSON or YAML' \
    '--as-visitor|.|Email of the visitor, as a claim' \
    '--browser||Open it; --no-browser only prints the address' \
    '!--no-browser||' \
    $__tome_every
  case 'cr changes'
   set -g __tome_path 'cr changes'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--limit|.|How many changes to answer' \
    '!--columns|,change ,page ,title ,path ,file ,reusable-content|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr review'
   set -g __tome_path 'cr review'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--approve||Approve it' \
    '!--no-approve||' \
    '--body|.|Text' \
    '--request-changes||Ask for changes to it' \
    '!--no-request-changes||' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr reviews'
   set -g __tome_path 'cr reviews'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr' \
    '^#0 @review'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id|Form of the texts in the answer' \
    '--outdated||Only those that a later request, review or edit replaced, or only the others' \
    '--no-outdated||The opposite of --outdated' \
    '!--columns|,id ,reviewer ,status ,outdated ,created ,comment|' \
    '!--sort|=id =reviewer =status =outdated =created =comment|' \
    '!--filter|=id= =reviewer= =status= =outdated= =created= =comment=|' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
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
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,user ,name ,asked-by ,created|' \
    '!--sort|=user =name =asked-by =created|' \
    '!--filter|=user= =name= =asked-by= =created=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'cr request-review'
   set -g __tome_path 'cr request-review'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--reviewer|@user|Member to ask' \
    '--subject|.|New subject of the change request' \
    '--description|.|New description' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr unrequest-review'
   set -g __tome_path 'cr unrequest-review'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr' \
    '@user ...'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'cr contributors'
   set -g __tome_path 'cr contributors'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,user ,name ,by ,times ,last|' \
    '!--sort|=user =name =by =times =last|' \
    '!--filter|=user= =name= =by= =times= =last=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'cr commenters'
   set -g __tome_path 'cr commenters'
   set -g __tome_arguments \
    '^--space,TOME_SPACE @cr'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
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
    'import|Bring the content of a Git repository into a space' \
    'export|Commit the content of a space to a Git repository' \
    'plan|Show what an import or export would change, before it does' \
    'info|Show the Git repository of a space, and what became of the last import or export' \
    'remove-legacy|Remove the old kind of Git connection from a space'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'git import'
   set -g __tome_path 'git import'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--url|.|Address of the repository; it may hold a user name and password' \
    '--ref|.|Branch, such as main, or in full refs/heads/main' \
    '--force||Also if it is older, or the space has changes that contradict' \
    '--no-force||The opposite of --force' \
    '--standalone||Make a revision only, and leave the space\'s content as it is' \
    '--no-standalone||The opposite of --standalone' \
    '--project-directory|%folder|Folder of the repository that holds the content' \
    '--repo-cache-id|.|Names a copy that may be kept of the repository' \
    '--repo-tree-url|.|Beginning of the addresses of files in the repository' \
    '--repo-commit-url|.|Beginning of the addresses of commits' \
    '--timestamp|.|When it was caused; what is older than the last one is left out' \
    '--provider|=github =gitlab|Who hosts the repository' \
    '--provider-url|.|Address of the repository for people' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'git export'
   set -g __tome_path 'git export'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--url|.|Address of the repository; it may hold a user name and password' \
    '--ref|.|Branch, such as main, or in full refs/heads/main' \
    '--message|.|Message of the commit' \
    '--force||Also if it is older, or the branch has changes that contradict' \
    '--no-force||The opposite of --force' \
    '--standalone||Do not link the content to what is committed' \
    '--no-standalone||The opposite of --standalone' \
    '--project-directory|%folder|Folder of the repository that holds the content' \
    '--repo-cache-id|.|Names a copy that may be kept of the repository' \
    '--repo-tree-url|.|Beginning of the addresses of files in the repository' \
    '--repo-commit-url|.|Beginning of the addresses of commits' \
    '--timestamp|.|When it was caused; what is older than the last one is left out' \
    '--provider|=github =gitlab|Who hosts the repository' \
    '--provider-url|.|Address of the repository for people' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'git plan'
   set -g __tome_path 'git plan'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '--direction|=import =export|What would be done' \
    '--url|.|Address of the repository; it may hold a user name and password' \
    '--ref|.|Branch, such as main, or in full refs/heads/main' \
    '--force||As if the import or export had --force' \
    '--no-force||The opposite of --force' \
    '--project-directory|%folder|Folder of the repository that holds the content' \
    '--repo|%folder|Checkout on this machine, in place of --url and --ref; only what is committed counts' \
    '--fail||End with exit code 10 if anything would change' \
    '!--no-fail||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
    $__tome_every \
    $__tome_findings
  case 'git info'
   set -g __tome_path 'git info'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    '!--columns|,repository ,url ,ref ,provider ,integration ,last ,state ,error ,warnings ,revision ,commit ,updated|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'git remove-legacy'
   set -g __tome_path 'git remove-legacy'
   set -g __tome_flags \
    '--space|@space|Title, id or web address of the space' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'openapi'
   set -g __tome_path 'openapi'
   set -g __tome_below \
    'list|List the API specifications of an organization' \
    'create|Store an API specification under a new slug' \
    'get|Show an API specification' \
    'put|Store an API specification, or a new source for one that is there' \
    'publish|Store an API specification, as `openapi put` does' \
    'diff|Show what a client of the API notices of a change: what is live against what would come' \
    'update|Change who may see an API specification' \
    'delete|Delete an API specification with all its versions' \
    'version|Work with the versions of an API specification'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'openapi list'
   set -g __tome_path 'openapi list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--url|.|Address that the platform fetches it from' \
    '--file|%file|File to send, with the files that it refers to; - for standard input' \
    '--root|%folder|Folder that the files may be in; by default that of the file' \
    '--input|%file|JSON or YAML file with the body of the request' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every \
    $__tome_findings
  case 'openapi get'
   set -g __tome_path 'openapi get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,slug ,state ,error ,errors ,version ,visibility ,source ,processed ,created ,updated ,published|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'openapi put'
   set -g __tome_path 'openapi put'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--url|.|Address that the platform fetches it from' \
    '--file|%file|File to send, with the files that it refers to; - for standard input' \
    '--root|%folder|Folder that the files may be in; by default that of the file' \
    '--input|%file|JSON or YAML file with the body of the request' \
    '--fail|=breaking|Compare with the live version first, and store nothing that breaks it' \
    '--allow-unresolved||With --fail: accept references that cannot be followed' \
    '!--no-allow-unresolved||' \
    '--accept-moved-prefix||Accept a path of the server\'s URL that moved into the paths, or out of them' \
    '!--no-accept-moved-prefix||' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
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
    '--org|@org|Organization that owns it' \
    '-o|@org|Organization that owns it' \
    '!--organization|@org|' \
    '--spec|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug that it is known by' \
    '-s|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Slug that it is known by' \
    '--root|%folder|Folder that the files may be in; by default that of the file' \
    '--fail|=breaking|Compare with the live version first, and store nothing that breaks it' \
    '--allow-unresolved||With --fail: accept references that cannot be followed' \
    '!--no-allow-unresolved||' \
    '--accept-moved-prefix||Accept a path of the server\'s URL that moved into the paths, or out of them' \
    '!--no-accept-moved-prefix||' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
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
    '--org|@org|Organization that has the slug' \
    '!--organization|@org|' \
    '--fail|=breaking|Changes that end with exit code 10' \
    '--allow-unresolved||With --fail: accept references that cannot be followed' \
    '!--no-allow-unresolved||' \
    '--accept-moved-prefix||Accept a path of the server\'s URL that moved into the paths, or out of them' \
    '!--no-accept-moved-prefix||' \
    '--format|=markdown =table =json =ndjson =yaml =csv =tsv =id|Text for a comment on a pull request' \
    '--json||Print JSON; with a comma-separated list, only these fields' \
    '--jq|.|Filter the JSON with a jq program' \
    '-q|.|Filter the JSON with a jq program' \
    '--raw-csv||Do not protect CSV and TSV cells that a spreadsheet would run as formulas' \
    '--profile|.|Use the settings and token of this profile' \
    '--local||Use the embedded platform, as --profile local does' \
    '--base-url|.|Address of the platform' \
    '--timeout|.|How long a request may take, including repeats' \
    '--retries|.|How often a request may be repeated' \
    '--no-input||Never ask; a missing value is an error' \
    '--quiet||No notes and no progress' \
    '--debug||Show requests and answers on standard error, without secrets' \
    '--record|%file|Record requests and answers in this file, without secrets' \
    '--replay|%file|Answer from a recording, without a network' \
    '--no-color||No colour' \
    '--color||Colour, even if it does not go to a terminal' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--visibility|=private =public|public gives it an address that needs no token' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'openapi delete'
   set -g __tome_path 'openapi delete'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    'get|Show a version of an API specification, by default the latest one' \
    'content|Show the files of a version of an API specification, or save them' \
    'raw|Print the text of a version of an API specification as it was sent or fetched'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'openapi version list'
   set -g __tome_path 'openapi version list'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,created ,address|' \
    '!--sort|=id =created =address|' \
    '!--filter|=id= =created= =address=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'openapi version get'
   set -g __tome_path 'openapi version get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' \
    '@specification-version'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,created ,address|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'openapi version content'
   set -g __tome_path 'openapi version content'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' \
    '@specification-version'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--save|%folder|Folder to write the files into' \
    '--force||With --save: replace files that exist' \
    '!--no-force||' \
    $__tome_every
  case 'openapi version raw'
   set -g __tome_path 'openapi version raw'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' \
    '@specification-version'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_every
  case 'check'
   set -g __tome_path 'check'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Organization to check, unless --repo is given' \
    '!--organization|@org|' \
    '--space|^--org @space|Spaces to check' \
    '--repo|%folder|Folder of a repository on this machine to check; nothing is sent anywhere' \
    '--rules|%file|Configuration: levels, parameters, what is allowed until when, rules of your own' \
    '--baseline|%file|File with findings that were there before and do not count' \
    '--update-baseline||Write all findings to the baseline; without --baseline to .tome.check-baseline.json' \
    '!--no-update-baseline||' \
    '--fail|=error =warning|Level from which findings end with exit code 10' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--only|.|Only these parts: org, people, content, sites, specs' \
    '--with|.|Also these, at a request or two for each thing: grants, share-links, customization' \
    '--force||Replace files that are there; comments in them stay' \
    '!--no-force||' \
    $__tome_every
  case 'plan'
   set -g __tome_path 'plan'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--prune||Delete what was applied or exported and is no longer in the files' \
    '!--no-prune||' \
    '--max-deletes|.|Most of a kind to delete, of ten or more: a number or a percentage' \
    '--adopt|.|Take it for an entry of the files' \
    '--save|%file|Save the plan, to apply exactly this' \
    '--markdown|%file|Write it as Markdown, for a comment on a pull request' \
    '--fail||End with exit code 10 if there is anything to do' \
    '!--no-fail||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'apply'
   set -g __tome_path 'apply'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--prune||Delete what was applied or exported and is no longer in the files' \
    '!--no-prune||' \
    '--max-deletes|.|Most of a kind to delete, of ten or more: a number or a percentage' \
    '--adopt|.|Take it for an entry of the files' \
    '--resume|.|Go on with an apply that was cut off, by its journal' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--ignore|%file|Leave this out' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'backup'
   set -g __tome_path 'backup'
   set -g __tome_below \
    'create|Copy the spaces of an organization into a folder; later runs fetch only what changed' \
    'diff|Compare a backup with what the platform has now' \
    'restore|Bring spaces back from a backup, through change requests, and compare what came of it' \
    'verify|Check that each file of a backup is as it was written; nothing is sent'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'backup create'
   set -g __tome_path 'backup create'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Spaces to copy' \
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
    '--space|.|Spaces to bring back' \
    '--to|@org|Organization that receives them; the one of the backup unless given' \
    '--as-change-request||Leave the change requests open, for somebody to look at and merge' \
    '!--no-as-change-request||' \
    '--other-platform||Accept a backup from another platform' \
    '!--no-other-platform||' \
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
    'ingest|Take in conversations; one that is known already is replaced' \
    'get|Show a conversation with all that was said' \
    'cluster|Work with clusters of similar issues' \
    'issue|Work with the issues found in conversations'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'conversation list'
   set -g __tome_path 'conversation list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--source|.|Only those from this source, such as email' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--file|%file|JSON or NDJSON with one conversation or many; - for standard input' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'conversation get'
   set -g __tome_path 'conversation get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,subject ,source ,created ,parts|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'conversation cluster' 'conversation clusters'
   set -g __tome_path 'conversation cluster'
   set -g __tome_below \
    'list|List the clusters of similar issues'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'conversation cluster list'
   set -g __tome_path 'conversation cluster list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--status|=pending =analysing|Only those that wait for their analysis, or are in it' \
    '--order|=asc =desc|Direction of the order' \
    '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted|What they are ordered by' \
    '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated|' \
    '!--sort|=id =label =issues =conversations =last-13-weeks =updated|' \
    '!--filter|=id= =label= =issues= =conversations= =last-13-weeks= =updated=|' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_lists \
    $__tome_requests \
    $__tome_every
  case 'conversation issue' 'conversation issues'
   set -g __tome_path 'conversation issue'
   set -g __tome_below \
    'list|List the issues found in conversations' \
    'get|Show an issue with its conversation'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'conversation issue list'
   set -g __tome_path 'conversation issue list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster|Only those of this cluster' \
    '--conversation|.|Only those of this conversation' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @issue'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,title ,cluster ,conversation ,created ,summary|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'import'
   set -g __tome_path 'import'
   set -g __tome_below \
    'list|List the imports of an organization, the newest first' \
    'get|Show an import, and which pages it has' \
    'start|Import the pages of a website into a space or a change request' \
    'cancel|Stop an import, which then adds nothing'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'import list'
   set -g __tome_path 'import list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Only those into this space' \
    '--cr|^--space @cr|Only those into this change request' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Only those into spaces of this docs site' \
    '--status|=active =pending =in-progress =completed =failed =cancelled|Only those in this state' \
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
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @import'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,source ,space ,status ,updated ,change-request ,below ,reason ,created|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'import start'
   set -g __tome_path 'import start'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space that gets the pages' \
    '--cr|^--space @cr|Change request of the space that gets them instead' \
    '--parent|^--space @page|Page or group that gets them below it' \
    '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Docs site whose import it is, if the space is not on it yet' \
    '--enhance||Rework the pages by a language model' \
    '--no-enhance||The opposite of --enhance' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'import cancel'
   set -g __tome_path 'import cancel'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @import ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation' 'translations'
   set -g __tome_path 'translation'
   set -g __tome_below \
    'list|List the translations of an organization' \
    'create|Create a translation of a space; run it to get its pages' \
    'get|Show a translation' \
    'update|Change the instructions of a translation' \
    'delete|Delete a translation; the space that it made stays' \
    'run|Translate what has changed since the last run'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'translation list'
   set -g __tome_path 'translation list'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
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
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--source-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Space to translate' \
    '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language it is written in' \
    '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl|Language to translate into' \
    '--instructions|.|What the translator is to heed' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation get'
   set -g __tome_path 'translation get'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '!--columns|,id ,source ,from ,to ,status ,result ,updated ,created ,runs ,pages ,words ,latest-pages ,latest-words ,latest-milliseconds ,error|' \
    $__tome_tables \
    $__tome_requests \
    $__tome_every
  case 'translation update'
   set -g __tome_path 'translation update'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--instructions|.|What the translator is to heed' \
    $__tome_bodies \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'translation delete'
   set -g __tome_path 'translation delete'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    $__tome_many \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'translation run'
   set -g __tome_path 'translation run'
   set -g __tome_arguments \
    '^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...'
   set -g __tome_flags \
    '--org|@org|Title, id or web address of the organization' \
    '!--organization|@org|' \
    '--wait||Wait until the work is done' \
    '!--no-wait||' \
    '--wait-limit|.|With --wait: seconds to wait at most' \
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
    'get|Show what a hostname of your own leads to, and whether its name servers know it' \
    'check|Look up again where the name servers say that a hostname of your own is' \
    'remove|Take a hostname of your own off its docs site' \
    'organization|Show which organization has a hostname, below which its docs sites are'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'hostname get'
   set -g __tome_path 'hostname get'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '!--columns|,hostname ,site ,status|' \
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
  case 'user'
   set -g __tome_path 'user'
   set -g __tome_below \
    'invitation|Work with your invitations to organizations' \
    'update|Change your own name or picture'
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
    '--photo|.|Address of a picture' \
    $__tome_many \
    $__tome_requests \
    $__tome_writes \
    $__tome_every
  case 'auth'
   set -g __tome_path 'auth'
   set -g __tome_below \
    'login|Store a token for a platform' \
    'logout|Forget the stored token of a profile' \
    'status|Show which token is in use, where it is stored, and whether it works' \
    'token|Print the token in use' \
    'list|List the profiles, with the platform and the storage of the token' \
    'switch|Choose the profile to use by default'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'auth login'
   set -g __tome_path 'auth login'
   set -g __tome_flags \
    '--with-token||Read the token from standard input' \
    '!--no-with-token||' \
    '--web||Get the token by signing in in the browser, at tome serve' \
    '!--no-web||' \
    '--browser||Open the browser; --no-browser only prints the address' \
    '!--no-browser||' \
    '--offline||Store it without asking the platform' \
    '!--no-offline||' \
    '--insecure-storage||Store it in a file, even if there is a keyring' \
    '!--no-insecure-storage||' \
    $__tome_every
  case 'auth logout'
   set -g __tome_path 'auth logout'
   set -g __tome_flags \
    $__tome_every
  case 'auth status'
   set -g __tome_path 'auth status'
   set -g __tome_flags \
    '--offline||Do not ask the platform' \
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
    'get|Print the value of a setting that is in force' \
    'set|Set a setting of the profile' \
    'unset|Remove settings from the profile' \
    'list|List the settings in force, and where each comes from' \
    'path|Print the folder of the settings'
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
    '--field|.|Text for the body, or for the query of a GET' \
    '-f|.|Text for the body, or for the query of a GET' \
    '--typed-field|.|The same, read as JSON if it is JSON; @file is the text of a file' \
    '-F|.|The same, read as JSON if it is JSON; @file is the text of a file' \
    '--header|.|Header of the request' \
    '-H|.|Header of the request' \
    '--input|%file|File with the body, - for standard input' \
    '--paginate||Fetch every page of a list' \
    '!--no-paginate||' \
    '--slurp||With --paginate: one array of all pages' \
    '!--no-slurp||' \
    '--include||Print the status and the headers too' \
    '-i||Print the status and the headers too' \
    '!--no-include||' \
    $__tome_requests \
    $__tome_confirmed \
    $__tome_writes \
    $__tome_every
  case 'serve'
   set -g __tome_path 'serve'
   set -g __tome_flags \
    '--port|.|Port, 0 for any free one' \
    '--host|.|Address to bind' \
    '--data|%folder|Folder of the data' \
    '--database|.|Address of a PostgreSQL database to keep the data in' \
    '--memory||Keep the data in memory, so that it is lost at the end' \
    '!--no-memory||' \
    '--seed||Add the sample workspace if it is not there yet' \
    '!--no-seed||' \
    '--ready-file|%file|File that is written when it accepts requests' \
    '--allow-private||Let the platform fetch from private and loopback addresses' \
    '!--no-allow-private||' \
    '--jobs|.|Maximum number of long jobs at a time, such as imports' \
    '--faults|%file|Plan of faults, a JSON or YAML file, - for standard input' \
    '--repeatable|.|Draw ids from this seed and stop the clock; data in memory' \
    '--clock|.|Time of the clock with --repeatable' \
    '--log|=text =json =off|One line on standard error for each request' \
    '--metrics||Let whoever reaches the address read /metrics without a token' \
    '!--no-metrics||' \
    '--public-url|.|Address that callers use, if there is a proxy in between' \
    $__tome_every
  case 'preview'
   set -g __tome_path 'preview'
   set -g __tome_arguments \
    '%folder'
   set -g __tome_flags \
    '--port|.|Port, 0 for any free one' \
    '--open||Open it in the browser' \
    '!--no-open||' \
    '--rules|%file|Configuration of the findings, as tome check takes it' \
    $__tome_every
  case 'local'
   set -g __tome_path 'local'
   set -g __tome_below \
    'seed|Add the sample workspace, or replace all data with an export' \
    'reset|Remove all data and start over' \
    'export|Write all data to one file' \
    'import|Replace all data with an export' \
    'path|Print the folder of the data' \
    'token|Manage the tokens of the embedded platform' \
    'domain|Verify domains of organizations on the operator\'s word' \
    'clock|Show the embedded platform\'s time, or move it' \
    'faults|Show the plan of faults of the platform that is served, or start one' \
    'requests|List the latest requests to the platform that is served' \
    'state|Show a digest of all data, which is the same for the same data' \
    'exec|Run a program against a new platform, and exit with its exit code'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local seed'
   set -g __tome_path 'local seed'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--database|.|Address of a PostgreSQL database with the data' \
    $__tome_every
  case 'local reset'
   set -g __tome_path 'local reset'
   set -g __tome_flags \
    '--database|.|Address of a PostgreSQL database with the data' \
    $__tome_confirmed \
    $__tome_every
  case 'local export'
   set -g __tome_path 'local export'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--database|.|Address of a PostgreSQL database with the data' \
    $__tome_every
  case 'local import'
   set -g __tome_path 'local import'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--keep-owner-tokens||Accept tokens of the owner that this platform does not know' \
    '!--no-keep-owner-tokens||' \
    '--database|.|Address of a PostgreSQL database with the data' \
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
    'revoke|Revoke a token, so that it is refused from then on' \
    'rotate|Replace a token by a new one and print that once'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local token create'
   set -g __tome_path 'local token create'
   set -g __tome_flags \
    '--role|=admin =create =review =edit =comment =read =guest|Create it for a user with this role' \
    '--user|.|Create it for this user: email, name or id' \
    '--in|.|Organization of the role, by title or id; the first one by default' \
    '--label|.|Name in lists and in the audit log' \
    '--expires|.|Expiry: a span such as 90d or 12h, a date, or a time' \
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
    '--expires|.|Expiry: a span such as 90d or 12h, a date, or a time' \
    '--database|.|URL of a PostgreSQL database with the data' \
    $__tome_confirmed \
    $__tome_every
  case 'local domain'
   set -g __tome_path 'local domain'
   set -g __tome_below \
    'list|List the domains that organizations claim' \
    'verify|Verify a domain for an organization without a TXT record' \
    'revoke|End the verification of a domain'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'local domain list'
   set -g __tome_path 'local domain list'
   set -g __tome_flags \
    '--database|.|Address of a PostgreSQL database with the data' \
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
    '--database|.|Address of a PostgreSQL database with the data' \
    $__tome_every
  case 'local domain revoke'
   set -g __tome_path 'local domain revoke'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--in|.|Organization, by title or id' \
    '--database|.|Address of a PostgreSQL database with the data' \
    $__tome_every
  case 'local clock'
   set -g __tome_path 'local clock'
   set -g __tome_flags \
    '--advance|.|How far, such as 8d, -2h or 90m' \
    '--set|.|The new time' \
    '--reset||Back to the real time' \
    '!--no-reset||' \
    '--database|.|Address of a PostgreSQL database with the data' \
    $__tome_every
  case 'local faults'
   set -g __tome_path 'local faults'
   set -g __tome_arguments \
    '%file'
   set -g __tome_flags \
    '--end||End the plan that is in force' \
    '!--no-end||' \
    $__tome_every
  case 'local requests'
   set -g __tome_path 'local requests'
   set -g __tome_flags \
    '--misses||Only requests for something that does not exist, but resembles something that does' \
    '!--no-misses||' \
    '--last|.|Most requests to show' \
    '--clear||Forget them' \
    '!--no-clear||' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'local state'
   set -g __tome_path 'local state'
   set -g __tome_flags \
    '--rows||With all rows, without secrets' \
    '!--no-rows||' \
    $__tome_every
  case 'local exec'
   set -g __tome_path 'local exec'
   set -g __tome_arguments \
    '...'
   set -g __tome_flags \
    '--seed||Start with the sample workspace' \
    '!--no-seed||' \
    '--faults|%file|Plan of faults, a JSON or YAML file, - for standard input' \
    '--repeatable|.|Draw ids from this seed and stop the clock; data in memory' \
    '--clock|.|Time of the clock with --repeatable' \
    $__tome_every
  case 'open'
   set -g __tome_path 'open'
   set -g __tome_arguments \
    '.' \
    '.'
   set -g __tome_flags \
    $__tome_every
  case 'tour'
   set -g __tome_path 'tour'
   set -g __tome_flags \
    $__tome_every
  case 'history'
   set -g __tome_path 'history'
   set -g __tome_below \
    'list|List the writes that tome has sent, whatever the command; the newest first' \
    'show|Show one write; if its end is not known, look again and settle it'
   set -g __tome_flags \
    $__tome_every \
    $__tome_early
  case 'history list'
   set -g __tome_path 'history list'
   set -g __tome_flags \
    '--since|.|Only those since then: 12h, yesterday, 2026-03-01' \
    '--target|.|Only those to this thing, or in it: its id, or its title' \
    $__tome_limits \
    $__tome_choices \
    $__tome_tables \
    $__tome_every
  case 'history show'
   set -g __tome_path 'history show'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    $__tome_every
  case 'undo'
   set -g __tome_path 'undo'
   set -g __tome_arguments \
    '.'
   set -g __tome_flags \
    '--last|.|Take back this many of the last commands that can be undone' \
    '--force||Also what somebody has changed since' \
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
    '--updates||Also ask the npm registry for a newer version; never in a pipeline' \
    '!--no-updates||' \
    $__tome_every
  case 'completion'
   set -g __tome_path 'completion'
   set -g __tome_arguments \
    '=bash =zsh =fish =powershell'
   set -g __tome_flags \
    '--install||Install it where the shell finds it' \
    '!--no-install||' \
    $__tome_every
  case 'help'
   set -g __tome_path ''
   set -g __tome_below \
    'status|Show what waits for you' \
    'tree|Show collections and spaces as a tree' \
    'org|Organizations, their settings and invites' \
    'collection|Collections of spaces' \
    'space|Spaces, the containers of pages' \
    'member|Members and guests of an organization' \
    'team|Teams, which are granted content as a whole' \
    'access|Who has access to what, and why' \
    'saml|SAML providers, for single sign-on' \
    'sso|Ways to sign in by single sign-on' \
    'site|Docs sites, their structure and their visitors' \
    'integration|Integrations, their installations and events' \
    'content|The content of a space, and templates for it' \
    'page|Pages of a space, their texts and links' \
    'file|Files of a space' \
    'revision|Earlier states of a space' \
    'comment|Comments on spaces and change requests, and replies' \
    'cr|Change requests, their content and reviews' \
    'git|Git repositories that spaces are kept in sync with' \
    'openapi|API specifications and their versions' \
    'check|Check whether documentation is in order' \
    'export|Write an organization as files' \
    'plan|Show what apply would change' \
    'apply|Make an organization what files say' \
    'drift|Show what changed since the last apply' \
    'backup|Copies of spaces, and the way back' \
    'conversation|Conversations with readers, and the issues in them' \
    'import|Imports of websites into spaces' \
    'translation|Translations of spaces' \
    'whoami|Show the user of the token in use' \
    'hostname|Hostnames of docs sites and organizations' \
    'user|Your own name, picture and invitations' \
    'auth|Log in and out, and manage tokens' \
    'config|Read and change settings' \
    'api|Send any request of the API' \
    'serve|Serve the embedded platform over HTTP' \
    'preview|Show a folder of Markdown as a site, live' \
    'local|The embedded platform, for work without an account' \
    'open|Open the page of a thing in the browser' \
    'tour|Watch real commands at work' \
    'history|What tome has sent, and how it ended' \
    'undo|Take back what a command has sent' \
    'doctor|Check settings, token, network and clock' \
    'completion|Print the completion script of a shell' \
    'bulk|One command for many things, and how to resume it' \
    'environment|Environment variables, and where settings come from' \
    'exit-codes|What each exit code means' \
    'flags|The flags that commands share' \
    'formatting|Output formats, fields and jq filters' \
    'names|Name a thing by its title, path or email instead of its id'
  case '*'
   return 1
 end
 # Setting a variable keeps the status of the command before.
 return 0
end

# Reads the words before the cursor; fails if nothing can follow them.
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

# Sets __tome_value to what may follow a flag; fails if there is no such flag.
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

# Prints what the argument at the cursor may be; fails if there is none.
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

# Prints the values that a text describes, after what comes before them in the same word.
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

# Prints the value that was typed for a flag, or fails.
function __tome_given_for -a name
 set -q __tome_given[1]
 or return 1
 set -l found (string replace -f -- "$name=" '' $__tome_given)
 and printf '%s\n' $found[-1]
end

# Prints the parent, which the sources in a text may name; fails if none of them does.
function __tome_parent -a text
 for source in (string split , -- $text)
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
   # A pasted web address is not taken apart here.
   string match -q '*/*' -- $found
   and return 1
   printf '%s\n' $found
   return 0
  end
 end
 return 1
end

# Prints the location of the embedded platform's data, or fails; the argument is the folder of its ids.
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

# Prints the folder with the ids of the platform in force, or fails.
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
  # Two locations may have the same name here.
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

# Prints the ids of a file with their titles, and titles with their ids; of those whose parent is known, only its own.
function __tome_ids -a file before parents
 set -l parts (string split -m 1 : -- $file)
 set -l folder (__tome_folder)
 or return
 set -l path $folder/$parts[1]
 test -f $path -a -r $path
 or return
 set -l kept '[^\t]*'
 if test -n "$parents"
  set -l parent (__tome_parent $parents)
  and set kept (string escape --style=regex -- $parent)'|'
 end
 set -l lines (string match -r -- '^(?!-)[A-Za-z0-9._-]+\t[^\t]*\t(?:'$kept')$' <$path)
 or return
 string replace -r -- '^([^\t]*\t[^\t]*)\t.*$' "$before$parts[2]"'$1' $lines
 # The title that is being typed is completed too; fish quotes it.
 set -l begun (string unescape -- (commandline -ct); or commandline -ct)
 set begun (string sub -s (math (string length -- "$before$parts[2]") + 1) -- "$begun" | string escape --style=regex)
 string match -qr '[^ ]' -- "$begun"
 and string match -ri -- '^[^\t]*\t(?=[\p{L}\p{N}])'$begun'[^\t]*\t.*' $lines | string replace -r -- '^([^\t]*)\t([^\t]*)\t.*$' "$before$parts[2]"'$2\t$1'
end

# Prints the folders that the word at the cursor begins to name.
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
