/** Seeds the properties of fast-check with TOME_SEED, so that a run can be repeated. */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TOME_SEED) });
