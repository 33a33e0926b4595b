/** Endpoints of fault injection and the journal, below `/_tome`, for the holder of the admin token. */
import { endpoint } from "../../../contract/endpoint.ts";
import { boolean, integer, json, optional } from "../../../contract/fields.ts";
import { longestJournal } from "../metrics/journal.ts";

const loadFaultsModel = () => import("./model.ts").then((m) => m.faults);

export const getFaults = endpoint({
  summary: "Get the fault plan, the count of injected faults by rule, and their log",
  operation: "getFaults",
  route: "GET /faults",
  input: {},
  output: loadFaultsModel,
});

export const setFaults = endpoint({
  summary: "Start a fault plan",
  operation: "setFaults",
  route: "PUT /faults",
  // The whole plan is validated in one place, whether it comes from a file or a request.
  input: { plan: json(() => import("./model.ts").then((m) => m.anything), "Fault plan") },
  wholeBody: "plan",
  output: loadFaultsModel,
});

export const clearFaults = endpoint({
  summary: "End the fault plan",
  operation: "clearFaults",
  route: "DELETE /faults",
  input: {},
});

export const listRequests = endpoint({
  summary: "List the latest requests, oldest first",
  operation: "listRequests",
  route: "GET /requests",
  input: {
    limit: optional(integer("Maximum number of requests", { min: 0, max: longestJournal })),
    misses: optional(boolean("Only requests for unknown operations with a near match")),
  },
  output: () => import("./model.ts").then((m) => m.requests),
});

export const clearRequests = endpoint({
  summary: "Clear the list of requests",
  operation: "clearRequests",
  route: "DELETE /requests",
  input: {},
});

export const getState = endpoint({
  summary: "Get a digest and row counts of the data, equal for equal data",
  operation: "getState",
  route: "GET /state",
  input: {
    rows: optional(boolean("Include all rows, without secrets")),
    settled: optional(boolean("Run due jobs first")),
  },
  output: () => import("./model.ts").then((m) => m.state),
});
