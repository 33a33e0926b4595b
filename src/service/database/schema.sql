-- The current schema, as the migrations create it on SQLite. PostgreSQL has the same tables; text
-- columns there compare bytes (collation "C") and integers are bigint. Generated; do not edit.

CREATE TABLE "agent_instructions" (
  "organization_id" text not null primary key references "organizations" ("id"),
  "instructions" text not null,
  "updated_at" text not null,
  "updated_by" text not null references "users" ("id")
);

CREATE TABLE "agent_tokens" (
  "hash" text not null primary key,
  "integration" text not null references "integrations" ("name"),
  "installation_id" text references "installations" ("id"),
  "until" text not null
);

CREATE TABLE "ai_usage" (
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "hour" text not null,
  "feature" text not null,
  "requests" integer not null,
  constraint "ai_usage_key" primary key ("organization_id", "hour", "feature")
);

CREATE TABLE "audit_events" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "occurred_at" text not null,
  "action" text not null,
  "actor_type" text not null,
  "actor_id" text not null,
  "actor_label" text,
  "target_type" text not null,
  "target_id" text not null,
  "target_label" text,
  "request_id" text not null,
  "payload" text not null,
  "occurrences" integer default 1 not null,
  "last_occurred_at" text,
  "repeat_key" text
);

CREATE INDEX "audit_events_by_action" on "audit_events" ("organization_id", "action", "occurred_at", "id");

CREATE INDEX "audit_events_by_actor_id" on "audit_events" ("organization_id", "actor_id", "occurred_at", "id");

CREATE INDEX "audit_events_by_target_id" on "audit_events" ("organization_id", "target_id", "occurred_at", "id");

CREATE INDEX "audit_events_in_order" on "audit_events" ("organization_id", "occurred_at", "id");

CREATE INDEX "audit_events_repeated" on "audit_events" ("organization_id", "repeat_key", "occurred_at");

CREATE TABLE "blobs" (
  "hash" text not null primary key,
  "size" integer not null,
  "bytes" text not null,
  "object" text
);

CREATE INDEX "blobs_by_object" on "blobs" ("object", "hash", "size");

CREATE TABLE "change_request_contributors" (
  "change_request_id" text not null references "change_requests" ("id"),
  "user_id" text not null references "users" ("id"),
  constraint "contributors_key" primary key ("change_request_id", "user_id")
);

CREATE INDEX "contributions_of_user" on "change_request_contributors" ("user_id", "change_request_id");

CREATE TABLE "change_requests" (
  "id" text not null primary key,
  "space_id" text not null references "spaces" ("id"),
  "number" integer not null,
  "status" text not null,
  "subject" text not null,
  "description" text,
  "created_by" text not null references "users" ("id"),
  "created_at" text not null,
  "updated_at" text not null,
  "revision_id" text not null,
  "revision_initial" text not null,
  "revision_merged_ancestor" text,
  "revision_merged" text,
  "merged_by" text references "users" ("id"),
  "merged_at" text,
  "cluster_id" text,
  "merge_schedule" text,
  "merge_at" text,
  "merge_scheduled_by" text references "users" ("id"),
  "merge_failure" text,
  constraint "change_request_numbers" unique ("space_id", "number")
);

CREATE INDEX "change_requests_in_order" on "change_requests" ("status", "created_at", "id");

CREATE INDEX "change_requests_of_space" on "change_requests" ("space_id", "status", "number");

CREATE TABLE "cluster_counts" (
  "cluster_id" text not null references "conversation_clusters" ("id"),
  "kind" text not null,
  "name" text not null,
  "count" integer not null,
  constraint "cluster_counts_key" primary key ("cluster_id", "kind", "name")
);

CREATE TABLE "collections" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "parent_id" text,
  "rank" text not null,
  "title" text not null,
  "description" text,
  "default_level" text,
  "resolved_level" text not null,
  "created_at" text not null,
  "created_by" text,
  constraint "collection_in_collection" foreign key ("parent_id") references "collections" ("id") deferrable initially deferred
);

CREATE INDEX "collections_in_order" on "collections" (organization_id, coalesce(parent_id, ''), rank, id);

CREATE INDEX "collections_of_parent" on "collections" ("parent_id", "rank", "id");

CREATE INDEX "hidden_collections_by_creator" on "collections" ("created_by") where default_level is null;

CREATE TABLE "comment_replies" (
  "id" text not null primary key,
  "comment_id" text not null references "comments" ("id"),
  "body" text not null,
  "posted_by" text not null references "users" ("id"),
  "posted_at" text not null,
  "edited_at" text
);

CREATE INDEX "comment_replies_in_order" on "comment_replies" ("comment_id", "posted_at", "id");

CREATE INDEX "comment_replies_of_author" on "comment_replies" ("posted_by");

CREATE TABLE "comments" (
  "id" text not null primary key,
  "space_id" text not null references "spaces" ("id"),
  "change_request_id" text references "change_requests" ("id"),
  "place_id" text not null,
  "page_id" text,
  "node_id" text,
  "cell_record" text,
  "cell_definition" text,
  "review_id" text references "reviews" ("id"),
  "revision_id" text not null,
  "body" text not null,
  "posted_by" text not null references "users" ("id"),
  "posted_at" text not null,
  "edited_at" text,
  "status" text not null,
  "resolved_at" text,
  "resolved_by" text references "users" ("id")
);

