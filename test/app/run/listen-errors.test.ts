import { expect, test } from "vitest";
import { explainError } from "../../../src/app/run/listen-errors.ts";
import { UsageError } from "../../../src/errors.ts";

const fail = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

test.each([
  ["EADDRINUSE", "Port 80 is in use. Choose another port, or use --port 0 for any free port."],
  ["EACCES", "Permission denied for port 80. Choose another port."],
  [
    "EADDRNOTAVAIL",
    "The IP address of --host does not belong to this machine. Choose another address.",
  ],
])("%s when a port is opened is a usage error", (code, message) => {
  expect(explainError(fail(code), 80)).toEqual(new UsageError(message));
});

test.each([fail("EMFILE"), new Error("EACCES"), "EACCES", { code: "EACCES" }, undefined])(
  "another error stays as it is: %j",
  (error) => {
    expect(explainError(error, 80)).toBe(error);
  },
);
