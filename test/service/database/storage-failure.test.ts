import { expect, test } from "vitest";
import { toErrorResponse } from "../../../src/service/core/deferred-response.ts";
import {
  Damage,
  isUnreadable,
  toOpeningError,
  toStorageError,
  withStorageProblems,
} from "../../../src/service/database/storage-failure.ts";

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

const file = "/data/tome.sqlite";

test.each<[number | string, string | undefined]>([
  [
    3,
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed (tome local path)",
  ],
  [
    8,
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed (tome local path)",
  ],
  [
    10,
    "503 The disk failed to read or write /data/tome.sqlite, so nothing was changed (tome local path)",
  ],
  [11, "503 /data/tome.sqlite is damaged: SQLite cannot read a part of it (tome local path)"],
  [13, "507 The disk with /data/tome.sqlite is full, so nothing was changed (tome local path)"],
  [
    14,
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed (tome local path)",
  ],
  [26, "503 /data/tome.sqlite is damaged: SQLite cannot read a part of it (tome local path)"],
  [1, undefined],
  [
    "attempt to write a readonly database",
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed (tome local path)",
  ],
  [
    "database disk image is malformed",
    "503 /data/tome.sqlite is damaged: SQLite cannot read a part of it (tome local path)",
  ],
  [
    "database or disk is full",
    "507 The disk with /data/tome.sqlite is full, so nothing was changed (tome local path)",
  ],
  [
    "unable to open database file",
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed (tome local path)",
  ],
  [
    "file is not a database",
    "503 /data/tome.sqlite is damaged: SQLite cannot read a part of it (tome local path)",
  ],
])("SQLite's error %s of a file has the problem %s", (code, problem) => {
  const error = typeof code === "number" ? sqlite(code) : new Error(code);
  const { status, message, hint } = toOpeningError(error, file) ?? {};
  const start = message?.split(". ")[0];
  expect(status && `${status} ${start} (${hint})`).toBe(problem);
  expect(isUnreadable(error)).toBe(String(problem).includes("is damaged"));
});

test.each([
  [
    "EACCES",
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed",
  ],
  [
    "EPERM",
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed",
  ],
  [
    "EROFS",
    "503 The platform has no permission to read or write /data/tome.sqlite, so nothing was changed",
  ],
  ["EIO", "503 The disk failed to read or write /data/tome.sqlite, so nothing was changed"],
  ["ENOSPC", "507 The disk with /data/tome.sqlite is full, so nothing was changed"],
  ["EDQUOT", "507 The disk with /data/tome.sqlite is full, so nothing was changed"],
  ["ENOTDIR", "400 /data/tome.sqlite cannot be used: a part of its path is a file, not a folder"],
  ["EISDIR", "400 /data/tome.sqlite cannot be used: it is a folder, not a file"],
  ["ERR_FS_EISDIR", "400 /data/tome.sqlite cannot be used: it is a folder, not a file"],
  [
    "ENOENT",
    "400 /data/tome.sqlite cannot be used: its folder does not exist, or its disk is read-only",
  ],
  [
    "ENAMETOOLONG",
    "400 /data/tome.sqlite cannot be used: its path, or a name in the path, is too long for the file system",
  ],
  ["ELOOP", "400 /data/tome.sqlite cannot be used: a symbolic link in its path is circular"],
  [
    "EMFILE",
    "503 The platform could not open /data/tome.sqlite, because this machine or process has too many open files",
  ],
  [
    "ENFILE",
    "503 The platform could not open /data/tome.sqlite, because this machine or process has too many open files",
  ],
  ["EOTHER", "400 /data/tome.sqlite cannot be used: x"],
])("the system error %s has the problem %s", (code, problem) => {
  const { status, message } = toOpeningError(system(code), file) ?? {};
  expect(`${status} ${message?.split(". ")[0]}`).toBe(problem);
});

test("an error of the network is not one of the disk", () => {
  const unknownHost = Object.assign(system("ENOENT"), { hostname: "a.example" });
  expect(toOpeningError(unknownHost, file)).toBe(undefined);
  expect(toOpeningError("text", file)).toBe(undefined);
  expect(toStorageError("text")).toBe(undefined);
  expect(isUnreadable("file is not a database")).toBe(false);
});

test("damage names the file only to the operator", () => {
  const { status, what, hint, message } = new Damage(file, "a page is missing");
  expect([status, what, hint]).toEqual([503, "a page is missing", "tome local path"]);
  expect(message).toMatch(/^\/data\/tome\.sqlite is damaged: a page is missing\. /);
  expect(new Damage(undefined, "x").message).toMatch(/^The database file is damaged: x\. /);
});

test("work on the data fails with a problem of the disk, or with its own error", async () => {
  expect(await withStorageProblems(file, async () => "done")).toBe("done");
  const fail = (error: Error) => withStorageProblems(file, () => Promise.reject(error));
  await expect(fail(sqlite(13))).rejects.toMatchObject({ status: 507 });
  const other = new Error("other");
  await expect(fail(other)).rejects.toBe(other);
});
