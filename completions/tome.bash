# Completion for the tome command.
# Generated from its commands. It starts no process and never executes input or file content.

__tome_limits=('--limit|.' '-L|.' '--all|' '--fail-truncated|' '--header|')
__tome_choices=('--filter|.' '--sort|.')
__tome_tables=('--columns|.')
__tome_lists=('--page-token|.' '--page-size|.')
__tome_bodies=('--input|%file')
__tome_many=('--from|%file' '--concurrency|.' '--journal|%file' '--resume|%file' '--retry-unknown|' '--stop-on-error|')
__tome_requests=('--dry-run|' '-n|')
__tome_confirmed=('--yes|' '-y|')
__tome_writes=('--verbose|')
__tome_gets=('--web|')
__tome_every=('--json|' '--jq|.' '-q|.' '--format|=table =json =ndjson =yaml =csv =tsv =id' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|')
__tome_findings=('--report|.')
__tome_early=('!--limit|.' '!-L|.' '!--all|' '!--fail-truncated|' '!--header|' '!--filter|.' '!--sort|.' '!--columns|.' '!--page-token|.' '!--page-size|.' '!--input|%file' '!--from|%file' '!--concurrency|.' '!--journal|%file' '!--resume|%file' '!--retry-unknown|' '!--stop-on-error|' '!--dry-run|' '!-n|' '!--yes|' '!-y|' '!--verbose|' '!--web|' '!--report|.' '!--org|@org' '!--organization|@org' '!--space|@space' '!--site|@site' '!--cr|@cr')

# Sets the candidates after the words of $1; fails if they are not a command.
__tome_command() {
  below=() arguments=() flags=()
  case $1 in
  '') command='' below=('status' 'tree' 'org' 'collection' 'space' 'member' 'team' 'access' 'saml' 'sso' 'site' 'integration' 'content' 'search' 'page' 'file' 'revision' 'comment' 'cr' 'git' 'openapi' 'check' 'export' 'plan' 'apply' 'drift' 'backup' 'conversation' 'import' 'translation' 'whoami' 'hostname' 'url' 'user' 'auth' 'config' 'api' 'serve' 'agent' 'mcp' 'preview' 'local' 'open' 'tour' 'history' 'undo' 'doctor' 'completion' 'help') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'status') command='status' flags=('--org|@org' '!--organization|@org' '--all|' '!--no-all|' '--fail|=items' "${__tome_every[@]}") ;;
  'tree') command='tree' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'org'|'orgs') command='org' below=('list' 'create' 'get' 'update' 'search' 'ask' 'questions' 'join' 'ping' 'for-domain' 'domain' 'webhook' 'invite' 'audit' 'instructions' 'style-guide' 'font' 'file' 'ai-usage') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org list') command='org list' flags=('!--columns|,id ,title ,type ,created' '!--sort|=id =title =type =created' '!--filter|=id= =title= =type= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org create') command='org create' flags=('--title|.' '--email-domain|.' '--with-default-site|' '--no-with-default-site|' '--openapi-url|.' '--onboarding-preferences|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org get') command='org get' arguments=('@org') flags=('!--columns|,id ,title ,type ,hostname ,email-domains ,default-role ,single-sign-on ,ai ,invite-links ,merge-rules ,required ,created ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'org update') command='org update' arguments=('@org ...') flags=('--title|.' '--email-domain|.' '--hostname|.' '--default-role|=admin =create =review =edit =comment =read =guest' '--no-default-role|' '--default-content|^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @site:site: ^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^org:#0,TOME_ORG,GITBOOK_ORGANIZATION @collection:collection:' '--no-default-content|' '--logo|.' '--no-logo|' '--sso|' '--no-sso|' '--ai|' '--no-ai|' '--invite-links|' '--no-invite-links|' '--merge-rules|=none =approval' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org search') command='org search' arguments=('.') flags=('--org|@org' '!--organization|@org' '!--columns|,space-id ,space ,pages ,match' '!--sort|=space-id =space =pages =match' '!--filter|=space-id= =space= =pages= =match=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org ask') command='org ask' arguments=('.') flags=('--org|@org' '!--organization|@org' '--previous-query|.' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--details|' '--no-details|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|') ;;
  'org questions') command='org questions' flags=('--org|@org' '!--organization|@org' "${__tome_every[@]}") ;;
  'org join') command='org join' arguments=('@org ...') flags=('--invite|@invite' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org ping') command='org ping' flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org for-domain') command='org for-domain' arguments=('.') flags=('!--columns|,id ,title' '!--sort|=id =title' '!--filter|=id= =title=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org domain') command='org domain' below=('list' 'get' 'add' 'check' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org domain list') command='org domain list' flags=('--org|@org' '!--organization|@org' '!--columns|,domain ,status ,verified-by ,txt-record ,value' '!--sort|=domain =status =verified-by =txt-record =value' '!--filter|=domain= =status= =verified-by= =txt-record= =value=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org domain get') command='org domain get' arguments=('.') flags=('--org|@org' '!--organization|@org' '!--columns|,domain ,status ,verified-by ,txt-record ,value ,verified ,checked-at ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org domain add') command='org domain add' arguments=('...') flags=('--org|@org' '!--organization|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org domain check') command='org domain check' arguments=('...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org domain remove') command='org domain remove' arguments=('...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org webhook') command='org webhook' below=('list' 'get' 'create' 'update' 'delete' 'rotate' 'test' 'deliveries') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org webhook list') command='org webhook list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,url ,events ,active ,problem ,created' '!--sort|=id =url =events =active =problem =created' '!--filter|=id= =url= =events= =active= =problem= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org webhook get') command='org webhook get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,url ,events ,active ,problem ,created ,secret ,previous-secret-expires ,updated' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org webhook create') command='org webhook create' arguments=('...') flags=('--org|@org' '!--organization|@org' '--event|=change_request.opened =change_request.merged =review.requested =review.submitted =comment.created =comment.replied =git_sync.failed =sign_in.failed' '--secret-file|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org webhook update') command='org webhook update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...') flags=('--org|@org' '!--organization|@org' '--url|.' '--event|=change_request.opened =change_request.merged =review.requested =review.submitted =comment.created =comment.replied =git_sync.failed =sign_in.failed' '--active|' '--no-active|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org webhook delete') command='org webhook delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org webhook rotate') command='org webhook rotate' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...') flags=('--org|@org' '!--organization|@org' '--overlap|.' '--secret-file|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org webhook test') command='org webhook test' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org webhook deliveries') command='org webhook deliveries' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @webhook') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,event ,status ,attempts ,response ,error ,created ,next-attempt' '!--sort|=id =event =status =attempts =response =error =created =next-attempt' '!--filter|=id= =event= =status= =attempts= =response= =error= =created= =next-attempt=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite'|'org invites') command='org invite' below=('list' 'get' 'update' 'create' 'users' 'pending' 'withdraw' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org invite list') command='org invite list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,role ,level ,space ,collection' '!--sort|=id =role =level =space =collection' '!--filter|=id= =role= =level= =space= =collection=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite get') command='org invite get' arguments=('@invite') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,role ,level ,space ,collection' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite update') command='org invite update' arguments=('@invite ...') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' '--level|=admin =create =review =edit =comment =read =guest' '--no-level|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org invite create') command='org invite create' flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' '--level|=admin =create =review =edit =comment =read =guest' '--no-level|' '--to-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--to-collection|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org invite users') command='org invite users' arguments=('...') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' '--sso|' '--no-sso|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org invite pending') command='org invite pending' flags=('--org|@org' '!--organization|@org' '!--columns|,user ,name ,email ,role ,invited-by ,created' '!--sort|=user =name =email =role =invited-by =created' '!--filter|=user= =name= =email= =role= =invited-by= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite withdraw') command='org invite withdraw' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org invite delete') command='org invite delete' arguments=('@invite ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org audit') command='org audit' below=('list' 'export' 'get' 'actions') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org audit list') command='org audit list' flags=('--org|@org' '!--organization|@org' '--since|.' '--until|.' '--action|.' '--actor|@user' '--target|.' '!--columns|,time ,actor ,action ,times ,type ,target ,target-id ,id ,last-time' '!--sort|=time =actor =action =times =type =target =target-id =id =last-time' '!--filter|=time= =actor= =action= =times= =type= =target= =target-id= =id= =last-time=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org audit export') command='org audit export' flags=('--org|@org' '!--organization|@org' '--since|.' '--until|.' '--action|.' '--actor|@user' '--target|.' '--details|' '!--no-details|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'org audit get') command='org audit get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @audit-event') flags=('--org|@org' '!--organization|@org' '!--columns|,time ,actor ,action ,times ,type ,target ,target-id ,last-time ,input ,token ,from ,forwarded-for ,program ,request' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org audit actions') command='org audit actions' flags=('--org|@org' '!--organization|@org' '!--columns|,action ,summary' '!--sort|=action =summary' '!--filter|=action= =summary=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org instructions') command='org instructions' below=('get' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org instructions get') command='org instructions get' flags=('--org|@org' '!--organization|@org' "${__tome_every[@]}") ;;
  'org instructions put') command='org instructions put' flags=('--org|@org' '!--organization|@org' '--text|.' '--file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org style-guide') command='org style-guide' below=('list' 'templates') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org style-guide list') command='org style-guide list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,sites' '!--sort|=id =title =sites' '!--filter|=id= =title= =sites=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org style-guide templates') command='org style-guide templates' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,subtitle ,markdown' '!--sort|=id =title =subtitle =markdown' '!--filter|=id= =title= =subtitle= =markdown=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org font') command='org font' below=('list' 'get' 'create' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org font list') command='org font list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,family ,weights' '!--sort|=id =family =weights' '!--filter|=id= =family= =weights=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org font get') command='org font get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,family ,weights ,files ,may-edit' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org font create') command='org font create' arguments=('...') flags=('--org|@org' '!--organization|@org' '--face|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org font update') command='org font update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font ...') flags=('--org|@org' '!--organization|@org' '--family|.' '--face|.' '--remove-weight|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org font delete') command='org font delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @font ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org file'|'org files') command='org file' below=('upload') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org file upload') command='org file upload' arguments=('...') flags=('--org|@org' '!--organization|@org' '--kind|=customization_font =import_file =organization_file' '--name|.' '--content-type|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'org ai-usage') command='org ai-usage' flags=('--org|@org' '!--organization|@org' '--since|.' '--until|.' '--interval|=day =week =month =year' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'collection'|'collections') command='collection' below=('list' 'create' 'get' 'update' 'delete' 'spaces' 'move' 'transfer' 'permission') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'collection list') command='collection list' flags=('--org|@org' '!--organization|@org' '--nested|' '--no-nested|' '!--columns|,id ,title ,parent ,default-level ,description' '!--sort|=id =title =parent =default-level =description' '!--filter|=id= =title= =parent= =default-level= =description=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection create') command='collection create' flags=('--org|@org' '!--organization|@org' '--title|.' '--parent|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection get') command='collection get' arguments=('@collection') flags=('!--columns|,id ,title ,parent ,default-level ,description ,organization ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'collection update') command='collection update' arguments=('@collection ...') flags=('--title|.' '--description|.' '--default-level|=admin =create =review =edit =comment =read =inherit =none' '--no-default-level|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection delete') command='collection delete' arguments=('@collection ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection spaces') command='collection spaces' arguments=('@collection') flags=('!--columns|,id ,title ,visibility ,edit-mode ,updated' '!--sort|=id =title =visibility =edit-mode =updated' '!--filter|=id= =title= =visibility= =edit-mode= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection move') command='collection move' arguments=('@collection ...') flags=('--parent|@collection' '--no-parent|' '--before|@space @collection:collection:' '--after|@space @collection:collection:' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection transfer') command='collection transfer' arguments=('@collection ...') flags=('--to|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection permission'|'collection permissions') command='collection permission' below=('list' 'grant' 'users' 'teams' 'update' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'collection permission list') command='collection permission list' arguments=('@collection') flags=('--role|=admin =create =review =edit =comment =read' '!--columns|,role ,user ,name ,email' '!--sort|=role =user =name =email' '!--filter|=role= =user= =name= =email=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection permission grant') command='collection permission grant' arguments=('@collection ...') flags=('--role|=admin =create =review =edit =comment =read =none' '--no-role|' '--user|@user' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection permission users') command='collection permission users' arguments=('@collection') flags=('!--columns|,role ,user ,name ,email' '!--sort|=role =user =name =email' '!--filter|=role= =user= =name= =email=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection permission teams') command='collection permission teams' arguments=('@collection') flags=('!--columns|,role ,team ,title ,members' '!--sort|=role =team =title =members' '!--filter|=role= =team= =title= =members=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection permission update') command='collection permission update' arguments=('@collection ...') flags=('--user|@user' '--role|=admin =create =review =edit =comment =read =none' '--no-role|' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'collection permission remove') command='collection permission remove' arguments=('@collection ...') flags=('--user|@user' '--team|@team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space'|'spaces') command='space' below=('list' 'create' 'get' 'update' 'delete' 'duplicate' 'restore' 'move' 'commenters' 'links' 'integrations' 'pdf' 'embed' 'search' 'transfer' 'permission') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'space list') command='space list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,collection ,visibility ,edit-mode ,updated' '!--sort|=id =title =collection =visibility =edit-mode =updated' '!--filter|=id= =title= =collection= =visibility= =edit-mode= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space create') command='space create' flags=('--org|@org' '!--organization|@org' '--title|.' '--emoji|.' '--parent|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--edit-mode|=live =locked' '--template|.' '--empty|' '--no-empty|' '--computed-source|.' '--from-folder|%folder' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space get') command='space get' arguments=('@space') flags=('--share-key|.' '!--columns|,id ,title ,emoji ,organization ,parent ,visibility ,edit-mode ,default-level ,language ,merge-rules ,required ,change-requests ,open-change-requests ,draft ,comments ,created ,updated ,deleted ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'space update') command='space update' arguments=('@space ...') flags=('--title|.' '--emoji|.' '--no-emoji|' '--icon|.' '--no-icon|' '--edit-mode|=live =locked' '--default-level|=admin =create =review =edit =comment =read =inherit =none' '--no-default-level|' '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--merge-rules|=inherit =none =approval' '--reviewer|@user' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space delete') command='space delete' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space duplicate') command='space duplicate' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space restore') command='space restore' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space move') command='space move' arguments=('@space ...') flags=('--parent|@collection' '--no-parent|' '--before|@space @collection:collection:' '--after|@space @collection:collection:' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space commenters') command='space commenters' arguments=('@space') flags=('!--columns|,id ,name ,email ,role' '!--sort|=id =name =email =role' '!--filter|=id= =name= =email= =role=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space links') command='space links' arguments=('@space') flags=('--status|=ok =broken =in-app' '--fail|=broken' '--fix|.' '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page' '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page' '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'space integrations') command='space integrations' arguments=('@space') flags=('--search|.' '!--columns|,name ,title ,version ,visibility ,target ,owner' '!--sort|=name =title =version =visibility =target =owner' '!--filter|=name= =title= =version= =visibility= =target= =owner=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space pdf') command='space pdf' arguments=('@space') flags=('--page|^space:#0 @page' '--only|' '--no-only|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'space embed') command='space embed' arguments=('@space' '.') flags=('!--columns|,title ,site ,icon' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space search') command='space search' arguments=('@space' '.') flags=('!--columns|,id ,title ,path ,sections ,match' '!--sort|=id =title =path =sections =match' '!--filter|=id= =title= =path= =sections= =match=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space transfer') command='space transfer' arguments=('@space ...') flags=('--to|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space permission'|'space permissions') command='space permission' below=('list' 'grant' 'users' 'teams' 'update' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'space permission list') command='space permission list' arguments=('@space') flags=('--role|=admin =create =review =edit =comment =read' '!--columns|,role ,user ,name ,email' '!--sort|=role =user =name =email' '!--filter|=role= =user= =name= =email=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space permission grant') command='space permission grant' arguments=('@space ...') flags=('--role|=admin =create =review =edit =comment =read =none' '--no-role|' '--user|@user' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space permission users') command='space permission users' arguments=('@space') flags=('!--columns|,role ,user ,name ,email' '!--sort|=role =user =name =email' '!--filter|=role= =user= =name= =email=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space permission teams') command='space permission teams' arguments=('@space') flags=('!--columns|,role ,team ,title ,members' '!--sort|=role =team =title =members' '!--filter|=role= =team= =title= =members=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space permission update') command='space permission update' arguments=('@space ...') flags=('--user|@user' '--role|=admin =create =review =edit =comment =read =none' '--no-role|' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'space permission remove') command='space permission remove' arguments=('@space ...') flags=('--user|@user' '--team|@team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member'|'members') command='member' below=('list' 'get' 'update' 'disable' 'enable' 'remove' 'sso' 'spaces' 'teams' 'sync' 'offboard') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'member list') command='member list' flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--search|.' '--sort|=joinedAt =lastSeenAt =name' '--order|=asc =desc' '!--columns|,id ,name ,email ,role ,spaces ,teams ,last-seen ,disabled' '!--sort|=id =name =email =role =spaces =teams =last-seen =disabled' '!--filter|=id= =name= =email= =role= =spaces= =teams= =last-seen= =disabled=' '--filter|.' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member get') command='member get' arguments=('@user') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,name ,email ,role ,single-sign-on ,disabled ,spaces ,teams ,joined ,last-seen' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member update') command='member update' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' '--disabled|' '--no-disabled|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member disable') command='member disable' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member enable') command='member enable' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member remove') command='member remove' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member sso') command='member sso' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member spaces') command='member spaces' arguments=('@user') flags=('--org|@org' '!--organization|@org' '--order|=asc =desc' '!--columns|,role ,space ,title ,parent' '!--sort|=role =space =title =parent' '!--filter|=role= =space= =title= =parent=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member teams') command='member teams' arguments=('@user') flags=('--org|@org' '!--organization|@org' '--title|.' '!--columns|,role ,team ,title' '!--sort|=role =team =title' '!--filter|=role= =team= =title=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member sync') command='member sync' flags=('--org|@org' '!--organization|@org' '--roster|%file' '--prune|' '!--no-prune|' '--max-removals|.' '--protect|.' '--state|%file' "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'member offboard') command='member offboard' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' '--successor|@user' '--keep-member|' '!--no-keep-member|' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'team'|'teams') command='team' below=('list' 'create' 'get' 'update' 'delete' 'members' 'add' 'drop' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'team list') command='team list' flags=('--org|@org' '!--organization|@org' '--owner|@user' '--title|.' '!--columns|,id ,title ,members ,spaces ,created' '!--sort|=id =title =members =spaces =created' '!--filter|=id= =title= =members= =spaces= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team create') command='team create' flags=('--org|@org' '!--organization|@org' '--title|.' '--member|@user' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'team get') command='team get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,members ,spaces ,can-manage ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team update') command='team update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...') flags=('--org|@org' '!--organization|@org' '--title|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'team delete') command='team delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'team members') command='team members' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,name ,email ,team-role ,role' '!--sort|=id =name =email =team-role =role' '!--filter|=id= =name= =email= =team-role= =role=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team add') command='team add' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '...') flags=('--org|@org' '!--organization|@org' '--remove|.' '--memberships|.' '--role|=owner =member' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'team drop') command='team drop' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'team put') command='team put' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '@user ...') flags=('--org|@org' '!--organization|@org' '--role|=owner =member' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'access') command='access' below=('list' 'review' 'apply' 'explain') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'access list') command='access list' flags=('--org|@org' '!--organization|@org' '--user|@user' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--collection|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--role|=admin =create =review =edit =comment =read =guest' '--direct|' '!--no-direct|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'access review') command='access review' flags=('--org|@org' '!--organization|@org' '--save|%folder' '--since|%folder' '--fail|=increases =changes' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'access apply') command='access apply' arguments=('...') flags=('--org|@org' '!--organization|@org' '--max-removals|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'access explain') command='access explain' arguments=('...') flags=("${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'saml') command='saml' below=('list' 'create' 'get' 'update' 'certificate' 'group' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'saml list') command='saml list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,label ,status ,default-team ,default-role ,created' '!--sort|=id =label =status =default-team =default-role =created' '!--filter|=id= =label= =status= =default-team= =default-role= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'saml create') command='saml create' flags=('--org|@org' '!--organization|@org' '--label|.' '--entity-id|.' '--certificate|%file' '--sso-url|.' '--default-team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '--default-role|=admin =create =review =edit =comment =read =guest' '--no-default-role|' '--groups-attribute|.' '--no-groups-attribute|' '--groups|.' '--metadata|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'saml get') command='saml get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,label ,status ,entity-id ,sign-in-url ,certificate ,default-team ,default-role ,groups-attribute ,groups ,metadata ,acs-url ,start-url ,created ,last-failures' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'saml update') command='saml update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...') flags=('--org|@org' '!--organization|@org' '--label|.' '--entity-id|.' '--certificate|%file' '--sso-url|.' '--default-team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '--default-role|=admin =create =review =edit =comment =read =guest' '--no-default-role|' '--groups-attribute|.' '--no-groups-attribute|' '--groups|.' '--metadata|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'saml certificate') command='saml certificate' below=('list' 'add' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'saml certificate list') command='saml certificate list' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider') flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'saml certificate add') command='saml certificate add' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' '%file ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'saml certificate remove') command='saml certificate remove' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' '...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'saml group') command='saml group' below=('list' 'add' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'saml group list') command='saml group list' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider') flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'saml group add') command='saml group add' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' '...') flags=('--org|@org' '!--organization|@org' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'saml group remove') command='saml group remove' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider' '...') flags=('--org|@org' '!--organization|@org' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'saml delete') command='saml delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'sso') command='sso' below=('list') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'sso list') command='sso list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,label ,start-url' '!--sort|=id =label =start-url' '!--filter|=id= =label= =start-url=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site'|'sites') command='site' below=('list' 'create' 'get' 'update' 'delete' 'integrations' 'apply-template' 'publish' 'unpublish' 'published' 'resolve' 'lookup' 'search' 'prewarm' 'insights' 'style-guide' 'preview' 'export' 'visitor-token' 'structure' 'sort' 'section' 'section-group' 'space' 'external-link' 'redirect' 'share-link' 'mcp-server' 'channel' 'agent' 'ads' 'auth' 'customization' 'adaptive-schema' 'context' 'finding' 'scan' 'permission') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site list') command='site list' flags=('--org|@org' '!--organization|@org' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--title|.' '--published|' '--no-published|' '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium' '!--columns|,id ,title ,visibility ,published ,spaces ,created' '!--sort|=id =title =visibility =published =spaces =created' '!--filter|=id= =title= =visibility= =published= =spaces= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site create') command='site create' flags=('--org|@org' '!--organization|@org' '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium' '--title|.' '--visibility|=public =unlisted =share-link =visitor-auth' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site get') command='site get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,type ,visibility ,published ,spaces ,basename ,hostname ,proxy ,proxy-target ,adaptive-content ,default-level ,agents-context ,created ,url ,published-at' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'site update') command='site update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--title|.' '--visibility|=public =unlisted =share-link =visitor-auth' '--basename|.' '--adaptive-content|' '--no-adaptive-content|' '--agents-context|=excluded =included' '--default-site-space|^site:#0 @site-space' '--default-site-section|^site:#0 @site-section' '--default-level|=admin =create =review =edit =comment =read =inherit =none' '--no-default-level|' '--proxy|.' '--no-proxy|' '--hostname|.' '--no-hostname|' '--styleguide|=none ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--no-styleguide|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site delete') command='site delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site integrations') command='site integrations' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--search|.' '!--columns|,name ,title ,version ,visibility ,target ,owner' '!--sort|=name =title =version =visibility =target =owner' '!--filter|=name= =title= =version= =visibility= =target= =owner=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site apply-template') command='site apply-template' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site publish') command='site publish' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site unpublish') command='site unpublish' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site published') command='site published' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--share-key|.' '--claims|.' '!--columns|,id ,title ,visibility ,structure ,published-at' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site resolve') command='site resolve' arguments=('.') flags=('--redirect-on-error|' '--no-redirect-on-error|' '--visitor-type|=human =agent' '--unsigned-claims|.' '!--columns|,site ,section ,site-space ,space ,path ,url ,sign-in-url' "${__tome_tables[@]}" "${__tome_bodies[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site lookup') command='site lookup' arguments=('.') flags=('--redirect-on-error|' '--no-redirect-on-error|' '!--columns|,site ,section ,site-space ,space ,path ,url ,sign-in-url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site search') command='site search' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '.') flags=('--org|@org' '!--organization|@org' '--scope|.' '--mode|=specific =current =all' '--in-site-space|^site:#0 @site-space' '--from-site-space|^site:#0 @site-space' '!--columns|,id ,space ,pages ,match ,record-url' '!--sort|=id =space =pages =match =record-url' '!--filter|=id= =space= =pages= =match= =record-url=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_bodies[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site prewarm') command='site prewarm' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site insights') command='site insights' below=('show' 'query' 'segments' 'track' 'feedback' 'page-feedback') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site insights show') command='site insights show' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--by|=page =day =week =month =search =missing-page =referrer =bot =event =site-space =section =comment' '--range|=lastYear =last3Months =last30Days =last7Days =last24Hours' '--since|.' '--until|.' '--where|.' '--without-bots|' '!--no-without-bots|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'site insights query') command='site insights query' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--select|.' '--where|.' '--group-by|.' '--order|.' '--range|=lastYear =last3Months =last30Days =last7Days =last24Hours' '--limit|.' "${__tome_tables[@]}" "${__tome_bodies[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site insights segments') command='site insights segments' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,title ,claims ,events ,visitors ,sessions' '!--sort|=title =claims =events =visitors =sessions' '!--filter|=title= =claims= =events= =visitors= =sessions=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site insights track') command='site insights track' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--event|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site insights feedback') command='site insights feedback' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--reported-by|.' '--subject|.' '--feedback|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site insights page-feedback') command='site insights page-feedback' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--feedback|.' '--goal|.' '--url|.' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--page|^space:--space @page' '--source|=mcp =assistant' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site style-guide') command='site style-guide' below=('create' 'runs' 'run') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site style-guide create') command='site style-guide create' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--template|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site style-guide runs') command='site style-guide runs' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,style-guide ,spaces ,by ,created' '!--sort|=id =style-guide =spaces =by =created' '!--filter|=id= =style-guide= =spaces= =by= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site style-guide run') command='site style-guide run' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site preview') command='site preview' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--at|^site:#0 @site-space' '--claims|%file' '--as-visitor|.' '--renderer|.' '--browser|' '!--no-browser|' "${__tome_every[@]}") ;;
  'site export') command='site export' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '%folder') flags=('--org|@org' '!--organization|@org' '--claims|%file' '--as-visitor|.' '--public|' '!--no-public|' "${__tome_every[@]}") ;;
  'site visitor-token') command='site visitor-token' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--claims|%file' '--expires|.' "${__tome_every[@]}") ;;
  'site structure') command='site structure' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--share-key|.' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'site sort') command='site sort' arguments=('...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|.' '--after|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section'|'site sections') command='site section' below=('list' 'create' 'update' 'delete' 'move') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site section list') command='site section list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--share-key|.' '!--columns|,id ,title ,path ,default ,group ,condition' '!--sort|=id =title =path =default =group =condition' '!--filter|=id= =title= =path= =default= =group= =condition=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section create') command='site section create' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--space|=new ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--no-space|' '--template|.' '--title|.' '--no-title|' '--icon|.' '--no-icon|' '--group|^site:--site,TOME_SITE @site-section-group' '--no-group|' '--draft|' '--no-draft|' '--page|@page' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section update') command='site section update' arguments=('^site:--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--path|.' '--default-site-space|^site:--site,TOME_SITE @site-space' '--condition|.' '--no-condition|' '--icon|.' '--no-icon|' '--description|.' '--no-description|' '--group|=none ^site:--site,TOME_SITE @site-section-group' '--no-group|' '--draft|' '--no-draft|' '--localized-title|.' '--no-localized-title|' '--localized-description|.' '--no-localized-description|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section delete') command='site section delete' arguments=('^site:--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section move') command='site section move' arguments=('^site:--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|^site:--site,TOME_SITE @site-section' '--after|^site:--site,TOME_SITE @site-section' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section-group'|'site section-groups') command='site section-group' below=('list' 'create' 'update' 'move' 'delete' 'add' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site section-group list') command='site section-group list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,title ,parent ,icon' '!--sort|=id =title =parent =icon' '!--filter|=id= =title= =parent= =icon=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section-group create') command='site section-group create' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--icon|.' '--no-icon|' '--section|^site:--site,TOME_SITE @site-section' '--parent|^site:--site,TOME_SITE @site-section-group' '--draft|' '--no-draft|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section-group update') command='site section-group update' arguments=('^site:--site,TOME_SITE @site-section-group ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--icon|.' '--no-icon|' '--parent|=none ^site:--site,TOME_SITE @site-section-group' '--no-parent|' '--draft|' '--no-draft|' '--localized-title|.' '--no-localized-title|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section-group move') command='site section-group move' arguments=('^site:--site,TOME_SITE @site-section-group ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|^site:--site,TOME_SITE @site-section-group ^site:--site,TOME_SITE @site-section:section:' '--after|^site:--site,TOME_SITE @site-section-group ^site:--site,TOME_SITE @site-section:section:' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section-group delete') command='site section-group delete' arguments=('^site:--site,TOME_SITE @site-section-group ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section-group add') command='site section-group add' arguments=('^site:--site,TOME_SITE @site-section-group' '^site:--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site section-group remove') command='site section-group remove' arguments=('^site:--site,TOME_SITE @site-section-group' '^site:--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space'|'site spaces') command='site space' below=('list' 'add' 'update' 'remove' 'move' 'duplicate' 'customization') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site space list') command='site space list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--share-key|.' '--default|' '--no-default|' '!--columns|,id ,title ,space ,section ,path ,default' '!--sort|=id =title =space =section =path =default' '!--filter|=id= =title= =space= =section= =path= =default=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site space add') command='site space add' arguments=('=new ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--template|.' '--section|^site:--site,TOME_SITE @site-section' '--title|.' '--draft|' '--no-draft|' '--page|^space:#0 @page' '--no-page|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space update') command='site space update' arguments=('^site:--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--path|.' '--condition|.' '--no-condition|' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--draft|' '--no-draft|' '--hidden|' '--no-hidden|' '--page|@page' '--no-page|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space remove') command='site space remove' arguments=('^site:--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space move') command='site space move' arguments=('^site:--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|^site:--site,TOME_SITE @site-space' '--after|^site:--site,TOME_SITE @site-space' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space duplicate') command='site space duplicate' arguments=('^site:--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--draft|' '--no-draft|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space customization') command='site space customization' below=('get' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site space customization get') command='site space customization get' arguments=('^site:--site,TOME_SITE @site-space') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--unmasked|' '--no-unmasked|' '!--columns|,title ,theme ,primary-color ,dark-primary-color ,corners ,font ,logo ,dark-logo ,emoji ,favicon ,mode ,copyright ,announcement ,updated' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site space customization update') command='site space customization update' arguments=('^site:--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--no-title|' '--theme|=clean =muted =bold =gradient' '--no-theme|' '--primary-color|.' '--no-primary-color|' '--logo|.' '--no-logo|' '--logo-dark|.' '--no-logo-dark|' '--favicon|.' '--no-favicon|' '--emoji|.' '--no-emoji|' '--corners|=straight =rounded =circular' '--no-corners|' '--mode|=light =dark =system' '--no-mode|' '--copyright|.' '--no-copyright|' '--file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site space customization delete') command='site space customization delete' arguments=('^site:--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site external-link'|'site external-links') command='site external-link' below=('add' 'update' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site external-link add') command='site external-link add' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--url|.' '--description|.' '--no-description|' '--icon|.' '--no-icon|' '--group|^site:--site,TOME_SITE @site-section-group' '--draft|' '--no-draft|' '--condition|.' '--no-condition|' '--localized-title|.' '--localized-description|.' '--no-localized-description|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site external-link update') command='site external-link update' arguments=('^site:--site,TOME_SITE @site-external-link ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--url|.' '--description|.' '--no-description|' '--icon|.' '--no-icon|' '--group|=none ^site:--site,TOME_SITE @site-section-group' '--no-group|' '--draft|' '--no-draft|' '--condition|.' '--no-condition|' '--localized-title|.' '--no-localized-title|' '--localized-description|.' '--no-localized-description|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site external-link remove') command='site external-link remove' arguments=('^site:--site,TOME_SITE @site-external-link ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site redirect'|'site redirects') command='site redirect' below=('list' 'get' 'create' 'update' 'delete' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site redirect list') command='site redirect list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--search|.' '--draft|' '--no-draft|' '--order-by|=createdAt =updatedAt =source' '--automatic|' '--no-automatic|' '!--columns|,id ,source ,target ,to ,url ,page ,site-space ,section ,capture ,permanent ,draft ,created ,updated' '!--sort|=id =source =target =to =url =page =site-space =section =capture =permanent =draft =created =updated' '!--filter|=id= =source= =target= =to= =url= =page= =site-space= =section= =capture= =permanent= =draft= =created= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site redirect get') command='site redirect get' arguments=('.') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--share-key|.' '!--columns|,id ,source ,target ,permanent ,capture' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site redirect create') command='site redirect create' arguments=('...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--capture|' '--no-capture|' '--draft|' '--no-draft|' '--permanent|' '--no-permanent|' '--to|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site redirect update') command='site redirect update' arguments=('^site:--site,TOME_SITE @site-redirect ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--source|.' '--capture|' '--no-capture|' '--draft|' '--no-draft|' '--permanent|' '--no-permanent|' '--to|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site redirect delete') command='site redirect delete' arguments=('^site:--site,TOME_SITE @site-redirect ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site redirect put') command='site redirect put' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--file|%file' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'site share-link'|'site share-links') command='site share-link' below=('list' 'create' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site share-link list') command='site share-link list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--search|.' '!--columns|,id ,name ,active ,created ,expires ,link' '!--sort|=id =name =active =created =expires =link' '!--filter|=id= =name= =active= =created= =expires= =link=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site share-link create') command='site share-link create' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--name|.' '--expires-at|.' '--no-expires-at|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site share-link update') command='site share-link update' arguments=('^site:--site,TOME_SITE @share-link ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--active|' '--no-active|' '--name|.' '--expires-at|.' '--no-expires-at|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site share-link delete') command='site share-link delete' arguments=('^site:--site,TOME_SITE @share-link ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site mcp-server'|'site mcp-servers') command='site mcp-server' below=('list' 'get' 'create' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site mcp-server list') command='site mcp-server list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,name ,url ,transport ,condition' '!--sort|=id =name =url =transport =condition' '!--filter|=id= =name= =url= =transport= =condition=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site mcp-server get') command='site mcp-server get' arguments=('^site:--site,TOME_SITE @mcp-server') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,name ,url ,transport ,condition' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site mcp-server create') command='site mcp-server create' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--name|.' '--url|.' '--transport|=sse =http' '--condition|.' '--no-condition|' '--headers-file|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site mcp-server update') command='site mcp-server update' arguments=('^site:--site,TOME_SITE @mcp-server ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--name|.' '--url|.' '--transport|=sse =http' '--condition|.' '--no-condition|' '--headers-file|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site mcp-server delete') command='site mcp-server delete' arguments=('^site:--site,TOME_SITE @mcp-server ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site channel'|'site channels') command='site channel' below=('list' 'get' 'create' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site channel list') command='site channel list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,type ,role ,status ,answers ,created' '!--sort|=id =type =role =status =answers =created' '!--filter|=id= =type= =role= =status= =answers= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site channel get') command='site channel get' arguments=('^site:--site,TOME_SITE @channel') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,type ,role ,status ,answers ,created ,channels ,teams ,repositories' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site channel create') command='site channel create' arguments=('=slack =linear =github =discord ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--allowed-channel|.' '--allowed-team|.' '--allowed-repository|.' '--role|=support =collaborator =none' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site channel update') command='site channel update' arguments=('^site:--site,TOME_SITE @channel ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--allowed-channel|.' '--allowed-team|.' '--allowed-repository|.' '--role|=support =collaborator =none' '--program|=slack =linear =github =discord' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site channel delete') command='site channel delete' arguments=('^site:--site,TOME_SITE @channel ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site agent') command='site agent' below=('view' 'update') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site agent view') command='site agent view' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,topic-scans ,change-requests ,updated ,updated-by' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site agent update') command='site agent update' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--topic-scans|=auto =never' '--change-requests|=always =auto-fixable =never' '--instructions|.' '--instructions-file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site ads') command='site ads' below=('update' 'list' 'review') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site ads update') command='site ads update' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--status|=in-review =disabled' '--topic|=webdev =crypto' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site ads list') command='site ads list' flags=('--partner-key-file|%file' '--status|=in-review =live =rejected' '!--columns|,id ,url ,status ,topic ,email ,zone ,reason' '!--sort|=id =url =status =topic =email =zone =reason' '!--filter|=id= =url= =status= =topic= =email= =zone= =reason=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site ads review') command='site ads review' flags=('--partner-key-file|%file' '--site|@site' '--status|=live =rejected =pending' '--zone-id|.' '--reporting-id|.' '--reason|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site auth') command='site auth' below=('get' 'update' 'regenerate') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site auth get') command='site auth get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,backend ,fallback-url ,logout-url ,integration ,private-key' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site auth update') command='site auth update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--backend|=custom =integration' '--fallback-url|.' '--no-fallback-url|' '--logout-url|.' '--no-logout-url|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site auth regenerate') command='site auth regenerate' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site customization') command='site customization' below=('get' 'update') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site customization get') command='site customization get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--unmasked|' '--no-unmasked|' '!--columns|,title ,theme ,primary-color ,dark-primary-color ,corners ,font ,logo ,dark-logo ,emoji ,favicon ,mode ,copyright ,announcement ,updated' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site customization update') command='site customization update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--title|.' '--no-title|' '--theme|=clean =muted =bold =gradient' '--no-theme|' '--primary-color|.' '--no-primary-color|' '--logo|.' '--no-logo|' '--logo-dark|.' '--no-logo-dark|' '--favicon|.' '--no-favicon|' '--emoji|.' '--no-emoji|' '--corners|=straight =rounded =circular' '--no-corners|' '--mode|=light =dark =system' '--no-mode|' '--copyright|.' '--no-copyright|' '--file|%file' '--font|.' '--no-font|' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site adaptive-schema') command='site adaptive-schema' below=('get' 'put' 'conditions') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site adaptive-schema get') command='site adaptive-schema get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,updated ,schema' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site adaptive-schema put') command='site adaptive-schema put' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site adaptive-schema conditions') command='site adaptive-schema conditions' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,description ,condition' '!--sort|=description =condition' '!--filter|=description= =condition=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site context') command='site context' below=('record' 'connection') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site context record') command='site context record' below=('list' 'get' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site context record list') command='site context record list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--type|=ticket =document' '--connector|.' '--connection|^site:--site,TOME_SITE @context-connection' '--topic|.' '!--columns|,id ,title ,type ,connector ,connection ,created ,url' '!--sort|=id =title =type =connector =connection =created =url' '!--filter|=id= =title= =type= =connector= =connection= =created= =url=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site context record get') command='site context record get' arguments=('^site:--site,TOME_SITE @context-record') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,title ,type ,connector ,connection ,created ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site context record put') command='site context record put' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--file|%file' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site context connection') command='site context connection' below=('list' 'get' 'create' 'update' 'delete' 'sync' 'test') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site context connection list') command='site context connection list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,connector ,label ,status ,records ,search ,filter ,synced ,error' '!--sort|=id =connector =label =status =records =search =filter =synced =error' '!--filter|=id= =connector= =label= =status= =records= =search= =filter= =synced= =error=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site context connection get') command='site context connection get' arguments=('^site:--site,TOME_SITE @context-connection') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,connector ,label ,status ,records ,search ,filter ,synced ,error' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site context connection create') command='site context connection create' arguments=('...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--url|.' '--channel-id|.' '--repository|.' '--token-file|%file' '--subdomain|.' '--email|.' '--api-token-file|%file' '--data-center|.' '--zoho-org|.' '--client-id|.' '--client-secret-file|%file' '--refresh-token-file|%file' '--domain|.' '--api-key-file|%file' '--base-url|.' '--api-email|.' '--status-mapping|.' '--change-requests|' '--no-change-requests|' '--search|' '--no-search|' '--sync|' '--no-sync|' '--search-boost|=x0.8 =x1.0 =x1.2' '--filter|.' '--json|' '--jq|.' '-q|.' '--format|=table =json =ndjson =yaml =csv =tsv =id' '--raw-csv|' '--profile|.' '--local|' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}") ;;
  'site context connection update') command='site context connection update' arguments=('^site:--site,TOME_SITE @context-connection ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--connector|.' '--url|.' '--channel-id|.' '--repository|.' '--token-file|%file' '--subdomain|.' '--email|.' '--api-token-file|%file' '--data-center|.' '--zoho-org|.' '--client-id|.' '--client-secret-file|%file' '--refresh-token-file|%file' '--domain|.' '--api-key-file|%file' '--base-url|.' '--api-email|.' '--status-mapping|.' '--change-requests|' '--no-change-requests|' '--search|' '--no-search|' '--sync|' '--no-sync|' '--search-boost|=x0.8 =x1.0 =x1.2' '--label|.' '--filter|.' '--json|' '--jq|.' '-q|.' '--format|=table =json =ndjson =yaml =csv =tsv =id' '--raw-csv|' '--profile|.' '--local|' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}") ;;
  'site context connection delete') command='site context connection delete' arguments=('^site:--site,TOME_SITE @context-connection ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site context connection sync') command='site context connection sync' arguments=('^site:--site,TOME_SITE @context-connection ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site context connection test') command='site context connection test' arguments=('^site:--site,TOME_SITE @context-connection') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,success ,error' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding') command='site finding' below=('list' 'get' 'update' 'pages' 'change-requests' 'questions' 'records' 'fix' 'stats') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site finding list') command='site finding list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--topic|.' '--status|=candidate =open =done =canceled' '--type|=content-outdated =content-incorrect =content-gap =broken-link =outbound-link-error =other' '--severity|=low =medium =high' '--has-change-requests|' '--no-has-change-requests|' '--source|.' '--question|.' '--updated-after|.' '--updated-before|.' '--order-by|=updatedAt =severity =sources' '!--columns|,id ,title ,status ,severity ,type ,updated' '!--sort|=id =title =status =severity =type =updated' '!--filter|=id= =title= =status= =severity= =type= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding get') command='site finding get' arguments=('^site:--site,TOME_SITE @finding') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,title ,status ,severity ,type ,updated ,description ,pages ,change-requests ,scan ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding update') command='site finding update' arguments=('^site:--site,TOME_SITE @finding ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--status|=candidate =open =done =canceled' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site finding pages') command='site finding pages' arguments=('^site:--site,TOME_SITE @finding') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,page ,title ,path ,space' '!--sort|=page =title =path =space' '!--filter|=page= =title= =path= =space=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding change-requests') command='site finding change-requests' arguments=('^site:--site,TOME_SITE @finding') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,number ,subject ,status ,updated' '!--sort|=number =subject =status =updated' '!--filter|=number= =subject= =status= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding questions') command='site finding questions' arguments=('^site:--site,TOME_SITE @finding') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,question ,asked' '!--sort|=id =question =asked' '!--filter|=id= =question= =asked=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding records') command='site finding records' arguments=('^site:--site,TOME_SITE @finding') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,title ,connector ,url' '!--sort|=id =title =connector =url' '!--filter|=id= =title= =connector= =url=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site finding fix') command='site finding fix' arguments=('^site:--site,TOME_SITE @finding ...') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site finding stats') command='site finding stats' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--topic|.' '--status|=candidate =open =done =canceled' '--type|=content-outdated =content-incorrect =content-gap =broken-link =outbound-link-error =other' '--severity|=low =medium =high' '--has-change-requests|' '--no-has-change-requests|' '--source|.' '!--columns|,total ,open ,resolved ,dismissed ,high ,medium ,low' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site scan') command='site scan' below=('list' 'get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site scan list') command='site scan list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--topic|.' '--status|=pending =running =done =failed' '!--columns|,id ,status ,high ,medium ,low ,finished ,error' '!--sort|=id =status =high =medium =low =finished =error' '!--filter|=id= =status= =high= =medium= =low= =finished= =error=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site scan get') command='site scan get' arguments=('^site:--site,TOME_SITE @scan') flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,status ,high ,medium ,low ,finished ,error' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site permission'|'site permissions') command='site permission' below=('list' 'grant' 'users' 'teams' 'update' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site permission list') command='site permission list' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--search|.' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '--sort|=joinedAt =lastSeenAt =name' '--order|=asc =desc' '!--columns|,role ,user ,name ,email ,from ,reason' '!--sort|=role =user =name =email =from =reason' '!--filter|=role= =user= =name= =email= =from= =reason=' '--filter|.' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site permission grant') command='site permission grant' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =none' '--no-role|' '--user|@user' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site permission users') command='site permission users' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,role ,user ,name ,email' '!--sort|=role =user =name =email' '!--filter|=role= =user= =name= =email=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site permission teams') command='site permission teams' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '!--columns|,role ,team ,title ,members' '!--sort|=role =team =title =members' '!--filter|=role= =team= =title= =members=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site permission update') command='site permission update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--user|@user' '--role|=admin =create =review =edit =comment =read =none' '--no-role|' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'site permission remove') command='site permission remove' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--user|@user' '--team|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration'|'integrations') command='integration' below=('list' 'available' 'installed' 'get' 'publish' 'unpublish' 'installations' 'install' 'uninstall' 'spaces' 'sites' 'dev' 'dev-off' 'token' 'status' 'render' 'block' 'task' 'event' 'installation') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration list') command='integration list' flags=('--search|.' '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other' '--block-domain|.' '--blocks|' '--no-blocks|' '--content-sources|' '--no-content-sources|' '--owner|@org' '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest' '--target|=all =site =space =organization' '!--columns|,name ,title ,version ,visibility ,target ,owner' '!--sort|=name =title =version =visibility =target =owner' '!--filter|=name= =title= =version= =visibility= =target= =owner=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration available') command='integration available' flags=('--org|@org' '!--organization|@org' '--search|.' '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other' '--block-domain|.' '--blocks|' '--no-blocks|' '--content-sources|' '--no-content-sources|' '--owner|@org' '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest' '--target|=all =site =space =organization' '!--columns|,name ,title ,version ,visibility ,target ,owner' '!--sort|=name =title =version =visibility =target =owner' '!--filter|=name= =title= =version= =visibility= =target= =owner=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration installed') command='integration installed' flags=('--org|@org' '!--organization|@org' '--search|.' '!--columns|,name ,title ,installation ,status ,on-spaces ,on-sites ,pending-scopes' '!--sort|=name =title =installation =status =on-spaces =on-sites =pending-scopes' '!--filter|=name= =title= =installation= =status= =on-spaces= =on-sites= =pending-scopes=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration get') command='integration get' arguments=('@integration') flags=('!--columns|,name ,title ,version ,description ,summary ,visibility ,target ,scopes ,categories ,verified ,owner ,policy ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration publish') command='integration publish' arguments=('@integration ...') flags=('--manifest|%file' '--env|.' '--input|%file' '--org|@org' '!--organization|@org' '--title|.' '--description|.' '--summary|.' '--runtime|=v1 =v2' '--visibility|=public =private =unlisted' '--target|=all =site =space =organization' '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest' '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other' '--script|%file' '--icon|%file' '--preview-image|%file' '--secret|.' '--content-security-policy|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration unpublish') command='integration unpublish' arguments=('@integration ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installations') command='integration installations' arguments=('@integration') flags=('--external-id|.' '!--columns|,id ,status ,organization ,spaces ,pending-scopes ,created' '!--sort|=id =status =organization =spaces =pending-scopes =created' '!--filter|=id= =status= =organization= =spaces= =pending-scopes= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration install') command='integration install' arguments=('@integration ...') flags=('--org|@org' '!--organization|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration uninstall') command='integration uninstall' arguments=('@integration' '@installation ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration spaces') command='integration spaces' arguments=('@integration') flags=('--external-id|.' '--extended|' '--no-extended|' '!--columns|,id ,status ,installation ,external-ids' '!--sort|=id =status =installation =external-ids' '!--filter|=id= =status= =installation= =external-ids=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration sites') command='integration sites' arguments=('@integration') flags=('--external-id|.' '--extended|' '--no-extended|' '!--columns|,id ,status ,installation ,external-ids' '!--sort|=id =status =installation =external-ids' '!--filter|=id= =status= =installation= =external-ids=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration dev') command='integration dev' arguments=('@integration ...') flags=('--tunnel-url|.' '--all|' '--no-all|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration dev-off') command='integration dev-off' arguments=('@integration ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration token') command='integration token' arguments=('@integration ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration status') command='integration status' arguments=('@integration') flags=('--org|@org' '!--organization|@org' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'integration render') command='integration render' arguments=('@integration' '.') flags=('--org|@org' '!--organization|@org' '--space|^org:--org @space' '--site|^org:--org @site' '--configuration|' '!--no-configuration|' '--content-source|' '!--no-content-source|' '--props|.' '--state|.' '--action|.' '--theme|=dark =light' '--editable|' '!--no-editable|' '--request|.' "${__tome_every[@]}") ;;
  'integration block') command='integration block' below=('list') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration block list') command='integration block list' flags=('--space|@space' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'integration task') command='integration task' arguments=('@integration ...') flags=('--task|.' '--schedule|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration event'|'integration events') command='integration event' below=('list' 'get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration event list') command='integration event list' arguments=('@integration') flags=('!--columns|,id ,type ,status ,failure ,installation ,created' '!--sort|=id =type =status =failure =installation =created' '!--filter|=id= =type= =status= =failure= =installation= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration event get') command='integration event get' arguments=('@integration' '@event') flags=("${__tome_every[@]}") ;;
  'integration installation') command='integration installation' below=('get' 'update' 'accept' 'token' 'space' 'site') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration installation get') command='integration installation get' arguments=('@integration' '@installation') flags=('!--columns|,id ,status ,organization ,spaces ,pending-scopes ,created ,updated ,on-spaces ,on-sites ,settings ,external-ids ,accepted-scopes ,accepted-target ,pending-target ,pending-version' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration installation update') command='integration installation update' arguments=('@integration' '@installation ...') flags=('--configuration|.' '--external-id|.' '--space-selection|=all =selected' '--site-selection|=all =selected' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation accept') command='integration installation accept' arguments=('@integration' '@installation ...') flags=('--integration-version|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation token') command='integration installation token' arguments=('@integration' '@installation ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation space'|'integration installation spaces') command='integration installation space' below=('list' 'install' 'get' 'update' 'uninstall') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration installation space list') command='integration installation space list' arguments=('@integration' '@installation') flags=('--extended|' '--no-extended|' '!--columns|,id ,status ,installation ,external-ids' '!--sort|=id =status =installation =external-ids' '!--filter|=id= =status= =installation= =external-ids=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration installation space install') command='integration installation space install' arguments=('@integration' '@installation ...') flags=('--space|@space' '--extended|' '--no-extended|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation space get') command='integration installation space get' arguments=('@integration' '@installation') flags=('--space|@space' '--extended|' '--no-extended|' '!--columns|,id ,status ,installation ,external-ids ,settings' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration installation space update') command='integration installation space update' arguments=('@integration' '@installation ...') flags=('--space|@space' '--configuration|.' '--external-id|.' '--extended|' '--no-extended|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation space uninstall') command='integration installation space uninstall' arguments=('@integration' '@installation ...') flags=('--space|@space' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation site'|'integration installation sites') command='integration installation site' below=('list' 'install' 'get' 'update' 'uninstall') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration installation site list') command='integration installation site list' arguments=('@integration' '@installation') flags=('--extended|' '--no-extended|' '!--columns|,id ,status ,installation ,external-ids' '!--sort|=id =status =installation =external-ids' '!--filter|=id= =status= =installation= =external-ids=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration installation site install') command='integration installation site install' arguments=('@integration' '@installation ...') flags=('--site|@site' '--extended|' '--no-extended|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation site get') command='integration installation site get' arguments=('@integration' '@installation') flags=('--site|@site' '--extended|' '--no-extended|' '!--columns|,id ,status ,installation ,external-ids ,settings' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration installation site update') command='integration installation site update' arguments=('@integration' '@installation ...') flags=('--site|@site' '--configuration|.' '--external-id|.' '--extended|' '--no-extended|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'integration installation site uninstall') command='integration installation site uninstall' arguments=('@integration' '@installation ...') flags=('--site|@site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'content') command='content' below=('get' 'reusable-content' 'document' 'find' 'apply-template') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'content get') command='content get' flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'content reusable-content') command='content reusable-content' arguments=('^space:--space,TOME_SPACE @reusable-content') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,id ,title ,document ,file' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'content document') command='content document' arguments=('.') flags=('--space|@space' '--schema|=current =next' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'content find') command='content find' arguments=('.') flags=('!--columns|,space ,space-title ,change-request ,page ,page-title ,collection ,collection-title' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'content apply-template') command='content apply-template' arguments=('...') flags=('--space|@space' '--params|.' '--cr|^space:--space,TOME_SPACE @cr' '--file-ref|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'search') command='search' arguments=('.') flags=('--org|@org' '!--organization|@org' '!--columns|,space-id ,space ,pages ,match' '!--sort|=space-id =space =pages =match' '!--filter|=space-id= =space= =pages= =match=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'page'|'pages') command='page' below=('list' 'get' 'links' 'backlinks' 'meta-links') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'page list') command='page list' flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--tree|' '!--no-tree|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'page get') command='page get' arguments=('^space:--space,TOME_SPACE @page') flags=('--space|@space' '--path|.' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--refs|=relative =stable' '--evaluated|=true =false =deterministic-only' '--dereferenced|=true =false =reusable-contents' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|') ;;
  'page links') command='page links' arguments=('^space:--space,TOME_SPACE @page') flags=('--space|@space' '--status|=ok =broken =in-app' '--fail|=broken' '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page' '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page' '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'page backlinks') command='page backlinks' arguments=('^space:--space,TOME_SPACE @page') flags=('--space|@space' '!--columns|,kind ,page-id ,page ,space ,block' '!--sort|=kind =page-id =page =space =block' '!--filter|=kind= =page-id= =page= =space= =block=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'page meta-links') command='page meta-links' arguments=('^space:--space,TOME_SPACE @page') flags=('--space|@space' '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'file'|'files') command='file' below=('list' 'get' 'backlinks') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'file list') command='file list' flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,id ,name ,type ,size' '!--sort|=id =name =type =size' '!--filter|=id= =name= =type= =size=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'file get') command='file get' arguments=('^space:--space,TOME_SPACE @file') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'file backlinks') command='file backlinks' arguments=('^space:--space,TOME_SPACE @file') flags=('--space|@space' '!--columns|,kind ,page-id ,page ,space ,block' '!--sort|=kind =page-id =page =space =block' '!--filter|=kind= =page-id= =page= =space= =block=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision'|'revisions') command='revision' below=('list' 'get' 'changes' 'pages' 'page' 'page-document' 'meta-links' 'files' 'file' 'reusable-content' 'reusable-content-document') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'revision list') command='revision list' flags=('--space|@space' '--page|.' '--depth|.' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'revision get') command='revision get' arguments=('^space:--space,TOME_SPACE @revision') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision changes') command='revision changes' arguments=('^space:--space,TOME_SPACE @revision') flags=('--space|@space' '--limit|.' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,change ,page ,title ,path ,file ,reusable-content' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision pages') command='revision pages' arguments=('^space:--space,TOME_SPACE @revision') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--tree|' '!--no-tree|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'revision page') command='revision page' arguments=('^space:--space,TOME_SPACE @revision' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '--path|.' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--refs|=relative =stable' '--evaluated|=true =false =deterministic-only' '--dereferenced|=true =false =reusable-contents' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|') ;;
  'revision page-document') command='revision page-document' arguments=('^space:--space,TOME_SPACE @revision' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '--evaluated|=true =false =deterministic-only' '--dereferenced|=true =false =reusable-contents' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision meta-links') command='revision meta-links' arguments=('^space:--space,TOME_SPACE @revision' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision files') command='revision files' arguments=('^space:--space,TOME_SPACE @revision') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,id ,name ,type ,size' '!--sort|=id =name =type =size' '!--filter|=id= =name= =type= =size=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision file') command='revision file' arguments=('^space:--space,TOME_SPACE @revision' '^space:--space,TOME_SPACE @file') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'revision reusable-content') command='revision reusable-content' arguments=('^space:--space,TOME_SPACE @revision' '^space:--space,TOME_SPACE @reusable-content') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,id ,title ,document ,file' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision reusable-content-document') command='revision reusable-content-document' arguments=('^space:--space,TOME_SPACE @revision' '^space:--space,TOME_SPACE @reusable-content') flags=('--space|@space' '--evaluated|=true =false =deterministic-only' '--dereferenced|=true =false =reusable-contents' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'comment'|'comments') command='comment' below=('list' 'create' 'get' 'update' 'delete' 'reply') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'comment list') command='comment list' flags=('--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--cr|^space:--space,TOME_SPACE @cr' '--status|=all =open =resolved' '--order|=asc =desc' '--target-page|^space:--space,TOME_SPACE @page' '--author|@user' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--org-wide|' '!--no-org-wide|' '--org|@org' '!--organization|@org' '!--columns|,id ,author ,status ,replies ,posted ,body ,page' '!--sort|=id =author =status =replies =posted =body =page' '!--filter|=id= =author= =status= =replies= =posted= =body= =page=' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}") ;;
  'comment create') command='comment create' flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--body|.' '--page|^space:--space,TOME_SPACE @page' '--node|.' '--table-cell|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'comment get') command='comment get' arguments=('^space:--space,TOME_SPACE @comment') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '!--columns|,id ,author ,status ,replies ,posted ,body ,edited ,resolved ,resolved-by ,page ,node ,change-request ,review' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_tables[@]}" "${__tome_requests[@]}") ;;
  'comment update') command='comment update' arguments=('^space:--space,TOME_SPACE @comment ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--body|.' '--resolve|' '--no-resolve|' '--add-reaction|.' '--remove-reaction|.' '--unresolve|' '!--no-unresolve|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'comment delete') command='comment delete' arguments=('^space:--space,TOME_SPACE @comment ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'comment reply'|'comment replies') command='comment reply' below=('list' 'create' 'get' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'comment reply list') command='comment reply list' arguments=('^space:--space,TOME_SPACE @comment') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '!--columns|,id ,author ,posted ,body' '!--sort|=id =author =posted =body' '!--filter|=id= =author= =posted= =body=' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}") ;;
  'comment reply create') command='comment reply create' arguments=('^space:--space,TOME_SPACE @comment ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--body|.' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}") ;;
  'comment reply get') command='comment reply get' arguments=('^space:--space,TOME_SPACE @comment' '^comment:#0 @reply') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '!--columns|,id ,author ,posted ,body' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_tables[@]}" "${__tome_requests[@]}") ;;
  'comment reply update') command='comment reply update' arguments=('^space:--space,TOME_SPACE @comment' '^comment:#0 @reply ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--body|.' '--resolve|' '--no-resolve|' '--add-reaction|.' '--remove-reaction|.' '--unresolve|' '!--no-unresolve|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'comment reply delete') command='comment reply delete' arguments=('^space:--space,TOME_SPACE @comment' '^comment:#0 @reply ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr') command='cr' below=('list' 'create' 'get' 'update' 'merge' 'pull' 'resolve' 'pdf' 'edit' 'replace' 'content' 'pages' 'page' 'meta-links' 'links' 'page-links' 'backlinks' 'file-backlinks' 'files' 'file' 'reusable-content' 'view' 'diff' 'preview' 'changes' 'review' 'reviews' 'reviewers' 'request-review' 'unrequest-review' 'contributors' 'conversation' 'commenters') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'cr list') command='cr list' flags=('--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--status|=draft =open =archived =merged' '--creator|@user' '--contributor|@user' '--requested-reviewer|@user' '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster' '--topic|.' '--scheduled|' '--no-scheduled|' '--order-by|=updatedAt =createdAt' '--org|@org' '!--organization|@org' '--of-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--of-site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--styleguide-run|.' '--finding|=none =all' '--org-wide|' '!--no-org-wide|' '!--columns|,number ,id ,subject ,status ,space ,author ,comments ,outdated ,merge-at ,updated' '!--sort|=number =id =subject =status =space =author =comments =outdated =merge-at =updated' '!--filter|=number= =id= =subject= =status= =space= =author= =comments= =outdated= =merge-at= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr create') command='cr create' flags=('--space|@space' '--subject|.' '--template|.' '--agent-task-id|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr get') command='cr get' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '!--columns|,number ,id ,subject ,status ,author ,comments ,outdated ,merge-at ,updated ,created ,scheduled-by ,merge-error ,space ,revision ,initial-revision ,merged-revision ,cluster ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'cr update') command='cr update' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--subject|.' '--description|.' '--status|=draft =open =archived' '--links|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr merge') command='cr merge' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--at|.' '--no-at|' '--fail|=conflicts' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr pull') command='cr pull' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--keep|=space =cr' '--page|.' '--block|.' '--fail|=conflicts' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr resolve') command='cr resolve' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--keep-space|.' '--keep-cr|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr pdf') command='cr pdf' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--page|^space:--space,TOME_SPACE @page' '--only|' '--no-only|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'cr edit') command='cr edit' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--page|^space:--space,TOME_SPACE @page' '--new|' '!--no-new|' '--file|%file' '--title|.' '--slug|.' '--into|^space:--space,TOME_SPACE @page' '--delete|' '!--no-delete|' '--revert-to|^space:--space,TOME_SPACE @revision' '--upload|%file' '--input|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr replace') command='cr replace' arguments=('^space:--space,TOME_SPACE @cr' '...') flags=('--space|@space' '--with|.' '--in|=text =links =all' '--ignore-case|' '!--no-ignore-case|' '--fail|=none' '--page|^space:--space,TOME_SPACE @page' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr content') command='cr content' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,revision ,type ,parent-revisions ,pages ,files ,commit ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr pages') command='cr pages' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--tree|' '!--no-tree|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'cr page') command='cr page' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '--path|.' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--refs|=relative =stable' '--evaluated|=true =false =deterministic-only' '--dereferenced|=true =false =reusable-contents' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|') ;;
  'cr meta-links') command='cr meta-links' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '!--columns|,canonical-page ,canonical-url ,alternate-pages ,alternate-urls' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr links') command='cr links' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--status|=ok =broken =in-app' '--broken-context|=change-request =space' '--fail|=broken' '--markdown|' '!--no-markdown|' '--on|@site' '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page' '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page' '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr page-links') command='cr page-links' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '--fail|=broken' '!--columns|,status ,kind ,to-page ,anchor ,to-file ,to-url ,on-page' '!--sort|=status =kind =to-page =anchor =to-file =to-url =on-page' '!--filter|=status= =kind= =to-page= =anchor= =to-file= =to-url= =on-page=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr backlinks') command='cr backlinks' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @page') flags=('--space|@space' '!--columns|,kind ,page-id ,page ,space ,block' '!--sort|=kind =page-id =page =space =block' '!--filter|=kind= =page-id= =page= =space= =block=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr file-backlinks') command='cr file-backlinks' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @file') flags=('--space|@space' '!--columns|,kind ,page-id ,page ,space ,block' '!--sort|=kind =page-id =page =space =block' '!--filter|=kind= =page-id= =page= =space= =block=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr files') command='cr files' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,id ,name ,type ,size' '!--sort|=id =name =type =size' '!--filter|=id= =name= =type= =size=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr file') command='cr file' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @file') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'cr reusable-content') command='cr reusable-content' arguments=('^space:--space,TOME_SPACE @cr' '^space:--space,TOME_SPACE @reusable-content') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '!--columns|,id ,title ,document ,file' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr view') command='cr view' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' "${__tome_every[@]}") ;;
  'cr diff') command='cr diff' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--page|.' '--stat|' '!--no-stat|' '--format|=patch =table =json =ndjson =yaml =csv =tsv =id' '--fail|=changes' '--web|' '!--no-web|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|') ;;
  'cr preview') command='cr preview' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--on|@site' '--claims|%file' '--as-visitor|.' '--browser|' '!--no-browser|' "${__tome_every[@]}") ;;
  'cr changes') command='cr changes' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '--limit|.' '!--columns|,change ,page ,title ,path ,file ,reusable-content' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr review') command='cr review' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--approve|' '!--no-approve|' '--body|.' '--request-changes|' '!--no-request-changes|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr reviews') command='cr reviews' arguments=('^space:--space,TOME_SPACE @cr' '^cr:#0 @review') flags=('--space|@space' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--outdated|' '--no-outdated|' '!--columns|,id ,reviewer ,status ,outdated ,created ,comment' '!--sort|=id =reviewer =status =outdated =created =comment' '!--filter|=id= =reviewer= =status= =outdated= =created= =comment=' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}") ;;
  'cr reviewers') command='cr reviewers' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '!--columns|,user ,name ,requested-by ,created' '!--sort|=user =name =requested-by =created' '!--filter|=user= =name= =requested-by= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr request-review') command='cr request-review' arguments=('^space:--space,TOME_SPACE @cr ...') flags=('--space|@space' '--reviewer|@user' '--subject|.' '--description|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr unrequest-review') command='cr unrequest-review' arguments=('^space:--space,TOME_SPACE @cr' '@user ...') flags=('--space|@space' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr contributors') command='cr contributors' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '!--columns|,user ,name ,action ,count ,updated' '!--sort|=user =name =action =count =updated' '!--filter|=user= =name= =action= =count= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr conversation'|'cr conversations') command='cr conversation' below=('list' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'cr conversation list') command='cr conversation list' flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '!--columns|,id ,title ,shared ,created ,updated' '!--sort|=id =title =shared =created =updated' '!--filter|=id= =title= =shared= =created= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr conversation update') command='cr conversation update' arguments=('^cr:--cr @cr-conversation ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' '--title|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr conversation delete') command='cr conversation delete' arguments=('^cr:--cr @cr-conversation ...') flags=('--space|@space' '--cr|^space:--space,TOME_SPACE @cr' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'cr commenters') command='cr commenters' arguments=('^space:--space,TOME_SPACE @cr') flags=('--space|@space' '!--columns|,id ,name ,email ,role' '!--sort|=id =name =email =role' '!--filter|=id= =name= =email= =role=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'git') command='git' below=('connect' 'status' 'sync' 'disconnect' 'list' 'repos' 'branches' 'file' 'reconnect' 'import' 'export' 'plan' 'info' 'remove-legacy') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'git connect') command='git connect' arguments=('@space ...') flags=('--repo|.' '--branch|.' '--folder|%folder' '--priority|=git =space' '--provider|=github =gitlab =git' '--token-file|%file' '--instance|.' '--message|.' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'git status') command='git status' arguments=('@space') flags=("${__tome_every[@]}") ;;
  'git sync') command='git sync' arguments=('@space ...') flags=('--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'git disconnect') command='git disconnect' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'git list') command='git list' flags=('--org|@org' '!--organization|@org' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '!--columns|,id ,space ,repository ,branch ,status' '!--sort|=id =space =repository =branch =status' '!--filter|=id= =space= =repository= =branch= =status=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'git repos') command='git repos' arguments=('@space') flags=("${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'git branches') command='git branches' arguments=('@space') flags=('--repo|.' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'git file') command='git file' arguments=('@space' '.') flags=('--ref|.' '--repo|.' "${__tome_every[@]}") ;;
  'git reconnect') command='git reconnect' arguments=('...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'git import') command='git import' flags=('--space|@space' '--url|.' '--ref|.' '--force|' '--no-force|' '--standalone|' '--no-standalone|' '--project-directory|%folder' '--repo-cache-id|.' '--repo-tree-url|.' '--repo-commit-url|.' '--timestamp|.' '--provider|=github =gitlab' '--provider-url|.' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'git export') command='git export' flags=('--space|@space' '--url|.' '--ref|.' '--message|.' '--force|' '--no-force|' '--standalone|' '--no-standalone|' '--project-directory|%folder' '--repo-cache-id|.' '--repo-tree-url|.' '--repo-commit-url|.' '--timestamp|.' '--provider|=github =gitlab' '--provider-url|.' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'git plan') command='git plan' flags=('--space|@space' '--direction|=import =export' '--url|.' '--ref|.' '--force|' '--no-force|' '--project-directory|%folder' '--repo|%folder' '--fail|=changes =conflicts' '--wait-limit|.' "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'git info') command='git info' flags=('--space|@space' '!--columns|,repository ,url ,ref ,provider ,integration ,operation ,state ,error ,warnings ,revision ,commit ,updated' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'git remove-legacy') command='git remove-legacy' flags=('--space|@space' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'openapi') command='openapi' below=('list' 'create' 'get' 'put' 'publish' 'diff' 'update' 'delete' 'version') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'openapi list') command='openapi list' flags=('--org|@org' '!--organization|@org' '!--columns|,slug ,state ,error ,visibility ,source ,updated' '!--sort|=slug =state =error =visibility =source =updated' '!--filter|=slug= =state= =error= =visibility= =source= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi create') command='openapi create' arguments=('...') flags=('--org|@org' '!--organization|@org' '--url|.' '--file|%file' '--root|%folder' '--input|%file' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'openapi get') command='openapi get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,slug ,state ,error ,errors ,version ,visibility ,source ,processed ,created ,updated ,published' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi put') command='openapi put' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...') flags=('--org|@org' '!--organization|@org' '--url|.' '--file|%file' '--root|%folder' '--input|%file' '--fail|=breaking' '--allow-unresolved|' '!--no-allow-unresolved|' '--accept-moved-prefix|' '!--no-accept-moved-prefix|' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'openapi publish') command='openapi publish' arguments=('%file ...') flags=('--org|@org' '-o|@org' '!--organization|@org' '--spec|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '-s|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '--root|%folder' '--fail|=breaking' '--allow-unresolved|' '!--no-allow-unresolved|' '--accept-moved-prefix|' '!--no-accept-moved-prefix|' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'openapi diff') command='openapi diff' arguments=('.' '.') flags=('--org|@org' '!--organization|@org' '--fail|=breaking' '--allow-unresolved|' '!--no-allow-unresolved|' '--accept-moved-prefix|' '!--no-accept-moved-prefix|' '--format|=markdown =table =json =ndjson =yaml =csv =tsv =id' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_findings[@]}") ;;
  'openapi update') command='openapi update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...') flags=('--org|@org' '!--organization|@org' '--visibility|=private =public' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'openapi delete') command='openapi delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'openapi version'|'openapi versions') command='openapi version' below=('list' 'get' 'content' 'raw') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'openapi version list') command='openapi version list' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,created ,url' '!--sort|=id =created =url' '!--filter|=id= =created= =url=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi version get') command='openapi version get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '@specification-version') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,created ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi version content') command='openapi version content' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '@specification-version') flags=('--org|@org' '!--organization|@org' '--save|%folder' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'openapi version raw') command='openapi version raw' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '@specification-version') flags=('--org|@org' '!--organization|@org' "${__tome_every[@]}") ;;
  'check') command='check' arguments=('...') flags=('--org|@org' '!--organization|@org' '--space|^org:--org @space' '--repo|%folder' '--rules|%file' '--baseline|%file' '--update-baseline|' '!--no-update-baseline|' '--fail|=error =warning' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'export') command='export' arguments=('%folder') flags=('--org|@org' '!--organization|@org' '--only|.' '--with|.' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'plan') command='plan' arguments=('%folder') flags=('--org|@org' '!--organization|@org' '--prune|' '!--no-prune|' '--max-deletes|.' '--adopt|.' '--save|%file' '--markdown|%file' '--fail|=changes' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'apply') command='apply' arguments=('.') flags=('--org|@org' '!--organization|@org' '--prune|' '!--no-prune|' '--max-deletes|.' '--adopt|.' '--resume|.' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'drift') command='drift' arguments=('%folder') flags=('--org|@org' '!--organization|@org' '--ignore|%file' '--fail|=changes' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'backup') command='backup' below=('create' 'diff' 'restore' 'verify') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'backup create') command='backup create' arguments=('%folder') flags=('--org|@org' '!--organization|@org' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--other-platform|' '!--no-other-platform|' "${__tome_every[@]}") ;;
  'backup diff') command='backup diff' arguments=('%folder') flags=('--other-platform|' '!--no-other-platform|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'backup restore') command='backup restore' arguments=('%folder ...') flags=('--space|.' '--to|@org' '--as-change-request|' '!--no-as-change-request|' '--other-platform|' '!--no-other-platform|' '--again|' '!--no-again|' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'backup verify') command='backup verify' arguments=('%folder') flags=("${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'conversation'|'conversations') command='conversation' below=('list' 'ingest' 'get' 'cluster' 'issue') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'conversation list') command='conversation list' flags=('--org|@org' '!--organization|@org' '--source|.' '!--columns|,id ,subject ,source ,created ,processed' '!--sort|=id =subject =source =created =processed' '!--filter|=id= =subject= =source= =created= =processed=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation ingest') command='conversation ingest' flags=('--org|@org' '!--organization|@org' '--file|%file' "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'conversation get') command='conversation get' arguments=('.') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,subject ,source ,created ,parts' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation cluster'|'conversation clusters') command='conversation cluster' below=('list' 'get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'conversation cluster list') command='conversation cluster list' flags=('--org|@org' '!--organization|@org' '--status|=pending =analysing' '--order|=asc =desc' '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted' '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated' '!--sort|=id =label =issues =conversations =last-13-weeks =updated' '!--filter|=id= =label= =issues= =conversations= =last-13-weeks= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation cluster get') command='conversation cluster get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,label ,issues ,conversations ,last-13-weeks ,updated ,summary' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation issue'|'conversation issues') command='conversation issue' below=('list' 'get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'conversation issue list') command='conversation issue list' flags=('--org|@org' '!--organization|@org' '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster' '--conversation|.' '!--columns|,id ,title ,cluster ,conversation ,created' '!--sort|=id =title =cluster =conversation =created' '!--filter|=id= =title= =cluster= =conversation= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation issue get') command='conversation issue get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @issue') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,cluster ,conversation ,created ,summary' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'import') command='import' below=('list' 'get' 'start' 'cancel') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'import list') command='import list' flags=('--org|@org' '!--organization|@org' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--cr|^space:--space @cr' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--status|=active =pending =in-progress =completed =failed =cancelled' '!--columns|,id ,source ,space ,status ,updated' '!--sort|=id =source =space =status =updated' '!--filter|=id= =source= =space= =status= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'import get') command='import get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @import') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,source ,space ,status ,updated ,change-request ,parent-page ,reason ,created' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'import start') command='import start' arguments=('...') flags=('--org|@org' '!--organization|@org' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--cr|^space:--space @cr' '--parent|^space:--space @page' '--site|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--enhance|' '--no-enhance|' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'import cancel') command='import cancel' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @import ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation'|'translations') command='translation' below=('list' 'create' 'get' 'update' 'delete' 'run' 'glossary') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'translation list') command='translation list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,source ,from ,to ,status ,result ,updated' '!--sort|=id =source =from =to =status =result =updated' '!--filter|=id= =source= =from= =to= =status= =result= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation create') command='translation create' flags=('--org|@org' '!--organization|@org' '--source-space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--instructions|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation get') command='translation get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,source ,from ,to ,status ,result ,updated ,created ,runs ,pages ,words ,last-run-pages ,last-run-words ,last-run-ms ,corrections-to-review ,error' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation update') command='translation update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...') flags=('--org|@org' '!--organization|@org' '--instructions|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation delete') command='translation delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation run') command='translation run' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...') flags=('--org|@org' '!--organization|@org' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation glossary') command='translation glossary' below=('list' 'get' 'add' 'update' 'delete' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'translation glossary list') command='translation glossary list' flags=('--org|@org' '!--organization|@org' '--order-by|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '!--columns|,id ,terms ,updated' '!--sort|=id =terms =updated' '!--filter|=id= =terms= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation glossary get') command='translation glossary get' arguments=('.') flags=('--org|@org' '!--organization|@org' "${__tome_every[@]}") ;;
  'translation glossary add') command='translation glossary add' flags=('--org|@org' '!--organization|@org' '--term|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation glossary update') command='translation glossary update' arguments=('...') flags=('--org|@org' '!--organization|@org' '--term|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation glossary delete') command='translation glossary delete' arguments=('...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'translation glossary put') command='translation glossary put' flags=('--org|@org' '!--organization|@org' '--operations|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'whoami') command='whoami' flags=("${__tome_every[@]}") ;;
  'hostname') command='hostname' below=('get' 'check' 'remove' 'organization') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'hostname get') command='hostname get' arguments=('.') flags=('!--columns|,hostname ,site ,status ,record-type ,record-name ,record-value' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'hostname check') command='hostname check' arguments=('...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'hostname remove') command='hostname remove' arguments=('...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'hostname organization') command='hostname organization' arguments=('.') flags=('!--columns|,hostname ,organization ,active' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'url') command='url' below=('embed') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'url embed') command='url embed' arguments=('.') flags=('!--columns|,title ,site ,type ,icon ,html' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'user') command='user' below=('invitation' 'update' 'notifications-token') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'user invitation') command='user invitation' below=('list' 'accept' 'decline') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'user invitation list') command='user invitation list' flags=('!--columns|,organization ,title ,role ,invited-by ,created' '!--sort|=organization =title =role =invited-by =created' '!--filter|=organization= =title= =role= =invited-by= =created=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'user invitation accept') command='user invitation accept' arguments=('@org ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'user invitation decline') command='user invitation decline' arguments=('@org ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'user update') command='user update' flags=('--name|.' '--photo|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'user notifications-token') command='user notifications-token' flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'auth') command='auth' below=('login' 'logout' 'status' 'token' 'list' 'switch') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'auth login') command='auth login' flags=('--with-token|' '!--no-with-token|' '--web|' '!--no-web|' '--browser|' '!--no-browser|' '--offline|' '!--no-offline|' '--insecure-storage|' '!--no-insecure-storage|' "${__tome_every[@]}") ;;
  'auth logout') command='auth logout' flags=("${__tome_every[@]}") ;;
  'auth status') command='auth status' flags=('--offline|' '!--no-offline|' "${__tome_every[@]}") ;;
  'auth token') command='auth token' flags=("${__tome_every[@]}") ;;
  'auth list') command='auth list' flags=("${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'auth switch') command='auth switch' arguments=('.') flags=("${__tome_every[@]}") ;;
  'config') command='config' below=('get' 'set' 'unset' 'list' 'path') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'config get') command='config get' arguments=('=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir') flags=("${__tome_every[@]}") ;;
  'config set') command='config set' arguments=('=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir' '.') flags=("${__tome_every[@]}") ;;
  'config unset') command='config unset' arguments=('=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir ...') flags=("${__tome_every[@]}") ;;
  'config list') command='config list' flags=("${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'config path') command='config path' flags=("${__tome_every[@]}") ;;
  'api') command='api' arguments=('=GET =POST =PUT =PATCH =DELETE =HEAD =OPTIONS' '.') flags=('--field|.' '-f|.' '--typed-field|.' '-F|.' '--header|.' '-H|.' '--input|%file' '--paginate|' '!--no-paginate|' '--slurp|' '!--no-slurp|' '--include|' '-i|' '!--no-include|' "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'serve') command='serve' flags=('--port|.' '--host|.' '--data|%folder' '--database|.' '--s3-endpoint|.' '--s3-bucket|.' '--s3-region|.' '--s3-prefix|.' '--memory|' '!--no-memory|' '--seed|' '!--no-seed|' '--ready-file|%file' '--allow-private|' '!--no-allow-private|' '--jobs|=both =none =only' '--job-concurrency|.' '--rate-limit|.' '--organization-rate-limit|.' '--run-integrations|' '!--no-run-integrations|' '--drain-delay|.' '--faults|%file' '--repeatable|.' '--clock|.' '--log|=text =json =off' '--metrics|' '!--no-metrics|' '--public-url|.' '--trusted-proxy|.' "${__tome_every[@]}") ;;
  'agent') command='agent' below=('setup' 'status' 'task' 'conversation') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'agent setup') command='agent setup' flags=('--client|=claude =codex =cursor =gemini =opencode =vscode' '--user|' '!--no-user|' '--allow|=write =delete' '--status|' '!--no-status|' '--remove|' '!--no-remove|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'agent status') command='agent status' flags=('--org|@org' '!--organization|@org' '!--columns|,email ,conversations ,issues ,clusters ,backlog-tasks ,started-tasks ,completed-tasks ,canceled-tasks' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'agent task') command='agent task' below=('list' 'get' 'update') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'agent task list') command='agent task list' flags=('--org|@org' '!--organization|@org' '--cluster|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster' '--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--status|=backlog =started =completed =canceled' '!--columns|,id ,title ,status ,space ,change-request ,updated' '!--sort|=id =title =status =space =change-request =updated' '!--filter|=id= =title= =status= =space= =change-request= =updated=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'agent task get') command='agent task get' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-task') flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,status ,space ,change-request ,updated ,description ,cluster ,created ,url' "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'agent task update') command='agent task update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-task ...') flags=('--org|@org' '!--organization|@org' '--status|=backlog =started =canceled' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'agent conversation'|'agent conversations') command='agent conversation' below=('list' 'provision' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'agent conversation list') command='agent conversation list' flags=('--org|@org' '!--organization|@org' '!--columns|,id ,title ,shared ,created ,updated ,change-request' '!--sort|=id =title =shared =created =updated =change-request' '!--filter|=id= =title= =shared= =created= =updated= =change-request=' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'agent conversation provision') command='agent conversation provision' arguments=('...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'agent conversation update') command='agent conversation update' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-conversation ...') flags=('--org|@org' '!--organization|@org' '--title|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'agent conversation delete') command='agent conversation delete' arguments=('^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @agent-conversation ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'mcp') command='mcp' flags=('--allow|=write =delete' '--org|@org' '!--organization|@org' '--space|^org:--org @space' "${__tome_every[@]}") ;;
  'preview') command='preview' arguments=('%folder') flags=('--port|.' '--open|' '!--no-open|' '--rules|%file' "${__tome_every[@]}") ;;
  'local') command='local' below=('seed' 'reset' 'export' 'import' 'path' 'token' 'storage' 'domain' 'clock' 'faults' 'requests' 'state' 'exec') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'local seed') command='local seed' arguments=('%file') flags=('--database|.' "${__tome_every[@]}") ;;
  'local reset') command='local reset' flags=('--database|.' "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'local export') command='local export' arguments=('%file') flags=('--database|.' "${__tome_every[@]}") ;;
  'local import') command='local import' arguments=('%file') flags=('--keep-owner-tokens|' '!--no-keep-owner-tokens|' '--database|.' "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'local path') command='local path' flags=("${__tome_every[@]}") ;;
  'local token') command='local token' below=('create' 'list' 'revoke' 'rotate') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'local token create') command='local token create' flags=('--role|=admin =create =review =edit =comment =read =guest' '--user|.' '--in|.' '--label|.' '--expires|.' '--database|.' "${__tome_every[@]}") ;;
  'local token list') command='local token list' flags=('--database|.' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'local token revoke') command='local token revoke' arguments=('.') flags=('--database|.' "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'local token rotate') command='local token rotate' arguments=('.') flags=('--expires|.' '--database|.' "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'local storage') command='local storage' below=('status' 'move') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'local storage status') command='local storage status' flags=('--database|.' "${__tome_every[@]}") ;;
  'local storage move') command='local storage move' flags=('--to|=s3 =database' '--database|.' "${__tome_every[@]}") ;;
  'local domain') command='local domain' below=('list' 'verify' 'revoke') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'local domain list') command='local domain list' flags=('--database|.' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'local domain verify') command='local domain verify' arguments=('.') flags=('--in|.' '--database|.' "${__tome_every[@]}") ;;
  'local domain revoke') command='local domain revoke' arguments=('.') flags=('--in|.' '--database|.' "${__tome_every[@]}") ;;
  'local clock') command='local clock' flags=('--advance|.' '--set|.' '--reset|' '!--no-reset|' '--database|.' "${__tome_every[@]}") ;;
  'local faults') command='local faults' arguments=('%file') flags=('--end|' '!--no-end|' "${__tome_every[@]}") ;;
  'local requests') command='local requests' flags=('--misses|' '!--no-misses|' '--last|.' '--clear|' '!--no-clear|' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'local state') command='local state' flags=('--rows|' '!--no-rows|' "${__tome_every[@]}") ;;
  'local exec') command='local exec' arguments=('...') flags=('--seed|' '!--no-seed|' '--run-integrations|' '!--no-run-integrations|' '--faults|%file' '--repeatable|.' '--clock|.' "${__tome_every[@]}") ;;
  'open') command='open' arguments=('.' '.') flags=('--space|.' '--published|' '!--no-published|' "${__tome_every[@]}") ;;
  'tour') command='tour' flags=("${__tome_every[@]}") ;;
  'history') command='history' below=('list' 'show') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'history list') command='history list' flags=('--since|.' '--target|.' "${__tome_limits[@]}" "${__tome_choices[@]}" "${__tome_tables[@]}" "${__tome_every[@]}") ;;
  'history show') command='history show' arguments=('.') flags=("${__tome_every[@]}") ;;
  'undo') command='undo' arguments=('.') flags=('--last|.' '--force|' '!--no-force|' "${__tome_limits[@]}" "${__tome_tables[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_writes[@]}" "${__tome_every[@]}") ;;
  'doctor') command='doctor' flags=('--updates|' '!--no-updates|' "${__tome_every[@]}") ;;
  'completion') command='completion' arguments=('=bash =zsh =fish =powershell') flags=('--install|' '!--no-install|' "${__tome_every[@]}") ;;
  'help') command='' below=('status' 'tree' 'org' 'collection' 'space' 'member' 'team' 'access' 'saml' 'sso' 'site' 'integration' 'content' 'search' 'page' 'file' 'revision' 'comment' 'cr' 'git' 'openapi' 'check' 'export' 'plan' 'apply' 'drift' 'backup' 'conversation' 'import' 'translation' 'whoami' 'hostname' 'url' 'user' 'auth' 'config' 'api' 'serve' 'agent' 'mcp' 'preview' 'local' 'open' 'tour' 'history' 'undo' 'doctor' 'completion' 'bulk' 'environment' 'exit-codes' 'flags' 'formatting' 'names') ;;
  *) return 1 ;;
  esac
}