CREATE INDEX "comments_by_status" on "comments" ("place_id", "status", "posted_at", "id");

CREATE INDEX "comments_in_order" on "comments" ("place_id", "posted_at", "id");

CREATE INDEX "comments_of_author" on "comments" ("place_id", "posted_by");

CREATE INDEX "comments_of_review" on "comments" ("review_id");

CREATE INDEX "comments_of_space" on "comments" ("space_id");

CREATE TABLE "context_connections" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "connector" text not null,
  "setup" text,
  "credentials" text,
  "usage_settings" text not null,
  "label" text,
  "filter" text,
  "status" text not null,
  "failure_message" text,
  "failure_reason" text,
  "created_at" text not null,
  "synced_at" text
);

CREATE INDEX "context_connections_by_site" on "context_connections" ("site_id", "created_at", "id");

CREATE TABLE "context_records" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "connection_id" text not null references "context_connections" ("id") on delete cascade,
  "source_id" text not null,
  "type" text not null,
  "title" text not null,
  "description" text,
  "body" text not null,
  "url" text,
  "metadata" text,
  "search_text" text not null,
  "created_at" text not null,
  "processed_at" text not null,
  constraint "context_records_key" unique ("connection_id", "source_id")
);

CREATE INDEX "context_records_by_site" on "context_records" ("site_id", "created_at", "id");

CREATE TABLE "conversation_clusters" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "label" text not null,
  "summary" text not null,
  "centre" text not null,
  "issues" integer not null,
  "conversations" integer not null,
  "status" text not null,
  "created_at" text not null,
  "updated_at" text not null
);

CREATE INDEX "clusters_by_conversations" on "conversation_clusters" ("organization_id", "conversations", "id");

CREATE INDEX "clusters_by_issues" on "conversation_clusters" ("organization_id", "issues", "id");

CREATE INDEX "clusters_by_updated_at" on "conversation_clusters" ("organization_id", "updated_at", "id");

CREATE TABLE "conversation_issues" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "conversation_id" text not null,
  "cluster_id" text references "conversation_clusters" ("id"),
  "title" text not null,
  "summary" text not null,
  "created_at" text not null,
  "ingested_at" text not null
);

CREATE INDEX "issues_in_order" on "conversation_issues" ("organization_id", "created_at", "id");

CREATE INDEX "issues_of_cluster" on "conversation_issues" ("cluster_id", "created_at", "id");

CREATE INDEX "issues_of_conversation" on "conversation_issues" ("organization_id", "conversation_id", "created_at", "id");

CREATE TABLE "conversation_terms" (
  "organization_id" text not null references "organizations" ("id"),
  "term" text not null,
  "issues" integer not null,
  constraint "conversation_terms_key" primary key ("organization_id", "term")
);

CREATE TABLE "conversations" (
  "organization_id" text not null references "organizations" ("id"),
  "id" text not null,
  "subject" text,
  "source" text not null,
  "parts" text not null,
  "metadata" text not null,
  "hash" text not null,
  "created_at" text not null,
  "ingested_at" text not null,
  "processed_at" text,
  constraint "conversations_key" primary key ("organization_id", "id")
);

CREATE INDEX "conversations_in_order" on "conversations" ("organization_id", "created_at", "id");

CREATE INDEX "conversations_waiting" on "conversations" ("organization_id", "ingested_at", "id") where processed_at is null;

CREATE TABLE "custom_font_faces" (
  "font_id" text not null references "custom_fonts" ("id") on delete cascade,
  "weight" integer not null,
  "hash" text not null references "blobs" ("hash") on delete cascade,
  "format" text not null,
  constraint "custom_font_faces_key" primary key ("font_id", "weight")
);

CREATE INDEX "custom_font_faces_of_blob" on "custom_font_faces" ("hash");

CREATE TABLE "custom_fonts" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "family" text not null,
  "created_at" text not null
);

CREATE INDEX "custom_fonts_by_organization" on "custom_fonts" ("organization_id", "created_at", "id");

CREATE TABLE "document_spaces" (
  "target_space_id" text not null,
  "space_id" text not null,
  "hash" text not null,
  constraint "document_spaces_key" primary key ("target_space_id", "space_id", "hash"),
  constraint "document_spaces_document" foreign key ("space_id", "hash") references "documents" ("space_id", "hash")
);

CREATE INDEX "document_spaces_of_document" on "document_spaces" ("space_id", "hash");

CREATE TABLE "documents" (
  "space_id" text not null references "spaces" ("id"),
  "hash" text not null,
  "body" text not null,
  "refs" text not null,
  "anchors" text not null,
  constraint "documents_key" primary key ("space_id", "hash")
);

CREATE TABLE "facts" (
  "name" text not null primary key,
  "value" text not null
);

CREATE TABLE "file_objects" (
  "name" text not null primary key,
  "hash" text not null,
  "size" integer not null,
  "state" text not null,
  "created_at" text not null,
  "unused_since" text
);

