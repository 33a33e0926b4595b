/** Enum values of findings and scans of sites. */

/** `done` is a resolved finding, `canceled` a dismissed one. */
export const findingStates = ["candidate", "open", "done", "canceled"] as const;
export type FindingState = (typeof findingStates)[number];

export const findingTypes = [
  "content-outdated",
  "content-incorrect",
  "content-gap",
  "broken-link",
  "outbound-link-error",
  "other",
] as const;
export type FindingType = (typeof findingTypes)[number];

export const findingSeverities = ["low", "medium", "high"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export const findingOrders = ["updatedAt", "severity", "sources"] as const;

export const scanStates = ["pending", "running", "done", "failed"] as const;
export type ScanState = (typeof scanStates)[number];

/** Pattern of a source of evidence. */
export const findingSource = {
  source: "^(?:questions|connection:.+)$",
  means: "questions or connection:<id>",
} as const;
