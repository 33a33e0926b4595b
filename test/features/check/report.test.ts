import { describe, expect, test } from "vitest";
import type { Allowance, CheckConfig } from "../../../src/features/check/configuration.ts";
import { classifyFindings } from "../../../src/features/check/report.ts";
import { repositoryRules } from "../../../src/features/check/repository-rules.ts";
import type { RawFinding } from "../../../src/features/check/rule.ts";

const finding: RawFinding = {
  ...{ rule: "link-broken", id: "README.md", target: "/gone.md" },
  ...{ title: "Home", message: "Broken.", file: "README.md", line: 3 },
};

function classify(allowance: Partial<Allowance>, found: readonly RawFinding[] = [finding]) {
  const allow = [{ rule: "link-broken", until: "2026-11-27", why: "Soon", line: 1, ...allowance }];
  const configuration: CheckConfig = { rules: new Map(), spaces: new Map(), allow, custom: [] };
  const { rows, allowed } = classifyFindings(found, repositoryRules, configuration, {
    titles: new Map(),
    baseline: new Set(),
    today: "2026-11-27",
  });
  return { reported: rows.length, allowed };
}

describe("an allowance", () => {
  const [isAllowed, isReported] = [
    { reported: 0, allowed: 1 },
    { reported: 1, allowed: 0 },
  ];

  test.each([
    ["until the day after", { until: "2026-11-28" }, isAllowed],
    ["until the day of the check", { until: "2026-11-27" }, isAllowed],
    ["until the day before", { until: "2026-11-26" }, isReported],
    ["until the same day of the year before", { until: "2025-11-27" }, isReported],
    ["for the resource", { id: "README.md" }, isAllowed],
    ["for another resource", { id: "guide.md" }, isReported],
    ["for the target", { target: "/gone.md" }, isAllowed],
    ["for another target", { target: "/lost.md" }, isReported],
    ["for the resource and another target", { id: "README.md", target: "/lost.md" }, isReported],
    ["for another rule", { rule: "anchor-broken" }, isReported],
  ])("%s", (_, allowance, expected) => {
    expect(classify(allowance)).toEqual(expected);
  });

  test("leaves other findings of the rule", () => {
    const other = { ...finding, target: "/lost.md" };
    expect(classify({ target: "/gone.md" }, [finding, other])).toEqual({ reported: 1, allowed: 1 });
  });
});
