import { expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { OutdatedMergeError, repeatOutdated } from "../../../src/service/engines/outdated-merge.ts";

function failing(errors: readonly Error[]) {
  let attempts = 0;
  const answer = repeatOutdated(async () => {
    const error = errors[attempts++];
    if (error) throw error;
    return "merged";
  });
  return { answer, count: () => attempts };
}

test("a request whose texts changed during its merge is repeated, at most twice", async () => {
  const error = new OutdatedMergeError();
  const twice = failing([error, error]);
  expect(await twice.answer).toBe("merged");
  expect(twice.count()).toBe(3);
  const always = failing([error, error, error, error]);
  await expect(always.answer).rejects.toMatchObject({
    status: 503,
    retryAfter: 1,
    message: "A long text was changed during each attempt to merge it. Retry the request.",
  });
  expect(always.count()).toBe(3);
});

test("a request with another error is not repeated", async () => {
  const other = failing([new ApiError(503, "Busy.")]);
  await expect(other.answer).rejects.toThrow("Busy.");
  expect(other.count()).toBe(1);
});