CREATE INDEX "file_objects_of_contents" on "file_objects" ("hash", "created_at");

CREATE TABLE "finding_change_requests" (
  "change_request_id" text not null primary key references "change_requests" ("id") on delete cascade,
  "space_id" text not null,
  "finding_id" text not null references "site_findings" ("id") on delete cascade
);

CREATE INDEX "finding_change_requests_by_finding" on "finding_change_requests" ("finding_id");

CREATE INDEX "finding_change_requests_by_space" on "finding_change_requests" ("space_id");

CREATE TABLE "former_members" (
  "organization_id" text not null references "organizations" ("id"),
  "user_id" text not null references "users" ("id"),
  "removed_at" text not null,
  constraint "former_members_key" primary key ("organization_id", "user_id")
);

CREATE TABLE "git_files" (
  "space_id" text not null references "spaces" ("id"),
  "path" text not null,
  "oid" text not null,
  "thing_id" text,
  constraint "git_files_key" primary key ("space_id", "path")
);

CREATE TABLE "git_installations" (
  "id" text not null primary key,
  "space_id" text not null references "spaces" ("id"),
  "provider" text not null,
  "config" text not null,
  "credentials" text,
  "webhook_secret" text not null,
  "created_by" text not null references "users" ("id"),
  "principal" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "removed_at" text,
  "observed_commit" text,
  "checked_at" text,
  "next_check_at" text,
  "check_number" integer not null,
  "failures" integer not null,
  "problem" text,
  "changed_at" text,
  "received_at" text,
  "rewritten" text
);

CREATE INDEX "git_installations_by_space" on "git_installations" ("space_id");

CREATE TABLE "git_operations" (
  "id" text not null primary key,
  "space_id" text not null references "spaces" ("id"),
  "number" integer not null,
  "kind" text not null,
  "request" text not null,
  "credentials" text,
  "requested_by" text not null references "users" ("id"),
  "created_at" text not null,
  "progress" text,
  "outcome" text,
  "principal" text
);

CREATE UNIQUE INDEX "git_operations_in_order" on "git_operations" ("space_id", "number");

CREATE TABLE "git_syncs" (
  "space_id" text not null primary key references "spaces" ("id"),
  "shown" text not null,
  "ref" text not null,
  "legacy" integer not null,
  "operation" text,
  "state" text,
  "error" text,
  "revision_id" text,
  "commit_oid" text,
  "synced_place" text,
  "synced_revision_id" text,
  "synced_commit" text,
  "synced_at" text,
  "report" text,
  "started_at" text,
  "ended_at" text,
  "last_import" text,
  "last_export" text,
  "disconnected" integer
);

CREATE TABLE "glossary_entries" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "created_at" text not null,
  "updated_at" text not null
);

CREATE INDEX "glossary_entries_by_organization" on "glossary_entries" ("organization_id", "created_at", "id");

CREATE TABLE "glossary_terms" (
  "entry_id" text not null references "glossary_entries" ("id"),
  "language" text not null,
  "term" text not null,
  constraint "glossary_terms_key" primary key ("entry_id", "language")
);

CREATE TABLE "grants" (
  "organization_id" text not null references "organizations" ("id"),
  "content_id" text not null,
  "holder_id" text not null,
  "strength" integer not null,
  constraint "grants_key" primary key ("content_id", "holder_id")
);

CREATE INDEX "grants_of_holder" on "grants" ("holder_id", "content_id");

CREATE TABLE "imports" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "space_id" text not null references "spaces" ("id"),
  "change_request_id" text,
  "page_id" text,
  "site_id" text,
  "source" text not null,
  "status" text not null,
  "reason" text,
  "pages" text not null,
  "created_by" text not null references "users" ("id"),
  "created_at" text not null,
  "updated_at" text not null,
  "started_at" text,
  "completed_at" text
);

CREATE INDEX "imports_in_order" on "imports" ("organization_id", "created_at", "id");

CREATE INDEX "imports_of_space" on "imports" ("space_id");

CREATE TABLE "insight_counts" (
  "site_id" text not null references "sites" ("id") on delete cascade,
  "day" text not null,
  "key" text not null,
  "event" text not null,
  "site_space" text not null,
  "space" text not null,
  "page" text not null,
  "url_path" text not null,
  "context" text not null,
  "bot" text not null,
  "referrer" text not null,
  "rating" text not null,
  "detail" text not null,
  "events" integer not null,
  constraint "insight_counts_key" primary key ("site_id", "day", "key")
);

CREATE TABLE "insight_visitors" (
  "site_id" text not null references "sites" ("id") on delete cascade,
  "day" text not null,
  "page" text not null,
  "space" text not null,
  "visitors" integer not null,
  constraint "insight_visitors_key" primary key ("site_id", "day", "page")
);

CREATE TABLE "installation_contents" (
  "installation_id" text not null references "installations" ("id"),
  "content_id" text not null,
  "configuration" text not null,
  "external_ids" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "chosen" integer default 1 not null,
  constraint "installation_contents_key" primary key ("installation_id", "content_id")
);

