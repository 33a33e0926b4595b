# Completion of the command line tome.
# Made from its commands: starts no process, and obeys neither what is typed nor what is read.

__tome_limits=('--limit|.' '-L|.' '--all|')
__tome_lists=('--page-token|.' '--page-size|.')
__tome_bodies=('--input|%file')
__tome_many=('--from|%file' '--concurrency|.' '--journal|%file' '--resume|%file' '--retry-unknown|' '--stop-on-error|')
__tome_requests=('--dry-run|' '-n|')
__tome_confirmed=('--yes|' '-y|')
__tome_gets=('--web|')
__tome_every=('--json|' '--jq|.' '-q|.' '--format|=table =json =ndjson =yaml =csv =tsv =id' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|')
__tome_findings=('--report|.')
__tome_early=('!--limit|.' '!-L|.' '!--all|' '!--page-token|.' '!--page-size|.' '!--input|%file' '!--from|%file' '!--concurrency|.' '!--journal|%file' '!--resume|%file' '!--retry-unknown|' '!--stop-on-error|' '!--dry-run|' '!-n|' '!--yes|' '!-y|' '!--web|' '!--report|.' '!--org|@org' '!--organization|@org' '!--space|@space' '!--site|@site' '!--cr|@cr')

# Sets what can follow the words of $1, and fails where they are no command.
__tome_command() {
  below=() arguments=() flags=()
  case $1 in
  '') place='' below=('org' 'collection' 'space' 'member' 'team' 'saml' 'sso' 'site' 'integration' 'content' 'page' 'file' 'revision' 'comment' 'cr' 'git' 'openapi' 'conversation' 'translation' 'whoami' 'auth' 'config' 'api' 'serve' 'local' 'open' 'doctor' 'completion' 'help') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org'|'orgs') place='org' below=('list' 'create' 'get' 'update' 'search' 'join' 'ping' 'for-domain' 'invite' 'instructions') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org list') place='org list' flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org create') place='org create' flags=('--title|.' '--email-domain|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org get') place='org get' arguments=('@org') flags=("${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'org update') place='org update' arguments=('@org ...') flags=('--title|.' '--email-domain|.' '--hostname|.' '--default-role|=admin =create =review =edit =comment =read =guest' '--no-default-role|' '--default-content|^#0,TOME_ORG,GITBOOK_ORGANIZATION @site:site: ^#0,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^#0,TOME_ORG,GITBOOK_ORGANIZATION @collection:collection:' '--no-default-content|' '--logo|.' '--no-logo|' '--sso|' '--no-sso|' '--ai|' '--no-ai|' '--invite-links|' '--no-invite-links|' '--merge-rules|=none' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org search') place='org search' arguments=('.') flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org join') place='org join' arguments=('@org ...') flags=('--invite|@invite' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org ping') place='org ping' flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org for-domain') place='org for-domain' arguments=('.') flags=("${__tome_limits[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite'|'org invites') place='org invite' below=('list' 'create' 'users' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org invite list') place='org invite list' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite create') place='org invite create' flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' '--level|=admin =create =review =edit =comment =read' '--to-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--to-collection|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite users') place='org invite users' arguments=('...') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' '--sso|' '--no-sso|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'org invite delete') place='org invite delete' arguments=('@invite ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'org instructions') place='org instructions' below=('get' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'org instructions get') place='org instructions get' flags=('--org|@org' '!--organization|@org' "${__tome_every[@]}") ;;
  'org instructions put') place='org instructions put' flags=('--org|@org' '!--organization|@org' '--text|.' '--file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection'|'collections') place='collection' below=('list' 'create' 'get' 'update' 'delete' 'spaces' 'move' 'transfer' 'permission') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'collection list') place='collection list' flags=('--org|@org' '!--organization|@org' '--nested|' '--no-nested|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection create') place='collection create' flags=('--org|@org' '!--organization|@org' '--title|.' '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection get') place='collection get' arguments=('@collection') flags=("${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'collection update') place='collection update' arguments=('@collection ...') flags=('--title|.' '--description|.' '--default-level|=admin =create =review =edit =comment =read =inherit =none' '--no-default-level|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection delete') place='collection delete' arguments=('@collection ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'collection spaces') place='collection spaces' arguments=('@collection') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection move') place='collection move' arguments=('@collection ...') flags=('--parent|@collection' '--no-parent|' '--before|@space @collection:collection:' '--after|@space @collection:collection:' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection transfer') place='collection transfer' arguments=('@collection ...') flags=('--to|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'collection permission'|'collection permissions') place='collection permission' below=('grant' 'users' 'teams' 'update' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'collection permission grant') place='collection permission grant' arguments=('@collection ...') flags=('--role|=admin =create =review =edit =comment =read' '--user|@user' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'collection permission users') place='collection permission users' arguments=('@collection') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection permission teams') place='collection permission teams' arguments=('@collection') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'collection permission update') place='collection permission update' arguments=('@collection ...') flags=('--user|@user' '--role|=admin =create =review =edit =comment =read' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'collection permission remove') place='collection permission remove' arguments=('@collection ...') flags=('--user|@user' '--team|@team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'space'|'spaces') place='space' below=('list' 'create' 'get' 'update' 'delete' 'duplicate' 'restore' 'move' 'commenters' 'links' 'search' 'transfer' 'permission') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'space list') place='space list' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space create') place='space create' flags=('--org|@org' '!--organization|@org' '--title|.' '--emoji|.' '--parent|^--org,TOME_ORG,GITBOOK_ORGANIZATION @collection' '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--edit-mode|=live =locked' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space get') place='space get' arguments=('@space') flags=('--share-key|.' "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'space update') place='space update' arguments=('@space ...') flags=('--title|.' '--emoji|.' '--no-emoji|' '--icon|.' '--no-icon|' '--edit-mode|=live =locked' '--default-level|=admin =create =review =edit =comment =read =inherit =none' '--no-default-level|' '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--merge-rules|=inherit =none' '--reviewer|@user' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space delete') place='space delete' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'space duplicate') place='space duplicate' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space restore') place='space restore' arguments=('@space ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space move') place='space move' arguments=('@space ...') flags=('--parent|@collection' '--no-parent|' '--before|@space @collection:collection:' '--after|@space @collection:collection:' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space commenters') place='space commenters' arguments=('@space') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space links') place='space links' arguments=('@space') flags=('--status|=ok =broken =in-app' '--fail|' '!--no-fail|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'space search') place='space search' arguments=('@space' '.') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space transfer') place='space transfer' arguments=('@space ...') flags=('--to|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'space permission'|'space permissions') place='space permission' below=('grant' 'users' 'teams' 'update' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'space permission grant') place='space permission grant' arguments=('@space ...') flags=('--role|=admin =create =review =edit =comment =read' '--user|@user' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'space permission users') place='space permission users' arguments=('@space') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space permission teams') place='space permission teams' arguments=('@space') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'space permission update') place='space permission update' arguments=('@space ...') flags=('--user|@user' '--role|=admin =create =review =edit =comment =read' '--team|@team' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'space permission remove') place='space permission remove' arguments=('@space ...') flags=('--user|@user' '--team|@team' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'member'|'members') place='member' below=('list' 'get' 'update' 'remove' 'sso' 'spaces' 'teams') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'member list') place='member list' flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--search|.' '--sort|=joinedAt =lastSeenAt =name' '--order|=asc =desc' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member get') place='member get' arguments=('@user') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member update') place='member update' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' '--role|=admin =create =review =edit =comment =read =guest' '--no-role|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'member remove') place='member remove' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'member sso') place='member sso' arguments=('@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member spaces') place='member spaces' arguments=('@user') flags=('--org|@org' '!--organization|@org' '--order|=asc =desc' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'member teams') place='member teams' arguments=('@user') flags=('--org|@org' '!--organization|@org' '--title|.' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team'|'teams') place='team' below=('list' 'create' 'get' 'update' 'delete' 'members' 'add' 'drop' 'put') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'team list') place='team list' flags=('--org|@org' '!--organization|@org' '--owner|@user' '--title|.' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team create') place='team create' flags=('--org|@org' '!--organization|@org' '--title|.' '--member|@user' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team get') place='team get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team update') place='team update' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...') flags=('--org|@org' '!--organization|@org' '--title|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team delete') place='team delete' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'team members') place='team members' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team') flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'team add') place='team add' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '...') flags=('--org|@org' '!--organization|@org' '--remove|.' '--memberships|.' '--role|=owner =member' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'team drop') place='team drop' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '@user ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'team put') place='team put' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '@user ...') flags=('--org|@org' '!--organization|@org' '--role|=owner =member' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'saml') place='saml' below=('list' 'create' 'get' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'saml list') place='saml list' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'saml create') place='saml create' flags=('--org|@org' '!--organization|@org' '--label|.' '--entity-id|.' '--certificate|%file' '--sso-url|.' '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '--default-role|=admin =create =review =edit =comment =read =guest' '--no-default-role|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'saml get') place='saml get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'saml update') place='saml update' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...') flags=('--org|@org' '!--organization|@org' '--label|.' '--entity-id|.' '--certificate|%file' '--sso-url|.' '--default-team|^--org,TOME_ORG,GITBOOK_ORGANIZATION @team' '--default-role|=admin =create =review =edit =comment =read =guest' '--no-default-role|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'saml delete') place='saml delete' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @provider ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'sso') place='sso' below=('list') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'sso list') place='sso list' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site'|'sites') place='site' below=('list' 'create' 'get' 'update' 'delete' 'publish' 'unpublish' 'published' 'structure' 'sort' 'section' 'section-group' 'space' 'adaptive-schema') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site list') place='site list' flags=('--org|@org' '!--organization|@org' '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--title|.' '--published|' '--no-published|' '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site create') place='site create' flags=('--org|@org' '!--organization|@org' '--type|=basic =premium =ultimate =sponsored =legacy-basic =legacy-premium' '--title|.' '--visibility|=public =unlisted =share-link =visitor-auth' '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site get') place='site get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'site update') place='site update' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--title|.' '--visibility|=public =unlisted =share-link =visitor-auth' '--basename|.' '--adaptive-content|' '--no-adaptive-content|' '--agents-context|=excluded =included' '--default-site-space|^#0 @site-space' '--default-site-section|^#0 @site-section' '--proxy|.' '--no-proxy|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site delete') place='site delete' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'site publish') place='site publish' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site unpublish') place='site unpublish' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'site published') place='site published' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--share-key|.' '--claims|.' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site structure') place='site structure' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' '--share-key|.' "${__tome_limits[@]}" "${__tome_every[@]}") ;;
  'site sort') place='site sort' arguments=('...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|.' '--after|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section'|'site sections') place='site section' below=('list' 'create' 'update' 'delete' 'move') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site section list') place='site section list' flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--share-key|.' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section create') place='site section create' flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--title|.' '--no-title|' '--icon|.' '--no-icon|' '--group|^--site,TOME_SITE @site-section-group' '--no-group|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section update') place='site section update' arguments=('^--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--path|.' '--default-site-space|^--site,TOME_SITE @site-space' '--condition|.' '--no-condition|' '--icon|.' '--no-icon|' '--description|.' '--no-description|' '--group|=none ^--site,TOME_SITE @site-section-group' '--no-group|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section delete') place='site section delete' arguments=('^--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'site section move') place='site section move' arguments=('^--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|^--site,TOME_SITE @site-section' '--after|^--site,TOME_SITE @site-section' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section-group'|'site section-groups') place='site section-group' below=('list' 'create' 'update' 'delete' 'add' 'remove') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site section-group list') place='site section-group list' flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section-group create') place='site section-group create' flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--icon|.' '--no-icon|' '--section|^--site,TOME_SITE @site-section' '--parent|^--site,TOME_SITE @site-section-group' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section-group update') place='site section-group update' arguments=('^--site,TOME_SITE @site-section-group ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--title|.' '--icon|.' '--no-icon|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section-group delete') place='site section-group delete' arguments=('^--site,TOME_SITE @site-section-group ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'site section-group add') place='site section-group add' arguments=('^--site,TOME_SITE @site-section-group' '^--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site section-group remove') place='site section-group remove' arguments=('^--site,TOME_SITE @site-section-group' '^--site,TOME_SITE @site-section ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'site space'|'site spaces') place='site space' below=('list' 'add' 'update' 'remove' 'move') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site space list') place='site space list' flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--share-key|.' '--default|' '--no-default|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site space add') place='site space add' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @space ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--section|^--site,TOME_SITE @site-section' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site space update') place='site space update' arguments=('^--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--path|.' '--condition|.' '--no-condition|' '--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site space remove') place='site space remove' arguments=('^--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'site space move') place='site space move' arguments=('^--site,TOME_SITE @site-space ...') flags=('--org|@org' '!--organization|@org' '--site|^--org,TOME_ORG,GITBOOK_ORGANIZATION @site' '--before|^--site,TOME_SITE @site-space' '--after|^--site,TOME_SITE @site-space' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site adaptive-schema') place='site adaptive-schema' below=('get' 'put' 'conditions') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'site adaptive-schema get') place='site adaptive-schema get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site adaptive-schema put') place='site adaptive-schema put' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site ...') flags=('--org|@org' '!--organization|@org' '--file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'site adaptive-schema conditions') place='site adaptive-schema conditions' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @site') flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration'|'integrations') place='integration' below=('list' 'get' 'publish' 'unpublish' 'installations' 'install' 'uninstall' 'spaces' 'sites' 'dev' 'event' 'installation') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration list') place='integration list' flags=('--search|.' '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other' '--block-domain|.' '--blocks|' '--no-blocks|' '--content-sources|' '--no-content-sources|' '--owner|@org' '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest' '--target|=all =site =space =organization' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration get') place='integration get' arguments=('@integration') flags=("${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration publish') place='integration publish' arguments=('@integration ...') flags=('--manifest|%file' '--input|%file' '--org|@org' '!--organization|@org' '--title|.' '--description|.' '--summary|.' '--runtime|=v1 =v2' '--visibility|=public =private =unlisted' '--target|=all =site =space =organization' '--scope|=space:content:read =space:content:write =space:metadata:read =space:metadata:write =space:git:sync =page:feedback:read =site:metadata:read =site:views:read =site:script:inject =site:script:cookies =site:visitor:auth =site:visitor:claims =site:adaptive:read =site:adaptive:write =openapi:read =openapi:write =conversations:ingest' '--category|=analytics =collaboration =content =gitsync =marketing =visitor-auth =other' '--script|%file' '--icon|%file' '--preview-image|%file' '--secret|.' '--content-security-policy|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration unpublish') place='integration unpublish' arguments=('@integration ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'integration installations') place='integration installations' arguments=('@integration') flags=('--external-id|.' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration install') place='integration install' arguments=('@integration ...') flags=('--org|@org' '!--organization|@org' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration uninstall') place='integration uninstall' arguments=('@integration' '@installation ...') flags=("${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'integration spaces') place='integration spaces' arguments=('@integration') flags=('--external-id|.' '--extended|' '--no-extended|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration sites') place='integration sites' arguments=('@integration') flags=('--external-id|.' '--extended|' '--no-extended|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration dev') place='integration dev' arguments=('@integration ...') flags=('--tunnel-url|.' '--all|' '--no-all|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration event'|'integration events') place='integration event' below=('list' 'get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration event list') place='integration event list' arguments=('@integration') flags=("${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'integration event get') place='integration event get' arguments=('@integration' '@event') flags=("${__tome_every[@]}") ;;
  'integration installation') place='integration installation' below=('get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'integration installation get') place='integration installation get' arguments=('@integration' '@installation') flags=("${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'content') place='content' below=('get' 'apply-template') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'content get') place='content get' flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'content apply-template') place='content apply-template' arguments=('...') flags=('--space|@space' '--params|.' '--cr|^--space,TOME_SPACE @cr' '--file-ref|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'page'|'pages') place='page' below=('list' 'get' 'links' 'backlinks') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'page list') place='page list' flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' "${__tome_limits[@]}" "${__tome_every[@]}") ;;
  'page get') place='page get' arguments=('^--space,TOME_SPACE @page') flags=('--space|@space' '--path|.' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--evaluated|=true =false =deterministic-only' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|') ;;
  'page links') place='page links' arguments=('^--space,TOME_SPACE @page') flags=('--space|@space' '--status|=ok =broken =in-app' '--fail|' '!--no-fail|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'page backlinks') place='page backlinks' arguments=('^--space,TOME_SPACE @page') flags=('--space|@space' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'file'|'files') place='file' below=('list' 'get' 'backlinks') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'file list') place='file list' flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'file get') place='file get' arguments=('^--space,TOME_SPACE @file') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'file backlinks') place='file backlinks' arguments=('^--space,TOME_SPACE @file') flags=('--space|@space' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'revision'|'revisions') place='revision' below=('get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'revision get') place='revision get' arguments=('^--space,TOME_SPACE @revision') flags=('--space|@space' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'comment'|'comments') place='comment' below=('list' 'create' 'get' 'update' 'delete' 'reply') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'comment list') place='comment list' flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--status|=all =open =resolved' '--order|=asc =desc' '--target-page|^--space,TOME_SPACE @page' '--author|@user' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}") ;;
  'comment create') place='comment create' flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--body|.' '--page|^--space,TOME_SPACE @page' '--node|.' '--table-cell|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'comment get') place='comment get' arguments=('^--space,TOME_SPACE @comment') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|' "${__tome_requests[@]}") ;;
  'comment update') place='comment update' arguments=('^--space,TOME_SPACE @comment ...') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--body|.' '--resolve|' '--no-resolve|' '--add-reaction|.' '--remove-reaction|.' '--unresolve|' '!--no-unresolve|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'comment delete') place='comment delete' arguments=('^--space,TOME_SPACE @comment ...') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'comment reply'|'comment replies') place='comment reply' below=('list' 'create' 'get' 'update' 'delete') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'comment reply list') place='comment reply list' arguments=('^--space,TOME_SPACE @comment') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}") ;;
  'comment reply create') place='comment reply create' arguments=('^--space,TOME_SPACE @comment ...') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--body|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'comment reply get') place='comment reply get' arguments=('^--space,TOME_SPACE @comment' '^#0 @reply') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|' "${__tome_requests[@]}") ;;
  'comment reply update') place='comment reply update' arguments=('^--space,TOME_SPACE @comment' '^#0 @reply ...') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' '--body|.' '--resolve|' '--no-resolve|' '--add-reaction|.' '--remove-reaction|.' '--unresolve|' '!--no-unresolve|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'comment reply delete') place='comment reply delete' arguments=('^--space,TOME_SPACE @comment' '^#0 @reply ...') flags=('--space|@space' '--cr|^--space,TOME_SPACE @cr' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'cr') place='cr' below=('list' 'create' 'get' 'update' 'merge' 'pull' 'pdf' 'edit' 'page' 'changes' 'review' 'reviews' 'reviewers' 'request-review' 'commenters') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'cr list') place='cr list' flags=('--space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--status|=draft =open =archived =merged' '--creator|@user' '--contributor|@user' '--requested-reviewer|@user' '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster' '--org|@org' '!--organization|@org' '--org-wide|' '!--no-org-wide|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr create') place='cr create' flags=('--space|@space' '--subject|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr get') place='cr get' arguments=('^--space,TOME_SPACE @cr') flags=('--space|@space' "${__tome_requests[@]}" "${__tome_gets[@]}" "${__tome_every[@]}") ;;
  'cr update') place='cr update' arguments=('^--space,TOME_SPACE @cr ...') flags=('--space|@space' '--subject|.' '--description|.' '--status|=draft =open =archived' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr merge') place='cr merge' arguments=('^--space,TOME_SPACE @cr ...') flags=('--space|@space' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr pull') place='cr pull' arguments=('^--space,TOME_SPACE @cr ...') flags=('--space|@space' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'cr pdf') place='cr pdf' arguments=('^--space,TOME_SPACE @cr') flags=('--space|@space' '--page|^--space,TOME_SPACE @page' '--only|' '--no-only|' '--save|%file' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'cr edit') place='cr edit' arguments=('^--space,TOME_SPACE @cr ...') flags=('--space|@space' '--page|^--space,TOME_SPACE @page' '--new|' '!--no-new|' '--file|%file' '--title|.' '--slug|.' '--into|^--space,TOME_SPACE @page' '--delete|' '!--no-delete|' '--revert-to|.' '--input|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr page') place='cr page' arguments=('^--space,TOME_SPACE @cr' '^--space,TOME_SPACE @page') flags=('--space|@space' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--evaluated|=true =false =deterministic-only' '--metadata|' '--no-metadata|' '--computed|' '--no-computed|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|' "${__tome_requests[@]}") ;;
  'cr changes') place='cr changes' arguments=('^--space,TOME_SPACE @cr') flags=('--space|@space' '--limit|.' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr review') place='cr review' arguments=('^--space,TOME_SPACE @cr ...') flags=('--space|@space' '--approve|' '!--no-approve|' '--body|.' '--request-changes|' '!--no-request-changes|' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr reviews') place='cr reviews' arguments=('^--space,TOME_SPACE @cr' '^#0 @review') flags=('--space|@space' '--format|=document =markdown =table =json =ndjson =yaml =csv =tsv =id' '--outdated|' '--no-outdated|' '--json|' '--jq|.' '-q|.' '--raw-csv|' '--profile|.' '--local|' '--base-url|.' '--timeout|.' '--retries|.' '--no-input|' '--quiet|' '--debug|' '--record|%file' '--replay|%file' '--no-color|' '--help|' '-h|' '--version|' '-V|' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}") ;;
  'cr reviewers') place='cr reviewers' arguments=('^--space,TOME_SPACE @cr') flags=('--space|@space' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr request-review') place='cr request-review' arguments=('^--space,TOME_SPACE @cr ...') flags=('--space|@space' '--reviewer|@user' '--subject|.' '--description|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'cr commenters') place='cr commenters' arguments=('^--space,TOME_SPACE @cr') flags=('--space|@space' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'git') place='git' below=('import' 'export' 'info' 'remove-legacy') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'git import') place='git import' flags=('--space|@space' '--url|.' '--ref|.' '--force|' '--no-force|' '--standalone|' '--no-standalone|' '--project-directory|%folder' '--repo-cache-id|.' '--repo-tree-url|.' '--repo-commit-url|.' '--timestamp|.' '--provider|=github =gitlab' '--provider-url|.' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'git export') place='git export' flags=('--space|@space' '--url|.' '--ref|.' '--message|.' '--force|' '--no-force|' '--project-directory|%folder' '--repo-cache-id|.' '--repo-tree-url|.' '--repo-commit-url|.' '--timestamp|.' '--provider|=github =gitlab' '--provider-url|.' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'git info') place='git info' flags=('--space|@space' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'git remove-legacy') place='git remove-legacy' flags=('--space|@space' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'openapi') place='openapi' below=('list' 'create' 'get' 'put' 'publish' 'update' 'delete' 'version') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'openapi list') place='openapi list' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi create') place='openapi create' arguments=('...') flags=('--org|@org' '!--organization|@org' '--url|.' '--file|%file' '--root|%folder' '--input|%file' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'openapi get') place='openapi get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi put') place='openapi put' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...') flags=('--org|@org' '!--organization|@org' '--url|.' '--file|%file' '--root|%folder' '--input|%file' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'openapi publish') place='openapi publish' arguments=('%file ...') flags=('--org|@org' '-o|@org' '!--organization|@org' '--spec|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '-s|^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '--root|%folder' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}" "${__tome_findings[@]}") ;;
  'openapi update') place='openapi update' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...') flags=('--org|@org' '!--organization|@org' '--visibility|=private =public' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi delete') place='openapi delete' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'openapi version'|'openapi versions') place='openapi version' below=('list' 'get' 'content' 'raw') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'openapi version list') place='openapi version list' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification') flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi version get') place='openapi version get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '@specification-version') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'openapi version content') place='openapi version content' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '@specification-version') flags=('--org|@org' '!--organization|@org' '--save|%folder' '--force|' '!--no-force|' "${__tome_every[@]}") ;;
  'openapi version raw') place='openapi version raw' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @specification' '@specification-version') flags=('--org|@org' '!--organization|@org' "${__tome_every[@]}") ;;
  'conversation'|'conversations') place='conversation' below=('list' 'ingest' 'get' 'cluster' 'issue') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'conversation list') place='conversation list' flags=('--org|@org' '!--organization|@org' '--source|.' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation ingest') place='conversation ingest' flags=('--org|@org' '!--organization|@org' '--file|%file' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation get') place='conversation get' arguments=('.') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation cluster'|'conversation clusters') place='conversation cluster' below=('list') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'conversation cluster list') place='conversation cluster list' flags=('--org|@org' '!--organization|@org' '--status|=pending =analysing' '--order|=asc =desc' '--order-by|=updatedAt =issues =conversations =tasksTotal =tasksBacklog =tasksStarted' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation issue'|'conversation issues') place='conversation issue' below=('list' 'get') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'conversation issue list') place='conversation issue list' flags=('--org|@org' '!--organization|@org' '--cluster|^--org,TOME_ORG,GITBOOK_ORGANIZATION @cluster' '--conversation|.' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'conversation issue get') place='conversation issue get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @issue') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation'|'translations') place='translation' below=('list' 'create' 'get' 'update' 'delete' 'run') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'translation list') place='translation list' flags=('--org|@org' '!--organization|@org' "${__tome_limits[@]}" "${__tome_lists[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation create') place='translation create' flags=('--org|@org' '!--organization|@org' '--source-space|^--org,TOME_ORG,GITBOOK_ORGANIZATION @space' '--source-language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--language|=en =fr =de =es =it =pt =pt-br =ru =ja =zh =zh-tw =yue =ko =ar =hi =nl =pl =tr =sv =no =da =fi =el =cs =hu =ro =th =vi =id =ms =he =uk =sk =bg =hr =lt =lv =et =sl' '--instructions|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation get') place='translation get' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation') flags=('--org|@org' '!--organization|@org' "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation update') place='translation update' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...') flags=('--org|@org' '!--organization|@org' '--instructions|.' "${__tome_bodies[@]}" "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'translation delete') place='translation delete' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...') flags=('--org|@org' '!--organization|@org' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'translation run') place='translation run' arguments=('^--org,TOME_ORG,GITBOOK_ORGANIZATION @translation ...') flags=('--org|@org' '!--organization|@org' '--wait|' '!--no-wait|' '--wait-limit|.' "${__tome_many[@]}" "${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'whoami') place='whoami' flags=("${__tome_requests[@]}" "${__tome_every[@]}") ;;
  'auth') place='auth' below=('login' 'logout' 'status' 'token' 'list' 'switch') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'auth login') place='auth login' flags=('--with-token|' '!--no-with-token|' '--offline|' '!--no-offline|' '--insecure-storage|' '!--no-insecure-storage|' "${__tome_every[@]}") ;;
  'auth logout') place='auth logout' flags=("${__tome_every[@]}") ;;
  'auth status') place='auth status' flags=('--offline|' '!--no-offline|' "${__tome_every[@]}") ;;
  'auth token') place='auth token' flags=("${__tome_every[@]}") ;;
  'auth list') place='auth list' flags=("${__tome_limits[@]}" "${__tome_every[@]}") ;;
  'auth switch') place='auth switch' arguments=('.') flags=("${__tome_every[@]}") ;;
  'config') place='config' below=('get' 'set' 'unset' 'list' 'path') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'config get') place='config get' arguments=('=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir') flags=("${__tome_every[@]}") ;;
  'config set') place='config set' arguments=('=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir' '.') flags=("${__tome_every[@]}") ;;
  'config unset') place='config unset' arguments=('=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir ...') flags=("${__tome_every[@]}") ;;
  'config list') place='config list' flags=("${__tome_limits[@]}" "${__tome_every[@]}") ;;
  'config path') place='config path' flags=("${__tome_every[@]}") ;;
  'api') place='api' arguments=('=GET =POST =PUT =PATCH =DELETE =HEAD =OPTIONS' '.') flags=('--field|.' '-f|.' '--typed-field|.' '-F|.' '--header|.' '-H|.' '--input|%file' '--paginate|' '!--no-paginate|' '--slurp|' '!--no-slurp|' '--include|' '-i|' '!--no-include|' "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'serve') place='serve' flags=('--port|.' '--host|.' '--data|%folder' '--database|.' '--memory|' '!--no-memory|' '--seed|' '!--no-seed|' '--ready-file|%file' '--allow-private|' '!--no-allow-private|' '--faults|%file' '--repeatable|.' '--clock|.' '--log|=text =json =off' '--metrics|' '!--no-metrics|' '--public-url|.' "${__tome_every[@]}") ;;
  'local') place='local' below=('seed' 'reset' 'export' 'import' 'path' 'token' 'clock' 'faults' 'requests' 'state' 'exec') flags=("${__tome_every[@]}" "${__tome_early[@]}") ;;
  'local seed') place='local seed' arguments=('%file') flags=('--database|.' "${__tome_every[@]}") ;;
  'local reset') place='local reset' flags=('--database|.' "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'local export') place='local export' arguments=('%file') flags=('--database|.' "${__tome_every[@]}") ;;
  'local import') place='local import' arguments=('%file') flags=('--database|.' "${__tome_requests[@]}" "${__tome_confirmed[@]}" "${__tome_every[@]}") ;;
  'local path') place='local path' flags=("${__tome_every[@]}") ;;
  'local token') place='local token' flags=('--role|=admin =create =review =edit =comment =read =guest' '--user|@user' '--in|@org' '--database|.' "${__tome_every[@]}") ;;
  'local clock') place='local clock' flags=('--advance|.' '--set|.' '--reset|' '!--no-reset|' '--database|.' "${__tome_every[@]}") ;;
  'local faults') place='local faults' arguments=('%file') flags=('--end|' '!--no-end|' "${__tome_every[@]}") ;;
  'local requests') place='local requests' flags=('--misses|' '!--no-misses|' '--last|.' '--clear|' '!--no-clear|' "${__tome_limits[@]}" "${__tome_every[@]}") ;;
  'local state') place='local state' flags=('--rows|' '!--no-rows|' "${__tome_every[@]}") ;;
  'local exec') place='local exec' arguments=('...') flags=('--seed|' '!--no-seed|' '--faults|%file' '--repeatable|.' '--clock|.' "${__tome_every[@]}") ;;
  'open') place='open' arguments=('.' '.') flags=("${__tome_every[@]}") ;;
  'doctor') place='doctor' flags=("${__tome_every[@]}") ;;
  'completion') place='completion' arguments=('=bash =zsh =fish =powershell') flags=('--install|' '!--no-install|' "${__tome_every[@]}") ;;
  'help') place='' below=('org' 'collection' 'space' 'member' 'team' 'saml' 'sso' 'site' 'integration' 'content' 'page' 'file' 'revision' 'comment' 'cr' 'git' 'openapi' 'conversation' 'translation' 'whoami' 'auth' 'config' 'api' 'serve' 'local' 'open' 'doctor' 'completion' 'bulk' 'environment' 'exit-codes' 'formatting') ;;
  *) return 1 ;;
  esac
}

