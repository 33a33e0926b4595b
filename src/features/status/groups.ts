/** Kinds of items that need attention: how each is read, and the suggested command. */

import type { JsonObject } from "../../context.ts";
import * as changeRequest from "../../contract/cr.ts";
import * as review from "../../contract/cr-review.ts";
import * as git from "../../contract/git.ts";
import * as openapi from "../../contract/openapi.ts";
import * as space from "../../contract/space.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { counted } from "../../json/pluralize.ts";
import { isList, objectIn, objectsIn, textIn } from "../../json/values.ts";
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

function ofOrganization({ organization: { organizationId } }: StatusReader) {
  return { organizationId };
}

async function readReviews(reading: StatusReader): Promise<readonly PendingItem[]> {
  const { organization, caller } = reading;
  const requests = await organization.list(
    "the review requests",
    changeRequest.listInOrganization,
    {
      ...ofOrganization(reading),
      requestedReviewer: caller,
      status: ["open"],
    },
  );
  return reading.each(requests ?? [], formatLabel, async (one) => {
    // A submitted review completes the request.
    const reviews = await readCurrent(reading, one);
    if (reviews.some(({ reviewer }) => objectIn(reviewer).id === caller)) return undefined;
    const author = textIn(objectIn(one.createdBy).displayName) || "somebody";
    return waitingFor(reading, one, `by ${author}`);
  });
}

async function readOwn(reading: StatusReader): Promise<readonly PendingItem[]> {
  const { organization, caller } = reading;
  const changeRequests = await organization.list(
    "your change requests",
    changeRequest.listInOrganization,
    {
      ...ofOrganization(reading),
      creator: caller,
      status: ["open"],
    },
  );
  return reading.each(changeRequests ?? [], formatLabel, async (one) => {
    const reviews = await readCurrent(reading, one);
    const conflicts = one.outdated === true ? await countConflicts(reading, one) : 0;
    const against = reviews.filter(({ status }) => status === "changes-requested");
    const names = against.map(({ reviewer }) => textIn(objectIn(reviewer).displayName));
    const says = [
      ...(conflicts === undefined ? ["behind its space"] : []),
      ...(conflicts ? [counted(conflicts, "conflict")] : []),
      ...(names.length > 0 ? [`${names.join(", ")} requested changes`] : []),
      ...(names.length === 0 && reviews.length > 0 ? ["approved"] : []),
    ];
    return waitingFor(reading, one, says.join(", ") || "open, not reviewed");
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
  const { conflicts } = objectIn(value);
  return isList(conflicts) ? conflicts.length : undefined;
}

function getIds({ id, space: spaceId }: JsonObject) {
  return { spaceId: textIn(spaceId), changeRequestId: textIn(id) };
}

function formatLabel({ number, subject }: JsonObject): string {
  return `change request ${number} ${writeJson(subject)}`;
}

async function waitingFor(
  reading: StatusReader,
  one: JsonObject,
  says: string,
): Promise<PendingItem> {
  const { spaceId, changeRequestId } = getIds(one);
  return {
    id: changeRequestId,
    number: Number(one.number),
    title: textIn(one.subject) || "(no subject)",
    says,
    space: spaceId,
    spaceTitle: await reading.toTitle(spaceId),
    since: textIn(one.updatedAt),
    command: `tome cr view ${one.number} --space ${spaceId}`,
  };
}

async function readSyncs(reading: StatusReader): Promise<readonly PendingItem[]> {
  const synced = (await reading.edited()).filter(({ gitSync }) => gitSync !== undefined);
  return reading.each(
    synced,
    ({ title }) => `the Git sync of ${writeJson(title)}`,
    async (one) => {
      const { value } = await reading.client.call(git.info, { spaceId: textIn(one.id) });
      const { state, error, operation, updatedAt, problem } = objectIn(value);
      const { direction, state: published } = objectIn(operation);
      const last = textIn(direction) || textIn(operation) || "sync";
      if ((state ?? published) !== "failure" && problem === undefined) return undefined;
      const reason =
        textIn(error) || textIn(objectIn(operation).error) || textIn(objectIn(problem).message);
      return {
        id: textIn(one.id),
        title: textIn(one.title),
        says: `${last} failed${reason === "" ? "" : `: ${reason}`}`,
        since: textIn(updatedAt),
        command: `tome git status ${textIn(one.id)}`,
      };
    },
  );
}

async function readSpecifications(reading: StatusReader): Promise<readonly PendingItem[]> {
  const called = "the API specifications";
  const list = await reading.organization.list(called, openapi.list, ofOrganization(reading));
  return (list ?? []).flatMap((one): PendingItem[] => {
    const { lastProcessErrorCode: code, lastProcessedErrors: errors, permissions } = one;
    const [first] = objectsIn(errors);
    if (objectIn(permissions).edit === false || (textIn(code) === "" && first === undefined))
      return [];
    const count = typeof one.lastProcessedErrorCount === "number" ? one.lastProcessedErrorCount : 1;
    const message = first === undefined ? "" : textIn(first.message);
    return [
      {
        id: textIn(one.id),
        slug: textIn(one.slug),
        title: textIn(one.slug),
        says: [textIn(code), message, ...(count > 1 ? [`and ${count - 1} more`] : [])]
          .filter((part) => part !== "")
          .join(": "),
        since: textIn(one.lastProcessedAt),
        command: `tome openapi get ${textIn(one.slug)}`,
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
      const spaceId = textIn(one.id);
      const query = { spaceId, status: "broken", limit: 1 } as const;
      const { value } = await reading.client.call(space.links, query);
      const { total } = objectIn(objectIn(objectIn(value).stats).broken);
      const count = typeof total === "number" ? total : objectsIn(objectIn(value).items).length;
      if (count === 0) return undefined;
      return {
        id: spaceId,
        title: textIn(one.title),
        says: counted(count, "broken link"),
        count,
        command: `tome space links ${spaceId} --status broken`,
      };
    },
  );
}