CREATE INDEX "installations_on_content" on "installation_contents" ("content_id", "installation_id");

CREATE TABLE "installations" (
  "id" text not null primary key,
  "integration" text not null references "integrations" ("name"),
  "organization_id" text not null references "organizations" ("id"),
  "status" text not null,
  "configuration" text not null,
  "external_ids" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "space_selection" text default 'all' not null,
  "site_selection" text default 'all' not null,
  "installed_by" text,
  "accepted" text default '{"scopes":[],
  "target":"organization"}' not null,
  "announced" text
);

CREATE UNIQUE INDEX "installations_of_integration" on "installations" ("integration", "organization_id");

CREATE INDEX "installations_of_organization" on "installations" ("organization_id", "integration");

CREATE TABLE "integration_events" (
  "id" text not null primary key,
  "integration" text not null references "integrations" ("name"),
  "number" integer not null,
  "installation_id" text not null,
  "organization_id" text not null references "organizations" ("id"),
  "payload" text not null,
  "delivery" text not null,
  "attempts" integer not null,
  "trace" text not null,
  "created_at" text not null,
  "reason" text
);

CREATE UNIQUE INDEX "integration_events_by_number" on "integration_events" ("integration", "number");

CREATE INDEX "integration_events_of_installation" on "integration_events" ("installation_id", "delivery", "number");

CREATE INDEX "integration_events_to_send" on "integration_events" ("integration", "number") where delivery = 'waiting';

CREATE TABLE "integration_facets" (
  "integration" text not null references "integrations" ("name"),
  "kind" text not null,
  "value" text not null,
  constraint "integration_facets_key" primary key ("integration", "kind", "value")
);

CREATE TABLE "integration_feeds" (
  "integration" text not null primary key references "integrations" ("name"),
  "last_event" integer not null,
  "tunnel_url" text,
  "tunnel_all" integer not null,
  "failures" integer not null,
  "sending" integer not null,
  "turn" integer not null,
  "tunnel_base" text,
  "tunnel_principal" text
);

CREATE TABLE "integration_images" (
  "integration" text not null references "integrations" ("name"),
  "hash" text not null,
  "bytes" text not null,
  constraint "integration_images_key" primary key ("integration", "hash")
);

CREATE TABLE "integration_secrets" (
  "integration" text not null references "integrations" ("name"),
  "name" text not null,
  "sealed" text not null,
  constraint "integration_secrets_key" primary key ("integration", "name")
);

CREATE TABLE "integration_versions" (
  "integration" text not null references "integrations" ("name"),
  "version" integer not null,
  "runtime" text not null,
  "script_hash" text not null,
  "script" text,
  "published_by" text not null references "users" ("id"),
  "published_at" text not null,
  constraint "integration_versions_key" primary key ("integration", "version")
);

CREATE TABLE "integrations" (
  "name" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "version" integer not null,
  "title" text not null,
  "description" text not null,
  "summary" text,
  "target" text not null,
  "visibility" text not null,
  "manifest" text not null,
  "words" text not null,
  "has_blocks" integer not null,
  "has_content_sources" integer not null,
  "hears_spaces" integer not null,
  "images" text not null,
  "created_at" text not null,
  "updated_at" text not null
);

CREATE INDEX "integrations_of_organization" on "integrations" ("organization_id", "name");

CREATE TABLE "invitations" (
  "organization_id" text not null references "organizations" ("id"),
  "user_id" text not null references "users" ("id"),
  "role" text,
  "sso" integer not null,
  "invited_by" text not null references "users" ("id"),
  "created_at" text not null,
  constraint "invitations_key" primary key ("organization_id", "user_id")
);

CREATE INDEX "invitations_of_user" on "invitations" ("user_id", "created_at");

CREATE TABLE "jobs" (
  "id" text not null primary key,
  "kind" text not null,
  "payload" text not null,
  "run_at" text not null,
  "attempts" integer not null,
  "state" text not null,
  "last_error" text,
  "created_at" text not null,
  "leased_by" text,
  "leased_until" integer,
  "principal" text,
  "organization_id" text,
  "concurrency_key" text default 'platform' not null
);

CREATE INDEX "jobs_by_turn" on "jobs" ("state", "kind", "organization_id", "concurrency_key", "run_at");

CREATE INDEX "jobs_in_order" on "jobs" ("state", "run_at", "id");

CREATE TABLE "link_invites" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "role" text,
  "created_at" text not null,
  "space_id" text references "spaces" ("id"),
  "collection_id" text references "collections" ("id"),
  "level" text
);

CREATE INDEX "link_invites_in_order" on "link_invites" ("organization_id", "created_at", "id");

CREATE TABLE "members" (
  "organization_id" text not null references "organizations" ("id"),
  "user_id" text not null references "users" ("id"),
  "role" text,
  "disabled" integer not null,
  "sso" integer not null,
  "joined_at" text not null,
  "last_seen_at" text,
  constraint "members_key" primary key ("organization_id", "user_id")
);

CREATE INDEX "members_by_last_seen" on "members" ("organization_id", "last_seen_at", "user_id");

