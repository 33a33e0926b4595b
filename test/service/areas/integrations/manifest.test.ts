import { describe, expect, test } from "vitest";
import type { ManifestConfiguration } from "../../../../src/contract/integration-manifest.model.ts";
import {
  checkSettings,
  computeStatus,
  getDefaultSettings,
  type IntegrationManifest,
  readFacets,
} from "../../../../src/service/areas/integrations/manifest.ts";

const properties: ManifestConfiguration["properties"] = {
  channel: { type: "string", title: "Channel" },
  level: { type: "string", title: "Level", enum: ["low", "high"], default: "low" },
  count: { type: "number", title: "Count" },
  connect: { type: "button", callback_url: "/connect", button_text: "Connect" },
};

describe("an installation", () => {
  test.each<[string, ManifestConfiguration | undefined, object, "active" | "pending"]>([
    ["without a configuration", undefined, {}, "active"],
    ["without required settings", { properties }, {}, "active"],
    ["with a missing setting", { properties, required: ["channel"] }, { level: "low" }, "pending"],
    [
      "with one of two missing settings",
      { properties, required: ["channel", "count"] },
      { channel: "a" },
      "pending",
    ],
    [
      "with all required settings",
      { properties, required: ["channel", "count"] },
      { channel: "a", count: 0 },
      "active",
    ],
    [
      "with an empty required setting",
      { properties, required: ["channel"] },
      { channel: "" },
      "active",
    ],
    ["whose screen stored nothing yet", { componentId: "settings" }, {}, "pending"],
    ["whose screen stored a setting", { componentId: "settings" }, { any: null }, "active"],
  ])("%s has the right status", (_, configuration, settings, status) => {
    expect(computeStatus(configuration, { ...settings })).toBe(status);
  });

  test.each<[object, string | undefined]>([
    [{ channel: "a", level: "high", count: 1 }, undefined],
    [{ other: 7 }, undefined],
    [{ channel: 7 }, "configuration.channel must be a string"],
    [{ level: "middle" }, "configuration.level must be one of low, high"],
    [{ count: "1" }, "configuration.count must be a number"],
    [{ channel: "x".repeat(64 * 1024 - 14) }, undefined],
    [
      { channel: "x".repeat(64 * 1024 - 13) },
      "configuration exceeds the limit of 65536 characters as JSON.",
    ],
    [{ connect: 7 }, undefined],
  ])("accepts only settings that fit its manifest", (settings, message) => {
    const check = () => checkSettings({ properties }, { ...settings });
    if (message === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });

  test("begins with the defaults of its manifest", () => {
    expect(getDefaultSettings({ properties })).toEqual({ level: "low" });
    expect(getDefaultSettings(undefined)).toEqual({});
  });
});

test.each([
  ["https://docs.example.com/*", ["docs.example.com", "example.com"]],
  ["*.Example.com", ["example.com"]],
  ["*://example.com:8080/x", ["example.com"]],
  ["localhost", []],
  ["[::1]/x", []],
])("an integration for links to %s is found by domain", (pattern, domains) => {
  const manifest: Partial<IntegrationManifest> = {
    scopes: ["space:content:read", "space:content:read"],
    categories: ["other"],
    blocks: [{ id: "link", title: "Link", urlUnfurl: [pattern] }],
  };
  expect(readFacets(manifest as IntegrationManifest)).toEqual([
    { kind: "category", value: "other" },
    { kind: "scope", value: "space:content:read" },
    ...domains.map((value) => ({ kind: "domain", value })),
  ]);
});
