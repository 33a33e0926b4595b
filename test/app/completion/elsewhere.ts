/** Cached ids of several profiles, hosts and parents, and the expected suggestions of each line. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "./home.ts";

export function seeElsewhere(home: Home): void {
  const data = join(home.path, "data");
  mkdirSync(data);
  const see = (
    profile: string,
    address: string,
    id: string,
    options: { readonly env?: Readonly<Record<string, string>>; readonly data?: string } = {},
  ) =>
    home.remember(
      { noun: "collection", ids: [{ id, parent: "O1" }] },
      {
        profile: { value: profile, from: "settings.json" },
        baseUrl: { value: address, from: `profile ${profile}` },
        dataDir: { value: options.data ?? data, from: "profile local" },
      },
      options.env,
    );
  see("work", "https://api.example.com:8443/prefix", "W1");
  see("work", "http://api.example.com:8443", "W2");
  const database = "postgres://me:secret@db.test:5432/tome?password=secret";
  see("local", "http://localhost", "P1", { env: { TOME_DATABASE: database } });
  const gone = join(home.path, "gone");
  mkdirSync(gone);
  see("local", "http://localhost", "L0", { data: gone });
  rmSync(gone, { recursive: true });
  see("local", "http://localhost", "L1");
  see("default", "https://two.test", "A2");
  // The last profile and its last host are selected.
  see("default", "https://one.test", "A1");
}

export interface Elsewhere {
  readonly line: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
}

export const elsewhere: readonly Elsewhere[] = [
  { line: "tome collection get ", ids: ["A1"] },
  { line: "tome collection get --profile work ", ids: ["W2"] },
  { line: "tome --profile=work collection get ", ids: ["W2"] },
  { line: "tome --local collection get ", ids: ["L1"] },
  {
    line: "tome --local collection get ",
    env: { TOME_DATABASE: "postgres://you:other@db.test:5432/tome?sslmode=require" },
    ids: ["P1"],
  },
  {
    line: "tome --local collection get ",
    env: { TOME_DATABASE: "postgres://db.test:5432/tome" },
    ids: ["P1"],
  },
  {
    line: "tome --local collection get ",
    env: { TOME_DATABASE: "postgres://db.test:5432/other" },
    ids: [],
  },
  // The data would be in another folder.
  { line: "tome --local collection get ", env: { XDG_DATA_HOME: "/elsewhere" }, ids: [] },
  { line: "tome collection get --base-url https://two.test/v1 ", ids: ["A2"] },
  { line: "tome collection get --base-url https://three.test ", ids: [] },
  { line: "tome collection get --base-url http://two.test ", ids: [] },
  {
    line: "tome collection get --profile work --base-url http://api.example.com:8443 ",
    ids: ["W2"],
  },
  { line: "tome collection get --profile ../default ", ids: [] },
  { line: "tome collection get --profile nobody ", ids: [] },
  { line: "tome space create --org O1 --parent ", ids: ["A1"] },
  { line: "tome space create --organization=O2 --parent ", ids: [] },
  { line: "tome space create --org https://app.test/o/O1 --parent ", ids: ["A1"] },
  { line: "tome collection get ", env: { TOME_PROFILE: "work" }, ids: ["W2"] },
  { line: "tome --profile default collection get ", env: { TOME_PROFILE: "work" }, ids: ["A1"] },
  {
    line: "tome --profile work collection get ",
    env: { TOME_BASE_URL: "https://api.example.com:8443/prefix/v1" },
    ids: ["W1"],
  },
  { line: "tome collection get ", env: { GITBOOK_ENDPOINT: "https://two.test" }, ids: ["A2"] },
  { line: "tome --local collection get ", env: { TOME_BASE_URL: "https://two.test" }, ids: ["L1"] },
  { line: "tome space create --parent ", env: { TOME_ORG: "O2" }, ids: [] },
  { line: "tome space create --org O1 --parent ", env: { TOME_ORG: "O2" }, ids: ["A1"] },
  { line: "tome collection get ", env: { XDG_CACHE_HOME: "relative" }, ids: [] },
];

/** Lines with one environment, so that one shell completes all of them. */
export function byEnvironment(): { env: Readonly<Record<string, string>>; cases: Elsewhere[] }[] {
  const groups = new Map<string, Elsewhere[]>();
  for (const one of elsewhere) {
    const key = JSON.stringify(one.env ?? {});
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, cases]) => ({ env: JSON.parse(key), cases }));
}