CREATE INDEX "members_in_order" on "members" ("organization_id", "joined_at", "user_id");

CREATE INDEX "members_of_user" on "members" ("user_id", "organization_id");

CREATE TABLE "organization_domains" (
  "organization_id" text not null references "organizations" ("id"),
  "domain" text not null,
  "created_at" text not null,
  "verified_at" text,
  "verified_by" text,
  "checked_at" text,
  "finding" text,
  constraint "organization_domains_key" primary key ("organization_id", "domain")
);

CREATE UNIQUE INDEX "verified_domains" on "organization_domains" ("domain") where verified_at is not null;

CREATE TABLE "organizations" (
  "id" text not null primary key,
  "title" text not null,
  "type" text not null,
  "use_case" text,
  "email_domains" text not null,
  "hostname" text,
  "default_role" text,
  "default_content" text,
  "logo" text,
  "sso" integer not null,
  "ai" integer not null,
  "invite_links" integer not null,
  "merge_rules" text not null,
  "created_at" text not null
);

CREATE TABLE "page_paths" (
  "space_id" text not null references "spaces" ("id"),
  "path" text not null,
  "page_id" text not null,
  "position" integer not null,
  constraint "page_paths_key" primary key ("space_id", "path", "page_id", "position")
);

CREATE INDEX "page_paths_by_page" on "page_paths" ("space_id", "page_id");

CREATE INDEX "page_paths_by_position" on "page_paths" ("position");

CREATE TABLE "reactions" (
  "subject_id" text not null,
  "emoji" text not null,
  "user_id" text not null references "users" ("id"),
  "reacted_at" text not null,
  constraint "reactions_key" primary key ("subject_id", "emoji", "user_id")
);

CREATE TABLE "review_requests" (
  "change_request_id" text not null references "change_requests" ("id"),
  "user_id" text not null references "users" ("id"),
  "requested_by" text not null references "users" ("id"),
  "revision_id" text not null,
  "created_at" text not null,
  constraint "review_requests_key" primary key ("change_request_id", "user_id")
);

CREATE INDEX "review_requests_of_user" on "review_requests" ("user_id", "change_request_id");

CREATE TABLE "reviews" (
  "id" text not null primary key,
  "change_request_id" text not null references "change_requests" ("id"),
  "reviewer" text not null references "users" ("id"),
  "requested_by" text references "users" ("id"),
  "status" text not null,
  "revision_id" text not null,
  "outdated" integer not null,
  "created_at" text not null
);

CREATE INDEX "reviews_in_order" on "reviews" ("change_request_id", "created_at", "id");

CREATE TABLE "revisions" (
  "id" text not null primary key,
  "space_id" text not null references "spaces" ("id"),
  "type" text not null,
  "root" text not null,
  "parents" text not null,
  "merged_from" text,
  "git" text,
  "created_by" text references "users" ("id"),
  "created_at" text not null
);

CREATE INDEX "revisions_in_order" on "revisions" ("space_id", "created_at", "id");

CREATE TABLE "saml_failures" (
  "id" text not null primary key,
  "provider_id" text not null references "saml_providers" ("id"),
  "reason" text not null,
  "created_at" text not null
);

CREATE INDEX "saml_failures_by_time" on "saml_failures" ("provider_id", "created_at");

CREATE TABLE "saml_groups" (
  "provider_id" text not null references "saml_providers" ("id"),
  "name" text not null,
  "team_id" text not null references "teams" ("id"),
  constraint "saml_groups_key" primary key ("provider_id", "name", "team_id")
);

CREATE INDEX "saml_groups_by_team" on "saml_groups" ("team_id");

CREATE TABLE "saml_providers" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "label" text not null,
  "entity_id" text not null,
  "certificate" text not null,
  "sso_url" text not null,
  "default_team" text references "teams" ("id"),
  "default_role" text,
  "created_at" text not null,
  "groups_attribute" text
);

CREATE INDEX "saml_providers_in_order" on "saml_providers" ("organization_id", "created_at", "id");

CREATE TABLE "sign_ins" (
  "hash" text not null primary key,
  "kind" text not null,
  "user_id" text not null,
  "organization_id" text not null,
  "provider_id" text not null,
  "created_at" text not null,
  "expires_at" text not null
);

CREATE INDEX "sign_ins_by_end" on "sign_ins" ("expires_at");

CREATE TABLE "site_agent_settings" (
  "site_id" text not null primary key references "sites" ("id") on delete cascade,
  "settings" text not null,
  "updated_at" text not null,
  "updated_by" text not null
);

CREATE TABLE "site_answer_sources" (
  "id" text not null primary key,
  "answer_id" text not null references "site_answers" ("id") on delete cascade,
  "space_id" text not null,
  "page_id" text not null,
  "revision_id" text not null,
  "title" text not null,
  "position" integer not null
);

CREATE INDEX "site_answer_sources_by_answer" on "site_answer_sources" ("answer_id");

CREATE INDEX "site_answer_sources_by_space" on "site_answer_sources" ("space_id");

