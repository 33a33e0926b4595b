/** Handlers of fault injection and the journal. */
import type { ServiceClock } from "../../core/clock.ts";
import type { Handlers } from "../../core/handlers.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Admin } from "../admin/admin.ts";
import { toState } from "../backup/state.ts";
import type { Instrumentation } from "../pipeline/instrumentation.ts";
import type * as contract from "./endpoints.ts";
import { parseFaultPlan } from "./plan.ts";

interface FaultHandlerParts {
  readonly instrumentation: Instrumentation;
  readonly admin: Admin;
  readonly clock: ServiceClock;
  readonly jobs: Jobs;
}

const usualLimit = 100;

export function createFaultHandlers({ instrumentation, admin, clock, jobs }: FaultHandlerParts) {
  const presentFaults = () => {
    const faults = instrumentation.faults();
    if (faults === undefined) return { seed: null, rules: [], log: [] };
    const { seed, rules, log } = faults.status();
    return { seed, rules: [...rules], log: [...log] };
  };
  return {
    getFaults: async () => presentFaults(),
    async setFaults({ plan }) {
      await instrumentation.setFaults(
        await parseFaultPlan(plan, await instrumentation.operations()),
      );
      return presentFaults();
    },
    async clearFaults() {
      const wasSet = instrumentation.faults() !== undefined;
      await instrumentation.setFaults(undefined);
      return wasSet;
    },
    async listRequests({ limit = usualLimit, misses = false }) {
      const items = instrumentation.journal.latest(limit, misses);
      return { items: items.map((item) => ({ ...item, nearMisses: [...item.nearMisses] })) };
    },
    clearRequests: async () => instrumentation.journal.clear(),
    async getState({ rows = false, settled = false }) {
      if (settled) await jobs.finish();
      const state = toState(await admin.export());
      const { digest, tables } = state;
      return {
        now: clock.now().toISOString(),
        digest,
        tables: { ...tables },
        ...(rows && { rows: Object.fromEntries(Object.entries(state.rows)) }),
      };
    },
  } satisfies Handlers<typeof contract>;
}
