// Usage: countersign-verify FILE... [--root FILE] [--timestamp-root FILE] [--list FILE] [--log-key KEY|FILE]...
// [--evidence FILE] [--log FILE] [--language en|de|es|fr|ar] [--json]
//
// Checks a sealed PDF locally, without network or server. Requires only Node 20 or newer.
import { runVerify } from './run-verify.ts';

process.exitCode = await runVerify(process.argv.slice(2));