CREATE TABLE "site_answers" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "question_id" text not null references "site_questions" ("id") on delete cascade,
  "thread_id" text not null,
  "previous_id" text,
  "raw_question" text not null,
  "answer" text not null,
  "answered" text not null,
  "relevance" text not null,
  "language" text not null,
  "channel" text not null,
  "created_at" text not null
);

CREATE INDEX "site_answers_by_organization" on "site_answers" ("organization_id", "created_at", "id");

CREATE INDEX "site_answers_by_question" on "site_answers" ("question_id");

CREATE INDEX "site_answers_by_site" on "site_answers" ("site_id", "created_at", "id");

CREATE INDEX "site_answers_by_thread" on "site_answers" ("thread_id");

CREATE TABLE "site_auth" (
  "site_id" text not null primary key references "sites" ("id"),
  "fallback_url" text,
  "logout_url" text,
  "sealed_key" text not null,
  "backend" text
);

CREATE TABLE "site_channels" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "type" text not null,
  "settings" text not null,
  "role" text not null,
  "created_at" text not null
);

CREATE INDEX "site_channels_by_site" on "site_channels" ("site_id", "created_at", "id");

CREATE TABLE "site_customizations" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "settings" text not null,
  "updated_at" text not null
);

CREATE INDEX "customizations_of_site" on "site_customizations" ("site_id");

CREATE TABLE "site_external_links" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "group_id" text references "site_section_groups" ("id"),
  "rank" text not null,
  "title" text not null,
  "localized_title" text,
  "description" text,
  "localized_description" text,
  "icon" text,
  "url" text not null,
  "draft" integer not null,
  "condition" text,
  "created_at" text not null
);

CREATE INDEX "external_links_of_site" on "site_external_links" ("site_id");

CREATE TABLE "site_findings" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "scan_id" text not null references "site_scans" ("id") on delete cascade,
  "space_id" text references "spaces" ("id") on delete cascade,
  "page_id" text,
  "finding_key" text not null,
  "title" text not null,
  "details" text not null,
  "type" text not null,
  "severity" text not null,
  "status" text not null,
  "occurs" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "site_findings_key" unique ("site_id", "finding_key")
);

CREATE INDEX "site_findings_by_scan" on "site_findings" ("scan_id");

CREATE INDEX "site_findings_by_space" on "site_findings" ("space_id");

CREATE TABLE "site_mcp_servers" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "name" text not null,
  "url" text not null,
  "transport" text not null,
  "headers" text not null,
  "condition" text,
  "created_at" text not null
);

CREATE INDEX "site_mcp_servers_by_site" on "site_mcp_servers" ("site_id", "created_at", "id");

CREATE TABLE "site_paths" (
  "site_id" text not null references "sites" ("id"),
  "path" text not null,
  "space_id" text not null references "spaces" ("id"),
  "since" integer not null,
  "until" integer,
  constraint "site_paths_key" primary key ("site_id", "path", "space_id", "since")
);

CREATE INDEX "site_paths_by_since" on "site_paths" ("since");

CREATE INDEX "site_paths_by_until" on "site_paths" ("until");

CREATE TABLE "site_questions" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "topic_id" text references "site_topics" ("id") on delete cascade,
  "question_key" text not null,
  "question" text not null,
  "created_at" text not null,
  constraint "site_questions_key" unique ("site_id", "question_key")
);

CREATE INDEX "site_questions_by_topic" on "site_questions" ("topic_id");

CREATE TABLE "site_redirects" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "source" text not null,
  "source_key" text not null,
  "draft" integer not null,
  "capture_wildcard" integer not null,
  "permanent" integer not null,
  "destination" text not null,
  "created_at" text not null,
  "updated_at" text,
  "touched_at" text not null,
  constraint "site_redirect_source" unique ("site_id", "draft", "source_key")
);

CREATE INDEX "redirects_by_change" on "site_redirects" ("site_id", "draft", "touched_at", "id");

CREATE INDEX "redirects_by_creation" on "site_redirects" ("site_id", "draft", "created_at", "id");

CREATE TABLE "site_scans" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "status" text not null,
  "state" text not null,
  "low" integer not null,
  "medium" integer not null,
  "high" integer not null,
  "failure_message" text,
  "created_at" text not null,
  "started_at" text,
  "finished_at" text
);

CREATE INDEX "site_scans_by_site" on "site_scans" ("site_id", "created_at", "id");

CREATE TABLE "site_section_groups" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "parent_id" text,
  "rank" text not null,
  "title" text not null,
  "icon" text,
  "created_at" text not null,
  "localized_title" text,
  "draft" integer default 0 not null,
  constraint "section_group_in_group" foreign key ("parent_id") references "site_section_groups" ("id") deferrable initially deferred
);

CREATE INDEX "section_groups_of_site" on "site_section_groups" ("site_id");

CREATE TABLE "site_sections" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "group_id" text references "site_section_groups" ("id"),
  "rank" text not null,
  "title" text not null,
  "description" text,
  "path" text not null,
  "condition" text,
  "icon" text,
  "default_site_space_id" text,
  "created_at" text not null,
  "localized_title" text,
  "localized_description" text,
  "draft" integer default 0 not null,
  constraint "site_section_path" unique ("site_id", "path")
);

