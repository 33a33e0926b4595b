/** Kinds of items that need attention: how each is read, and the suggested command. */

import type { JsonObject } from "../../context.ts";
import * as changeRequest from "../../contract/cr.ts";
import * as review from "../../contract/cr-review.ts";
import * as git from "../../contract/git.ts";
import * as openapi from "../../contract/openapi.ts";
import * as space from "../../contract/space.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText, isList } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import type { StatusReader } from "./reading.ts";

/** An item, with the fields of its kind. */
export interface PendingItem {
  readonly [field: string]: string | number;
  readonly id: string;
  readonly title: string;
  /** Reason as a clause. */
  readonly says: string;
  /** Suggested command. */
  readonly command: string;
}

export interface StatusGroup {
  /** Kind in a row: "review". */
  readonly kind: string;
  /** Field of the record. */
  readonly member: string;
  readonly title: string;
  readonly tone: "red" | "yellow";
  readonly read: (reading: StatusReader) => Promise<readonly PendingItem[]>;
}

/** Items of one kind. */
export interface PendingGroup {
  readonly group: StatusGroup;
  readonly waiting: readonly PendingItem[];
}

/** In printing order. */
export const groups: readonly StatusGroup[] = [
  {
    kind: "review",
    member: "reviews",
    title: "Reviews requested from you",
    tone: "yellow",
    read: readReviews,
  },
  {
    kind: "change request",
    member: "changeRequests",
    title: "Your open change requests",
    tone: "yellow",
    read: readOwn,
  },
  {
    kind: "sync",
    member: "syncs",
    title: "Failed Git syncs",
    tone: "red",
    read: readSyncs,
  },
  {
    kind: "specification",
    member: "specifications",
    title: "Failed API specifications",
    tone: "red",
    read: readSpecifications,
  },
  {
    kind: "links",
    member: "links",
    title: "Editable spaces with broken links",
    tone: "red",
    read: readLinks,
  },
];

function getOrganizationPath({ organization: { organizationId } }: StatusReader) {
  return { organizationId };
}

async function readReviews(reading: StatusReader): Promise<readonly PendingItem[]> {
  const { organization, caller } = reading;
  const requests = await organization.list(
    "the review requests",
    changeRequest.listInOrganization,
    {
      ...getOrganizationPath(reading),
      requestedReviewer: caller,
      status: ["open"],
    },
  );
  return reading.each(requests ?? [], formatLabel, async (one) => {
    // A submitted review completes the request.
    const reviews = await readCurrent(reading, one);
    if (reviews.some(({ reviewer }) => asObject(reviewer).id === caller)) return undefined;
    const author = asText(asObject(one.createdBy).displayName) || "an unknown user";
    return createPendingItem(reading, one, `by ${author}`);
  });
}

async function readOwn(reading: StatusReader): Promise<readonly PendingItem[]> {
  const { organization, caller } = reading;
  const changeRequests = await organization.list(
    "your change requests",
    changeRequest.listInOrganization,
    {
      ...getOrganizationPath(reading),
      creator: caller,
      status: ["open"],
    },
  );
  return reading.each(changeRequests ?? [], formatLabel, async (one) => {
    const reviews = await readCurrent(reading, one);
    const conflicts = one.outdated === true ? await countConflicts(reading, one) : 0;
    const against = reviews.filter(({ status }) => status === "changes-requested");
    const names = against.map(({ reviewer }) => asText(asObject(reviewer).displayName));
    const says = [
      ...(conflicts === undefined ? ["behind its space"] : []),
      ...(conflicts ? [formatCount(conflicts, "conflict")] : []),
      ...(names.length > 0 ? [`${names.join(", ")} requested changes`] : []),
      ...(names.length === 0 && reviews.length > 0 ? ["approved"] : []),
    ];
    return createPendingItem(reading, one, says.join(", ") || "open, not reviewed");
  });
}

/** The current reviews of a change request. */
function readCurrent({ client }: StatusReader, one: JsonObject): Promise<readonly JsonObject[]> {
  return readAll(client, review.list, { ...getIds(one), outdated: false });
}