# Sets found to the value that was typed for the flag $1, or fails.
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

# Sets found to the parent that $1 names the places of; fails where none of them names one.
__tome_parent() {
  local place index
  for place in ${1//,/ }; do
    found=''
    case $place in
    '#'*)
      index=${place#'#'}
      found=${typed[index]-}
      ;;
    --org) __tome_given --org || __tome_given --organization ;;
    -*) __tome_given "$place" ;;
    *) found=${!place-} ;;
    esac
    # The address of a page in the browser says more than this can read.
    [[ -n $found && $found != */* ]] && return 0
    [[ -z $found ]] || return 1
  done
  return 1
}

# Sets found to where the embedded platform's data is, or fails; $1 is the folder of its ids.
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

# Sets folder to where the ids of the platform in force were seen, or fails.
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
    # Two places may have the same name here.
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

# Offers the ids of a file as values after $2; of those whose parent is known, only its own.
__tome_offer_ids() {
  local file=${1%%:*} before=$2 folder='' found='' parent='' begun='' line id title
  local -a lines=()
  [[ $1 == *:* ]] && before+=${1#*:}
  if [[ $current == "$before"* ]]; then
    begun=${current#"$before"}
  elif [[ $before != "$current"* ]]; then
    return 0
  fi
  __tome_ids || return 0
  [[ -f $folder/$file && -r $folder/$file ]] || return 0
  if [[ -n $3 ]] && __tome_parent "$3"; then parent=$found; fi
  if ((BASH_VERSINFO[0] >= 4)); then
    mapfile -t lines <"$folder/$file"
  else
    while IFS= read -r line; do lines+=("$line"); done <"$folder/$file"
  fi
  for line in "${lines[@]+"${lines[@]}"}"; do
    [[ $line == "$begun"* ]] || continue
    id=${line%%$'\t'*}
    [[ -n $id && $id != -* && $id != *[!A-Za-z0-9._-]* && $id == "$begun"* ]] || continue
    title=${line#*$'\t'}
    [[ -z $parent || -z ${title#*$'\t'} || ${title#*$'\t'} == "$parent" ]] || continue
    matches+=("$before$id")
    titles+=("${title%%$'\t'*}")
  done
}

# Sets words and current, up to the cursor: bash cuts words at = and : too, tome does not.
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

# Takes a word before the cursor; fails where nothing can follow it.
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
  elif [[ -z $place$help && $word == help ]]; then
    help=yes
    __tome_command help
  else
    __tome_command "${place:+$place }$word"
  fi
}

# Sets value to what may follow the flag $1; fails where there is no such flag.
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

# Offers the values that $1 describes; $2 is what stands before them in the same word.
__tome_offer_values() {
  local sign parents=''
  for sign in $1; do
    case $sign in
    =*) __tome_offer "$2${sign#=}" '' ;;
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

# Shows titles beside ids, where the line would not be completed with them.
__tome_show_titles() {
  local index key space most=${COLUMNS:-80}
  local -A seen=()
  case ${COMP_TYPE-} in
  9 | 33 | 63 | 64) ;;
  *) return 0 ;;
  esac
  [[ $most != *[!0-9]* ]] || most=80
  for ((index = 0; index < ${#matches[@]}; index++)); do
    # Two that a reader would take for one would be completed with what their titles share.
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
  local IFS=$' \t\n' current='' place='' help='' expected='' expects='' ended='' redirected=''
  local value='' path='' cut='' mark index
  local -a words=() below=() arguments=() flags=() given=() typed=() matches=() titles=()
  COMPREPLY=()
  __tome_words
  __tome_command ''
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
    __tome_take "${words[index]}" || return 0
  done
  if [[ $current == ['"'\']* ]]; then
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
  fi
}

if ((BASH_VERSINFO[0] >= 4)); then
  complete -F _tome tome
else
  # Bash 3 cannot decide word by word whether files are meant.
  complete -o default -F _tome tome
fi