CREATE TABLE "site_share_links" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "name" text not null,
  "secret" text not null unique,
  "active" integer not null,
  "created_at" text not null,
  "expires_at" text
);

CREATE INDEX "share_links_in_order" on "site_share_links" ("site_id", "created_at", "id");

CREATE TABLE "site_spaces" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "section_id" text references "site_sections" ("id"),
  "rank" text not null,
  "space_id" text not null references "spaces" ("id"),
  "path" text not null,
  "condition" text,
  "created_at" text not null,
  "draft" integer default 0 not null,
  "hidden" integer default 0 not null,
  "page_id" text,
  "role_cap" integer default 5 not null
);

CREATE INDEX "site_spaces_of_site" on "site_spaces" ("site_id");

CREATE INDEX "site_spaces_of_space" on "site_spaces" ("space_id", "site_id");

CREATE TABLE "site_styleguides" (
  "site_id" text not null primary key references "sites" ("id") on delete cascade,
  "space_id" text not null references "spaces" ("id") on delete cascade
);

CREATE TABLE "site_topics" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "label" text not null,
  "centre" text not null,
  "change_requests" integer not null,
  "created_at" text not null,
  "updated_at" text not null
);

CREATE INDEX "site_topics_by_site" on "site_topics" ("site_id", "created_at");

CREATE TABLE "sites" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "type" text not null,
  "title" text not null,
  "basename" text not null,
  "visibility" text not null,
  "published" integer not null,
  "adaptive_content" integer not null,
  "agents_context" text not null,
  "proxy" text unique,
  "visitor_schema" text,
  "visitor_schema_at" text,
  "default_section_id" text,
  "default_site_space_id" text,
  "created_by" text not null references "users" ("id"),
  "created_at" text not null,
  "default_level" text default 'inherit',
  "hostname" text,
  "hostname_status" text,
  "ads_topic" text,
  "ads_in_review" integer,
  constraint "site_basename" unique ("organization_id", "basename")
);

CREATE UNIQUE INDEX "sites_by_hostname" on "sites" ("hostname");

CREATE INDEX "sites_in_order" on "sites" ("organization_id", "created_at", "id");

CREATE TABLE "space_blobs" (
  "space_id" text not null references "spaces" ("id"),
  "hash" text not null references "blobs" ("hash"),
  constraint "space_blobs_key" primary key ("space_id", "hash")
);

CREATE INDEX "space_blobs_of_blob" on "space_blobs" ("hash");

CREATE TABLE "spaces" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "parent_id" text references "collections" ("id"),
  "rank" text not null,
  "title" text not null,
  "emoji" text,
  "icon" text,
  "visibility" text not null,
  "edit_mode" text not null,
  "language" text,
  "merge_rules" text not null,
  "default_level" text,
  "resolved_level" text not null,
  "revision_id" text not null,
  "created_by" text not null references "users" ("id"),
  "created_at" text not null,
  "updated_at" text not null,
  "deleted_at" text
);

CREATE INDEX "hidden_spaces_by_creator" on "spaces" ("created_by") where default_level is null;

CREATE INDEX "live_spaces_by_age" on "spaces" ("organization_id", "created_at", "id") where deleted_at is null;

CREATE INDEX "live_spaces_by_level" on "spaces" ("organization_id", "resolved_level") where deleted_at is null;

CREATE INDEX "live_spaces_in_order" on "spaces" (organization_id, coalesce(parent_id, ''), rank, id) where deleted_at is null;

CREATE INDEX "spaces_of_organization" on "spaces" ("organization_id", "parent_id", "rank");

CREATE INDEX "spaces_of_parent" on "spaces" ("parent_id", "rank", "id");

CREATE TABLE "specification_contents" (
  "version_id" text not null primary key references "specification_versions" ("id"),
  "text" text not null,
  "filesystem" text not null
);

CREATE TABLE "specification_versions" (
  "id" text not null primary key,
  "specification_id" text not null references "specifications" ("id"),
  "number" integer not null,
  "digest" text not null,
  "format" text not null,
  "created_at" text not null
);

CREATE UNIQUE INDEX "specification_versions_in_order" on "specification_versions" ("specification_id", "number");

CREATE TABLE "specifications" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "slug" text not null,
  "source_url" text,
  "source_number" integer not null,
  "processing_state" text not null,
  "visibility" text not null,
  "last_version_id" text,
  "last_processed_at" text,
  "last_error_code" text,
  "last_errors" text,
  "created_at" text not null,
  "updated_at" text not null,
  "source_text" text
);

CREATE UNIQUE INDEX "specifications_in_order" on "specifications" ("organization_id", "slug");

CREATE TABLE "styleguide_checks" (
  "change_request_id" text not null primary key references "change_requests" ("id") on delete cascade,
  "space_id" text not null,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "run_id" text not null references "styleguide_runs" ("id") on delete cascade,
  "current_run_id" text not null,
  "requested_by" text not null,
  "status" text not null,
  "changed_pages" integer,
  "checked_at" text,
  "failure" text
);