/** Undefined if the platform does not return conflicts. */
async function countConflicts(
  { client }: StatusReader,
  one: JsonObject,
): Promise<number | undefined> {
  const { value } = await client.call(changeRequest.changes, { ...getIds(one), limit: 0 });
  const { conflicts } = asObject(value);
  return isList(conflicts) ? conflicts.length : undefined;
}

function getIds({ id, space: spaceId }: JsonObject) {
  return { spaceId: asText(spaceId), changeRequestId: asText(id) };
}

function formatLabel({ number, subject }: JsonObject): string {
  return `change request ${number} ${writeJson(subject)}`;
}

async function createPendingItem(
  reading: StatusReader,
  one: JsonObject,
  says: string,
): Promise<PendingItem> {
  const { spaceId, changeRequestId } = getIds(one);
  return {
    id: changeRequestId,
    number: Number(one.number),
    title: asText(one.subject) || "(no subject)",
    says,
    space: spaceId,
    spaceTitle: await reading.toTitle(spaceId),
    since: asText(one.updatedAt),
    command: `tome cr view ${one.number} --space ${spaceId}`,
  };
}

async function readSyncs(reading: StatusReader): Promise<readonly PendingItem[]> {
  const synced = (await reading.edited()).filter(({ gitSync }) => gitSync !== undefined);
  return reading.each(
    synced,
    ({ title }) => `the Git sync of ${writeJson(title)}`,
    async (one) => {
      const { value } = await reading.client.call(git.info, { spaceId: asText(one.id) });
      const { state, error, operation, updatedAt, problem } = asObject(value);
      const { direction, state: published } = asObject(operation);
      const last = asText(direction) || asText(operation) || "sync";
      if ((state ?? published) !== "failure" && problem === undefined) return undefined;
      const reason =
        asText(error) || asText(asObject(operation).error) || asText(asObject(problem).message);
      return {
        id: asText(one.id),
        title: asText(one.title),
        says: `${last} failed${reason === "" ? "" : `: ${reason}`}`,
        since: asText(updatedAt),
        command: `tome git status ${asText(one.id)}`,
      };
    },
  );
}

async function readSpecifications(reading: StatusReader): Promise<readonly PendingItem[]> {
  const called = "the API specifications";
  const list = await reading.organization.list(called, openapi.list, getOrganizationPath(reading));
  return (list ?? []).flatMap((one): PendingItem[] => {
    const { lastProcessErrorCode: code, lastProcessedErrors: errors, permissions } = one;
    const [first] = asObjects(errors);
    if (asObject(permissions).edit === false || (asText(code) === "" && first === undefined))
      return [];
    const count = typeof one.lastProcessedErrorCount === "number" ? one.lastProcessedErrorCount : 1;
    const message = first === undefined ? "" : asText(first.message);
    return [
      {
        id: asText(one.id),
        slug: asText(one.slug),
        title: asText(one.slug),
        says: [asText(code), message, ...(count > 1 ? [`and ${count - 1} more`] : [])]
          .filter((part) => part !== "")
          .join(": "),
        since: asText(one.lastProcessedAt),
        command: `tome openapi get ${asText(one.slug)}`,
      },
    ];
  });
}

async function readLinks(reading: StatusReader): Promise<readonly PendingItem[]> {
  const spaces = await reading.checkable();
  return reading.each(
    spaces,
    ({ title }) => `the links of ${writeJson(title)}`,
    async (one) => {
      const spaceId = asText(one.id);
      const query = { spaceId, status: "broken", limit: 1 } as const;
      const { value } = await reading.client.call(space.links, query);
      const { total } = asObject(asObject(asObject(value).stats).broken);
      const count = typeof total === "number" ? total : asObjects(asObject(value).items).length;
      if (count === 0) return undefined;
      return {
        id: spaceId,
        title: asText(one.title),
        says: formatCount(count, "broken link"),
        count,
        command: `tome space links ${spaceId} --status broken`,
      };
    },
  );
}