# Sets found to the typed value of the flag $1, or fails.
__tome_given() {
  local index
  for ((index = ${#given[@]} - 1; index >= 0; index--)); do
 if [[ ${given[index]} == "$1="* ]]; then
   found=${given[index]#*=}
   return 0
 fi
  done
  return 1
}

# Sets parents to the ids of the parent, between spaces, from the first source that has one, or fails;
# $1 is the file of the parent's ids and the sources.
__tome_parent() {
  local source index line title found='' wanted file=$folder/${1%%:*} sources=${1#*:}
  for source in ${sources//,/ }; do
 found=''
 case $source in
 '#'*)
   index=${source#'#'}
   found=${typed[index]-}
   ;;
 --org) __tome_given --org || __tome_given --organization ;;
 -*) __tome_given "$source" ;;
 *) found=${!source-} ;;
 esac
 # The ids in a pasted URL are not parsed.
 [[ -z $found ]] || break
  done
  [[ -n $found && $found != */* ]] || return 1
  parents=" ${found#id:} "
  [[ -f $file && -r $file ]] || return 0
  wanted=${found//[\"\'\\]/}
  ((BASH_VERSINFO[0] < 4)) || wanted=${wanted,,}
  while IFS= read -r line; do
 title=${line#*$'\t'}
 title=${title%%$'\t'*}
 title=${title//[\"\'\\]/}
 ((BASH_VERSINFO[0] < 4)) || title=${title,,}
 [[ $title != "$wanted" ]] || parents+="${line%%$'\t'*} "
  done <"$file"
}

# Sets word to a title as typed at the cursor, or fails for one that a command would not read as a name.
__tome_quote() {
  [[ -n $1 && $1 != -* && $1 != id:* && $1 != */* && $1 != *[[:cntrl:]]* ]] || return 1
  case $quote in
  '"')
 [[ $1 != *['"$`\!']* ]] || return 1
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
  if [[ -n ${TOME_DATABASE-} ]]; then
 found=${TOME_DATABASE%%[?#]*}
 [[ $found != *@* ]] || found=${found%%://*}://${found##*@}
 return 0
  fi
  [[ -f $1/.current && -r $1/.current ]] || return 1
  { IFS= read -r found && IFS= read -r follows; } <"$1/.current"
  [[ $follows == "${XDG_DATA_HOME-}" && -d $found ]]
}

# Sets folder to the one with the ids of the current platform, or fails.
__tome_ids() {
  local found profile='' origin=''
  folder=${XDG_CACHE_HOME-}
  [[ $folder == /* ]] || folder=${HOME-}/.cache
  folder+=/tome/ids
  if __tome_given --local; then
 profile=local
  elif __tome_given --profile; then
 profile=$found
  elif [[ -n ${TOME_PROFILE-} ]]; then
 profile=$TOME_PROFILE
  elif [[ -f $folder/.current && -r $folder/.current ]]; then
 IFS= read -r profile <"$folder/.current"
  fi
  [[ -n $profile && $profile != .* && $profile != *[!A-Za-z0-9._-]* ]] || return 1
  folder+=/$profile
  if [[ $profile == local ]]; then
 __tome_data "$folder" || return 1
 folder+=/${found//[!A-Za-z0-9.-]/_}
 # Two locations may have the same folder name.
 [[ -f $folder/.place && -r $folder/.place ]] || return 1
 IFS= read -r origin <"$folder/.place"
 [[ $origin == "$found" ]]
 return
  fi
  __tome_given --base-url || found=${TOME_BASE_URL:-${GITBOOK_ENDPOINT-}}
  if [[ -n $found ]]; then
 origin=${found#*://}
 origin=${found%%://*}_${origin%%/*}
 origin=${origin//[!A-Za-z0-9.-]/_}
  elif [[ -f $folder/.current && -r $folder/.current ]]; then
 IFS= read -r origin <"$folder/.current"
  fi
  [[ -n $origin && $origin != .* && $origin != *[!A-Za-z0-9._-]* ]] || return 1
  folder+=/$origin
}

# Offers the ids of a file as values after $2; if the parent is known, only its ids.
__tome_offer_ids() {
  local file=${1%%:*} before=$2 folder='' parents='' begun='' line id title word
  local count=${#matches[@]}
  local -a lines=()
  [[ $1 == *:* ]] && before+=${1#*:}
  if [[ $current == "$before"* ]]; then
 begun=${current#"$before"}
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
  ((${#matches[@]} == count)) || return 0
  for line in "${lines[@]+"${lines[@]}"}"; do
 [[ $line == "$begun"* ]] || continue
 __tome_read_id && [[ $id == "$begun"* ]] || continue
 matches+=("$before$id")
 titles+=("$title")
  done
  [[ ${matches[count]-} == *[!0-9]* ]] || return 0
  if [[ -z $begun ]] && ((${#matches[@]} == count + 1)) && __tome_quote "${titles[count]}"; then
 # The title of the only resource is easier to read than its id.
 matches[count]=$before$word
  fi
}

# Sets id and title to those of line, or fails if its parent is another one.
__tome_read_id() {
  id=${line%%$'\t'*} title=${line#*$'\t'}
  [[ -n $id && $id != -* && $id != *[!A-Za-z0-9._-]* ]] || return 1
  [[ -z $parents || -z ${title#*$'\t'} || $parents == *" ${title#*$'\t'} "* ]] || return 1
  title=${title%%$'\t'*}
}

# Offers the titles of lines that start with begun.
__tome_offer_titles() {
  local line id title name common='' mixed='' wanted=${begun//\\/} count=${#matches[@]}
  # Readline would append the title to the text before these characters.
  [[ -n $wanted && $wanted != *[=:]* ]] || return 0
  ((BASH_VERSINFO[0] < 4)) || wanted=${wanted,,}
  for line in "${lines[@]+"${lines[@]}"}"; do
 __tome_read_id || continue
 name=$title
 ((BASH_VERSINFO[0] < 4)) || name=${title,,}
 [[ $name == "$wanted"* ]] || continue
 if __tome_quote "$title"; then
   name=${title:0:${#wanted}}
   [[ ${common:-$name} == "$name" ]] || mixed=yes
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
  ((${#matches[@]} - count < 2)) || [[ -z $mixed || ${COMP_TYPE-} == 37 ]] || { matches+=(' '); titles+=(''); }
}

# Sets words and current, up to the cursor; bash also splits words at = and :, tome does not.
__tome_words() {
  local rest=${COMP_LINE:0:COMP_POINT} text piece index
  for ((index = 0; index <= COMP_CWORD; index++)); do
 text=${rest#"${rest%%[![:space:]]*}"}
 piece=${COMP_WORDS[index]}
 if ((index == COMP_CWORD)); then piece=$text; fi
 if ((${#words[@]} > 0)) && [[ $text == "$rest" ]]; then
   words[${#words[@]}-1]+=$piece
 else
   words+=("$piece")
 fi
 rest=${text#"$piece"}
  done
  current=${words[${#words[@]}-1]}
}

# Processes a word before the cursor; fails if no word can follow it.
__tome_take() {
  local word=$1 name
  case $word in
  '"'*'"' | "'"*"'") word=${word:1:${#word}-2} ;;
  esac
  if [[ -n $redirected ]]; then
 redirected=''
  elif [[ $word == *['<>'] && -z ${word//[0-9<>&|]/} ]]; then
 redirected=yes
  elif [[ -n $expected ]]; then
 given+=("$expects=$word")
 expected=''
  elif [[ -n $ended ]]; then
 typed+=("$word")
  elif [[ $word == -- ]]; then
 ((${#below[@]} == 0)) || return 1
 ended=yes
  elif [[ $word == -?* ]]; then
 name=${word%%=*}
 if ! __tome_flag "$name"; then
   return 0
 elif [[ $word == *=* ]]; then
   given+=("$word")
 elif [[ -n $value ]]; then
   expected=$value expects=$name
 else
   given+=("$name=")
 fi
  elif ((${#below[@]} == 0)); then
 typed+=("$word")
  elif [[ -z $command$help && $word == help ]]; then
 help=yes
 __tome_command help
  else
 __tome_command "${command:+$command }$word"
  fi
}

# Sets value to the possible values of the flag $1; fails if there is no such flag.
__tome_flag() {
  local row
  for row in "${flags[@]+"${flags[@]}"}"; do
 if [[ ${row%%'|'*} == "$1" || ${row%%'|'*} == "!$1" ]]; then
   value=${row#*'|'}
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
  for row in "${flags[@]+"${flags[@]}"}"; do
 [[ $row == '!'* ]] || __tome_offer "${row%%'|'*}" ''
  done
}

# Offers the values that $1 describes; $2 comes before them in the same word.
__tome_offer_values() {
  local sign parents='' listed=${current#"$2"}
  case $listed in *,*) listed=${listed%,*}, ;; *) listed='' ;; esac
  for sign in $1; do
 case $sign in
 =*) __tome_offer "$2${sign#=}" '' ;;
 ,*) __tome_offer "$2$listed${sign#,}" '' ;;
 %file) path=default ;;
 %folder) path=dirnames ;;
 ^*) parents=${sign#^} ;;
 @*)
   __tome_offer_ids "${sign#@}" "$2" "$parents"
   parents=''
   ;;
 esac
  done
}

# Shows titles beside ids, unless the shell would insert them into the line.
__tome_show_titles() {
  local index key space most=${COLUMNS:-80}
  local -A seen=()
  case ${COMP_TYPE-} in
  9 | 33 | 63 | 64) ;;
  *) return 0 ;;
  esac
  [[ $most != *[!0-9]* ]] || most=80
  for ((index = 0; index < ${#matches[@]}; index++)); do
 # Two ids that readline treats as equal would be completed with the common prefix of their titles.
 key=${matches[index],,}
 key=x${key//_/-}
 [[ -z ${seen[$key]-} ]] || return 0
 seen[$key]=yes
  done
  for ((index = 0; index < ${#matches[@]}; index++)); do
 space=$((10#$most - ${#COMPREPLY[index]} - 4))
 if ((space > 8)) && [[ -n ${titles[index]} ]]; then
   COMPREPLY[index]+="  ${titles[index]:0:space}"
 fi
  done
}

_tome() {
  local IFS=$' \t\n' current='' command='' help='' expected='' expects='' ended='' redirected=''
  local value='' path='' cut='' mark index quote=''
  local -a words=() below=() arguments=() flags=() given=() typed=() matches=() titles=()
  COMPREPLY=()
  __tome_words
  __tome_command ''
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
 __tome_take "${words[index]}" || return 0
  done
  if [[ $current == ['"'\']* ]]; then
 quote=${current:0:1}
 current=${current:1}
  else
 for mark in = :; do
   if [[ ${COMP_WORDBREAKS-} == *"$mark"* && $current == *"$mark"* ]]; then
  value=${current%"${current##*"$mark"}"}
  ((${#value} > ${#cut})) && cut=$value
   fi
 done
  fi
  index=${#typed[@]}
  if ((${#arguments[@]} > 0 && index >= ${#arguments[@]})) && [[ ${arguments[${#arguments[@]}-1]-} == *' ...' ]]; then
 index=$((${#arguments[@]} - 1))
  fi
  if [[ -n $redirected || $current == ['<>']* ]]; then
 path=default
  elif [[ -n $expected ]]; then
 __tome_offer_values "$expected" ''
  elif [[ -z $ended && $current == -*=* ]]; then
 __tome_flag "${current%%=*}" && __tome_offer_values "$value" "${current%%=*}="
  elif [[ -z $ended && $current == -* ]]; then
 __tome_offer_flags
  elif ((${#below[@]} > 0)); then
 for value in "${below[@]}"; do __tome_offer "$value" ''; done
  elif [[ -n $help ]]; then
 :
  elif ((index < ${#arguments[@]})); then
 __tome_offer_values "${arguments[index]}" ''
  elif [[ -z $ended && -z $current ]]; then
 __tome_offer_flags
  fi
  ((${#matches[@]} == 0)) || COMPREPLY=("${matches[@]#"$cut"}")
  if ((BASH_VERSINFO[0] >= 4)); then
 ((${#matches[@]} < 2 || ${#matches[@]} > 200)) || __tome_show_titles
 [[ -z $path ]] || compopt -o "$path"
 [[ ${matches[0]-} != *= ]] || compopt -o nospace
  fi
}

if ((BASH_VERSINFO[0] >= 4)); then
  complete -F _tome tome
else
  # Bash 3 cannot decide for each word whether to complete files.
  complete -o default -F _tome tome
fi