CREATE INDEX "styleguide_checks_by_run" on "styleguide_checks" ("run_id");

CREATE INDEX "styleguide_checks_by_site" on "styleguide_checks" ("site_id", "space_id");

CREATE INDEX "styleguide_checks_by_space" on "styleguide_checks" ("space_id");

CREATE TABLE "styleguide_runs" (
  "id" text not null primary key,
  "site_id" text not null references "sites" ("id") on delete cascade,
  "styleguide_id" text not null,
  "spaces" text not null,
  "created_by" text not null,
  "created_at" text not null
);

CREATE INDEX "styleguide_runs_by_site" on "styleguide_runs" ("site_id", "created_at", "id");

CREATE TABLE "styleguides" (
  "space_id" text not null primary key references "spaces" ("id") on delete cascade,
  "organization_id" text not null references "organizations" ("id") on delete cascade
);

CREATE INDEX "styleguides_by_organization" on "styleguides" ("organization_id", "space_id");

CREATE TABLE "team_members" (
  "team_id" text not null references "teams" ("id"),
  "user_id" text not null references "users" ("id"),
  "role" text not null,
  constraint "team_members_key" primary key ("team_id", "user_id")
);

CREATE INDEX "teams_of_user" on "team_members" ("user_id", "team_id");

CREATE TABLE "teams" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "title" text not null,
  "created_at" text not null
);

CREATE INDEX "teams_in_order" on "teams" ("organization_id", "created_at", "id");

CREATE TABLE "tokens" (
  "hash" text not null primary key,
  "user_id" text not null references "users" ("id"),
  "label" text not null,
  "created_at" text not null,
  "expires_at" text,
  "last_used_at" text
);

CREATE INDEX "tokens_of_user" on "tokens" ("user_id");

CREATE TABLE "translations" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "source_space" text not null,
  "source_language" text not null,
  "language" text not null,
  "instructions" text not null,
  "status" text not null,
  "result_space" text,
  "result_revision" text,
  "translated" text not null,
  "created_by" text not null references "users" ("id"),
  "created_at" text not null,
  "updated_at" text not null,
  "asked" integer not null,
  "runs" integer not null,
  "total_words" integer not null,
  "total_pages" integer not null,
  "total_duration" integer not null,
  "latest_words" integer not null,
  "latest_pages" integer not null,
  "latest_duration" integer not null,
  "requests" text default '[]' not null,
  "error" text,
  "corrections" text default '{}' not null
);

CREATE INDEX "translations_in_order" on "translations" ("organization_id", "created_at", "id");

CREATE TABLE "tree_objects" (
  "space_id" text not null references "spaces" ("id"),
  "hash" text not null,
  "body" text not null,
  constraint "tree_objects_key" primary key ("space_id", "hash")
);

CREATE TABLE "uploads" (
  "key" text not null primary key,
  "organization_id" text not null references "organizations" ("id") on delete cascade,
  "kind" text not null,
  "name" text not null,
  "content_type" text not null,
  "size" integer not null,
  "token_hash" text not null,
  "hash" text references "blobs" ("hash") on delete cascade,
  "format" text,
  "principal" text not null,
  "expires_at" text not null,
  "created_at" text not null
);

CREATE INDEX "uploads_by_organization" on "uploads" ("organization_id", "key");

CREATE INDEX "uploads_of_blob" on "uploads" ("hash");

CREATE TABLE "used_once" (
  "hash" text not null primary key,
  "expires_at" text not null
);

CREATE INDEX "used_once_by_end" on "used_once" ("expires_at");

CREATE TABLE "users" (
  "id" text not null primary key,
  "display_name" text not null,
  "email" text not null unique,
  "photo_url" text,
  "created_at" text not null
);

CREATE INDEX "users_by_email" on "users" (lower(email));

CREATE TABLE "visitor_tokens" (
  "hash" text not null primary key,
  "site_id" text not null references "sites" ("id"),
  "sealed_token" text not null,
  "expires_at" text not null
);

CREATE INDEX "visitor_tokens_by_end" on "visitor_tokens" ("expires_at");

CREATE INDEX "visitor_tokens_by_site" on "visitor_tokens" ("site_id");

CREATE TABLE "webhook_deliveries" (
  "id" text not null primary key,
  "webhook_id" text not null references "webhooks" ("id"),
  "event" text not null,
  "payload" text not null,
  "state" text not null,
  "attempts" integer not null,
  "response_status" integer,
  "error" text,
  "created_at" text not null,
  "attempted_at" text,
  "next_attempt_at" text
);

CREATE INDEX "webhook_deliveries_by_time" on "webhook_deliveries" ("webhook_id", "created_at", "id");

CREATE TABLE "webhooks" (
  "id" text not null primary key,
  "organization_id" text not null references "organizations" ("id"),
  "url" text not null,
  "events" text not null,
  "secret" text not null,
  "active" integer not null,
  "problem" text,
  "principal" text not null,
  "created_at" text not null,
  "updated_at" text,
  "previous_secrets" text default '[]' not null
);

CREATE INDEX "webhooks_by_organization" on "webhooks" ("organization_id", "created_at", "id");
