/**
 * Titles of existing resources, which are looked up again directly before a resource is created. The API
 * accepts duplicate titles, so two runs with the same input would create each resource twice.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ApiClient, Context, JsonObject } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import * as team from "../../contract/team.ts";
import { UsageError } from "../../errors.ts";
import { computeHash } from "../../json/canonical.ts";
import { asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { pause } from "../waiting.ts";

const lists = {
  team: team.list,
  collection: collection.list,
  space: space.list,
  site: site.list,
} as const;

export type TitledKind = keyof typeof lists;

export function isTitledKind(kind: string): kind is TitledKind {
  return kind in lists;
}

/** Deleted spaces do not count. */
export class ExistingTitles {
  readonly #client: ApiClient;
  readonly #organizationId: string;
  readonly #isFresh: (kind: TitledKind) => boolean;
  readonly #lists = new Map<TitledKind, Promise<readonly JsonObject[]>>();

  /** @param isFresh whether the resources of a kind are read for each title instead of once */
  constructor(
    client: ApiClient,
    organizationId: string,
    isFresh: (kind: TitledKind) => boolean = () => false,
  ) {
    this.#client = client;
    this.#organizationId = organizationId;
    this.#isFresh = isFresh;
  }

  /** The resources of a kind. */
  list(kind: TitledKind): Promise<readonly JsonObject[]> {
    const cached = this.#isFresh(kind) ? undefined : this.#lists.get(kind);
    const existing = cached ?? this.#read(kind);
    this.#lists.set(kind, existing);
    return existing;
  }

  async find(kind: TitledKind, title: string): Promise<readonly JsonObject[]> {
    return (await this.list(kind)).filter((one) => asText(one.title) === title);
  }

  async #read(kind: TitledKind): Promise<readonly JsonObject[]> {
    const own = { organizationId: this.#organizationId };
    const all = await readAll(this.#client, lists[kind], own);
    return all.filter(({ deletedAt }) => typeof deletedAt !== "string");
  }
}

/** Longest time to wait for another run on this computer, in milliseconds. */
const longestWait = 60_000;
const pollInterval = 200;

/**
 * Prevents other runs on this computer from creating resources in the same organization. The API has no
 * lock, so runs on other computers are detected only by their titles.
 * @returns the function that releases the lock
 * @throws UsageError if another run has the lock for too long
 */
export async function lockCreations(
  context: Pick<Context, "lockFile" | "settings" | "store">,
  organizationId: string,
): Promise<() => Promise<void>> {
  const scope = computeHash(`${context.settings.baseUrl.value} ${organizationId}`).slice(0, 16);
  await mkdir(context.store.path, { recursive: true, mode: 0o700 });
  const path = join(context.store.path, `creations-${scope}`);
  for (let waited = 0; ; waited += pollInterval) {
    try {
      return await context.lockFile(path);
    } catch (error) {
      if (!(error instanceof UsageError) || waited >= longestWait) throw error;
    }
    await pause(pollInterval);
  }
}
