import { expect, test } from "vitest";
import { getDatabaseLocation, hasPassword } from "../../src/contract/database-address.ts";

test.each([
  ["postgres://db.example.com:5432/tome", "postgres://db.example.com:5432/tome", false],
  ["postgres://ada@db.example.com/tome", "postgres://db.example.com/tome", false],
  ["postgres://ada:pw@db.example.com/tome", "postgres://db.example.com/tome", true],
  ["postgresql://:pw@db.example.com/tome", "postgresql://db.example.com/tome", true],
  ["postgres://db.example.com/tome?password=pw", "postgres://db.example.com/tome", true],
  ["postgres://db.example.com/tome?sslmode=require#pw", "postgres://db.example.com/tome", false],
  ["postgres://ada:pw@", "the PostgreSQL database", false],
  ["db.example.com", "the PostgreSQL database", false],
])("%s is shown as %s", (address, location, isSecret) => {
  expect([getDatabaseLocation(address), hasPassword(address)]).toEqual([location, isSecret]);
});
