import { expect, test } from "vitest";
import { toErrorResponse } from "../../../src/service/core/deferred-response.ts";
import { toOpeningError, toStorageError } from "../../../src/service/database/storage-failure.ts";

const recover =
  "503 To continue with a backup, stop the process that serves the data, move the file token and all files named tome.sqlite… out of its folder, then run: tome local import <backup>.";

const sqlite = (errcode: number) => Object.assign(new Error("x"), { errcode });
const system = (code: string) => Object.assign(new Error("x"), { code, syscall: "open" });

test("a full, failing, locked and damaged file have their own status and solution", () => {
  const told = [13, 10, 8, 14, 11, 26, 2570].map((code) => {
    const problem = toStorageError(sqlite(code));
    return `${problem?.status} ${problem?.message.split(". ").at(-1)}`;
  });
  expect(told).toEqual([
    "507 Free some space, then retry.",
    "503 Check the disk, then restart the platform.",
    "503 Grant this user access to the file, its folder and its disk, then restart the platform.",
    "503 Grant this user access to the file, its folder and its disk, then restart the platform.",
    recover,
    recover,
    "503 Check the disk, then restart the platform.",
  ]);
});

test("an engine without error codes is recognized by SQLite's messages", () => {
  expect(toStorageError(new Error("disk I/O error"))?.status).toBe(503);
  expect(toStorageError(new Error("constructor"))).toBeUndefined();
});

test("system errors are attributed to the data only while it is opened", () => {
  expect(toStorageError(system("ENOSPC"))).toBeUndefined();
  expect(toOpeningError(system("ENOSPC"), "/data/tome.sqlite")?.message).toContain(
    "The disk with /data/tome.sqlite is full",
  );
  const refusedPort = Object.assign(system("EACCES"), { address: "127.0.0.1" });
  expect(toOpeningError(refusedPort, "/data/tome.sqlite")).toBeUndefined();
  expect(toOpeningError(new Error("x"), "/data/tome.sqlite")).toBeUndefined();
});

test("any system error of a file names the file, the cause and the solution", () => {
  const codes = ["ENOTDIR", "EISDIR", "ENOENT", "ENAMETOOLONG", "ELOOP", "EMFILE", "EBUSY"];
  const told = codes.map((code) => {
    const error = Object.assign(system(code), { path: "/data/token" });
    const { status, message } = toOpeningError(error, "/data/tome.sqlite") ?? {};
    return [status, /^.*\/data\/token[^:]*[:,] .+\. (Fix this|Raise)/.test(message ?? "")];
  });
  expect(told).toEqual(codes.map((code) => [code === "EMFILE" ? 503 : 400, true]));
});

test("a client gets the solution without a path, and no details of other errors", () => {
  expect(toErrorResponse(sqlite(13), "r")).toMatchObject({ status: 507 });
  expect(toErrorResponse(new Error("secret"), "r")).toMatchObject({
    status: 500,
    body: expect.not.stringContaining("secret"),
  });
});
