/** Contents of the files with webhooks and SAML providers that `export` writes. */
import type { JsonObject, JsonValue } from "../../../context.ts";
import { webhookEvents } from "../../../contract/webhook-values.ts";
import { asObject, asText, isList } from "../../../json/values.ts";
import type { ResourceIds } from "../ids.ts";
import { type Live, toJson } from "../resource.ts";
import { pickFields, type Say, selectKind, toListedFields, toUrlVariable } from "./documents.ts";

interface WebhookExport {
  readonly say: Say;
  /** The names of the variables with the signing secrets, by key, in the earlier file. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Receives the name of each variable that the file contains. */
  readonly addVariable: (name: string) => void;
}

export function toWebhooksDocument(
  things: readonly Live[],
  ids: ResourceIds,
  { say, secrets, addVariable }: WebhookExport,
): JsonObject {
  const entries = selectKind(things, "webhook", ids).map(
    ([key, { fields }]): [string, JsonValue] => {
      const events = fields.get("events");
      const isAll = isList(events) && events.length === webhookEvents.length;
      const secret = secrets.get(key);
      if (secret !== undefined) addVariable(secret);
      return [
        key,
        {
          url: writeUrl(key, asText(fields.get("url")), say, addVariable),
          events: isAll ? [] : (events ?? []),
          ...(fields.get("active") === false && { active: false }),
          ...(secret !== undefined && { secret: { env: secret } }),
        },
      ];
    },
  );
  const withoutSecret = entries.filter(([key]) => !secrets.has(key)).length;
  if (withoutSecret > 0) {
    say(
      "The signing secrets of webhooks were not exported. Applied to another organization, the files create new ones, or take them from variables (secret).",
    );
  }
  return { webhooks: Object.fromEntries(entries) };
}

/** Many receivers identify the sender by a secret in the query or the path. */
function writeUrl(
  key: string,
  url: string,
  say: Say,
  addVariable: (name: string) => void,
): JsonValue {
  if (!hasSecretPart(url)) return url;
  const env = toUrlVariable("WEBHOOK", key);
  addVariable(env);
  say(
    `The URL of webhooks/${key} may contain a secret and was not exported: set ${env} before plan and apply.`,
  );
  return { env };
}

function hasSecretPart(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { search, hash, pathname } = new URL(url);
  // Words are shorter, or have no digits.
  const isRandom = (text: string) => text.length >= 16 && /\d/.test(text) && /[a-z]/i.test(text);
  return search !== "" || hash !== "" || pathname.split("/").some(isRandom);
}

/** The variables of the signing secrets in an earlier file, by key; an export preserves them. */
export function findSecretVariables(file: unknown): ReadonlyMap<string, string> {
  const webhooks = asObject(asObject(toJson(file)).webhooks);
  const names = Object.entries(webhooks).flatMap(([key, entry]): [string, string][] => {
    const { env } = asObject(asObject(entry).secret);
    return typeof env === "string" ? [[key, env]] : [];
  });
  return new Map(names);
}

export function toSamlDocument(things: readonly Live[], ids: ResourceIds): JsonObject {
  const providers = selectKind(things, "saml-provider", ids).map(
    ([key, one]): [string, JsonValue] => {
      const { groups, ...rest } = toListedFields(one, "groups");
      const short = Object.entries(asObject(groups)).map(([name, teams]) => [
        name,
        isList(teams) && teams.length === 1 ? (teams[0] ?? null) : teams,
      ]);
      return [
        key,
        {
          ...pickFields(one, ["title", "entityID", "ssoURL", "certificate"]),
          defaultRole: one.fields.get("defaultRole") ?? "guest",
          ...pickFields(one, ["defaultTeam", "groupsAttribute"]),
          ...rest,
          ...(short.length > 0 && { groups: Object.fromEntries(short) }),
        },
      ];
    },
  );
  return { providers: Object.fromEntries(providers) };
}
