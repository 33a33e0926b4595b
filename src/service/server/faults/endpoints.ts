/** The endpoints of fault injection and the journal, below `/_tome`, for the holder of the admin token. */
import { endpoint } from "../../../contract/endpoint.ts";
import { flag, json, optional, whole } from "../../../contract/fields.ts";
import { longestJournal } from "../metrics/journal.ts";

const faultsModel = () => import("./model.ts").then((m) => m.faults);

export const getFaults = endpoint({
  does: "Show the plan of faults, how often each rule struck, and the log of strikes",
  operation: "getFaults",
  route: "GET /faults",
  input: {},
  output: faultsModel,
});

export const setFaults = endpoint({
  does: "Begin a plan of faults",
  operation: "setFaults",
  route: "PUT /faults",
  // The whole plan is checked in one place, whether it comes from a file or a request.
  input: { plan: json(() => import("./model.ts").then((m) => m.anything), "The plan") },
  wholeBody: "plan",
  output: faultsModel,
});

export const clearFaults = endpoint({
  does: "End the plan of faults",
  operation: "clearFaults",
  route: "DELETE /faults",
  input: {},
});

export const listRequests = endpoint({
  does: "Show the latest requests, the oldest of them first",
  operation: "listRequests",
  route: "GET /requests",
  input: {
    limit: optional(whole("Most requests", { min: 0, max: longestJournal })),
    misses: optional(flag("Only those for what there is not but something like it")),
  },
  output: () => import("./model.ts").then((m) => m.requests),
});

export const clearRequests = endpoint({
  does: "Forget the requests",
  operation: "clearRequests",
  route: "DELETE /requests",
  input: {},
});

export const getState = endpoint({
  does: "Show what the data is, in figures that are the same for the same data",
  operation: "getState",
  route: "GET /state",
  input: {
    rows: optional(flag("With all rows, without secrets")),
    settled: optional(flag("After the jobs that are due have been done")),
  },
  output: () => import("./model.ts").then((m) => m.state),
});
