/** The undo of each creation in the contract, with the responses of a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import { listPathNames } from "../../../src/contract/endpoint.ts";
import { findInverse } from "../../../src/contract/inverses.ts";
import { listModelPaths } from "../../../src/contract/paths.model.ts";
import { fill } from "../../../src/history/read-path.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";
import { operations, plan } from "./planned-write.ts";

const creations = [...operations.values()].flatMap((endpoint) => {
  const inverse = findInverse(endpoint.operation);
  const isCreation = inverse !== undefined && "how" in inverse && inverse.how === "delete";
  return isCreation ? [{ operation: endpoint.operation, endpoint, inverse }] : [];
});

/** Members that the platform changes by itself. */
const changedByPlatform: Readonly<Record<string, readonly string[]>> = {
  createOrganizationWebhook: ["active", "problem"],
  createOpenAPISpec: [
    "processingState",
    "lastProcessErrorCode",
    "lastProcessedErrorCount",
    "lastProcessedErrors",
  ],
  createTranslation: ["status", "result", "stats"],
  createSiteContextConnection: ["status", "failureMessage", "failureReason"],
  // The configuration and the syncs change them.
  installGitSyncProviderOnTarget: [
    "status",
    "providerConfiguration",
    "projectDirectory",
    "commitMessageTemplate",
    "priority",
    "repositoryConnection",
    "repositoryRef",
    "webhook",
  ],
};

/** The plan for the undo of a creation, with other responses than those of an unchanged resource. */
function undo(
  { operation, endpoint, inverse }: (typeof creations)[number],
  { made, now, input = {}, lists = {} }: ChosenResponses,
) {
  const { field } = inverse.named;
  const names = Object.fromEntries(listPathNames(endpoint).map((name) => [name, `${name}-1`]));
  const path = fill(inverse.look, { ...names, [field]: "new" });
  return plan({
    operation,
    input: { ...names, ...input },
    entry: { made: "new", after: made },
    responses: { [path]: inverse.item === true ? { items: [now] } : now, ...lists },
  });
}

interface ChosenResponses {
  readonly made: JsonObject;
  readonly now: JsonObject;
  readonly input?: JsonObject;
  readonly lists?: Readonly<Record<string, JsonValue>>;
}

/** The lists with the content of a created resource, and the number of items of an unchanged one. */
const contents: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  createCollection: { "/collections/new/spaces?": 0 },
  createSite: {
    "/orgs/organizationId-1/sites/new/site-spaces?": 2,
    "/orgs/organizationId-1/sites/new/redirects?": 0,
    "/orgs/organizationId-1/sites/new/redirects?draft=true&": 0,
    "/orgs/organizationId-1/sites/new/share-links?": 1,
  },
  createOpenAPISpec: { "/orgs/organizationId-1/openapi/new/versions?": 1 },
};

/** The responses of the lists, each with its number of items and those of one list in addition. */
function respond(operation: string, fuller?: string): Readonly<Record<string, JsonValue>> {
  const lists = Object.entries(contents[operation] ?? {}).map(([list, count]) => {
    const length = list === fuller ? count + 1 : count;
    return [`${list}limit=${count + 1}`, { items: Array.from({ length }, () => ({})) }] as const;
  });
  return Object.fromEntries(lists);
}

/** The fields of a creation that determine the number of items. */
const inputs: Readonly<Record<string, JsonObject>> = { createSite: { spaces: ["S1", "S2"] } };

describe.each(creations)("the undo of $operation", (creation) => {
  const { operation, endpoint, inverse } = creation;
  const id = { [inverse.named.member]: "new" };
  const input = inputs[operation] ?? {};

  test("names each member that a user has changed, and no other", async () => {
    const model = await endpoint.output?.();
    const names = model ? listModelPaths(model).filter((name) => !name.includes(".")) : [];
    const changes: string[] = [];
    for (const name of names.filter((one) => one !== inverse.named.member)) {
      const { changed } = await undo(creation, {
        made: { ...id, [name]: "before" },
        now: { ...id, [name]: "now" },
        ...{ input, lists: respond(operation) },
      });
      changes.push(...changed);
    }
    // The platform derives these from other members, from the caller or from the time.
    const derived = [inverse.named.member, "urls", "permissions"];
    const ignored = [...derived, ...(changedByPlatform[operation] ?? [])];
    expect(changes).toEqual(
      names.filter((name) => !ignored.includes(name) && !/(?:At|Date)$/.test(name)),
    );
  });

  test("names content that was added, and not the content of an unchanged resource", async () => {
    const lists = [undefined, ...Object.keys(contents[operation] ?? {})];
    const results = lists.map(async (fuller) => {
      const { changed } = await undo(creation, {
        ...{ made: id, now: id, input, lists: respond(operation, fuller) },
      });
      return [fuller, changed];
    });
    expect(await Promise.all(results)).toEqual(
      lists.map((fuller) => [fuller, fuller === undefined ? [] : ["its content"]]),
    );
  });
});
