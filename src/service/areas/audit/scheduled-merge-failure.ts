/** The action of the audit event for a scheduled merge that failed. It is not an operation of the API. */
export const scheduledMergeFailure = {
  id: "failScheduledMerge",
  label: "Fail the scheduled merge of a change request",
} as const;
